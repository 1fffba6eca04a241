"""A plot of the number in a followed block over time, as a self-contained SVG.

A number holds until a visit finds another one, so the line has steps. A version without the number interrupts the line.
Versions in which the block was uncertain are drawn as hollow dots apart from the line; those in which it was lost are marked on
the time axis.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from pagestrata.model.plain_numbers import plain_number

WIDTH, HEIGHT = 720, 300
LEFT, RIGHT, TOP, BOTTOM = 72, 16, 40, 44
MOST_LINES = 6
ROUND_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
LONGEST_TITLE = 90
MOST_PLACES, LARGEST_WRITTEN_OUT = 6, 10_000_000


class Sample(NamedTuple):
    """One version: when, the number if there was one, and the state of the block."""

    time: datetime
    value: float | None
    state: str

    @property
    def is_sure(self) -> bool:
        """Whether the line may go through it."""
        return self.value is not None and self.state != "uncertain"


def trail_plot(samples: Sequence[Sample], *, title: str = "") -> str:
    """The SVG document."""
    scale, title = Scale(samples), short_title(title)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12" role="img" aria-label={quoteattr(title)}>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="22" font-size="15">{escape(title)}</text>',
        *_grid(scale),
        *_line(samples, scale),
        *_marks(samples, scale),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def short_title(title: str) -> str:
    """The title, shortened to fit, in characters that XML allows."""
    clean = "".join(letter if letter.isprintable() else " " for letter in title)
    return clean if len(clean) <= LONGEST_TITLE else f"{clean[: LONGEST_TITLE - 1]}…"


class Scale:
    """Maps times and values to positions on the picture."""

    def __init__(self, samples: Sequence[Sample], *, width: int = WIDTH) -> None:
        self.width = width
        values = [sample.value for sample in samples if sample.value is not None]
        low, high = (min(values), max(values)) if values else (0.0, 1.0)
        margin = (high - low) * 0.08 or abs(high) * 0.05 or 1.0
        self.low, self.high = low - margin, high + margin
        times = [sample.time.timestamp() for sample in samples] or [0.0]
        self.first, self.last = min(times), max(times)
        self.dates = (min(s.time for s in samples), max(s.time for s in samples)) if samples else None

    def lines(self) -> list[tuple[float, str]]:
        """The values of the grid lines, at round numbers, with their labels."""
        least = (self.high - self.low) / MOST_LINES
        power = 10.0 ** math.floor(math.log10(least))
        step = next(factor * power for factor in ROUND_STEPS if factor * power >= least)
        numbers = range(math.ceil(self.low / step), math.floor(self.high / step) + 1)
        needed = (places for places in range(MOST_PLACES) if math.isclose(round(step, places), step, rel_tol=1e-9))
        places = next(needed, None)
        fits = places is not None and max(abs(self.low), abs(self.high)) < LARGEST_WRITTEN_OUT
        return [
            (number * step, f"{number * step:.{places}f}" if fits else f"{number * step:.6g}") for number in numbers
        ]

    def x(self, time: datetime) -> float:
        span = self.last - self.first
        share = (time.timestamp() - self.first) / span if span else 0.5
        return round(LEFT + share * (self.width - LEFT - RIGHT), 1)

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def _grid(scale: Scale) -> list[str]:
    parts = []
    for value, text in scale.lines():
        y = scale.y(value)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end" fill="#555">{text}</text>')
    if scale.dates is not None:
        first, last = scale.dates
        y = HEIGHT - 14
        parts.append(f'<text x="{LEFT}" y="{y}" fill="#555">{first:%Y-%m-%d %H:%M}</text>')
        if last != first:
            parts.append(
                f'<text x="{WIDTH - RIGHT}" y="{y}" text-anchor="end" fill="#555">{last:%Y-%m-%d %H:%M}</text>'
            )
    return parts


def _line(samples: Sequence[Sample], scale: Scale) -> list[str]:
    """One polyline for each run of versions with a certain number."""
    return [
        f'<polyline points="{" ".join(f"{x},{y}" for x, y in run)}" fill="none" stroke="#1f6feb" stroke-width="2"/>'
        for run in steps(samples, scale)
    ]


def steps(samples: Sequence[Sample], scale: Scale) -> list[list[tuple[float, float]]]:
    """The corners of the line, one run for each stretch of at least two versions with a certain number."""
    runs: list[list[tuple[float, float]]] = [[]]
    for sample in samples:
        if sample.value is None or not sample.is_sure:
            runs.append([])
            continue
        x, y = scale.x(sample.time), scale.y(sample.value)
        if runs[-1] and runs[-1][-1][1] != y:
            runs[-1].append((x, runs[-1][-1][1]))
        runs[-1].append((x, y))
    return [run for run in runs if len(run) > 1]


def _marks(samples: Sequence[Sample], scale: Scale) -> list[str]:
    parts = []
    for sample in samples:
        x, label = scale.x(sample.time), f"{sample.time:%Y-%m-%d %H:%M}: "
        if sample.value is not None:
            fill = "white" if sample.state == "uncertain" else "#1f6feb"
            tip = f"<title>{escape(f'{label}{plain_number(sample.value)} ({sample.state})')}</title>"
            place = f'cx="{x}" cy="{scale.y(sample.value)}"'
            parts.append(f'<circle {place} r="4" fill="{fill}" stroke="#1f6feb" stroke-width="2">{tip}</circle>')
        elif sample.state == "lost":
            tip = f"<title>{escape(label + 'lost')}</title>"
            parts.append(f'<text x="{x}" y="{HEIGHT - BOTTOM + 14}" text-anchor="middle" fill="#c00">×{tip}</text>')
    return parts
