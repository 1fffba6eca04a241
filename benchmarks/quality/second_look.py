"""What a second look is worth: five places of a real page turn at every look, and on half of the pages something happens, too.

    python -m benchmarks.quality second_look
    python -m benchmarks.quality.second_look        one line per kind of change, and the first that were misjudged

On each of the 81 annotated pages five leaves are drawn by lot, and in each of them a word, a figure or the whole text is another
at each look, as rotated advertisements, numbers of visitors and verses of the day are, wherever they stand and whatever they are
called. The words come from other pages of the set, so no list knows them for noise. Then the same with one event of
`simulated_changes` beside them, which both looks show. `alone` is the decision without a second look.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from benchmarks.pages import load_page_snapshots
from benchmarks.quality.simulated_changes import EVENTS, lines_of, sentences_of, with_leaf, with_lines
from pagestrata.comparing.vidiff import compare_versions
from pagestrata.deciding.decide import decide
from pagestrata.judging.context import Known
from pagestrata.judging.page_history import SecondLook
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.segmenting import segment

PLACES = 5
LARGEST_SHARE = 0.1
"""Of the text of the page: what is larger is no box that turns."""
MISJUDGED_SHOWN = 3


class Looked(NamedTuple):
    """One page that turns, with what was decided about it with and without a second look."""

    kind: str
    matters: bool
    where: str
    kept: bool
    kept_alone: bool
    why: str


class Turning(NamedTuple):
    """A place that shows something else at each look: a word of a line, or the whole block where there is none."""

    ref: str
    line: int
    word: int | None


def _turning_places(tree: BlockTree, chance: random.Random) -> list[Turning]:
    size = sum(len(leaf.text) for leaf in tree.leaves())
    small = [
        leaf for leaf in tree.leaves() if leaf.layer == "page" and leaf.text and len(leaf.text) < LARGEST_SHARE * size
    ]
    found = []
    for leaf in chance.sample(small, min(PLACES, len(small))):
        lines = lines_of(leaf)
        line = chance.randrange(len(lines))
        words = lines[line].split()
        whole = chance.random() < 0.4 or not words
        found.append(Turning(leaf.ref, line, None if whole else chance.randrange(len(words))))
    return found


def _turned(tree: BlockTree, places: Sequence[Turning], donors: Sequence[str], chance: random.Random) -> BlockTree:
    """The page with something else in each of these places."""
    by_ref = {leaf.ref: leaf for leaf in tree.leaves()}
    for place in places:
        leaf = by_ref.get(place.ref)
        if leaf is not None:
            tree = with_leaf(tree, leaf, _with_other_words(leaf, place, donors, chance))
    return tree


def _with_other_words(leaf: Block, place: Turning, donors: Sequence[str], chance: random.Random) -> Block:
    donor, lines = chance.choice(donors), lines_of(leaf)
    if place.word is None:
        return replace(with_lines(leaf, [donor]), links=(), images=())
    words = lines[place.line].split()
    old = words[place.word]
    is_figure = any(sign.isdecimal() for sign in old)
    words[place.word] = str(chance.randrange(10, 10_000)) if is_figure else chance.choice(donor.split())
    lines[place.line] = " ".join(words)
    return with_lines(leaf, lines)


def _decided(old: BlockTree, first: BlockTree, second: BlockTree) -> tuple[bool, bool, str]:
    """Whether the page is kept after two looks, and after one alone; and why."""
    named, delta = compare_versions(old, first)
    look = SecondLook.at(second)
    alone = decide(old, named, delta=delta)
    tells = look != SecondLook.at(named) and look.shows_most_of(named)
    twice = decide(old, named, delta=delta, known=Known(second_look=look)) if tells else alone
    return not twice.similar and not alone.similar, not alone.similar, str(twice.reasons[0])


def looked() -> Iterator[Looked]:
    pages = {name: segment(snapshot) for name, snapshot, _ in load_page_snapshots()}
    sentences = {
        name: [lines_of(leaf)[at] for leaf in tree.leaves() for at in sentences_of(leaf)]
        for name, tree in pages.items()
    }
    for name, tree in pages.items():
        donors = [line for other, lines in sentences.items() if other != name for line in lines]
        places = _turning_places(tree, random.Random(name))
        old = _turned(tree, places, donors, random.Random(f"{name} old"))
        looks = [_turned(tree, places, donors, random.Random(f"{name} {look}")) for look in ("first", "second")]
        yield Looked("five places turn", False, name, *_decided(old, *looks))
        turning = {place.ref for place in places}
        for kind, edit in EVENTS.items():
            with_event = edit(tree, random.Random(f"{name} {kind}"), donors)
            if with_event is None or with_event == tree or _touches(tree, with_event, turning):
                continue
            looks = [
                _turned(with_event, places, donors, random.Random(f"{name} {kind} {look}"))
                for look in ("first", "second")
            ]
            yield Looked(f"{kind}, while five places turn", True, name, *_decided(old, *looks))


def _touches(old: BlockTree, new: BlockTree, refs: set[str]) -> bool:
    """Whether an event happened in a place that turns: there nobody can tell."""
    before, after = ({leaf.ref: leaf.text for leaf in tree.leaves()} for tree in (old, new))
    return any(before.get(ref) != after.get(ref) for ref in refs)


def figures_of(made: Sequence[Looked]) -> dict[str, float]:
    def share(chosen: list[bool]) -> float:
        return sum(chosen) / max(1, len(chosen))

    return {
        "cases": float(len(made)),
        "noise left alone at the first look": share([not one.kept_alone for one in made if not one.matters]),
        "noise left alone at the second look": share([not one.kept for one in made if not one.matters]),
        "events kept": share([one.kept for one in made if one.matters]),
    }


def measure() -> dict[str, float]:
    return figures_of(list(looked()))


def report(made: Sequence[Looked]) -> None:
    for kind in dict.fromkeys(one.kind for one in made):
        of_kind = [one for one in made if one.kind == kind]
        wrong = [one for one in of_kind if one.kept != one.matters]
        print(f"{kind:52} {len(of_kind) - len(wrong):4} of {len(of_kind):4} right")
        for one in wrong[:MISJUDGED_SHOWN]:
            print(f"    {one.where}: {one.why}")
    for name, value in figures_of(made).items():
        print(f"{name:52} {value:.4f}")


if __name__ == "__main__":
    report(list(looked()))
