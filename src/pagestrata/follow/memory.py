"""What a follower remembers of its block: the faces it has shown, the newest first.

Some sites alternate between templates (paper 2 §6.2): a banner comes and goes and with it the way to the block. A
template is told apart by the signatures from the root down to the block; for each one the newest portrait is kept, so
a template that comes back is recognised at once. Matches that were not sure wait as `pending`: only when the next
version agrees with them, or a person confirms, do they become a template.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from pagestrata.follow.grids.list_place import ListPlace
from pagestrata.follow.grids.place import GridPlace
from pagestrata.follow.portraits.portrait import Portrait

REMEMBERED = 4
Key = tuple[int, ...]
FollowAs = Literal["place", "item"]
"""Of a block in a list: the place, whatever stands there, or the item, wherever it goes."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Memory:
    """Immutable; each version gives the next."""

    templates: tuple[Portrait, ...]
    pending: Portrait | None = None
    password_fields: int = 0
    versions: int = 1
    corrections: int = 0
    place: GridPlace | None = None  # of a cell or line: what its row and column are called
    list_place: ListPlace | None = None  # of a place in a list, whatever stands there
    followed_as: FollowAs | None = None  # what a person said, of a block in a list

    @property
    def newest(self) -> Portrait:
        return self.templates[0]

    def learned(self, portrait: Portrait) -> Memory:
        """After a sure match: its template is the newest, the oldest beyond the limit is forgotten."""
        key = template_key(portrait)
        others = tuple(
            known for known in self.templates if template_key(known) != key and known.written is portrait.written
        )
        templates = (portrait, *others)[:REMEMBERED]
        return replace(self, templates=templates, pending=None, versions=self.versions + 1)

    def seen(self) -> Memory:
        """After a version in which nothing about the block changed."""
        return replace(self, pending=None, versions=self.versions + 1)

    def withheld(self, portrait: Portrait | None) -> Memory:
        """After a match that was not sure, or none at all."""
        return replace(self, pending=portrait, versions=self.versions + 1)

    def corrected(self, portrait: Portrait) -> Memory:
        """After a person said where the block is; what led astray, the newest template, is kept but no longer first."""
        return replace(self.learned(portrait), corrections=self.corrections + 1)


def template_key(portrait: Portrait) -> Key:
    return tuple(portrait.lineage_signatures.tolist())
