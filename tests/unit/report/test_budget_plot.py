from __future__ import annotations

import io
from xml.etree import ElementTree

from PIL import Image

from pagestrata.report.budget_plot import HEIGHT, SHARPNESS, WIDTH, budget_png, budget_svg

LINES = {"urgency": [(1.0, 0.2), (2.0, 0.5), (4.0, 0.9)], "<uniform>": [(1.0, 0.1), (2.0, 0.2), (4.0, 0.4)]}


def test_the_svg_has_a_line_for_each_policy() -> None:
    found = ElementTree.fromstring(budget_svg(LINES, title="What & how much"))
    texts = [element.text for element in found.iter("{http://www.w3.org/2000/svg}text")]
    assert {"What & how much", "urgency", "<uniform>", "visits per hour", "4"} <= set(texts)
    strokes = [element.get("stroke") for element in found.iter("{http://www.w3.org/2000/svg}line")]
    assert strokes.count("#1f6feb") == strokes.count("#c2410c") == 2


def test_the_png_shows_the_same() -> None:
    with Image.open(io.BytesIO(budget_png(LINES, title="What"))) as picture:
        assert picture.size == (WIDTH * SHARPNESS, HEIGHT * SHARPNESS)
        assert (31, 111, 235) in {colour for _, colour in picture.convert("RGB").getcolors(1 << 24) or []}


def test_one_budget_can_be_drawn() -> None:
    assert budget_svg({"urgency": [(1.0, 0.5)]}, title="One").startswith("<svg")
