"""Questions to the archive about pages and blocks in time."""
