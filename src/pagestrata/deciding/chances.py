"""One number in 0 to 1: would a person keep this?

It is the chance of the likeliest finding. What a person said goes into it: the importance of a block (0 silences it, 1
guarantees that any change in it but noise is kept, in between the number never falls when the importance rises), the weight of
operations, and a model of their own. Noise alone has a chance below every threshold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pagestrata.judging.finding import Finding, speaking
from pagestrata.judging.looks import REGROUPED_CHANCE
from pagestrata.model.blocks import Block
from pagestrata.weighing.change_importance import PAPER_WEIGHTS, OperationWeights

NOISE_PROBABILITY = 0.04
NEUTRAL_IMPORTANCE = 0.5
"""The importance that leaves a chance as it is."""


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
    """The greatest chance of all findings."""
    return max((finding.chance for finding in findings), default=0.0)


def probability_of(
    findings: Sequence[Finding], by_own_model: float | None = None, weights: OperationWeights = PAPER_WEIGHTS
) -> float:
    """The one number. A model of a person's own has the last word in everything but noise and what was guaranteed."""
    heard = [finding for finding in speaking(findings) if not _is_only_regrouped(finding)]
    if not heard:
        return NOISE_PROBABILITY if by_own_model is None else min(by_own_model, NOISE_PROBABILITY)
    most = likeliest(heard)
    if most >= 1.0:
        return 1.0
    if by_own_model is None:
        return max(most, NOISE_PROBABILITY)
    ratio = max(weight_ratio(finding, weights) for finding in heard)
    return max(by_own_model ** (1.0 / ratio) if ratio > 0.0 else 0.0, NOISE_PROBABILITY)


def _is_only_regrouped(finding: Finding) -> bool:
    """Whether a block is only elsewhere or is cut otherwise, and nobody said that it is worth more."""
    return finding.kind == "moved" and finding.element == "block" and finding.chance <= REGROUPED_CHANCE
