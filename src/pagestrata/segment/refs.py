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

import numpy as np

from pagestrata.segment.layout import Layout

SPACES = (999, 999_999, 999_999_999)
"""Numbers are read by people: three digits first, more only where those are taken."""

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


def sibling_keys(layout: Layout, siblings: Sequence[Sequence[int]]) -> list[str]:
    """The key of each sibling, given as the rows it covers: its id, its kind where no other is of it, or its anchor."""
    kinds = [_kind(layout, rows[0]) for rows in siblings]
    common = Counter(kinds)
    return [
        _identifier(layout, rows) or (kind if common[kind] == 1 else f"{kind}|{anchor(layout, rows)}")
        for rows, kind in zip(siblings, kinds, strict=True)
    ]


def _identifier(layout: Layout, rows: Sequence[int]) -> str:
    named = layout.nodes.attributes[rows[0]].get("id", "")
    return f"#{named}" if named else ""


def _kind(layout: Layout, row: int) -> str:
    """Tag, first class and ARIA role."""
    nodes, named = layout.nodes, layout.nodes.attributes[row]
    classes = named.get("class", "").split(maxsplit=1)
    return f"{nodes.tag_of(row)}.{classes[0] if classes else ''}.{named.get('role', '')}"


def anchor(layout: Layout, rows: Sequence[int]) -> str:
    """What a reader would name the block by: its heading, its first link, its first words, its first picture."""
    nodes = layout.nodes
    first, last = rows[0], int(nodes.end[rows[-1]])
    headings = np.flatnonzero(layout.is_heading[first:last] & layout.valid[first:last])
    for row in headings[:1].tolist():
        if title := nodes.text_of(first + row):
            return title[:MAX_ANCHOR_CHARS]
    texts = np.flatnonzero(layout.chars[first:last] > 0)
    links = np.flatnonzero(layout.is_link[first:last])
    if len(links):
        return nodes.links[first + int(links[0])][:200]
    if len(texts):
        return " ".join(nodes.text[first + int(texts[0])].split())[:MAX_ANCHOR_CHARS]
    pictures = np.flatnonzero(layout.is_image[first:last])
    return nodes.images[first + int(pictures[0])].address[:200] if len(pictures) else ""
