"""What a page remembers from visit to visit: what keeps changing on it, the names its blocks ever had, and its designs.

A design is the share of the words in each font and colour. A page that shows one of two templates by chance is redesigned at
every other visit: the first time another design is news; when it comes back, it is not.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pagestrata.errors import InputError
from pagestrata.judging.page_history import PageHistory
from pagestrata.model.page_state import PageMemory, PageState
from pagestrata.model.records import Visit
from pagestrata.weighing.volatility import Volatility

if TYPE_CHECKING:
    from pagestrata.model.blocks import BlockTree
    from pagestrata.model.deltas import Delta

# Imports inside functions: visits that find nothing new end without them (tests/guards/test_light_start.py).


MOST_NAMES = 50_000
"""Names of blocks that a page remembers."""


MOST_STYLES = 12
"""Of one design: those that most of the words stand in."""
MOST_DESIGNS = 4
"""That a page remembers."""
SAME_DESIGN = 0.8
"""Two designs are the same when this share of the words has the same styles."""


def volatility_of(memory: PageMemory, history: Sequence[Visit]) -> Volatility:
    """What is known to keep changing; where no memory tells, what the visits of an older archive say of whole blocks."""
    return _remembered(memory) or Volatility.from_visits(history)


def _remembered(memory: PageMemory) -> Volatility | None:
    try:
        return Volatility.from_json(memory.volatility) if memory.volatility else None
    except InputError:
        return None  # of another version of this program: it is learned again


def history_of(memory: PageMemory) -> PageHistory:
    """What earlier visits have shown to change; nothing where it was written by another version of this program."""
    try:
        return PageHistory.from_json(memory.changes) if memory.changes else PageHistory()
    except InputError:
        return PageHistory()


def after_version(state: PageState, tree: BlockTree) -> PageMemory:
    """The memory of a page with one version more; the names seen last stay longest."""

    names = {**state.memory.used_refs, **{block.ref: block.id for block in tree.walk()}}
    designs = with_design(state.memory.designs, design_of(tree))
    return replace(state.memory, used_refs=dict(list(names.items())[-MOST_NAMES:]), designs=designs)


def has_known_design(state: PageState, tree: BlockTree) -> bool:
    """Whether the page looks as it did in a version that was kept."""

    return is_known_design(design_of(tree), state.memory.designs)


def after_visit(state: PageState, tree: BlockTree, delta: Delta | None, *, kept: bool) -> PageMemory:
    """The memory of a page that was rendered once more."""
    from pagestrata.judging.context import edits_between
    from pagestrata.visit.long_texts import ShortTexts

    memory = after_version(state, tree) if kept else state.memory
    history = history_of(state.memory)
    if delta is None or state.tree is None:
        return replace(memory, changes=history.after(tree).to_json())
    short = ShortTexts.of(delta)
    before, after = short.tree(state.tree, short.old_texts), short.tree(tree, short.new_texts)
    edits = edits_between(before, after, short.delta)
    known = _remembered(state.memory) or Volatility()
    volatility = known.update(short.delta, before, after, kept=kept)
    return replace(memory, changes=history.after(tree, edits).to_json(), volatility=volatility.to_json())


def after_no_change(state: PageState) -> PageMemory | None:
    """The memory of a page that was found unchanged; None where there is nothing to remember."""
    known = _remembered(state.memory)
    if known is None and not state.memory.changes:
        return None
    changes = history_of(state.memory).after_no_change().to_json() if state.memory.changes else {}
    volatility = known.unchanged_visit().to_json() if known is not None else state.memory.volatility
    return replace(state.memory, volatility=volatility, changes=changes)


def design_of(tree: BlockTree) -> dict[str, float]:
    """Style, by a short name -> the share of the words that stand in it; empty where no style is known."""
    sizes: Counter[str] = Counter()
    for leaf in tree.leaves():
        if leaf.style is not None and leaf.text:
            sizes[hashlib.blake2b(repr(leaf.style).encode(), digest_size=4).hexdigest()] += len(leaf.text)
    total = sizes.total()
    return {name: round(size / total, 3) for name, size in sizes.most_common(MOST_STYLES)}


def is_known_design(design: Mapping[str, float], known: Sequence[Mapping[str, float]]) -> bool:
    """Whether the page had this design before."""
    return any(_shared(design, other) >= SAME_DESIGN for other in known)


def _shared(first: Mapping[str, float], second: Mapping[str, float]) -> float:
    return sum(min(share, second.get(name, 0.0)) for name, share in first.items())


def with_design(known: Sequence[Mapping[str, float]], design: Mapping[str, float]) -> tuple[Mapping[str, float], ...]:
    """The designs of a page with one more, the newest last."""
    if not design or is_known_design(design, known):
        return tuple(known)
    return (*known, dict(design))[-MOST_DESIGNS:]
