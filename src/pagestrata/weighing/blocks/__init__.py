"""Which blocks of a page are important: what they look like, and what was learned of such blocks."""
