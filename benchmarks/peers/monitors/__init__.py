"""Other monitors and archives on the same served histories, each driven by its own programs."""
