"""What changed on a page, with the chance that a person wants to know of each change: text, edit by edit, by the evidence.

A block that came or went is one finding, whatever its lines are: its chance is that of its likeliest line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from pagestrata.judging.context import NOTHING_KNOWN, Context, Known
from pagestrata.judging.doubts import code_of, doubt_about
from pagestrata.judging.edits import MOST_EDITS, Edit, edits_of_block, edits_of_pair, old_side, part_around
from pagestrata.judging.evidence.table import evidence_of
from pagestrata.judging.finding import Finding
from pagestrata.judging.looks import look_findings
from pagestrata.judging.model import AT, EvidenceModel, Floats, default_model
from pagestrata.judging.pairing import Pairing
from pagestrata.judging.values import Value, whole_value
from pagestrata.model.blocks import BlockTree

NOISE = 0.1
"""A finding with less chance is noise: even who wants every visible change does not want it."""
EVEN = 0.5
MOST_DOUBTS = 60
"""Findings of one page whose counter-evidence is put into words."""
QUOTED_CHARACTERS = 160
PART_WORDS = 8
KINDS = {
    "money": "price", "percent": "percentage", "score": "score", "version": "version", "date": "date", "clock": "time",
    "span": "time", "measure": "number", "count": "number", "code": "code",
}  # fmt: skip
"""What a value is called where people read of it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Judged:
    """One edit, what its two sides are, and how much speaks for telling it."""

    edit: Edit
    old: Value
    new: Value
    odds: float
    row: Floats

    @property
    def chance(self) -> float:
        return probability_of(self.odds)


def findings_of(old: BlockTree, new: BlockTree, pairing: Pairing, *, known: Known = NOTHING_KNOWN) -> list[Finding]:
    """Everything that changed between two versions, the likeliest first. `known` is what the archive knows of the page."""
    found = [*text_findings(old, new, pairing, known=known), *look_findings(old, pairing)]
    return sorted(found, key=lambda one: -one.chance)


def text_findings(
    old: BlockTree,
    new: BlockTree,
    pairing: Pairing,
    *,
    known: Known = NOTHING_KNOWN,
    model: EvidenceModel | None = None,
) -> list[Finding]:
    """The findings in the texts of two versions, the likeliest first."""
    model = model or default_model()
    found = []
    for number, judged in enumerate(_one_a_block(judged_edits(old, new, pairing, known=known, model=model))):
        finding = _finding(judged)
        if finding.chance <= EVEN:
            doubt = doubt_about(judged.row, model) if number < MOST_DOUBTS else ""
            finding = replace(finding, doubt=doubt)
        found.append(finding.silenced(code_of(judged.row, model)) if finding.chance < NOISE else finding)
    return found


def judged_edits(
    old: BlockTree,
    new: BlockTree,
    pairing: Pairing,
    *,
    known: Known = NOTHING_KNOWN,
    model: EvidenceModel | None = None,
) -> list[Judged]:
    """All edits between two versions, judged by the evidence, the likeliest first."""
    found = evidence_of(all_edits(pairing), Context(old, new, known))
    odds = (model or default_model()).log_odds(found.rows)
    order = np.argsort(-odds, kind="stable").tolist()
    return [
        Judged(
            edit=found.edits[at][0],
            old=found.edits[at][1],
            new=found.edits[at][2],
            odds=float(odds[at]),
            row=found.rows[at],
        )
        for at in order
    ]


def all_edits(pairing: Pairing) -> list[Edit]:
    """The edits of all blocks that changed, came or went, up to a limit that no page needs to tell what it is worth."""
    found = [edit for before, after in pairing.changed for edit in edits_of_pair(before, after)]
    found += [edit for block in pairing.inserted for edit in edits_of_block(block, "insert")]
    found += [edit for block in pairing.deleted for edit in edits_of_block(block, "delete")]
    return found[:MOST_EDITS]


def probability_of(odds: float) -> float:
    return float(1.0 / (1.0 + np.exp(-min(30.0, max(-30.0, odds)))))


def _one_a_block(judged: list[Judged]) -> Iterator[Judged]:
    """The edits, of a block that came or went only the likeliest one."""
    seen: set[int] = set()
    for one in judged:
        if one.edit.is_whole_block:
            if id(one.edit.block) in seen:
                continue
            seen.add(id(one.edit.block))
        yield one


def _finding(judged: Judged) -> Finding:
    edit = judged.edit
    old_ref = edit.old_block.ref if edit.old_block is not None else edit.block.ref if edit.op == "delete" else ""
    if edit.is_whole_block:
        quote = edit.block.text[:QUOTED_CHARACTERS]
        return Finding(
            kind="moved" if judged.row[AT["moved"]] > 0 else "block", chance=judged.chance, op=edit.op, element="block",
            block=edit.block, old_ref=old_ref,
            old=quote if edit.op == "delete" else "", new=quote if edit.op == "insert" else "",
        )  # fmt: skip
    kind = _kind(judged)
    if kind == "words" and edit.op == "update":
        old, new = _parts(edit)
    else:
        old = whole_value(edit.old_line, edit.old_start, edit.old_start + len(edit.old))
        new = whole_value(edit.new_line, edit.new_start, edit.new_start + len(edit.new))
    start = edit.new_start if edit.new_line else edit.old_start
    return Finding(
        kind=kind, chance=judged.chance, op=edit.op, element="text", block=edit.block, old_ref=old_ref, old=old, new=new,
        label=edit.line[:start], words=frozenset((*edit.old_words, *edit.new_words)),
    )  # fmt: skip


def _kind(judged: Judged) -> str:
    """What changed, in a word: of a figure what it is, else 'words'."""
    if judged.row[AT["moved"]] > 0:
        return "moved"
    kinds = {value.kind for value in (judged.old, judged.new) if value.kind != "none"}
    return KINDS.get(kinds.pop(), "words") if len(kinds) == 1 else "words"


def _parts(edit: Edit) -> tuple[str, str]:
    """The part of the line that the changed words are in, on both sides, where it is short: 'Out of stock', 'In stock'."""
    was = part_around(old_side(edit)).strip()
    now = part_around(edit).strip()
    return (was, now) if max(len(was.split()), len(now.split())) <= PART_WORDS else (edit.old, edit.new)
