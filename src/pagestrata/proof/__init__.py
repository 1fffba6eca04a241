"""Proofs that strangers can check: an append-only hash tree, signed heads, time stamps, and proofs in one file."""
