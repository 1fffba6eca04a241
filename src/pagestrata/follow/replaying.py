"""One block through a row of versions, offline: to try a selector, and to measure the follower."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pagestrata.follow.follower import Follower
from pagestrata.follow.hide import without_ids
from pagestrata.follow.page import nodes_of
from pagestrata.follow.ranker import Ranker
from pagestrata.follow.states import Found
from pagestrata.model.snapshot import Snapshot


def replay(
    first: Snapshot, row: int, later: Iterable[Snapshot], *, blind: bool = False, ranker: Ranker | None = None
) -> Iterator[Found]:
    """What the follower answers in each later version.

    With `blind` every id and every reference to one is hidden from the follower; the answers carry the real id of the
    element found.
    """
    follower = Follower.from_row(without_ids(first) if blind else first, row, ranker=ranker)
    for snapshot in later:
        found = follower.find(without_ids(snapshot) if blind else snapshot)
        yield with_real_id(found, snapshot)


def with_real_id(found: Found, snapshot: Snapshot) -> Found:
    if found.row is None:
        return found
    return replace(found, id=nodes_of(snapshot).attributes[found.row].get("id"))
