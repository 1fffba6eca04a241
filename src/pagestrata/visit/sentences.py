"""The sentence about a version that a visit keeps: made once, with the names of places, and stored with the visit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from pagestrata.model.blocks import Block
from pagestrata.model.change_sentence import change_sentence
from pagestrata.model.findings import Findings
from pagestrata.model.records import RecordedChange


def with_sentence(findings: Findings) -> Findings:
    """The findings, with what changed in one sentence where a version is kept that is not the first."""
    if not findings.visit.kept or findings.delta is None or findings.tree is None:
        return findings
    from pagestrata.deciding.surroundings.place_names import place_names  # not for visits that find nothing new

    changes = _whole_changes(findings)
    said = change_sentence(changes, findings.visit.reasons, places=place_names(findings.tree))
    return replace(findings, visit=replace(findings.visit, sentence=said))


def _whole_changes(findings: Findings) -> Sequence[RecordedChange]:
    """The changes with their texts uncut: archived ones end after a thousand characters."""
    assert findings.delta is not None
    weights = findings.weights.change_importance if findings.weights is not None else ()
    moment: datetime = findings.visit.visited_at
    return [
        RecordedChange(
            url=findings.visit.url,
            version="",
            captured_at=moment,
            number=number,
            op=change.op,
            element=change.element,
            block=change.block,
            to_block=change.to_block,
            old=_plain(change.old),
            new=_plain(change.new),
            importance=weights[number] if number < len(weights) else change.importance,
        )
        for number, change in enumerate(findings.delta.changes)
    ]


def _plain(value: Any) -> Any:
    if isinstance(value, Block):
        return {"role": value.role, "text": " ".join(leaf.text for leaf in value.walk() if leaf.text)}
    if hasattr(value, "_asdict"):
        return value._asdict()
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
