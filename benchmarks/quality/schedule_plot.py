"""Draws the table of policies in the docs: staleness on real histories and on simulated pages.

python -m benchmarks.quality.schedule_plot
"""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
TABLE, PICTURE = DOCS / "explanation" / "scheduling.md", DOCS / "pictures" / "staleness.svg"
COLUMNS = {"real histories": 1, "100,000 simulated pages": 3, "another seed": 5}
COLOURS = ("#0b5c8c", "#d98c1f", "#8a8f98")
LEFT, WIDE, BAR, GAP, TOP = 170, 560, 11, 12, 34
MOST = 0.7
"""Longer bars are cut, with their value beside them."""


def rows_of(text: str) -> list[tuple[str, list[float]]]:
    """Policy and staleness in each of the columns."""
    found = []
    for line in text.splitlines():
        cells = [cell.strip().strip("*") for cell in line.strip("|").split("|")]
        if len(cells) == 7 and re.fullmatch(r"\d?\.\d+", cells[1]):
            found.append((cells[0], [float(cells[place]) for place in COLUMNS.values()]))
    return found


def drawn(rows: list[tuple[str, list[float]]]) -> str:
    """The rows as bars in SVG."""
    step = len(COLUMNS) * BAR + GAP
    parts = []
    for number, name in enumerate(COLUMNS):
        x = LEFT + 175 * number
        parts.append(f'<rect x="{x}" y="8" width="11" height="11" fill="{COLOURS[number]}"/>')
        parts.append(f'<text x="{x + 16}" y="18">{name}</text>')
    for place, (policy, values) in enumerate(rows):
        top = TOP + place * step
        parts.append(f'<text x="{LEFT - 8}" y="{top + 21}" text-anchor="end">{policy}</text>')
        for number, value in enumerate(values):
            y, length = top + number * BAR, WIDE * min(value, MOST) / MOST
            parts.append(f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{BAR - 1}" fill="{COLOURS[number]}"/>')
            parts.append(f'<text x="{LEFT + length + 4:.1f}" y="{y + 9}" font-size="9">{value:.3f}</text>')
    height = TOP + len(rows) * step
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDE + 50} {height}" font-family="sans-serif" '
        f'font-size="13"><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


if __name__ == "__main__":
    PICTURE.write_text(drawn(rows_of(TABLE.read_text("utf-8"))), "utf-8")
