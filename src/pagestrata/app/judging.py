"""Two versions, compared, weighed and judged, as a person wants them to be: what a visit does and `diff` shows."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pagestrata.errors import UsageError
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.reasons import Reason
from pagestrata.model.records import Visit
from pagestrata.model.weights import Decision, Weights
from pagestrata.pipeline import Sides

if TYPE_CHECKING:
    from pagestrata.app.session import Page
    from pagestrata.store.archive import Archive
    from pagestrata.weighing.change_importance import OperationWeights


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeOptions:
    """What a person says about importance; None and nothing: as the shipped models see it."""

    threshold: float | None = None
    model: bytes | None = field(default=None, repr=False)  # a decision model of one's own
    importance: Mapping[str, float] = field(default_factory=dict)  # a block's ref or a role -> 0 (ignored) to 1
    operation_weights: Mapping[str, float] = field(
        default_factory=dict
    )  # 'insert', 'image' or 'insert:image' -> 0 to 1

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> JudgeOptions:
        """Those in the settings of a watch."""
        return cls(
            threshold=settings.get("threshold"),
            importance=settings.get("importance") or {},
            operation_weights=settings.get("operation_weights") or {},
        )

    def over(self, other: JudgeOptions) -> JudgeOptions:
        """These, and the other's where these say nothing."""
        return JudgeOptions(
            threshold=other.threshold if self.threshold is None else self.threshold,
            model=other.model if self.model is None else self.model,
            importance={**other.importance, **self.importance},
            operation_weights={**other.operation_weights, **self.operation_weights},
        )

    def all_operation_weights(self) -> OperationWeights:
        """I(op) with what the person changed. Raises UsageError for names there are not."""
        from pagestrata.weighing.change_importance import ELEMENTS, OPERATIONS, OperationWeights

        operations, elements, pairs = dict(OPERATIONS), dict(ELEMENTS), {}
        for name, value in self.operation_weights.items():
            op, colon, element = name.partition(":")
            if colon and op in operations and element in elements:
                pairs[op, element] = value
            elif name in operations:
                operations[name] = value
            elif name in elements:
                elements[name] = value
            else:
                known = ", ".join((*OPERATIONS, *ELEMENTS))
                raise UsageError(f"there is no operation or element {name!r}; known are {known}, or both: insert:image")
        return OperationWeights(operations=operations, elements=elements, pairs=pairs)


AS_LEARNED = JudgeOptions()


def judging_of(archive: Archive, url: str, asked: JudgeOptions = AS_LEARNED) -> JudgeOptions:
    """How a page is judged: as asked, and as its watch says where nothing was."""
    from pagestrata.app.watches import watch_of

    watch = watch_of(archive, url)
    return asked.over(JudgeOptions.from_settings(watch.settings)) if watch else asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What changed, how much it weighs, and whether it matters."""

    delta: Delta
    weights: Weights
    decision: Decision


def judge(old: Page, new: Page, options: JudgeOptions = AS_LEARNED, *, history: Sequence[Visit] = ()) -> Verdict:
    """Compare two versions, weigh what changed and decide whether it matters; `history` says what always changes."""
    sides = Sides(
        old=old.tree, new=new.tree, old_picture=old.screenshot_png, new_picture=new.screenshot_png, history=history
    )
    delta = compare_sides(sides)
    weights = weigh_sides(sides, delta, options)
    return Verdict(delta=delta, weights=weights, decision=decide_sides(sides, delta, weights, options))


def compare_sides(sides: Sides) -> Delta:
    """What changed, pictures included where there are screenshots of both."""
    from pagestrata.comparing.pixels.visual_changes import compare_pictures
    from pagestrata.comparing.vidiff import compare

    delta = compare(sides.old, sides.new)
    if sides.old_picture is None or sides.new_picture is None:
        return delta
    return compare_pictures(sides.old_picture, sides.new_picture, sides.old, sides.new, delta)


def weigh_sides(sides: Sides, delta: Delta, options: JudgeOptions = AS_LEARNED) -> Weights:
    """How much each change weighs."""
    from pagestrata.weighing.block_importance import weigh_blocks
    from pagestrata.weighing.change_importance import weigh
    from pagestrata.weighing.volatility import Volatility

    return weigh(
        sides.old,
        delta,
        block_importance=weigh_blocks(sides.old, overrides=options.importance) if options.importance else None,
        history=Volatility.from_visits(sides.history),
        settings=options.all_operation_weights(),
    )


def decide_sides(sides: Sides, delta: Delta, weights: Weights, options: JudgeOptions = AS_LEARNED) -> Decision:
    """Whether the new version is worth keeping. Blocks that a person set to 0 are not looked at."""
    from pagestrata.deciding.decide import DEFAULT, DEFAULT_THRESHOLD, decide
    from pagestrata.deciding.sides import Side
    from pagestrata.weighing.volatility import Volatility

    ignored = {name for name, value in options.importance.items() if value == 0.0}
    seen = without_blocks(sides, ignored) if ignored else sides
    if seen is not sides:
        delta = compare_sides(seen)
        weights = weigh_sides(seen, delta, options)
    decision = decide(
        Side(tree=seen.old, screenshot_png=seen.old_picture),
        Side(tree=seen.new, screenshot_png=seen.new_picture),
        delta=delta,
        weights=weights,
        history=Volatility.from_visits(seen.history),
        threshold=DEFAULT_THRESHOLD if options.threshold is None else options.threshold,
        model=DEFAULT if options.model is None else options.model,
    )
    if seen is sides:
        return decision
    reason = Reason(f"not looked at, as you set it to 0: {', '.join(sorted(ignored))}", kind="ignored")
    return replace(decision, reasons=(*decision.reasons, reason))


def without_blocks(sides: Sides, names: Collection[str]) -> Sides:
    """Both sides without the leaf blocks of these refs and roles, and without pictures, which would show them still."""
    old, new = _without(sides.old, names), _without(sides.new, names)
    if old is sides.old and new is sides.new:
        return sides
    return replace(sides, old=old, new=new, old_picture=None, new_picture=None)


def _without(tree: BlockTree, names: Collection[str]) -> BlockTree:
    def rest(block: Block) -> Block | None:
        if not block.children:
            return None if block.ref in names or block.role in names else block
        children = tuple(kept for child in block.children if (kept := rest(child)) is not None)
        return replace(block, children=children) if children else None

    if not any(leaf.ref in names or leaf.role in names for leaf in tree.leaves()):
        return tree
    return replace(tree, blocks=tuple(kept for block in tree.blocks if (kept := rest(block)) is not None))
