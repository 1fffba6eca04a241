"""The changed blocks of a version as SVG over its picture: by hand, since a template takes ten times as long for thousands."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from pagestrata.visit.shown.pane_marks import Mark, Pane

LETTERS = {"insert": "I", "delete": "D", "update": "U", "move": "M", "split": "S", "merge": "J", "restyle": "R"}
"""The kind of a change in one letter, for those who cannot tell its colour."""


def drawn_marks(pane: Pane, x: float, label: float, selected: int | None) -> Markup:
    """The marks of one picture that begins at `x`, with labels of that size; nothing in them is written by a page."""
    parts = [part for mark in pane.marks for part in _drawn(mark, x, label, is_selected=mark.change == selected)]
    return Markup(f'<g class="marks marks--{pane.side}">{"".join(parts)}</g>')  # noqa: S704 - numbers and our own words


def _drawn(mark: Mark, x: float, label: float, *, is_selected: bool) -> Iterator[str]:
    folded, arrival = " mark--folded" * mark.is_folded, " mark--arrival" * mark.is_arrival
    kind, (left, top, width, height) = mark.kind, mark.box
    yield (
        f'<g class="mark mark--{kind}{folded}{arrival}{" is-selected" * is_selected}" data-change="{mark.change}" '
        f'data-kind="{kind}"><rect x="{x + left:.10g}" y="{top:.10g}" width="{width:.10g}" height="{height:.10g}"/>'
    )
    if mark.label:
        above = max(top - label * 1.35, 0.0)
        wide = label * (0.62 * len(mark.label) + 1.5)
        yield (
            f'<rect class="mark__flag" x="{x + left:.10g}" y="{above:.1f}" width="{wide:.1f}" height="{label * 1.35:.1f}"/>'
            f'<text x="{x + left + label * 0.3:.1f}" y="{above + label:.1f}" font-size="{label:g}">'
            f"{LETTERS[kind]}{mark.label}</text>"
        )
    yield "</g>"
