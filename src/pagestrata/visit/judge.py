"""Two versions, compared, weighed and judged, as a person wants them to be: what a visit does and `diff` shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING

from pagestrata.errors import UsageError
from pagestrata.model.reasons import Reason
from pagestrata.model.slots import dataclass
from pagestrata.model.watch_settings import Judge, Leaning, WatchSettings
from pagestrata.visit.depths import depth_reasons, to_shared_depth
from pagestrata.visit.ignore import check_patterns, without_texts

if TYPE_CHECKING:
    from pagestrata.deciding.sides import Side
    from pagestrata.judging.context import Known
    from pagestrata.judging.findings import HeardPair
    from pagestrata.model.deltas import Delta
    from pagestrata.model.weights import Decision, Weights
    from pagestrata.weighing.change_importance import OperationWeights
    from pagestrata.weighing.volatility import Volatility

# Imports inside functions: visits that find nothing new end without them (tests/guards/test_light_start.py).


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeOptions:
    """What a person says about importance; None and nothing: as the shipped models see it."""

    judge: Judge | None = None  # another judge than the best one
    threshold: float | None = None
    leaning: Leaning | None = None  # strict: any visible change but noise; relaxed: only what surely matters
    model: bytes | None = field(default=None, repr=False)  # a decision model of one's own
    ignore_text: tuple[str, ...] = ()  # patterns of texts that do not count
    importance: Mapping[str, float] = field(default_factory=dict)  # a block's ref or a role -> 0 (ignored) to 1
    operation_weights: Mapping[str, float] = field(
        default_factory=dict
    )  # 'insert', 'image' or 'insert:image' -> 0 to 1

    @classmethod
    def from_settings(cls, settings: WatchSettings) -> JudgeOptions:
        """Those in the settings of a watch."""
        return cls(
            judge=settings.judge,
            threshold=settings.threshold,
            leaning=settings.leaning,
            ignore_text=settings.ignore_text,
            importance=settings.importance,
            operation_weights=settings.operation_weights,
        )

    def over(self, other: JudgeOptions) -> JudgeOptions:
        """These, and the other's where these say nothing."""
        return JudgeOptions(
            judge=other.judge if self.judge is None else self.judge,
            threshold=other.threshold if self.threshold is None else self.threshold,
            leaning=other.leaning if self.leaning is None else self.leaning,
            model=other.model if self.model is None else self.model,
            ignore_text=(*other.ignore_text, *self.ignore_text),
            importance={**other.importance, **self.importance},
            operation_weights={**other.operation_weights, **self.operation_weights},
        )

    def check(self) -> None:
        """Raises UsageError for invalid settings."""
        if self.operation_weights:
            self.all_operation_weights()
        check_patterns(self.ignore_text)

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
                raise UsageError(f"unknown operation or element {name!r}; use {known}, or both: insert:image")
        return OperationWeights(operations=operations, elements=elements, pairs=pairs)


AS_LEARNED = JudgeOptions()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What changed, how much it weighs, and whether it matters."""

    delta: Delta
    weights: Weights
    decision: Decision


def judge(old: Side, new: Side, options: JudgeOptions = AS_LEARNED, *, volatility: Volatility | None = None) -> Verdict:
    """Compare two versions, weigh what changed and decide whether it matters; `volatility` lowers what always changes in E."""
    old, new = to_shared_depth(old, new)
    delta = compare_sides(old, new)
    weights = weigh_sides(old, delta, options, volatility=volatility)
    decision = decide_sides(old, new, delta, weights, options)
    told = replace(decision, reasons=(*decision.reasons, *depth_reasons(old, new)))
    return Verdict(delta=delta, weights=weights, decision=told)


def compare_sides(old: Side, new: Side) -> Delta:
    """What changed, pictures included where there are screenshots of both."""
    from pagestrata.comparing.vidiff import compare

    return with_pictures_compared(old, new, compare(old.tree, new.tree))


def with_pictures_compared(old: Side, new: Side, delta: Delta) -> Delta:
    """The delta with what changed in pictures, where there are screenshots of both."""
    from pagestrata.comparing.pixels.visual_changes import compare_pictures

    before, after = old.picture, new.picture
    if before is None or after is None:
        return delta
    return compare_pictures(before, after, old.tree, new.tree, delta)


def weigh_sides(
    old: Side, delta: Delta, options: JudgeOptions = AS_LEARNED, *, volatility: Volatility | None = None
) -> Weights:
    """How much each change weighs."""
    from pagestrata.visit.long_texts import ShortTexts  # only now: most visits weigh nothing
    from pagestrata.weighing.blocks.block_importance import weigh_blocks
    from pagestrata.weighing.change_importance import weigh

    short = ShortTexts.of(delta)
    old = short.old(old)
    return weigh(
        old.tree,
        short.delta,
        block_importance=weigh_blocks(old.tree, overrides=options.importance) if options.importance else None,
        history=volatility,
        settings=options.all_operation_weights(),
    )


def decide_sides(
    old: Side,
    new: Side,
    delta: Delta,
    weights: Weights,
    options: JudgeOptions = AS_LEARNED,
    *,
    has_known_design: bool = False,
    found: HeardPair | None = None,
    known: Known | None = None,
) -> Decision:
    """Whether the new version is worth keeping, texts that a person ignores left out.

    `found` is what `heard_pair` gave for both sides whole, where somebody asked already; `known` what the archive knows
    of the page, for the evidence.
    """
    from pagestrata.deciding.decide import decide
    from pagestrata.deciding.judges import JUDGES, judge_by_paper
    from pagestrata.judging.context import NOTHING_KNOWN
    from pagestrata.visit.long_texts import ShortTexts  # only now: most visits decide nothing

    if options.judge in JUDGES:
        return judge_by_paper(options.judge, old, new, weights=weights, delta=delta, threshold=options.threshold)
    seen = without_ignored_texts(old, new, options.ignore_text)
    if seen is not None:
        old, new = seen
        delta = compare_sides(old, new)
        weights = weigh_sides(old, delta, options)
    short = ShortTexts.of(delta)
    decision = decide(
        short.old(old),
        short.new(new),
        delta=short.delta,
        weights=weights,
        has_known_design=has_known_design,
        threshold=options.threshold,
        strict=options.leaning == "strict",
        relaxed=options.leaning == "relaxed",
        importance=options.importance,
        operation_weights=options.all_operation_weights(),
        model=options.model,
        found=found if seen is None else None,
        known=known or NOTHING_KNOWN,
    )
    if seen is None:
        return decision
    patterns = ", ".join(f"text like {pattern!r}" for pattern in options.ignore_text)
    reason = Reason(f"not looked at, as you asked: {patterns}", kind="ignored")
    return replace(decision, reasons=(*decision.reasons, reason))


def without_ignored_texts(old: Side, new: Side, patterns: Sequence[str]) -> tuple[Side, Side] | None:
    """Both sides without the texts that these patterns match; None without patterns."""
    before, after = without_texts(old.tree, patterns), without_texts(new.tree, patterns)
    if before is old.tree and after is new.tree:
        return None
    return replace(old, tree=before), replace(new, tree=after)
