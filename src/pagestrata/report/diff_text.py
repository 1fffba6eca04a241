"""A delta for a terminal: grouped by block, unimportant changes folded, colours only when asked for.

Control characters in page texts, which could control a terminal, are replaced.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.plain_numbers import counted
from pagestrata.model.weights import Decision, Weights
from pagestrata.report.diff_groups import Group, Line, Piece, groups_of, shortened, summary

LONGEST_LINE = 400

_Paint = Callable[[str, str], str]

_SIGNS = {"insert": "+", "delete": "-", "update": "~", "move": ">", "split": "<", "merge": "="}
_COLOURS = {
    "insert": "32", "delete": "31", "update": "33", "move": "36", "split": "35", "merge": "35",
    "old": "31;9", "new": "32", "skip": "2", "ref": "1", "faint": "2",
}  # fmt: skip
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]+")


def diff_text(
    old: BlockTree,
    new: BlockTree,
    delta: Delta,
    *,
    weights: Weights | None = None,
    decision: Decision | None = None,
    coloured: bool = False,
    show_all: bool = False,
) -> str:
    """The changes in lines of text."""
    paint = _paint if coloured else _plain
    lines = [_head(delta, weights, decision, paint)]
    if decision:
        lines += [f"  {_clean(reason)}" for reason in decision.reasons]
    groups = groups_of(old, new, delta, weights)
    shown = [group for group in groups if show_all or not group.folded]
    for group in shown:
        lines += ["", *_group(group, paint)]
    folded = [group for group in groups if group.folded and not show_all]
    if folded:
        count = sum(len(group.lines) for group in folded)
        lines += [
            "",
            paint(
                f"and {counted(count, 'unimportant change')} in {counted(len(folded), 'block')} (--all shows them)",
                "faint",
            ),
        ]
    return "\n".join(lines) + "\n"


def _head(delta: Delta, weights: Weights | None, decision: Decision | None, paint: _Paint) -> str:
    parts = [summary(delta)]
    if decision:
        parts.append("similar" if decision.similar else "dissimilar")
        parts.append(f"matters with probability {decision.probability:.2f}")
    if weights:
        parts.append(f"importance {weights.total:.2f}")
    names = f"{_clean(delta.from_version) or 'old'} → {_clean(delta.to_version) or 'new'}"
    return f"{paint(names, 'ref')}: {', '.join(parts)}"


def _group(group: Group, paint: _Paint) -> list[str]:
    weight = f"  [{group.importance:.3f}]" if group.importance is not None else ""
    title = f"  {_clean(group.title)}" if group.title else ""
    head = f"{paint(_clean(group.label), 'ref')}  {_clean(group.role)}{paint(title, 'faint')}{weight}"
    return [head, *[_line(line, paint) for line in group.lines]]


def _line(line: Line, paint: _Paint) -> str:
    sign = paint(f"{_SIGNS[line.op]} {line.op:6} {line.element:5}", line.op)
    text = "".join(_piece(piece, line, paint) for piece in line.pieces)
    target = f" → {_clean(line.target)}" if line.target else ""
    return f"  {sign}  {text}{target}"


def _piece(piece: Piece, line: Line, paint: _Paint) -> str:
    text = _clean(piece.text, keep_ends=True)
    if len(text) > LONGEST_LINE:
        text = shortened(text, LONGEST_LINE)
    mixed = len({other.kind for other in line.pieces}) > 1
    if piece.kind == "same" or not mixed:
        return text
    if paint is _plain:
        return {"old": f"[-{text}-]", "new": f"{{+{text}+}}", "skip": text}[piece.kind]
    return paint(text, piece.kind)


def _clean(text: str, *, keep_ends: bool = False) -> str:
    text = _CONTROLS.sub(" ", text)
    return text if keep_ends else text.strip()


def _plain(text: str, _kind: str) -> str:
    return text


def _paint(text: str, kind: str) -> str:
    return f"\x1b[{_COLOURS[kind]}m{text}\x1b[0m" if text else text
