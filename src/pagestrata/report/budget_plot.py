"""A plot of what each budget would have caught, with a line for each policy, as SVG and as PNG."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from xml.sax.saxutils import escape

from PIL import Image, ImageDraw, ImageFont

from pagestrata.model.plain_numbers import percent

WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 64, 150, 44, 52
COLOURS = ("#1f6feb", "#c2410c", "#15803d", "#7c3aed", "#be185d", "#475569", "#a16207")
SHARPNESS = 2
Points = Sequence[tuple[float, float]]  # budget and share caught, 0 to 1


class _Scale:
    """Budgets on a logarithmic axis, shares from 0 to 1."""

    def __init__(self, lines: Mapping[str, Points]) -> None:
        budgets = [budget for points in lines.values() for budget, _ in points]
        self.budgets = sorted(set(budgets))
        self.low, self.high = math.log(min(budgets)), math.log(max(budgets))

    def x(self, budget: float) -> float:
        share = (math.log(budget) - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    @staticmethod
    def y(share: float) -> float:
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def budget_svg(lines: Mapping[str, Points], *, title: str) -> str:
    """The plot as an SVG document."""
    scale = _Scale(lines)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for x1, y1, x2, y2, colour, width in _strokes(lines, scale):
        parts.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="{width}"/>')
    anchors = {"l": "start", "m": "middle", "r": "end"}
    for x, y, text, anchor, colour in _texts(lines, scale, title):
        parts.append(f'<text x="{x}" y="{y}" text-anchor="{anchors[anchor]}" fill="{colour}">{escape(text)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def budget_png(lines: Mapping[str, Points], *, title: str) -> bytes:
    """The plot as PNG."""
    picture = Image.new("RGB", (WIDTH * SHARPNESS, HEIGHT * SHARPNESS), "white")
    draw, scale = ImageDraw.Draw(picture), _Scale(lines)
    font = ImageFont.load_default(12 * SHARPNESS)
    for x1, y1, x2, y2, colour, width in _strokes(lines, scale):
        ends = [(x1 * SHARPNESS, y1 * SHARPNESS), (x2 * SHARPNESS, y2 * SHARPNESS)]
        draw.line(ends, fill=colour, width=width * SHARPNESS)
    for x, y, text, anchor, colour in _texts(lines, scale, title):
        draw.text((x * SHARPNESS, y * SHARPNESS), text, fill=colour, font=font, anchor=f"{anchor}s")
    target = io.BytesIO()
    picture.save(target, "PNG", optimize=True)
    return target.getvalue()


def _strokes(lines: Mapping[str, Points], scale: _Scale) -> list[tuple[float, float, float, float, str, int]]:
    found = [(LEFT, scale.y(tenth / 5), WIDTH - RIGHT, scale.y(tenth / 5), "#dddddd", 1) for tenth in range(6)]
    strokes: list[tuple[float, float, float, float, str, int]] = [*found]
    for number, points in enumerate(lines.values()):
        colour = COLOURS[number % len(COLOURS)]
        for before, after in pairwise(points):
            ends = (scale.x(before[0]), scale.y(before[1]), scale.x(after[0]), scale.y(after[1]))
            strokes.append((*ends, colour, 2))
    return strokes


def _texts(lines: Mapping[str, Points], scale: _Scale, title: str) -> list[tuple[float, float, str, str, str]]:
    texts: list[tuple[float, float, str, str, str]] = [(LEFT, 24, title, "l", "#000000")]
    texts += [(LEFT - 8, scale.y(fifth / 5) + 4, percent(fifth / 5), "r", "#555555") for fifth in range(6)]
    texts += [(scale.x(budget), HEIGHT - BOTTOM + 20, f"{budget:.3g}", "m", "#555555") for budget in scale.budgets]
    texts.append(((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "visits per hour", "m", "#555555"))
    for number, name in enumerate(lines):
        texts.append((WIDTH - RIGHT + 12, TOP + 18 * number + 10, name, "l", COLOURS[number % len(COLOURS)]))
    return texts
