"""Block refs ('1.37.4'): places in one tree that survive edits of other blocks.

Plain counting renumbers every later sibling when a block appears. So a block's number comes from what it *is*: its
anchor (id, landmark, first heading or link) rather than its place among its siblings. The number is a short hash of
that key; blocks that share a key are counted in document order, and numbers that collide grow longer.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count

from pagestrata.segment.layout import Layout

SPACES = (999, 999_999, 999_999_999)
"""Numbers are read by people: three digits first, more only where those are taken."""

ANCHOR_TAGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption", "summary"})
MAX_ANCHOR_CHARS = 80


def number_siblings(keys: Sequence[str]) -> list[int]:
    """One number per sibling, unique among them, from its key alone wherever keys and hashes differ."""
    seen: Counter[str] = Counter()
    taken: set[int] = set()
    numbers = []
    for key in keys:
        repeat = seen[key]
        seen[key] += 1
        number = next(n for n in _numbers(f"{key}\\x1f{repeat}" if repeat else key) if n not in taken)
        taken.add(number)
        numbers.append(number)
    return numbers


def _numbers(key: str) -> Iterator[int]:
    """Candidates for the number of a key, in ever larger spaces."""
    for attempt in count():
        digest = hashlib.blake2b(f"{attempt}:{key}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
        yield int.from_bytes(digest, "big") % SPACES[min(attempt, len(SPACES) - 1)] + 1


def identity(layout: Layout, rows: Sequence[int]) -> str:
    """The key of a block: what its first row is called, or else where it starts."""
    nodes = layout.nodes
    row = rows[0]
    named = nodes.attributes[row]
    if named.get("id"):
        return f"#{named['id']}"
    return f"{nodes.tag_of(row)}.{named.get('class', '')}.{named.get('role', '')}"
