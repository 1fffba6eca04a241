"""Proofs of versions in one file that stands alone: made from an archive, and checked without it."""
