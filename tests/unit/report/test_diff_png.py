from __future__ import annotations

import io

import pytest
from PIL import Image

from pagestrata.comparing.vidiff import compare
from pagestrata.errors import InputError
from pagestrata.model.geometry import Box
from pagestrata.report.diff_png import COLOURS, GAP_PX, MARGIN_PX, diff_png
from trees import leaf, page

OLD = page(
    leaf("1.1", "one two three", box=Box(10, 30, 100, 40)),
    leaf("1.2", "stays", box=Box(10, 90, 50, 20)),
    page_size=(200.0, 150.0),
)
NEW = page(
    leaf("1.1", "one two four", box=Box(10, 30, 100, 40)),
    leaf("1.2", "stays", box=Box(10, 90, 50, 20)),
    leaf("1.3", "a new block", box=Box(10, 120, 100, 20)),
    page_size=(200.0, 150.0),
)


def _screenshot(width=200, height=150):
    output = io.BytesIO()
    Image.new("RGB", (width, height), (250, 250, 250)).save(output, "PNG")
    return output.getvalue()


@pytest.mark.parametrize("png", [None, _screenshot()])
def test_changes_are_marked_in_both_versions(png):
    picture = Image.open(io.BytesIO(diff_png(OLD, NEW, compare(OLD, NEW), old_png=png, new_png=png)))
    assert picture.size == (2 * 200 + GAP_PX + 2 * MARGIN_PX, 150 + 2 * MARGIN_PX)
    right = MARGIN_PX + 200 + GAP_PX
    assert picture.getpixel((MARGIN_PX + 60, MARGIN_PX + 31)) == COLOURS["update"]
    assert picture.getpixel((right + 60, MARGIN_PX + 31)) == COLOURS["update"]
    assert picture.getpixel((right + 60, MARGIN_PX + 121)) == COLOURS["insert"]
    assert picture.getpixel((MARGIN_PX + 60, MARGIN_PX + 121)) not in COLOURS.values()


def test_a_broken_screenshot_is_refused():
    with pytest.raises(InputError, match=r"a screenshot cannot be read .*; capture the page again"):
        diff_png(OLD, NEW, compare(OLD, NEW), old_png=b"no picture")


def test_a_gigantic_screenshot_is_refused():
    with pytest.raises(InputError, match="too large to draw; use --format html"):
        diff_png(OLD, NEW, compare(OLD, NEW), old_png=_screenshot(10_000, 7_000))


def test_a_move_of_an_element_is_drawn_to_where_it_arrived():
    old = page(
        leaf("1.1", "a b", ("News", "Home"), box=Box(10, 30, 100, 40)),
        leaf("1.2", "c d", box=Box(10, 90, 50, 20)),
        page_size=(200.0, 150.0),
    )
    new = page(
        leaf("1.1", "a b", ("Home",), box=Box(10, 30, 100, 40)),
        leaf("1.2", "c d", ("News",), box=Box(10, 90, 50, 20)),
        page_size=(200.0, 150.0),
    )
    picture = Image.open(io.BytesIO(diff_png(old, new, compare(old, new))))
    right = MARGIN_PX + 200 + GAP_PX
    assert picture.getpixel((right + 40, MARGIN_PX + 91)) == COLOURS["move"]
    assert picture.getpixel((right + 5, MARGIN_PX + 100)) == COLOURS["move"], "the tip of the way"


def test_no_label_is_covered_by_the_mark_of_a_neighbour():
    stays = leaf("1.9", "stays", box=Box(150, 10, 20, 20))
    upper, lower = leaf("1.1", "one two", box=Box(10, 30, 100, 40)), leaf("1.2", "three four", box=Box(10, 70, 100, 40))
    old = page(stays, page_size=(200.0, 150.0))
    x, y = 2 * MARGIN_PX + 200 + GAP_PX - MARGIN_PX + 10, MARGIN_PX + 70
    label = (x + 3, y - 17, x + 25, y - 4)  # above the lower block, inside the upper one

    def drawn(*inserted):
        new = page(stays, *inserted, page_size=(200.0, 150.0))
        return Image.open(io.BytesIO(diff_png(old, new, compare(old, new)))).crop(label)

    assert drawn(lower).tobytes() == drawn(lower, upper).tobytes() == drawn(upper, lower).tobytes()
    assert (255, 255, 255) in {colour for _, colour in drawn(upper, lower).getcolors()}
