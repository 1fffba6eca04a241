"""Every way to find a block again, by name: the default follower, the models of paper 2 and what they are compared with.

    best     the default follower: learned weights, a memory of several versions, says when it is in doubt
    apm      the adaptive pattern model (paper 2 §5.2)
    cpm      the combined pattern model (§5.1)
    area, path, content, context, textl, editd     the paper's baselines (§6)
    similo   a later scorer of element properties (Nass et al. 2023)

All but the first return a block or none with a confidence of 1 or 0, never a doubt. Only the first two learn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from pagestrata.follow.follower import Follower
from pagestrata.follow.page import Page, nodes_of, page_of
from pagestrata.follow.paper.apm import AdaptiveModel
from pagestrata.follow.paper.baselines import BASELINES, Locator
from pagestrata.follow.paper.cpm import Patterns, find_combined
from pagestrata.follow.states import Found
from pagestrata.model.snapshot import Snapshot

DEFAULT_METHOD = "best"


class FollowMethod(Protocol):
    """Follows one block through the versions of its page, the oldest first."""

    def find(self, snapshot: Snapshot) -> Found:
        """Return where the block is in a newer version."""
        ...


def adaptive_locator(first: Page, row: int) -> Locator:
    """APM: learns from every version it finds the block in."""
    model = AdaptiveModel.of_row(first, row)

    def locate(page: Page) -> int | None:
        nonlocal model
        found = model.find(page)
        if found is not None:
            model = model.learned(page, found)
        return found

    return locate


def combined_locator(first: Page, row: int) -> Locator:
    """CPM: the patterns of the first version, unchanged."""
    patterns = Patterns.of_row(first, row)
    return lambda page: find_combined(patterns, page)


LOCATORS: Mapping[str, Callable[[Page, int], Locator]] = {
    "apm": adaptive_locator,
    "cpm": combined_locator,
    **{name.lower(): make for name, make in BASELINES.items()},
}


class LocatorMethod:
    """A locator as a way to follow."""

    def __init__(self, locate: Locator) -> None:
        self._locate = locate

    def find(self, snapshot: Snapshot) -> Found:
        row = self._locate(page_of(snapshot))
        if row is None:
            return Found(state="lost", confidence=0.0, gap=0.0)
        nodes = nodes_of(snapshot)
        return Found(
            state="found",
            confidence=1.0,
            gap=1.0,
            row=row,
            path=nodes.path_of(row),
            box=nodes.box_of(row),
            text=nodes.text_of(row),
            id=nodes.attributes[row].get("id"),
        )


def _following(make: Callable[[Page, int], Locator]) -> Callable[[Snapshot, int], FollowMethod]:
    return lambda snapshot, row: LocatorMethod(make(page_of(snapshot), row))


METHODS: Mapping[str, Callable[[Snapshot, int], FollowMethod]] = {
    DEFAULT_METHOD: Follower.from_row,
    **{name: _following(make) for name, make in LOCATORS.items()},
}
"""Functions that begin to follow the element in a row of a version, by the name of the method."""
