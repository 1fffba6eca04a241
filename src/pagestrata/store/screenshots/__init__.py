"""Screenshots stored as pictures of blocks."""
