"""Byte strings stored once: blobs, how they are encoded, and what versions are made of."""
