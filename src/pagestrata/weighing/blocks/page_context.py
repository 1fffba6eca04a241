"""What kind of page a block is on, and what surrounds it there: further features, for telling the main content.

A block alone says little about whether a person opened the page for it: a card with a picture, a name and a price is main
content on a shop's shelf, and an aside under one product. The page says more: how much of it is running text and how much is
links, how many blocks look alike and where they begin, whether a heading that repeats the page's title came before, and
whether the author announced comments or related pages. Blocks look alike when they are equally wide, have the same signs and
hold about as many links and pictures. As in `block_features`, roles are not used.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

import numpy as np

from pagestrata.model.blocks import Block
from pagestrata.weighing.blocks.block_hints import Features

Names = frozenset[str]

NEARBY = (1, 3, 6)
"""Neighbourhoods: so many blocks before and after, in document order."""
NEAR_SIGN = 3
REPEATS_TITLE = 0.6
"""The share of the title's words from which a block repeats the title."""
WIDTH_STEP_PX = 4
TELLING = ("related", "comments", "footer", "navigation", "price", "article", "title", "header", "sidebar")
"""Signs that divide a page: what comes after one of them is seldom what came before."""
CONTEXT: tuple[str, ...] = (
    "in title", "of title", "after title",
    "words of page", "link share of page", "blocks of page", "longest share", "plain words of blocks", "longest plain",
    "alike", "words of alike", "first alike", "rank among alike", "spread of alike", "plain words of alike",
    "words before",
    *(f"plain words within {reach}" for reach in NEARBY), *(f"link share within {reach}" for reach in NEARBY),
    *(f"{what} {name}" for name in TELLING for what in ("share called", "announced", "near")),
)  # fmt: skip


def page_context(leaves: Sequence[Block], title: str = "") -> Features:
    """One row of `CONTEXT` per block."""
    if not leaves:
        return np.zeros((0, len(CONTEXT)))
    words = _counts([leaf.text for leaf in leaves])
    linked = np.array([sum(link.name.count(" ") + 1 for link in leaf.links) for leaf in leaves], np.float64)
    plain = np.maximum(0.0, words - linked)
    names = [frozenset([sign.name for sign in leaf.signs]) for leaf in leaves]
    return np.array(
        [
            *_title(leaves, title),
            *_page(words, linked, plain),
            *_alike(leaves, names, words, plain),
            np.cumsum(words) / max(1.0, words.sum()),
            *(np.log1p(_within(plain, reach)) for reach in NEARBY),
            *(np.minimum(1.0, _within(linked, reach) / np.maximum(1.0, _within(words, reach))) for reach in NEARBY),
            *_signs(names, words),
        ],
        np.float64,
    ).T


def _counts(texts: Sequence[str]) -> Features:
    """The words of each text."""
    return np.array([text.count(" ") + bool(text) for text in texts], np.float64)


def _title(leaves: Sequence[Block], title: str) -> Iterator[Features]:
    wanted = set(title.lower().split())
    found = [set(leaf.text.lower().split()) for leaf in leaves]
    shared = np.array([len(wanted & words) for words in found], np.float64)
    covered = shared / max(1, len(wanted))
    yield shared / np.maximum(1.0, [len(words) for words in found])
    yield covered
    yield np.maximum.accumulate(covered >= REPEATS_TITLE).astype(np.float64)


def _page(words: Features, linked: Features, plain: Features) -> Iterator[Features]:
    total = max(1.0, words.sum())
    for value in (
        np.log(total), linked.sum() / total, np.log(len(words)), words.max() / total, plain.mean(), plain.max(),
    ):  # fmt: skip
        yield np.full(len(words), value)


def _alike(leaves: Sequence[Block], names: Sequence[Names], words: Features, plain: Features) -> Features:
    """How many blocks look like each, what share of the page's words they hold, where they begin and how close they stand."""
    groups: dict[Hashable, list[int]] = {}
    for place, leaf in enumerate(leaves):
        groups.setdefault((*_look(leaf), names[place]), []).append(place)
    found, total = np.zeros((6, len(leaves))), max(1.0, words.sum())
    for places in groups.values():
        count = len(places)
        found[:, places] = np.array(
            [count, words[places].sum() / total, places[0] / len(leaves), 0.0, (places[-1] - places[0] + 1) / count,
             plain[places].mean()]
        )[:, None]  # fmt: skip
        found[3, places] = np.arange(count) / count
    return found


def _look(leaf: Block) -> tuple[int, int, int]:
    width = leaf.box.width if leaf.box.is_finite else 0.0
    return round(width / WIDTH_STEP_PX), min(3, len(leaf.links)), min(2, len(leaf.images))


def _within(values: Features, reach: int) -> Features:
    """The sum over each block and so many before and after it."""
    sums = np.concatenate([np.zeros(reach + 1), np.cumsum(values), np.full(reach, values.sum())])
    return np.asarray(sums[2 * reach + 1 :] - sums[: len(values)])


def _signs(names: Sequence[Names], words: Features) -> Iterator[Features]:
    total = max(1.0, words.sum())
    for name in TELLING:
        row = np.array([name in some for some in names], np.float64)
        yield np.full(len(row), float((row * words).sum() / total))
        yield np.concatenate([[0.0], np.maximum.accumulate(row)[:-1]])
        yield _within(row, NEAR_SIGN)
