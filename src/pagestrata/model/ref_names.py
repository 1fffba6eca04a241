"""Names of blocks ('1.372'): a root, then a number that comes from what the block is called by.

The number is a short hash of a key, so that the same block gets the same number again whatever surrounds it. The
segmenter makes the keys of a page without a past; where a page has one, names once used are not given to other blocks
(`comparing/inherit_refs.py`), and a block whose name is taken needs the next number of its key.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import count

SPACES = (9_999, 999_999, 999_999_999)
"""Numbers are read by people: four digits first, more only where those are taken."""

PAGE_REF = "1"
"""The page's own block; overlays have other roots."""


def candidate_numbers(key: str) -> Iterator[int]:
    """Numbers for a key, without end, in ever larger spaces."""
    for attempt in count():
        digest = hashlib.blake2b(f"{attempt}:{key}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
        yield int.from_bytes(digest, "big") % SPACES[min(attempt, len(SPACES) - 1)] + 1


def root_ref(number: int) -> str:
    """The name of an overlay with that number: the page's own is never among them."""
    return str(number + 1)


def inner_ref(root: str, number: int) -> str:
    """The name of a block with that number below a root."""
    return f"{root}.{number}"
