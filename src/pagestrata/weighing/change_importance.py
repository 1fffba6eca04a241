"""Importance of a change: the function E of paper 1 §6.

    E = sum over blocks  I(b) * 1/N_op * sum over op  I(op) * 1/N_el * sum over el  N(op, el) / N(el, b)

N_op and N_el count the operation and element types that occur in that block's change (notes §5); inserts divide by
old + inserted. The worked example gives 0.1 + 0.4 * 4/6 + 0.2 * 0.8 * 2/4 = 0.4467.

Departures, none of which touches a page whose block structure is unchanged and whose changes are not noise:
- operations on whole blocks (insert, delete, move, split, merge) count as one element of the type 'block' in every leaf
  block they cover; an inserted block joins the old ones and the importances are normalised again to sum to 1;
- a restyle is one element of the type 'style', with little weight;
- a change that only touches time-like or counter-like text is damped (`self_changing`), and so is a block that the history
  shows to change at nearly every visit (`volatility`). Both the undamped amount and the damped share are kept.
Every total is the sum of its shares, and every share is the sum of its changes' importances.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pagestrata.errors import UsageError
from pagestrata.judging.self_changing import is_noise_change
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Change, Delta
from pagestrata.model.plain_numbers import percent
from pagestrata.model.weights import Share, Weights
from pagestrata.weighing.blocks.block_features import Frame
from pagestrata.weighing.blocks.block_importance import raw_importance, weigh_blocks
from pagestrata.weighing.volatility import Volatility

NEW = "+"
"""Mark before the key of an inserted block: its ref belongs to the new tree and may repeat one of the old."""

PAST = {
    "insert": "inserted", "delete": "deleted", "update": "updated", "move": "moved",
    "split": "split", "merge": "merged",
}  # fmt: skip


@dataclass(slots=True, kw_only=True)
class BlockChanges:
    """Everything that happened in one leaf block: the block as it was, and (index in the delta, change)."""

    block: Block | None
    is_new: bool = False
    changes: list[tuple[int, Change]] = field(default_factory=list)

    def count_of(self, element: str) -> int:
        """N(el, b): how many elements of a type the block had; a block is one text, one block, one style."""
        if self.is_new or self.block is None:
            return 0
        if element in {"block", "style"}:
            return 1
        if element == "text":
            return int(bool(self.block.text))
        return len(self.block.links if element == "link" else self.block.images)


def changes_by_block(tree: BlockTree, delta: Delta) -> dict[str, BlockChanges]:
    """Leaf block -> its changes. A change of a whole block belongs to every leaf in it."""
    blocks = tree.by_ref()
    touched: dict[str, BlockChanges] = {}
    for index, change in enumerate(delta.changes):
        for key, block in _leaves_of(change, blocks):
            touched.setdefault(key, BlockChanges(block=block, is_new=key.startswith(NEW))).changes.append(
                (index, change)
            )
    return touched


def _leaves_of(change: Change, blocks: Mapping[str, Block]) -> Iterable[tuple[str, Block | None]]:
    if change.op == "insert" and change.element == "block":
        if not isinstance(change.new, Block):
            return [(NEW + change.block, None)]
        return [(NEW + leaf.ref, leaf) for leaf in change.new.walk() if leaf.is_leaf]
    found: list[tuple[str, Block | None]] = []
    for ref in _old_refs(change):
        block = blocks.get(ref)
        if block is None:
            found.append((NEW + ref, None))
        else:
            found.extend((leaf.ref, leaf) for leaf in block.walk() if leaf.is_leaf)
    return found


def _old_refs(change: Change) -> tuple[str, ...]:
    """A merge names several old blocks; every other change one."""
    if change.op == "merge" and isinstance(change.old, tuple) and change.old:
        return tuple(part.ref if isinstance(part, Block) else str(part) for part in change.old)
    return (change.block,)


def share_sentence(
    key: str, entry: BlockChanges, *, importance: float, amount: float, quiet: int, note: str = ""
) -> str:
    """'block 2.2 (article, importance 0.40): 4 links inserted, 67 % of it changed'."""
    counts = Counter((change.op, change.element) for _, change in entry.changes)
    parts = [
        f"{count} {element}{'s' if count > 1 else ''} {PAST[op]}" for (op, element), count in sorted(counts.items())
    ]
    role = f"{entry.block.role}, " if entry.block is not None and entry.block.role != "other" else ""
    name = f"new block {key.removeprefix(NEW)}" if key.startswith(NEW) else f"block {key}"
    sentence = (
        f"{name} ({role}importance {importance:.2f}): {', '.join(parts)}, {percent(min(1.0, amount))} of it changed"
    )
    if quiet:
        which = "only dates or counters" if quiet == len(entry.changes) else f"{quiet} of them dates or counters"
        sentence += f"; {which}"
    return f"{sentence}; {note}" if note else sentence


OPERATIONS: Mapping[str, float] = {
    "insert": 1.0, "update": 1.0, "delete": 0.8, "move": 0.3, "split": 0.1, "merge": 0.1,
}  # fmt: skip
ELEMENTS: Mapping[str, float] = {"link": 1.0, "image": 1.0, "text": 1.0, "block": 1.0, "style": 0.1}


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationWeights:
    """I(op) per operation, times a factor per element type; `pairs` sets single combinations, ('insert', 'image')."""

    operations: Mapping[str, float] = field(default_factory=lambda: dict(OPERATIONS))
    elements: Mapping[str, float] = field(default_factory=lambda: dict(ELEMENTS))
    pairs: Mapping[tuple[str, str], float] = field(default_factory=dict)
    noise_factor: float = 0.05  # what a change of dates, clocks or counters alone still weighs

    def __post_init__(self) -> None:
        values = [*self.operations.values(), *self.elements.values(), *self.pairs.values(), self.noise_factor]
        if not all(0.0 <= value <= 1.0 for value in values):
            raise UsageError("importance of operations: every weight must lie in 0 to 1; correct the settings")

    def of(self, op: str, element: str) -> float:
        single = self.pairs.get((op, element))
        if single is not None:
            return single
        return self.operations.get(op, 1.0) * self.elements.get(element, 1.0)


PAPER_WEIGHTS = OperationWeights()


def weigh(
    tree: BlockTree,
    delta: Delta,
    *,
    block_importance: Mapping[str, float] | None = None,
    history: Volatility | None = None,
    settings: OperationWeights = PAPER_WEIGHTS,
) -> Weights:
    """The importance of `delta`, which starts from `tree` (the old version): total, shares, one number per change."""
    touched = changes_by_block(tree, delta)
    importance = _with_inserted(_known_importance(tree, block_importance), touched, tree)
    damped = importance
    if history is not None:
        factors = history.factors()
        damped = _normalised({ref: value * factors.get(ref, 1.0) for ref, value in importance.items()})
    per_change = [0.0] * len(delta.changes)
    shares = [
        _share(
            key, entry, importance.get(key, 0.0), damped.get(key, 0.0), per_change, history=history, settings=settings
        )
        for key, entry in touched.items()
    ]
    shares.sort(key=lambda share: -share.share)
    return Weights(
        total=min(1.0, max(0.0, sum(per_change))),
        shares=tuple(shares),
        change_importance=tuple(per_change),
        block_importance=importance,
    )


def _share(
    key: str,
    entry: BlockChanges,
    importance: float,
    damped: float,
    per_change: list[float],
    *,
    history: Volatility | None,
    settings: OperationWeights,
) -> Share:
    """One block's share; adds to `per_change` what each of its changes weighs."""
    amount = kept = 0.0
    quiet: list[Change] = []
    for (index, change), part in zip(entry.changes, _parts(entry, settings), strict=True):
        noisy = is_noise_change(change)
        if noisy:
            quiet.append(change)
        weighed = part * (settings.noise_factor if noisy else 1.0)
        amount, kept = amount + part, kept + weighed
        per_change[index] += damped * weighed
    note = history.note(key) if history is not None and damped < 0.5 * importance else ""
    reason = share_sentence(key, entry, importance=importance, amount=amount, quiet=len(quiet), note=note)
    return Share(block=key, importance=importance, amount=min(1.0, amount), share=damped * kept, reason=reason)


def _parts(entry: BlockChanges, settings: OperationWeights) -> list[float]:
    """What each change of one block adds to the bracket of the formula, in order."""
    counts = Counter((change.op, change.element) for _, change in entry.changes)
    operations = len({op for op, _ in counts})
    elements = len({element for _, element in counts})
    parts = []
    for _, change in entry.changes:
        there = entry.count_of(change.element)
        if change.op == "insert":
            there += counts[change.op, change.element]
        there = max(there, counts[change.op, change.element])
        parts.append(settings.of(change.op, change.element) / (operations * elements * there))
    return parts


def _known_importance(tree: BlockTree, given: Mapping[str, float] | None) -> Mapping[str, float]:
    """What the caller says, else what the blocks carry when all do, else what `weigh_blocks` finds."""
    if given is not None:
        return given
    carried = {leaf.ref: leaf.importance for leaf in tree.leaves()}
    known = {ref: value for ref, value in carried.items() if value is not None}
    if known and len(known) == len(carried) and sum(known.values()) <= 1.01:
        return known
    return weigh_blocks(tree)


def _with_inserted(
    importance: Mapping[str, float], touched: Mapping[str, BlockChanges], tree: BlockTree
) -> dict[str, float]:
    """Importance of old and inserted blocks on one scale, summing to 1; unknown blocks get the mean."""
    added = {key: entry.block for key, entry in touched.items() if key.startswith(NEW) and key not in importance}
    if not added:
        return dict(importance)
    old, new = list(tree.leaves()), [block for block in added.values() if block is not None]
    # Only the new blocks' size against the old ones is wanted: the rules are enough, and fast.
    raw = raw_importance([*old, *new], Frame.of(tree), model=None)
    scale = float(raw[: len(old)].sum()) or 1.0
    estimates = iter((raw[len(old) :] / scale).tolist())
    mean = 1.0 / max(1, len(importance))
    joined = {**importance, **{key: mean if block is None else next(estimates) for key, block in added.items()}}
    return _normalised(joined)


def _normalised(values: Mapping[str, float]) -> dict[str, float]:
    total = sum(values.values())
    return {key: value / total for key, value in values.items()} if total > 0.0 else dict(values)
