"""One number in 0 to 1: would a person keep this?

The model's probability, from how much changed and where, and the chance of every single finding go into it: the greatest
counts. What a person said goes into both: the importance of a block (0 silences it, 1 guarantees that any change in it but
noise is kept, in between it never falls when the importance rises) and the weight of operations. Noise alone has a chance
below every threshold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pagestrata.deciding.findings.finding_record import Finding, speaking
from pagestrata.deciding.findings.page_findings import REGROUPED_CHANCE
from pagestrata.model.blocks import Block
from pagestrata.weighing.change_importance import PAPER_WEIGHTS, OperationWeights

NOISE_PROBABILITY = 0.04
NEUTRAL_IMPORTANCE = 0.5
"""The importance that leaves a chance as it is."""
EVEN = 0.5
SCATTERED = 4
COPY_EDITED_PROBABILITY = 0.45
WORDED = frozenset(("words", "name"))
FAINT = frozenset(("moved", "style", "link", "picture", "voice"))


def with_importance(findings: Iterable[Finding], importance: Mapping[str, float]) -> list[Finding]:
    """The findings as a person values their blocks."""
    return [_valued(finding, said_importance(finding.block, finding.old_ref, importance)) for finding in findings]


def said_importance(block: Block, old_ref: str, importance: Mapping[str, float]) -> float | None:
    """What a person said of a block by its ref, old or new, or its role; a ref goes before a role."""
    for name in (block.ref, old_ref, block.role):
        if name in importance:
            return importance[name]
    return None


def _valued(finding: Finding, said: float | None) -> Finding:
    if said is None or finding.is_noise:
        return finding
    if said <= 0.0:
        return finding.silenced("importance")
    return replace(finding, chance=1.0 if said >= 1.0 else finding.chance ** (NEUTRAL_IMPORTANCE / said))


def with_operations(findings: Iterable[Finding], weights: OperationWeights) -> list[Finding]:
    """The findings as a person weighs operations and elements, against the weights of the paper."""
    if weights == PAPER_WEIGHTS:
        return list(findings)
    found = []
    for finding in findings:
        ratio = weight_ratio(finding, weights)
        if finding.is_noise or finding.chance >= 1.0:
            found.append(finding)
        else:
            found.append(
                replace(finding, chance=finding.chance ** (1.0 / ratio)) if ratio else finding.silenced("weight")
            )
    return found


def weight_ratio(finding: Finding, weights: OperationWeights) -> float:
    return weights.of(finding.op, finding.element) / max(1e-9, PAPER_WEIGHTS.of(finding.op, finding.element))


def likeliest(findings: Sequence[Finding]) -> float:
    """The greatest chance of all findings, less where a page was only gone over."""
    most = max((finding.chance for finding in findings), default=0.0)
    return min(most, COPY_EDITED_PROBABILITY) if most < 1.0 and is_copy_edited(findings) else most


def probability_of(
    findings: Sequence[Finding], by_model: float, weights: OperationWeights = PAPER_WEIGHTS, *, learned: bool = False
) -> float:
    """The one number. `by_model` is what the model makes of the amount of change.

    `learned`: the model is one of a person's own, which knows the likeliest finding as a feature; then it has the last word
    in everything but noise and what was guaranteed.
    """
    heard = [finding for finding in speaking(findings) if not _is_only_regrouped(finding)]
    if not heard:
        return min(by_model, NOISE_PROBABILITY)
    ratio = max(weight_ratio(finding, weights) for finding in heard)
    amount = by_model ** (1.0 / ratio) if ratio > 0.0 else 0.0
    most = max(finding.chance for finding in heard)
    if most >= 1.0:
        return 1.0
    if learned:
        return max(amount, NOISE_PROBABILITY)
    if all(finding.kind in FAINT for finding in heard):
        amount = min(amount, COPY_EDITED_PROBABILITY)
    return max(amount, likeliest(findings) if amount <= EVEN else most, NOISE_PROBABILITY)


def _is_only_regrouped(finding: Finding) -> bool:
    """Whether a block only stands elsewhere or is cut otherwise, and nobody said that it is worth more."""
    return finding.kind == "moved" and finding.element == "block" and finding.chance <= REGROUPED_CHANCE


def is_copy_edited(findings: Sequence[Finding]) -> bool:
    """Whether a page was gone over: many small changes of words, and none that says something definite.

    Whatever a person said of the blocks: else silencing one could make another speak.
    """
    worded = [one for one in findings if one.silent_because in {"", "importance", "weight"} and one.kind not in FAINT]
    return len(worded) >= SCATTERED and all(one.kind in WORDED for one in worded)
