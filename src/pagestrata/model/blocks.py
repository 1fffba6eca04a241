"""The page as a tree of visual blocks (what Vi-XML says).

Blocks are addressed by `ref` ('1.2.3'), valid inside one version. `id` is a hash over content only: it changes exactly
when the block's links, images or text, or those of a block inside it, change. Equality follows content too: two trees
are equal when their blocks, links, images and texts are, wherever the browser happened to put them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import field, fields
from datetime import datetime
from itertools import count
from typing import NamedTuple

from pagestrata.model.geometry import Box
from pagestrata.model.signs import Signs
from pagestrata.model.slots import dataclass, maker

PAGE_LAYER = "page"
OVERLAY_LAYER = "overlay"

ROLES = (
    "header", "menu", "article", "link list", "sidebar", "footer", "ad", "search",
    "image", "table", "form", "comments", "overlay", "other",
)  # fmt: skip


class Link(NamedTuple):
    """A hyperlink. A named tuple, not a dataclass: a page has thousands, compared and hashed at every step."""

    name: str
    address: str


class Image(NamedTuple):
    """A picture. Kept apart from links everywhere: the two are equal as tuples but never share a container."""

    name: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockStyle:
    """The look of a leaf block: what a restyle changes without changing content."""

    font_size: float = 0.0
    font_weight: int = 400
    colour: int = 0x000000FF  # 0xRRGGBBAA
    background: int = 0xFFFFFFFF


def digest(*parts: str) -> str:
    """The hash of a list of strings; lengths keep apart what joins to the same text."""
    framed = "".join([f"{len(part)}:{part}" for part in parts])
    return hashlib.md5(framed.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One visual block. Only leaf blocks carry links, images and text."""

    ref: str
    children: tuple[Block, ...] = ()
    links: tuple[Link, ...] = ()
    images: tuple[Image, ...] = ()
    text: str = ""
    layer: str = PAGE_LAYER
    box: Box = field(compare=False, default=Box(0.0, 0.0, 0.0, 0.0))
    doc: int = field(compare=False, default=10)  # degree of coherence, 1 to 10
    role: str = field(compare=False, default="other")
    importance: float | None = field(compare=False, default=None)
    topic: str = field(compare=False, default="")
    style: BlockStyle | None = field(compare=False, default=None)
    picture_hash: str = field(compare=False, default="")  # of the block's pixels, '' when unknown
    rows: tuple[int, ...] = field(
        compare=False, default=(), repr=False
    )  # rows of the snapshot it covers; in memory only
    line_ends: tuple[int, ...] = field(
        compare=False, default=(), repr=False
    )  # places of the spaces in `text` that end a line
    signs: Signs = field(compare=False, default=())  # what the page's author calls this place, or stretches of its text
    _id: str = field(compare=False, default="", init=False, repr=False)

    @property
    def id(self) -> str:
        """The content hash, computed on first use: most blocks never need it."""
        if not self._id:
            object.__setattr__(self, "_id", content_id(self))
        return self._id

    @property
    def lined_text(self) -> str:
        """The text with its line ends, of the same length; the plain text if the line ends are unknown."""
        if not self.line_ends or any(self.text[end : end + 1] != " " for end in self.line_ends):
            return self.text
        signs = list(self.text)
        for end in self.line_ends:
            signs[end] = "\n"
        return "".join(signs)

    @property
    def is_leaf(self) -> bool:
        return not self.children

    @property
    def is_overlay(self) -> bool:
        """Whether it covers the page instead of being part of it."""
        return self.layer == OVERLAY_LAYER or self.role == "overlay"

    def walk(self) -> Iterator[Block]:
        """This block and all below it, parents first."""
        stack = [self]
        while stack:
            block = stack.pop()
            yield block
            if block.children:
                stack.extend(reversed(block.children))


new_block = maker(Block)
"""Makes a `Block` faster, for callers that make thousands."""


def content_id(block: Block) -> str:
    """The content hash of a block: over its own links, images and text, and over its children's hashes."""
    links = [part for link in block.links for part in ("l", *link)]
    images = [part for image in block.images for part in ("i", *image)]
    return digest(*links, *images, "t", block.text, *(child.id for child in block.children))


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockTree:
    """All blocks of one page version: the page's layer first, then the overlays."""

    blocks: tuple[Block, ...]
    url: str = field(compare=False, default="")
    title: str = field(compare=False, default="")
    captured_at: datetime | None = field(compare=False, default=None)
    viewport: tuple[int, int] = field(compare=False, default=(0, 0))
    page_size: tuple[float, float] = field(compare=False, default=(0.0, 0.0))
    segmenter: str = field(compare=False, default="")
    level: int | None = field(compare=False, default=None)  # how deep the partition was asked to go
    version: str = field(compare=False, default="")
    geometry_inherited: bool = field(compare=False, default=False)  # refilled: boxes are those of the last rendering
    _walked: tuple[Block, ...] | None = field(compare=False, default=None, init=False, repr=False)
    _longest: int | None = field(compare=False, default=None, init=False, repr=False)

    def walk(self) -> Iterator[Block]:
        return iter(self._all())

    def leaves(self) -> Iterator[Block]:
        return iter([block for block in self._all() if not block.children])

    @property
    def longest_text(self) -> int:
        """The length of the longest text of a block, or name of a link or picture; computed once."""
        if self._longest is None:
            object.__setattr__(self, "_longest", max(map(_longest_in, self._all()), default=0))
        return self._longest or 0

    def _all(self) -> tuple[Block, ...]:
        """Return all blocks, parents first. The result is kept: a comparison traverses both trees two dozen times."""
        if self._walked is None:
            object.__setattr__(self, "_walked", tuple(_below(self.blocks)))
        return self._walked or ()

    def __getstate__(self) -> tuple[object, ...]:
        """Return the fields to send to another process, without cached values."""
        return tuple(getattr(self, name) for name in _SENT)

    def __setstate__(self, state: tuple[object, ...]) -> None:
        for name, value in zip((*_SENT, "_walked", "_longest"), (*state, None, None), strict=True):
            object.__setattr__(self, name, value)

    def by_ref(self) -> dict[str, Block]:
        return {block.ref: block for block in self.walk()}

    def parents(self) -> dict[str, str | None]:
        """ref -> ref of the parent, None for the outermost."""
        found: dict[str, str | None] = {block.ref: None for block in self.blocks}
        for block in self.walk():
            found.update((child.ref, block.ref) for child in block.children)
        return found


_SENT = tuple(each.name for each in fields(BlockTree) if each.init)


def _longest_in(block: Block) -> int:
    longest = len(block.text)
    for link in block.links:
        longest = max(longest, len(link.name))
    for image in block.images:
        longest = max(longest, len(image.name))
    return longest


def _below(blocks: tuple[Block, ...]) -> list[Block]:
    """Return these blocks and all inside them, parents first; a list, because large trees are traversed many times."""
    found: list[Block] = []
    waiting = [iter(blocks)]
    while waiting:
        for block in waiting[-1]:
            found.append(block)
            if block.children:
                waiting.append(iter(block.children))
                break
        else:
            waiting.pop()
    return found


SPACES = (9_999, 999_999, 999_999_999)
"""People read these numbers: four digits first, more only if those are taken."""

PAGE_REF = "1"
"""The page's own block; overlays have other roots."""


def candidate_numbers(key: str) -> Iterator[int]:
    """Yield numbers for a key, without end, in ever larger spaces.

    A number is a short hash of a key, so that a block gets the same number whatever surrounds it. The segmenter makes the keys
    of a new page; on a known page, names once used are not given to other blocks (`comparing/inherit_refs.py`), and a block
    whose name is taken gets the next number of its key.
    """
    for attempt in count():
        digest = hashlib.blake2b(f"{attempt}:{key}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
        yield int.from_bytes(digest, "big") % SPACES[min(attempt, len(SPACES) - 1)] + 1


def root_ref(number: int) -> str:
    """The name of an overlay with that number: the page's own is never among them."""
    return str(number + 1)


def inner_ref(root: str, number: int) -> str:
    """The name of a block with that number below a root."""
    return f"{root}.{number}"
