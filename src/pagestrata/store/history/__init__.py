"""The history of a page: its visits, those that were kept as versions, and what these contain."""
