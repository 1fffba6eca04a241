"""The probability that a person would keep a version: the chance of its most likely finding.

Settings change it: the importance of a block (0 silences it, 1 keeps every change in it except noise, in between the
probability rises with the importance), the weights of operations, and a model trained on a person's marks. Noise alone is below
every threshold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pagestrata.judging.findings import REGROUPED_CHANCE, Finding, speaking
from pagestrata.model.blocks import Block
from pagestrata.weighing.change_importance import PAPER_WEIGHTS, OperationWeights

NOISE_PROBABILITY = 0.04
NEUTRAL_IMPORTANCE = 0.5
"""The importance that does not change a chance."""


def with_importance(findings: Iterable[Finding], importance: Mapping[str, float]) -> list[Finding]:
    """Return the findings with the importance that a person gave to their blocks."""
    return [_valued(finding, said_importance(finding.block, finding.old_ref, importance)) for finding in findings]


def said_importance(block: Block, old_ref: str, importance: Mapping[str, float]) -> float | None:
    """Return the importance set for a block by its ref, old or new, or its role; a ref takes precedence."""
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
    """Return the findings with a person's weights of operations and elements, relative to those of the paper."""
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
    """Return the greatest chance of all findings; 0 without any."""
    return max((finding.chance for finding in findings), default=0.0)


def probability_of(
    findings: Sequence[Finding], by_own_model: float | None = None, weights: OperationWeights = PAPER_WEIGHTS
) -> float:
    """Return the probability. A person's own model decides, except about noise and blocks of importance 1."""
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
    """Return whether a block only moved or was cut differently, and no setting gives it more importance."""
    return finding.kind == "moved" and finding.element == "block" and finding.chance <= REGROUPED_CHANCE
