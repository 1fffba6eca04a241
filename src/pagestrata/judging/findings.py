"""The edits of a page with the probability that a person wants to know of each, the likeliest first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pagestrata.judging.context import NOTHING_KNOWN, Context, Known
from pagestrata.judging.edits import MOST_EDITS, Edit, edits_of_block, edits_of_pair
from pagestrata.judging.evidence.table import evidence_of
from pagestrata.judging.model import EvidenceModel, Floats, default_model
from pagestrata.judging.pairing import Pairing, pair_blocks
from pagestrata.judging.values import Value
from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Finding:
    """One edit, what its two sides are, and how much speaks for telling it."""

    edit: Edit
    old: Value
    new: Value
    probability: float
    row: Floats
    model: EvidenceModel

    @property
    def shares(self) -> Mapping[str, float]:
        """What each kind of evidence adds to the log odds."""
        return self.model.shares(self.row)


def findings_of(
    old: BlockTree,
    new: BlockTree,
    delta: Delta | None = None,
    *,
    known: Known = NOTHING_KNOWN,
    model: EvidenceModel | None = None,
) -> list[Finding]:
    """All edits between two versions, judged by the evidence."""
    model = model or default_model()
    found = evidence_of(all_edits(pair_blocks(old, new, delta)), Context(old, new, known))
    odds = model.log_odds(found.rows)
    order = np.argsort(-odds, kind="stable")
    return [
        Finding(
            edit=found.edits[at][0],
            old=found.edits[at][1],
            new=found.edits[at][2],
            probability=probability_of(float(odds[at])),
            row=found.rows[at],
            model=model,
        )
        for at in order.tolist()
    ]


def all_edits(pairing: Pairing) -> list[Edit]:
    """The edits of all blocks that changed, came or went, up to a limit that no page needs to tell what it is worth."""
    found = [edit for before, after in pairing.changed for edit in edits_of_pair(before, after)]
    found += [edit for block in pairing.inserted for edit in edits_of_block(block, "insert")]
    found += [edit for block in pairing.deleted for edit in edits_of_block(block, "delete")]
    return found[:MOST_EDITS]


def probability_of(odds: float) -> float:
    return float(1.0 / (1.0 + np.exp(-min(30.0, max(-30.0, odds)))))
