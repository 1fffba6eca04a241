"""Byte strings stored once: blobs, chains of differences, and what versions are made of."""
