"""Comparison of two block trees, with a `Delta` as the result."""
