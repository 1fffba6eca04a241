"""What becomes of a followed element that was deleted while one like it was left: the worst error a monitor can make.

    python -m benchmarks.quality deletions

Real pages, read from their recorded HTML without a browser (`benchmarks/plain_pages`), as they are and made again
(`benchmarks/training/redesigns`). Of each page, elements that have a look-alike are followed: a sibling of the same tag and
classes, or an element elsewhere that says the same or leads to the same address. Each is looked for on the new page, and on the
new page without it. Sites that a ranker was trained on are judged by one that does not know them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from benchmarks.pages import data_folder, require_data
from benchmarks.plain_pages import plain_snapshot
from benchmarks.quality.follow import fold_rankers
from benchmarks.quality.grid_real import first_pages
from benchmarks.training.redesigns import redesigned
from pagestrata.follow.follower import Follower
from pagestrata.follow.hide import without_element
from pagestrata.follow.page import nodes_of
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.ranker import Ranker, default_ranker
from pagestrata.model.snapshot import Snapshot

ELEMENTS_PER_PAGE = 6
LARGEST = 60
"""Rows of a followed element."""
NODES = range(100, 4000)
SAME_PAGE, MADE_AGAIN = "same page", "made again"


@dataclass(frozen=True, slots=True)
class Answer:
    """The answers about one element: while it is there, with whether that is right, and after it was deleted."""

    kind: str
    state: str
    is_right: bool
    deleted: str


def real_pages() -> Iterator[tuple[str, Snapshot]]:
    """The first page of each recording that is neither tiny nor huge."""
    paths = [path for kind in ("segmentation", "sequences") for path in (require_data() / kind).glob("*.warc.gz")]
    for path in sorted(paths):
        for markup in first_pages(path, 1):
            page = plain_snapshot(markup)
            if len(nodes_of(page)) in NODES:
                yield path.name.removesuffix(".warc.gz"), page


def elements_with_look_alikes(page: ItemPage) -> list[int]:
    """Small visible elements with a sibling of their make, or with a twin in words or address elsewhere."""
    nodes = page.nodes
    rows = page.candidates[(nodes.end[page.candidates] - page.candidates <= LARGEST) & nodes.visible[page.candidates]]
    makes = list(zip(nodes.parent[rows].tolist(), page.signature[rows].tolist(), strict=True))
    counts = Counter(makes)
    has_sibling = np.array([counts[make] > 1 for make in makes], bool)
    says_as_others = (page.said_count(rows) > 1) & (page.text_bag[rows] != 0)
    leads_as_others = np.array([page.address_count(row) > 1 for row in rows.tolist()], bool)
    return [int(row) for row in rows[has_sibling | says_as_others | leads_as_others]]


def answers_on(old: Snapshot, kind: str, ranker: Ranker, chance: random.Random) -> Iterator[Answer]:
    """Answers about the chosen elements of one page."""
    rows = elements_with_look_alikes(ItemPage(nodes_of(old)))
    rows = sorted(chance.sample(rows, min(len(rows), ELEMENTS_PER_PAGE)))
    new, places = redesigned(old, chance) if kind == MADE_AGAIN else (old, {row: row for row in rows})
    for row in rows:
        memory = Follower.from_row(old, row).memory
        there = Follower(memory, ranker=ranker).find(new)
        deleted = Follower(memory, ranker=ranker).find(without_element(new, places[row]))
        yield Answer(kind, there.state, there.row == places[row], deleted.state)


def all_answers() -> Iterator[Answer]:
    rankers = fold_rankers()
    for site, page in real_pages():
        for kind in (SAME_PAGE, MADE_AGAIN):
            yield from answers_on(page, kind, rankers.get(site) or default_ranker(), random.Random(f"{site} {kind}"))


def measure() -> dict[str, float]:
    if data_folder() is None:
        return {}
    answers, figures = list(all_answers()), dict[str, float]()
    for kind in (SAME_PAGE, MADE_AGAIN):
        own = [answer for answer in answers if answer.kind == kind]
        figures[f"{kind}: found and right"] = float(np.mean([a.state == "found" and a.is_right for a in own]))
        figures[f"{kind}: not found wrong"] = float(np.mean([a.state != "found" or a.is_right for a in own]))
        figures[f"{kind}: deleted, not found"] = float(np.mean([a.deleted != "found" for a in own]))
    return figures


if __name__ == "__main__":
    for figure, value in measure().items():
        print(f"  {figure:44} {value:.4f}")
