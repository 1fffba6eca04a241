"""Followed blocks of a feed: an item with an id is the same item wherever it stands and whatever it says.

Items look alike, and each stands one place further down when another comes: what a block looks like says less here than the
id of the item it is in, which is noted when somebody begins to follow it.
"""

from __future__ import annotations

from pagestrata.follow.follower import Follower
from pagestrata.follow.states import Found
from pagestrata.formats.documents.feed_pages import is_feed_page
from pagestrata.model.page_state import TrailState
from pagestrata.model.snapshot import NodeTable, Snapshot

ITEM = "item"
"""Under this name the origin of a trail has the id of the item."""
SAME_ITEM = "it is in the item with the same id"
NO_ITEM = "its item is no longer in the feed"
STEPS_TO_ITEM = 2
"""body[1]/article[3] leads to an item."""


def item_of(snapshot: Snapshot, row: int) -> str | None:
    """The id of the item that an element of a feed is in; None where there is none."""
    nodes = snapshot.nodes
    if nodes is None or not is_feed_page(snapshot):
        return None
    while row > 0 and nodes.tag_of(row) != "article":
        row = int(nodes.parent[row])
    return nodes.attributes[row].get("id") if row > 0 else None


def item_origin(snapshot: Snapshot, row: int) -> dict[str, str]:
    """The item of a feed that is followed, as part of a trail's origin; nothing where it has no id."""
    item = item_of(snapshot, row)
    return {ITEM: item} if item else {}


def find_in_item(trail: TrailState, follower: Follower, snapshot: Snapshot) -> Found | None:
    """Where a block is now by the id of its item; None where its looks have to say that."""
    item, nodes = trail.trail.origin.get(ITEM), snapshot.nodes
    path = next((entry.path for entry in reversed(trail.entries) if entry.path), None)
    if not item or nodes is None or path is None or not is_feed_page(snapshot):
        return None
    article = _row_of(nodes, str(item))
    if article is None:
        return Found(state="lost", confidence=0.0, gap=0.0, reasons=(NO_ITEM,))
    inside = path.split("/")[STEPS_TO_ITEM:]
    row = nodes.row_at_path("/".join([nodes.path_of(article), *inside]))
    return follower.learn_row(snapshot, row, reason=SAME_ITEM) if row is not None else None


def _row_of(nodes: NodeTable, item: str) -> int | None:
    """The only item with this id."""
    rows = [row for row, own in enumerate(nodes.attributes) if own.get("id") == item and nodes.tag_of(row) == "article"]
    return rows[0] if len(rows) == 1 else None
