"""A real browser: found or installed, started, watched, and asked for one page at a time."""
