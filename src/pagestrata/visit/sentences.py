"""The sentence about a version that a visit keeps: made once, with the names of places, and stored with the visit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.change_sentence import change_sentence
from pagestrata.model.deltas import Delta
from pagestrata.model.records import RecordedChange
from pagestrata.model.visit_result import VisitResult

# Imports inside functions: visits that find nothing new end without them (tests/guards/test_light_start.py).


def with_sentence(findings: VisitResult) -> VisitResult:
    """The findings, with what changed in one sentence where a version is kept that is not the first."""
    if not findings.visit.kept or findings.delta is None or findings.tree is None:
        return findings
    from pagestrata.deciding.reasons import place_names  # not for visits that find nothing new

    weights = findings.weights.change_importance if findings.weights is not None else ()
    visit, tree = findings.visit, findings.tree
    changes = recorded_changes(findings.delta, weights, url=visit.url, captured_at=visit.visited_at, new=tree)
    said = change_sentence(changes, visit.reasons, places=place_names(tree))
    return replace(findings, visit=replace(visit, sentence=said))


def recorded_changes(
    delta: Delta, weights: Sequence[float] = (), *, url: str, captured_at: datetime, new: BlockTree | None = None
) -> list[RecordedChange]:
    """The changes with their texts uncut: archived ones end after a thousand characters. `weights`: by number of the change.

    `new` is the tree of the later version: it knows where the lines of changed texts end.
    """
    blocks = new.by_ref() if new is not None else {}
    return [
        RecordedChange(
            url=url,
            version="",
            captured_at=captured_at,
            number=number,
            op=change.op,
            element=change.element,
            block=change.block,
            to_block=change.to_block,
            old=_plain(change.old),
            new=_in_lines(_plain(change.new), blocks.get(change.to_block or change.block)),
            importance=weights[number] if number < len(weights) else change.importance,
        )
        for number, change in enumerate(delta.changes)
    ]


def _in_lines(value: Any, block: Block | None) -> Any:
    """The text of a block with its line ends; anything else as it is."""
    return block.lined_text if block is not None and value == block.text else value


def text_of_side(value: Any) -> str:
    """The words of one side of a change; '' where it has none."""
    if isinstance(value, tuple) and not hasattr(value, "_asdict"):
        return " ".join(filter(None, map(text_of_side, value)))
    if isinstance(value, Block):
        return " ".join(leaf.text for leaf in value.walk() if leaf.text)
    return value if isinstance(value, str) else str(getattr(value, "name", "") or "")


def _plain(value: Any) -> Any:
    if isinstance(value, Block):
        return {"role": value.role, "text": "\n".join(leaf.lined_text for leaf in value.walk() if leaf.text)}
    if hasattr(value, "_asdict"):
        return value._asdict()
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
