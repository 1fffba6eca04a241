"""The page as a tree of visual blocks (what Vi-XML says).

Blocks are addressed by `ref` ('1.2.3'), valid inside one version. `id` is a hash over content only: it changes exactly
when the block's links, images or text, or those of a block inside it, change. Equality follows content too: two trees
are equal when their blocks, links, images and texts are, wherever the browser happened to put them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from pagestrata.model.geometry import Box

PAGE_LAYER = "page"
OVERLAY_LAYER = "overlay"

ROLES = (
    "header", "menu", "article", "link list", "sidebar", "footer", "ad", "search",
    "image", "table", "form", "comments", "overlay", "other",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Link:
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Image:
    name: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockStyle:
    """The look of a leaf block: what a restyle changes without changing content."""

    font_size: float = 0.0
    font_weight: int = 400
    colour: int = 0x000000FF  # 0xRRGGBBAA
    background: int = 0xFFFFFFFF


def _digest(*parts: str) -> str:
    return hashlib.md5("\x1f".join(parts).encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


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
    id: str = field(compare=False, default="")  # content hash; computed when not given

    def __post_init__(self) -> None:
        if not self.id:
            object.__setattr__(self, "id", content_id(self))

    @property
    def is_leaf(self) -> bool:
        return not self.children

    def walk(self) -> Iterator[Block]:
        """This block and all below it, parents first."""
        stack = [self]
        while stack:
            block = stack.pop()
            yield block
            stack.extend(reversed(block.children))


def content_id(block: Block) -> str:
    """The content hash of a block: over its own links, images and text, or over its children's hashes."""
    if block.children:
        return _digest("block", *(child.id for child in block.children))
    links = (part for link in block.links for part in ("l", link.name, link.address))
    images = (part for image in block.images for part in ("i", image.name, image.address))
    return _digest("leaf", *links, *images, "t", block.text)


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
    version: str = field(compare=False, default="")

    def walk(self) -> Iterator[Block]:
        for block in self.blocks:
            yield from block.walk()

    def leaves(self) -> Iterator[Block]:
        return (block for block in self.walk() if not block.children)

    def by_ref(self) -> dict[str, Block]:
        return {block.ref: block for block in self.walk()}

    def parents(self) -> dict[str, str | None]:
        """ref -> ref of the parent, None for the outermost."""
        found: dict[str, str | None] = {block.ref: None for block in self.blocks}
        for block in self.walk():
            found.update((child.ref, block.ref) for child in block.children)
        return found
