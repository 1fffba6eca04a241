"""Deltas: what changed between two versions (stored as Vi-Delta).

`Delta.changes` are the single operations a person would name. `Delta.patch` is the rest of the way to the exact new
version: the order of elements and blocks, renumbered refs, boxes, roles and other facts that are no content changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, Literal, NamedTuple

from pagestrata.model.blocks import Block, BlockStyle, Image, Link
from pagestrata.model.geometry import Box
from pagestrata.model.slots import dataclass, maker

Operation = Literal["insert", "delete", "update", "move", "split", "merge"]
Element = Literal["link", "image", "text", "block", "style"]


class Picture(NamedTuple):
    """The picture in a block at an unchanged address: the hash of its pixels, and the image if it has only one."""

    name: str
    address: str
    hash: str


Value = Link | Image | Picture | str | BlockStyle | Box | Block | tuple[Block, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One operation on one element.

    `block` is a ref of the old tree, for inserted blocks a ref of the new one. `to_block`, a ref of the new tree, is
    where something moved to, or the first of the blocks a split or merge leads to. Values by element:

        link, image   Link or Image; Picture where other pixels came behind the same address
        text          str
        style         BlockStyle, or Box for a change of size
        block         Block with everything in it for insert and delete, a tuple of blocks for split and merge

    The indexes are positions in the block's list of links or images; without them deletes take the first equal
    element and inserts go to the end.
    """

    op: Operation
    element: Element
    block: str
    to_block: str | None = None
    old: Value = None
    new: Value = None
    importance: float | None = field(compare=False, default=None)
    old_index: int | None = field(compare=False, default=None, repr=False)
    new_index: int | None = field(compare=False, default=None, repr=False)

    def weighed(self, importance: float) -> Change:
        return replace(self, importance=importance)


new_change = maker(Change)
"""Makes a `Change` faster, for callers that make thousands."""


class Match(NamedTuple):
    """Two blocks matched as the same block, with their similarity (1: equal content)."""

    old: str
    new: str
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Children:
    """The blocks directly inside one block, before and after; the block '' is the page. None: not in that version."""

    old_block: str | None
    new_block: str | None
    old: tuple[str, ...] = ()
    new: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Elements that stayed in a block but changed places: `order[k]` is the old place of the one now at place k."""

    block: str
    element: Literal["link", "image"]
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """The fields of one block, or of the page ('' as block), that differ without being content."""

    block: str
    old: Mapping[str, Any]
    new: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Patch:
    """The part of a delta that makes it exact and that people need not see. Blocks are named by their old refs.

    A box that is not among the details moved along: if `chained`, with the block before it, where that is the same
    in both versions of the block around them; otherwise with the block around it. Patches of old are not chained.
    """

    renames: tuple[tuple[str, str], ...] = ()
    children: tuple[Children, ...] = ()
    orders: tuple[Order, ...] = ()
    details: tuple[Details, ...] = ()
    chained: bool = False

    def __bool__(self) -> bool:
        return bool(self.renames or self.children or self.orders or self.details or self.chained)


@dataclass(frozen=True, slots=True, kw_only=True)
class Delta:
    """The way from one version to another. False when nothing changed that a person would name."""

    changes: tuple[Change, ...]
    from_version: str = ""
    to_version: str = ""
    structure_changed: bool = False
    patch: Patch = Patch()
    matches: tuple[Match, ...] = field(compare=False, default=(), repr=False)

    def __bool__(self) -> bool:
        return bool(self.changes)
