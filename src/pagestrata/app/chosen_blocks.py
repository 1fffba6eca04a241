"""Blocks that somebody pointed at, and the beginning of a trail."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pagestrata.errors import FollowedError, NotFoundError
from pagestrata.follow.follower import Follower
from pagestrata.follow.select import row_of_block, select_row
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.findings import TrailFinding
from pagestrata.model.records import Trail
from pagestrata.model.snapshot import Snapshot
from pagestrata.visit.cut import cut
from pagestrata.visit.trails.feed_trails import item_origin
from pagestrata.visit.trails.find_trails import entry_of

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """How a person pointed at a block; exactly one of the ways is given."""

    css: str | None = None
    xpath: str | None = None
    path: str | None = None
    text: str | None = None
    at: tuple[float, float] | None = None
    block: str | None = None  # ref in the block tree
    first: bool = False

    def row(self, snapshot: Snapshot, tree: BlockTree | None = None) -> int:
        """The row meant; `tree` holds the blocks that refs are of, by default those of this very page."""
        if self.block is not None and len(self.as_json()) == 1:
            return row_of_block(snapshot, _block(snapshot, tree or cut(snapshot), self.block))
        return select_row(
            snapshot, css=self.css, xpath=self.xpath, path=self.path, text=self.text, at=self.at, first=self.first
        )

    def as_json(self) -> dict[str, Any]:
        ways = {"css": self.css, "xpath": self.xpath, "path": self.path, "text": self.text, "at": self.at}
        return {name: value for name, value in (ways | {"block": self.block}).items() if value is not None}


def selected(rule: str) -> Choice:
    """The first element that a rule of another monitor meant: XPath, or else a CSS selector."""
    text = rule.strip()
    is_xpath = text.startswith(("/", "(", "./"))
    return Choice(xpath=text, first=True) if is_xpath else Choice(css=text, first=True)


def _block(snapshot: Snapshot, tree: BlockTree, ref: str) -> Block:
    found = tree.by_ref().get(ref)
    if found is None:
        raise NotFoundError(
            f"there is no block {ref!r} on {snapshot.url}; `pagestrata segment {snapshot.url} --format html` shows the refs"
        )
    return found


def add_trail(
    archive: Archive,
    snapshot: Snapshot,
    choice: Choice,
    *,
    url: str,
    version: str | None,
    name: str | None = None,
    tree: BlockTree | None = None,
) -> Trail:
    """Begin to follow a block; `name` is what messages call it."""
    row = choice.row(snapshot, tree)
    follower = Follower.from_row(snapshot, row)
    found = Follower.from_row(snapshot, row).correct_row(snapshot, row)
    digest = hashlib.sha256(f"{url}\n{found.path}\n{choice.as_json()}".encode()).hexdigest()
    origin = choice.as_json() | ({"name": name} if name else {}) | item_origin(snapshot, row)
    trail = Trail(id=digest[:8], url=url, origin=origin, state=follower.state)
    if any(known.id == trail.id for known in archive.trails.of(url)):
        raise FollowedError(
            f"this block of {url} is followed already as {trail.id}; see `pagestrata follow show {trail.id}`, or choose another",
            trail_id=trail.id,
        )
    entry = entry_of(found, snapshot, before=None)
    archive.trails.record([TrailFinding(trail=trail, entry=entry)], version=version)
    return trail
