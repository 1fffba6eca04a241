"""The result of comparing two sources without a browser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple


class SubtreePair(NamedTuple):
    """A part of the old page and its counterpart in the new one; None where it has none, with similarity -1."""

    old: str | None  # 'body/div[2]', or 'item[3]' of a feed
    new: str | None
    similarity: float  # above -1 to 1; below 1 is changed
    moved: bool = False  # its position among its siblings changed
    old_source: str = ""  # of parts that changed, the beginning
    new_source: str = ""

    @property
    def changed(self) -> bool:
        return self.similarity < 1.0 or self.moved

    def to_json(self) -> dict[str, Any]:
        named = {"old": self.old, "new": self.new, "similarity": round(self.similarity, 6)}
        return named | ({"moved": True} if self.moved else {})


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickResult:
    """Whether anything that shows changed, and how alike the parts are."""

    changed: bool
    similarity: float
    subtrees: tuple[SubtreePair, ...] = ()
    ignored: Mapping[str, int] = field(default_factory=dict)  # invisible differences: kind -> how often
    kind: Literal["page", "feed"] = "page"

    def to_json(self) -> dict[str, Any]:
        """The stable form of `pagestrata quick --format json`."""
        return {
            "changed": self.changed,
            "similarity": round(self.similarity, 6),
            "kind": self.kind,
            "ignored": dict(self.ignored),
            "subtrees": [pair.to_json() for pair in self.subtrees],
        }
