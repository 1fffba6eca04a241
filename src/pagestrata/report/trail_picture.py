"""The plot of `trail_plot` as PNG, for mails and messengers."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from pagestrata.report.trail_plot import BOTTOM, HEIGHT, LEFT, RIGHT, WIDTH, Sample, Scale, short_title, steps

SHARPNESS = 2  # device pixels per pixel of the plot
INK, GREY, PALE, LOST = (31, 111, 235), (85, 85, 85), (221, 221, 221), (204, 0, 0)
DOT = 4


def trail_picture(samples: Sequence[Sample], *, title: str = "") -> bytes:
    """The plot as PNG."""
    picture = Image.new("RGB", (WIDTH * SHARPNESS, HEIGHT * SHARPNESS), "white")
    draw, scale = ImageDraw.Draw(picture), Scale(samples)
    _text(draw, LEFT, 22, short_title(title), size=15, anchor="ls", colour=(0, 0, 0))
    _draw_grid(draw, scale)
    _draw_line(draw, samples, scale)
    for sample in samples:
        _draw_mark(draw, sample, scale)
    target = io.BytesIO()
    picture.save(target, "PNG", optimize=True)
    return target.getvalue()


def _draw_grid(draw: ImageDraw.ImageDraw, scale: Scale) -> None:
    for value, text in scale.lines():
        y = scale.y(value)
        draw.line(_sharp(LEFT, y, WIDTH - RIGHT, y), fill=PALE, width=SHARPNESS)
        _text(draw, LEFT - 8, y, text, anchor="rm")
    if scale.dates is not None:
        first, last = scale.dates
        _text(draw, LEFT, HEIGHT - 14, f"{first:%Y-%m-%d %H:%M}", anchor="ls")
        if last != first:
            _text(draw, WIDTH - RIGHT, HEIGHT - 14, f"{last:%Y-%m-%d %H:%M}", anchor="rs")


def _draw_line(draw: ImageDraw.ImageDraw, samples: Sequence[Sample], scale: Scale) -> None:
    """In steps from each number to the next; a version without a sure number interrupts the line."""
    for run in steps(samples, scale):
        draw.line(_sharp(*(place for corner in run for place in corner)), fill=INK, width=2 * SHARPNESS)


def _draw_mark(draw: ImageDraw.ImageDraw, sample: Sample, scale: Scale) -> None:
    x = scale.x(sample.time)
    if sample.value is not None:
        y = scale.y(sample.value)
        fill = (255, 255, 255) if sample.state == "uncertain" else INK
        draw.ellipse(_sharp(x - DOT, y - DOT, x + DOT, y + DOT), fill=fill, outline=INK, width=2 * SHARPNESS)
    elif sample.state == "lost":
        y = HEIGHT - BOTTOM + 10
        for rise in (DOT, -DOT):  # a cross; the font that Pillow brings along has none
            draw.line(_sharp(x - DOT, y - rise, x + DOT, y + rise), fill=LOST, width=SHARPNESS)


def _sharp(*places: float) -> list[float]:
    return [SHARPNESS * place for place in places]


def _text(
    draw: ImageDraw.ImageDraw,
    x: float,
    y: float,
    text: str,
    *,
    anchor: str,
    size: int = 12,
    colour: tuple[int, int, int] = GREY,
) -> None:
    font = ImageFont.load_default(size * SHARPNESS)
    draw.text((SHARPNESS * x, SHARPNESS * y), text, fill=colour, font=font, anchor=anchor)
