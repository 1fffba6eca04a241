"""Self-contained proofs of versions: made from an archive, and checked without it."""
