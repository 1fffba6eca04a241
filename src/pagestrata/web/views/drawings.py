"""SVG drawn by hand, since a template takes ten times as long: visits as bars, and the changed blocks of a version.

All bars of one kind are one shape: a browser needs half as long for a list as with a shape for each of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from markupsafe import Markup

from pagestrata.model.plain_numbers import counted
from pagestrata.store.questions.overview import MARKS, Mark
from pagestrata.visit.shown.pane_marks import Mark as ChangeMark
from pagestrata.visit.shown.pane_marks import Pane
from pagestrata.web.shown_text import moment

STEP, TALL, BASE = 6, 28, 26
"""Pixels from bar to bar, height of the drawing, and position of the baseline."""
MOST_NAMED = 3
"""The maximum number of visits of one kind whose times the label names."""


def spark(marks: Sequence[Mark], count: int = MARKS) -> Markup:
    """The last visits, the oldest first: height is how much the change mattered; kept dark, skipped light, failed a cross."""
    shown = marks[-count:]
    kept, failed = sum(mark.kept for mark in marks), sum(mark.failed for mark in marks)
    label = f"The last {counted(len(marks), 'visit')}: {kept} kept, {failed} failed"
    first = count - len(shown)
    kinds: dict[str, list[tuple[int, Mark]]] = {}
    for place, mark in enumerate(shown, first):
        kinds.setdefault(_kind(mark), []).append((place * STEP + 1, mark))
    bars = "".join(_SHAPES[kind](bars) for kind, bars in kinds.items())
    return Markup(  # noqa: S704 - numbers and our own words
        f'<svg class="spark" viewBox="0 0 {count * STEP} {TALL}" preserveAspectRatio="none" role="img" aria-label="{label}">'
        f'<rect class="spark__base" x="0" y="{BASE}" width="{count * STEP}" height="1"></rect>{bars}</svg>'
    )


def _kind(mark: Mark) -> str:
    if mark.failed:
        return "failed"
    return "kept" if mark.kept else "none" if mark.changes == 0 else "skipped"


def _crosses(bars: Sequence[tuple[int, Mark]]) -> str:
    drawn = "".join(f"M{x} 18l4 4m0-4l-4 4" for x, _ in bars)
    return f'<path class="spark__cross" d="{drawn}"><title>failed: {_times(bars)}</title></path>'


def _dashes(bars: Sequence[tuple[int, Mark]]) -> str:
    drawn = "".join(f"M{x} 24h4v2h-4z" for x, _ in bars)
    return f'<path class="spark__bar--none" d="{drawn}"><title>nothing changed: {_times(bars)}</title></path>'


def _columns(bars: Sequence[tuple[int, Mark]]) -> str:
    kind = _kind(bars[0][1])
    drawn = "".join(f"M{x} {BASE}h4v-{_height(mark):.1f}h-4z" for x, mark in bars)
    return f'<path class="spark__bar--{kind}" d="{drawn}"><title>{kind}: {_times(bars)}</title></path>'


_SHAPES: dict[str, Callable[[Sequence[tuple[int, Mark]]], str]] = {
    "failed": _crosses, "none": _dashes, "kept": _columns, "skipped": _columns
}  # fmt: skip


def _height(mark: Mark) -> float:
    return 4.0 + 20.0 * math.sqrt(min(mark.importance or 0.05, 1.0))


def _times(bars: Sequence[tuple[int, Mark]]) -> str:
    """The times of the last of these visits, newest first, and the number of changes of each."""
    times = [_said(mark) for _, mark in reversed(bars[-MOST_NAMED:])]
    more = len(bars) - MOST_NAMED
    return ", ".join([*times, f"and {more} more"] if more > 0 else times)


def _said(mark: Mark) -> str:
    when = moment(mark.visited_at)
    return f"{when} ({counted(mark.changes, 'change')})" if mark.changes else when


LETTERS = {"insert": "I", "delete": "D", "update": "U", "move": "M", "split": "S", "merge": "J", "restyle": "R"}
"""The kind of a change as a letter, for readers who cannot tell the colours apart."""


def drawn_marks(pane: Pane, x: float, label: float, selected: int | None) -> Markup:
    """The marks of one picture that begins at `x`, with labels of that size; without any text of the page."""
    parts = [part for mark in pane.marks for part in _drawn(mark, x, label, is_selected=mark.change == selected)]
    return Markup(f'<g class="marks marks--{pane.side}">{"".join(parts)}</g>')  # noqa: S704 - numbers and our own words


def _drawn(mark: ChangeMark, x: float, label: float, *, is_selected: bool) -> Iterator[str]:
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
