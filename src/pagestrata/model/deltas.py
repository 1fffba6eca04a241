"""What changed between two versions (what Vi-Delta says): a sequence of single operations."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from pagestrata.model.blocks import Block, Image, Link

Operation = Literal["insert", "delete", "update", "move", "split", "merge"]
Element = Literal["link", "image", "text", "block", "style"]
Value = Link | Image | str | Block | tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One operation on one element. `block` is a ref of the old tree, except for inserts into new blocks."""

    op: Operation
    element: Element
    block: str
    to_block: str | None = None
    old: Value = None
    new: Value = None
    importance: float | None = field(compare=False, default=None)

    def weighed(self, importance: float) -> Change:
        return replace(self, importance=importance)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Two blocks taken for the same one, with the similarity that says so (1 = equal content)."""

    old: str
    new: str
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Delta:
    """The way from one version to another."""

    changes: tuple[Change, ...]
    from_version: str = ""
    to_version: str = ""
    structure_changed: bool = False
    matches: tuple[Match, ...] = field(compare=False, default=(), repr=False)

    def __bool__(self) -> bool:
        return bool(self.changes)
