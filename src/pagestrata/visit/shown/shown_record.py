"""What a person is shown of a change, as the visit that kept it judged it: one small record, stored with the list of changes.

On a large page most of the time of a first look goes into telling noise from news, which the visit did already. A record
holds for the same two versions, the same settings and models (`JudgeOptions`), and the program that made it: one by other
rules, of another form, or damaged is as none, and the versions are compared as any two are. What is known to keep changing
on the page is what its visits had shown by then, so that the numbers of changes, which addresses name, stay.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from pagestrata.deciding.decide import threshold_of
from pagestrata.model.deltas import Delta
from pagestrata.model.geometry import Box
from pagestrata.model.weights import Decision, Weights
from pagestrata.report.diff_groups import Group, Line, Piece
from pagestrata.visit.judge import JudgeOptions
from pagestrata.visit.shown.pane_marks import Mark, Pane, arrows_between
from pagestrata.visit.shown.shown_changes import ChangeOfBlock, JudgedPair, ShownChanges, shown_changes
from pagestrata.visit.shown.single_changes import SingleChanges

FORMAT = 1
MOST_BYTES = 500_000
_RULES = ("comparing", "deciding", "judging", "model", "report", "weighing", "visit/shown/pane_marks.py",
          "visit/shown/shown_changes.py", "visit/shown/shown_record.py", "visit/shown/single_changes.py")  # fmt: skip


def threshold_in(judging: JudgeOptions) -> float:
    """The probability above which a version is kept."""
    strict, relaxed = judging.leaning == "strict", judging.leaning == "relaxed"
    return threshold_of(judging.threshold, strict=strict, relaxed=relaxed)


def record_of(found: SingleChanges, delta: Delta, weights: Weights, decision: Decision, judging: JudgeOptions) -> bytes:
    """The record of a change that is kept; empty where it is too large for one."""
    pair = JudgedPair(
        before=found.whole_before,
        after=found.whole_after,
        delta=delta,
        weights=weights,
        decision=replace(decision, similar=False),
        threshold=threshold_in(judging),
        findings=found.as_they_count(judging),
    )
    return write_record(shown_changes(pair), judging, from_version=delta.from_version)


def write_record(shown: ShownChanges, judging: JudgeOptions, *, from_version: str) -> bytes:
    """The record; empty for what is too large for one."""
    values = {
        "key": key_of(judging),
        "from": from_version,
        "changes": [_change_values(change) for change in shown.changes],
        "panes": [_pane_values(pane) for pane in shown.panes],
        "gap": shown.gap,
    }
    data = json.dumps(values, separators=(",", ":")).encode()
    return data if len(data) <= MOST_BYTES else b""


def read_record(data: bytes, judging: JudgeOptions, *, from_version: str) -> ShownChanges | None:
    """What is shown of the change from this version; None where the record does not say it."""
    try:
        values = json.loads(data)
        if values["key"] != key_of(judging) or values["from"] != from_version:
            return None
        old, new = values["panes"]
        panes = (_pane("old", old), _pane("new", new))
        changes = tuple(_change(number, row) for number, row in enumerate(values["changes"], 1))
        gap = float(values["gap"])
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    return ShownChanges(changes=changes, panes=panes, gap=gap, arrows=arrows_between(panes, gap=gap))


def key_of(judging: JudgeOptions) -> str:
    """Names how a change was judged: by which rules, settings and models."""
    model = hashlib.sha256(judging.model).hexdigest() if judging.model is not None else None
    said = [
        FORMAT,
        _rules(),
        judging.judge,
        judging.threshold,
        judging.leaning,
        model,
        list(judging.ignore_text),
        dict(judging.importance),
        dict(judging.operation_weights),
    ]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:32]


@cache
def _rules() -> str:
    """A digest of all that says what a change is worth and how it is shown, learned models included."""
    digest = hashlib.sha256()
    for name in _RULES:
        for file in _files_in(files("pagestrata").joinpath(name)):
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _files_in(place: Traversable) -> Iterator[Traversable]:
    if place.is_file():
        yield place
        return
    for entry in sorted(place.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and not entry.name.startswith("__"):
            yield from _files_in(entry)
        elif entry.name.endswith((".py", ".json")):
            yield entry


def _change_values(change: ChangeOfBlock) -> list[Any]:
    group = change.group
    said = [change.kind, change.place, change.chance, change.more_lines, change.is_cut, change.why_folded]
    block = [group.old_ref, group.new_ref, group.role, group.title, group.importance, group.folded]
    return [said, block, group.parts, group.arrivals, [_line_values(line) for line in group.lines]]


def _line_values(line: Line) -> list[Any]:
    pieces = [[piece.kind, piece.text] for piece in line.pieces]
    return [line.op, line.element, line.target, line.index, line.is_whole, pieces]


def _change(number: int, row: Sequence[Any]) -> ChangeOfBlock:
    said, block, parts, arrivals, lines = row
    kind, place, chance, more_lines, is_cut, why_folded = said
    old_ref, new_ref, role, title, importance, folded = block
    group = Group(
        old_ref=old_ref,
        new_ref=new_ref,
        role=role,
        title=title,
        importance=importance,
        folded=folded,
        lines=tuple(_line(*line) for line in lines),
        parts=tuple(parts),
        arrivals=tuple(arrivals),
    )
    return ChangeOfBlock(
        number=number,
        kind=kind,
        place=place,
        group=group,
        chance=chance,
        more_lines=more_lines,
        is_cut=is_cut,
        why_folded=why_folded,
    )


def _line(op: str, element: str, target: str | None, index: int, is_whole: bool, pieces: Sequence[Any]) -> Line:
    shown = tuple(Piece(kind=kind, text=text) for kind, text in pieces)
    return Line(op=op, element=element, pieces=shown, target=target, index=index, is_whole=is_whole)


def _pane_values(pane: Pane) -> list[Any]:
    marks = [[mark.change, mark.kind, mark.box, mark.label, mark.is_arrival, mark.is_folded] for mark in pane.marks]
    return [pane.width, pane.height, pane.has_picture, marks, pane.picture_height]


def _pane(side: str, values: Sequence[Any]) -> Pane:
    width, height, has_picture, marks, *rest = values
    picture_height = rest[0] if rest else height  # earlier programs had a picture of all they knew
    shown = tuple(
        Mark(change=change, kind=kind, box=Box(*box), label=label, is_arrival=is_arrival, is_folded=is_folded)
        for change, kind, box, label, is_arrival, is_folded in marks
    )
    return Pane(
        side=side,
        version="",
        width=width,
        height=height,
        has_picture=has_picture,
        marks=shown,
        picture_height=picture_height,
    )
