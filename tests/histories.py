"""Pages with a history, for tests of queries: trees by hand, deltas by the real comparison."""

from __future__ import annotations

from collections.abc import Sequence

from memory_archive import MemoryArchive
from pagestrata.comparing.vidiff import compare
from pagestrata.model.blocks import Block, BlockTree, Image, Link

URL = "http://site.test/"


def leaf(ref: str, text: str, *links: str, role: str = "article") -> Block:
    return Block(ref=ref, text=text, role=role, links=tuple(Link(name, f"{URL}{name}") for name in links))


def tree(*blocks: Block) -> BlockTree:
    return BlockTree(blocks=(Block(ref="1", children=blocks),), url=URL)


def picture(ref: str, name: str) -> Block:
    return Block(ref=ref, images=(Image(name, f"{URL}{name}.png"),), role="image")


def history(trees: Sequence[BlockTree], *, url: str = URL) -> MemoryArchive:
    """One version per day from 1 January 2026 on, each compared with the one before."""
    archive = MemoryArchive()
    before: BlockTree | None = None
    for day, found in enumerate(trees, start=1):
        delta = compare(before, found) if before is not None else None
        archive.add(
            url, f"202601{day:02d}000000", b"<p>", tree=found, delta=delta, importance=None if day == 1 else 0.1 * day
        )
        before = found
    return archive
