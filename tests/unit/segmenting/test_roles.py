from __future__ import annotations

from typing import Any

import pytest

from builders import element, snapshot, words
from pagestrata.model.blocks import ROLES
from pagestrata.model.geometry import Box
from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.roles import Evidence, role_of

MIDDLE = Box(300, 900, 600, 300)


def role(tag: str = "div", attributes: dict[str, str] | None = None, *, page_height: float = 3000, **facts: Any) -> str:
    block = element(tag, (300, 900, 600, 300), words("text", (300, 900, 40, 16)), attributes=attributes or {})
    layout = Layout.of(
        snapshot(element("html", (0, 0, 1366, page_height), element("body", (0, 0, 1366, page_height), block)))
    )
    values: dict[str, Any] = {
        "rows": (2,), "box": MIDDLE, "chars": 100, "link_chars": 0, "links": 0, "images": 0, "image_area": 0.0,
        "controls": 0, "is_overlay": False, "is_leaf": True,
    }  # fmt: skip
    found = role_of(layout, Evidence(**{**values, **facts}))
    assert found in ROLES
    return found


@pytest.mark.parametrize(
    ("tag", "attributes", "expected"),
    [
        ("header", {}, "header"),
        ("nav", {}, "menu"),
        ("footer", {}, "footer"),
        ("aside", {}, "sidebar"),
        ("article", {}, "article"),
        ("div", {"role": "banner"}, "header"),
        ("div", {"role": "search"}, "search"),
        ("div", {"id": "footer"}, "footer"),
        ("div", {"class": "main-nav"}, "menu"),
        ("div", {"class": "col ad-slot"}, "ad"),
        ("div", {"id": "comments"}, "comments"),
        ("div", {"class": "sidebar"}, "sidebar"),
        ("div", {"class": "suche"}, "search"),
        ("div", {"class": "adresse"}, "other"),
        ("div", {"class": "shadow"}, "other"),
    ],
)
def test_what_a_block_calls_itself(tag: str, attributes: dict[str, str], expected: str) -> None:
    assert role(tag, attributes) == expected


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"images": 1, "image_area": MIDDLE.area, "chars": 0}, "image"),
        ({"links": 9, "link_chars": 95}, "link list"),
        ({"links": 9, "link_chars": 95, "box": Box(0, 900, 900, 30)}, "menu"),
        ({"controls": 5, "chars": 100}, "form"),
        ({"controls": 1, "chars": 5}, "search"),
        ({"chars": 800}, "article"),
    ],
)
def test_what_a_block_holds(facts: dict[str, Any], expected: str) -> None:
    assert role(**facts) == expected


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        (Box(0, 0, 1366, 120), "header"),
        (Box(0, 2900, 1366, 100), "footer"),
        (Box(0, 900, 200, 600), "sidebar"),
        (MIDDLE, "other"),
    ],
)
def test_where_a_block_lies(box: Box, expected: str) -> None:
    assert role(box=box) == expected


def test_a_page_of_one_window_is_not_all_header() -> None:
    assert role(page_height=768, box=Box(0, 0, 1366, 120)) == "header"
    assert role(page_height=768, box=Box(300, 180, 700, 50)) == "other"
    assert role(page_height=3000, box=Box(300, 180, 700, 50)) == "header"


def test_the_layer_says_overlay_before_anything_else() -> None:
    assert role("nav", is_overlay=True) == "overlay"


def test_a_table_that_only_places_things_is_no_table() -> None:
    assert role("table") == "other"


def test_a_table_with_header_cells_is_one() -> None:
    cells = element("th", (300, 900, 40, 16), words("Name", (300, 900, 40, 16)))
    block = element("table", (300, 900, 600, 300), element("tr", (300, 900, 600, 30), cells))
    layout = Layout.of(snapshot(element("html", (0, 0, 1366, 3000), block)))
    facts = Evidence(
        rows=(1,), box=MIDDLE, chars=4, link_chars=0, links=0, images=0, image_area=0.0, controls=0,
        is_overlay=False, is_leaf=True,
    )  # fmt: skip
    assert role_of(layout, facts) == "table"
