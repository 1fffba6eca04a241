"""Visits as bars, by hand: a list of pages draws more than a thousand of them."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from pagestrata.store.overview import MARKS, Mark
from pagestrata.web.shown_text import counted, moment

STEP, TALL, BASE = 6, 28, 26
"""Pixels from bar to bar, height of the drawing, and where bars stand in it."""


def spark(marks: Sequence[Mark], count: int = MARKS) -> Markup:
    """The last visits, the oldest first: height is how much the change mattered; kept dark, skipped light, failed a cross."""
    shown = marks[-count:]
    kept, failed = sum(mark.kept for mark in marks), sum(mark.failed for mark in marks)
    label = f"The last {counted(len(marks), 'visit')}: {kept} kept, {failed} failed"
    first = count - len(shown)
    bars = "".join(_bar(mark, (first + place) * STEP + 1) for place, mark in enumerate(shown))
    return Markup(  # noqa: S704 - numbers and our own words
        f'<svg class="spark" viewBox="0 0 {count * STEP} {TALL}" preserveAspectRatio="none" role="img" aria-label="{label}">'
        f'<rect class="spark__base" x="0" y="{BASE}" width="{count * STEP}" height="1"></rect>{bars}</svg>'
    )


def _bar(mark: Mark, x: int) -> str:
    when = moment(mark.visited_at)
    if mark.failed:
        return f'<path class="spark__cross" d="M{x} 18l4 4m0-4l-4 4"><title>{when}: failed</title></path>'
    if mark.changes == 0 and not mark.kept:
        return f'<rect class="spark__bar--none" x="{x}" y="24" width="4" height="2"><title>{when}: nothing changed</title></rect>'
    height = 4 + 20 * min(mark.importance or 0.05, 1.0) ** 0.5
    became = "kept" if mark.kept else "skipped"
    return (
        f'<rect class="spark__bar--{became}" x="{x}" y="{BASE - height:.1f}" width="4" height="{height:.1f}">'
        f"<title>{when}: {counted(mark.changes, 'change')}, {became}</title></rect>"
    )
