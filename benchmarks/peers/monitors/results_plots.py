"""The plots of the page of results, as SVG on white: alarms, processor time and disk, one bar or two for each program."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from benchmarks.peers.monitors.results_figures import Figures, figures_of, seconds, size
from benchmarks.peers.monitors.results_file import Results
from benchmarks.peers.monitors.results_words import shown

FACT, NOISE, PLAIN, PALE = "#0b5c8c", "#d98c1f", "#8fb3c9", "#c9ccd1"
LEFT, WIDE, RIGHT, BAR, GAP, TOP = 230, 430, 100, 13, 11, 44


class Bar(NamedTuple):
    """A bar as long as its share of the longest; `text` stands behind it."""

    value: float
    text: str
    colour: str


def plots(results: Results) -> dict[str, str]:
    """The drawings by name."""
    results = results.finished()
    monitors = [one for name in results.monitors if (one := figures_of(results, name)).rows]
    shared = {row.site for row in results.rows if row.rival in results.archives}
    on_shared = [figures_of(results, name, shared or None) for name in results.programs]
    return {
        "alarms": _drawn(
            "Changes that raised an alarm: of those that matter (more is better) and of noise (fewer is better)",
            [(shown(one.name), [_share(one, "fact", FACT), _share(one, "noise", NOISE)]) for one in monitors],
            legend=(("matters", FACT), ("noise", NOISE)),
            longest=1.0,
        ),
        "processor": _drawn(
            "Mean processor time of a check",
            [
                (shown(one.name), [Bar(one.cpu_seconds, seconds(one.cpu_seconds), _colour(one.name))])
                for one in monitors
            ],
        ),
        "disk": _drawn(
            "Disk for a version" + (", on the histories that the archives kept as well" if shared else ""),
            [
                (shown(one.name), [Bar(one.disk_bytes, size(one.disk_bytes), _colour(one.name))])
                for one in on_shared
                if one.rows
            ],
        ),
    }


def _share(one: Figures, label: str, colour: str) -> Bar:
    found, whole = one.alarmed(label)
    return Bar(found / whole if whole else 0.0, f"{found} of {whole}" if whole else "none labelled", colour)


def _colour(name: str) -> str:
    return FACT if name.startswith("Pagestrata") else PLAIN


def _drawn(
    title: str,
    groups: Sequence[tuple[str, Sequence[Bar]]],
    *,
    legend: Sequence[tuple[str, str]] = (),
    longest: float = 0.0,
) -> str:
    most = longest or max((bar.value for _, bars in groups for bar in bars), default=0.0) or 1.0
    parts = [f'<text x="8" y="19" font-weight="bold">{escape(title)}</text>']
    for number, (name, colour) in enumerate(legend):
        x = LEFT + 110 * number
        parts.append(
            f'<rect x="{x}" y="28" width="11" height="11" fill="{colour}"/><text x="{x + 16}" y="38">{name}</text>'
        )
    top = TOP
    for name, bars in groups:
        middle = top + len(bars) * BAR / 2 + 5
        parts.append(f'<text x="{LEFT - 8}" y="{middle:g}" text-anchor="end">{escape(shown(name))}</text>')
        for bar in bars:
            length = WIDE * bar.value / most
            parts.append(
                f'<rect x="{LEFT}" y="{top}" width="{max(length, 1):.1f}" height="{BAR - 2}" fill="{bar.colour}"/>'
            )
            parts.append(f'<text x="{LEFT + length + 5:.1f}" y="{top + 10}" font-size="11">{bar.text}</text>')
            top += BAR
        top += GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDE + RIGHT} {top}" role="img" '
        f'font-family="sans-serif" font-size="13" fill="#222"><title>{escape(title)}</title>'
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )
