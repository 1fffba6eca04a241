"""Whether a version is worth keeping, and why (paper 4)."""
