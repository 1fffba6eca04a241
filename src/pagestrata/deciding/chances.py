"""The probability that a person would keep a version: the chance of its most likely finding.

Settings change it: the importance of a block (0 silences it, 1 keeps every change in it except noise, in between the
probability rises with the importance), the weights of operations, and a model trained on a person's marks. Noise alone is below
every threshold.

Words, links, pictures and blocks that change at nearly every visit are silent, and so is what differed at a second look;
the rest of the same block is not. The evidence handles figures, because it knows their slots.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from pagestrata.judging.edits import edits_between_texts
from pagestrata.judging.findings import REGROUPED_CHANCE, Finding, speaking
from pagestrata.judging.words import key_of
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.weighing.change_importance import PAPER_WEIGHTS, OperationWeights
from pagestrata.weighing.history.slot_history import TRUST_VISITS, slot_of_edit
from pagestrata.weighing.history.volatility import (
    SecondLook,
    Volatility,
    identity_of,
    place_between,
    standing_leaves,
)

NOISE_PROBABILITY = 0.04
NEUTRAL_IMPORTANCE = 0.5
"""The importance that does not change a chance."""


VOLATILE = "volatile"
UNSTEADY = "unsteady"
WORDED = frozenset(("words", "moved"))
OUTSIDE_VISITS = 2
"""Visits after which a block that only links to other hosts counts as an advertisement."""
REWRITTEN_SHARE, LEAST_REWRITTEN_WORDS = 0.5, 3


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


class _Places:
    """The positions of the blocks of two versions among their neighbours, and which of them rotate."""

    def __init__(self, old: BlockTree, new: BlockTree, volatility: Volatility) -> None:
        self._trees = old, new
        self._host = host_of(new.url)
        self._volatility = volatility
        self._silent_words: dict[str, frozenset[str]] = {}

    @functools.cached_property
    def _old_blocks(self) -> dict[str, Block]:
        return self._trees[0].by_ref()

    @functools.cached_property
    def _standing(self) -> tuple[list[Block], list[Block]]:
        old, new = self._trees
        return standing_leaves(old), standing_leaves(new)

    @functools.cached_property
    def _at(self) -> tuple[dict[str, int], dict[str, int]]:
        old, new = self._standing
        return {leaf.ref: at for at, leaf in enumerate(old)}, {leaf.ref: at for at, leaf in enumerate(new)}

    @functools.cached_property
    def _do_rotate(self) -> bool:
        return any(place.is_rotating(OUTSIDE_VISITS) for place in self._volatility.places.values())

    def _between(self, finding: Finding) -> str:
        """Return the name of the place of a block between its neighbours."""
        side = finding.op != "delete"
        at = self._at[side].get(finding.block.ref)
        return place_between(self._standing[side], at) if at is not None else ""

    def is_rotating(self, finding: Finding) -> bool:
        if not self._do_rotate:
            return False
        block = finding.block
        outside = bool(block.links) and all(host_of(link.address) not in {"", self._host} for link in block.links)
        visits = OUTSIDE_VISITS if outside and self._host else TRUST_VISITS
        return self._volatility.is_rotating_place(block, self._between(finding), visits=visits)

    def has_silent_words(self, finding: Finding) -> bool:
        """Return whether all changed words are in places of their block that change at nearly every visit."""
        ref = finding.old_ref
        if ref not in self._volatility.blocks:
            return False
        if ref not in self._silent_words:
            self._silent_words[ref] = self._words_of_silent_slots(ref, finding.block)
        return finding.words <= self._silent_words[ref]

    def is_another_text(self, finding: Finding) -> bool:
        """Return whether a rotating place shows another text, figures aside."""
        old = self._old_blocks.get(finding.old_ref) if self.is_rotating(finding) else None
        return old is not None and _is_rewrite(old.text, finding.block.text)

    def _words_of_silent_slots(self, ref: str, block: Block) -> frozenset[str]:
        old = self._old_blocks.get(ref)
        edits = edits_between_texts(old.text, block.text) if old is not None else ()
        silent = [edit for edit in edits if self._volatility.is_silent_text(ref, slot_of_edit(edit), edit.old_words)]
        return frozenset(word for edit in silent for word in (*edit.old_words, *edit.new_words))

    def gave_way_in_turn(self, ref: str, look: SecondLook) -> bool:
        """Return whether a deleted block was replaced by at least as many blocks that were missing at the second look."""
        old, new = self._standing
        if ref not in self._at[0]:
            return False
        first, last = self._stretch(self._at[0][ref])
        begin = self._at[1][old[first].ref] + 1 if first >= 0 else 0
        end = self._at[1][old[last].ref] if last < len(old) else len(new)
        turned = [leaf for leaf in new[begin:end] if leaf.ref not in self._at[0] and look.differs(leaf.ref)]
        return len(turned) >= last - first - 1

    def _stretch(self, at: int) -> tuple[int, int]:
        """Return the positions of the nearest blocks before and after a deleted one that both versions have."""
        old, _ = self._standing
        first, last = at, at
        while first >= 0 and old[first].ref not in self._at[1]:
            first -= 1
        while last < len(old) and old[last].ref not in self._at[1]:
            last += 1
        return first, last


def host_of(address: str) -> str:
    """Return the last two labels of the host of an address, so that subdomains belong together; '' if missing."""
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return ""
    return ".".join(host.split(".")[-2:])


def silence_volatile(
    findings: Iterable[Finding], volatility: Volatility, old: BlockTree, new: BlockTree
) -> list[Finding]:
    """Return the findings, silenced if they only touch what always changes."""
    places = _Places(old, new, volatility)
    return [finding if finding.is_noise else _silenced(finding, volatility, places) for finding in findings]


def _silenced(finding: Finding, volatility: Volatility, places: _Places) -> Finding:
    if _is_volatile(finding, volatility, places):
        return finding.silenced(VOLATILE)
    return finding.silenced(UNSTEADY) if _is_unsteady(finding, volatility.second_look, places) else finding


def _is_unsteady(finding: Finding, look: SecondLook, places: _Places) -> bool:
    """Return whether this differed at the second look. The evidence does this for single words."""
    ref = finding.block.ref
    if not look:
        return False
    if finding.element == "text":
        return look.is_rewritten(finding.old_ref or ref)
    if finding.op == "move" or finding.kind == "moved":
        return ref in look.moved or look.differs(ref)
    if finding.element == "block":
        if finding.op != "delete":
            return look.differs(ref)
        return identity_of(finding.block) in look.came or places.gave_way_in_turn(ref, look)
    slots = {"link": f"link {finding.label}", "image": "image"}
    slot = slots.get(finding.element)
    return slot is not None and look.differs(finding.old_ref or ref, slot)


def _is_volatile(finding: Finding, volatility: Volatility, places: _Places) -> bool:
    if finding.kind in WORDED | {"block", "link"} and volatility.has_been_here(finding.block):
        return True
    if finding.element == "block":
        return places.is_rotating(finding)
    if finding.element == "text":
        return (finding.kind in WORDED and places.has_silent_words(finding)) or places.is_another_text(finding)
    if finding.element == "link":
        return volatility.is_silent_part(finding.old_ref, f"link {finding.label}")
    return finding.element == "image" and volatility.is_silent_part(finding.old_ref, "image")


def _is_rewrite(old: str, new: str) -> bool:
    """Return whether most words of a block, figures excluded, were replaced at once."""
    before, after = ({word for word in key_of(text).split() if word[0].isalpha()} for text in (old, new))
    gone = len(before - after)
    return gone >= LEAST_REWRITTEN_WORDS and gone >= REWRITTEN_SHARE * len(before)
