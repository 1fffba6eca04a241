"""How important blocks and changes are, and whether a version is worth keeping."""
