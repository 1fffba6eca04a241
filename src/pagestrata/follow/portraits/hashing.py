"""Hashes of what a page says: CRC-32, stable between runs, which lets an archive keep them."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

KIND_BITS = 32
"""The number of a kind of item or part is in the bits above its hash."""


@lru_cache(maxsize=1 << 16)
def hashed(value: str) -> int:
    return crc32(value.encode("utf-8", "surrogatepass"))
