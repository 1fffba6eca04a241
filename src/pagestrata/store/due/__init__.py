"""Which visits are due, whose turn it is, and who makes them."""
