"""What a page remembers from visit to visit: what keeps changing on it, and the names its blocks ever had."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pagestrata.errors import InputError
from pagestrata.judging.page_history import PageHistory
from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.page_state import PageMemory, PageState
from pagestrata.model.records import Visit
from pagestrata.weighing.history.volatility import Volatility

MOST_NAMES = 50_000
"""Names of blocks that a page remembers."""


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
    from pagestrata.deciding.features.designs import design_of, with_design

    names = {**state.memory.used_refs, **{block.ref: block.id for block in tree.walk()}}
    designs = with_design(state.memory.designs, design_of(tree))
    return replace(state.memory, used_refs=dict(list(names.items())[-MOST_NAMES:]), designs=designs)


def has_known_design(state: PageState, tree: BlockTree) -> bool:
    """Whether the page looks as it did in a version that was kept."""
    from pagestrata.deciding.features.designs import design_of, is_known_design

    return is_known_design(design_of(tree), state.memory.designs)


def after_visit(state: PageState, tree: BlockTree, delta: Delta | None, *, kept: bool) -> PageMemory:
    """The memory of a page that was rendered once more."""
    from pagestrata.visit.long_texts import ShortTexts

    memory = after_version(state, tree) if kept else state.memory
    memory = replace(memory, changes=history_of(state.memory).after(tree).to_json())
    if delta is None or state.tree is None:
        return memory
    known = _remembered(state.memory) or Volatility()  # visits of an older archive know no slots
    short = ShortTexts.of(delta)
    before, after = short.tree(state.tree, short.old_texts), short.tree(tree, short.new_texts)
    return replace(memory, volatility=known.update(short.delta, before, after, kept=kept).to_json())


def after_no_change(state: PageState) -> PageMemory | None:
    """The memory of a page that was found unchanged; None where there is nothing to remember."""
    known = _remembered(state.memory)
    if known is None and not state.memory.changes:
        return None
    changes = history_of(state.memory).after_no_change().to_json() if state.memory.changes else {}
    volatility = known.unchanged_visit().to_json() if known is not None else state.memory.volatility
    return replace(state.memory, volatility=volatility, changes=changes)
