"""Blocks that a user selected, and the start of a trail."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pagestrata.errors import FollowedError, NotFoundError, StaleChoiceError
from pagestrata.follow.follower import Follower
from pagestrata.follow.grids.grid import EMPTY
from pagestrata.follow.grids.page_grids import LINE, Spot, row_down, way_down
from pagestrata.follow.memory import FollowAs, place_from_json
from pagestrata.follow.page import nodes_of
from pagestrata.follow.portraits.item_page import item_page_of
from pagestrata.follow.select import row_of_block, select_row
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import Box
from pagestrata.model.records import Trail
from pagestrata.model.snapshot import Snapshot
from pagestrata.model.visit_result import TrailFinding
from pagestrata.visit.cut import cut
from pagestrata.visit.trails.find_trails import entry_of, item_origin

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """How the user pointed at a block: exactly one of css, xpath, path, text, at, within and block."""

    css: str | None = None
    xpath: str | None = None
    path: str | None = None
    text: str | None = None
    at: tuple[float, float] | None = None
    within: tuple[float, float, float, float] | None = None  # a rectangle: x, y, width, height
    block: str | None = None  # ref in the block tree
    seen: str | None = None  # `mark_of` the text that the user saw; anything else there is refused
    first: bool = False
    followed_as: FollowAs | None = None  # of a block in a list: its place, or the item itself

    def row(self, snapshot: Snapshot, tree: BlockTree | None = None) -> int:
        """The chosen row. Refs are those of `tree`, by default the blocks of this page.

        Raises StaleChoiceError if the page shows something else there than the user saw.
        """
        row = self._row(snapshot, tree)
        if self.seen is not None and self.seen != mark_of(text := nodes_of(snapshot).text_of(row)):
            raise StaleChoiceError(
                f"{snapshot.url} says {text[:80]!r} now where something else was chosen; choose again on the current page"
            )
        return row

    def _row(self, snapshot: Snapshot, tree: BlockTree | None) -> int:
        if self.block is not None and len(self.as_json()) == 1:
            return row_of_block(snapshot, _block(snapshot, tree or cut(snapshot), self.block))
        return select_row(
            snapshot,
            css=self.css,
            xpath=self.xpath,
            path=self.path,
            text=self.text,
            at=self.at,
            within=Box(*self.within) if self.within is not None else None,
            first=self.first,
        )

    def as_json(self) -> dict[str, Any]:
        names = ("css", "xpath", "path", "text", "at", "within", "block")
        return {name: value for name in names if (value := getattr(self, name)) is not None}


def mark_of(text: str) -> str:
    """Return a fingerprint of a text, for a form that sends back what it showed."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


Ask = Callable[[str], FollowAs | None]  # asks the user whether to follow a place in a list or the item itself


def words_of_list(snapshot: Snapshot, row: int) -> str:
    """The position of an element in a list: 'item 1 of 12'; '' if it is in none, or is a cell of a table.

    Sections of a page are stacked like items. An element that only one of them has is in no list.
    """
    page = item_page_of(snapshot)
    spot = page.grids.cards_of(row) if page.grids.spot_of(row) is None else None
    if spot is None or not _is_in_most_lines(spot):
        return ""
    return f"item {spot.line + 1} of {len(spot.grid.lines)}"


def _is_in_most_lines(spot: Spot) -> bool:
    grid = spot.grid
    if spot.column == LINE:
        return True
    cells = [grid.element(line, spot.column) for line in range(len(grid.lines))]
    nodes, way = grid.nodes, spot.inside
    alike = sum(cell != EMPTY and way_down(nodes, cell, row_down(nodes, cell, way)) == way for cell in cells)
    return 2 * alike >= len(cells)


def place_words(trail: Trail) -> str:
    """The position of a followed block in its table or list, in words; '' if it is in none."""
    place, listed = trail.state.get("place"), trail.state.get("list_place")
    try:
        if listed:
            return f"place {int(listed['number']) + 1} of its list"
        return place_from_json(place).words if place else ""
    except (KeyError, TypeError, ValueError):
        return ""  # a state that cannot be read is reported where the block is followed


def selected(rule: str) -> Choice:
    """The first element that matches a selector of another monitor: XPath, else CSS."""
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
    ask: Ask | None = None,
) -> Trail:
    """Begin to follow a block, called `name` in messages. `ask` is called for an item of a list."""
    row = choice.row(snapshot, tree)
    followed_as = choice.followed_as
    if followed_as is None and ask is not None and (words := words_of_list(snapshot, row)):
        followed_as = ask(words)
    follower = Follower.from_row(snapshot, row, followed_as=followed_as)
    found = Follower.from_row(snapshot, row).correct_row(snapshot, row)
    digest = hashlib.sha256(f"{url}\n{found.path}\n{choice.as_json()}".encode()).hexdigest()
    origin = choice.as_json() | ({"name": name} if name else {}) | item_origin(snapshot, row)
    origin |= {"as": followed_as} if followed_as else {}
    trail = Trail(id=digest[:8], url=url, origin=origin, state=follower.state)
    if any(known.id == trail.id for known in archive.trails.of(url)):
        raise FollowedError(
            f"this block of {url} is already followed as {trail.id}; see `pagestrata follow show {trail.id}`, or choose another",
            trail_id=trail.id,
        )
    entry = entry_of(found, snapshot, before=None)
    archive.trails.record([TrailFinding(trail=trail, entry=entry)], version=version)
    return trail
