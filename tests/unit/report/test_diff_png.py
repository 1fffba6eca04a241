from __future__ import annotations

import io

import pytest
from PIL import Image

from pagestrata.comparing.vidiff import compare
from pagestrata.errors import InputError
from pagestrata.model.geometry import Box
from pagestrata.report.diff_groups import groups_of
from pagestrata.report.diff_legend import COLOURS, Legend
from pagestrata.report.diff_png import CAPTION_PX, GUTTER_PX, MARGIN_PX, diff_png
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


def _screenshot(width=200, height=150, mode="RGB"):
    output = io.BytesIO()
    Image.new(mode, (width, height), "#fafafa").save(output, "PNG")
    return output.getvalue()


LEFT = MARGIN_PX + GUTTER_PX
RIGHT = LEFT + 200 + MARGIN_PX + GUTTER_PX


def drawn(old, new, **pictures):
    """The picture, and where the pages begin from above."""
    delta = compare(old, new)
    legend = Legend(old, new, groups_of(old, new, delta), width=0)
    picture = Image.open(io.BytesIO(diff_png(old, new, delta, **pictures)))
    return picture, MARGIN_PX + legend.height + CAPTION_PX


@pytest.mark.parametrize("png", [None, _screenshot()])
def test_changes_are_framed_in_both_versions_and_the_frames_cut_no_letters(png):
    picture, top = drawn(OLD, NEW, old_png=png, new_png=png)
    assert picture.size == (RIGHT + 200 + MARGIN_PX, top + 150 + MARGIN_PX)
    for left in (LEFT, RIGHT):
        assert picture.getpixel((left + 60, top + 30 - 5)) == COLOURS["update"]
        assert picture.getpixel((left + 60, top + 30 + 1)) not in COLOURS.values()
    assert picture.getpixel((RIGHT + 60, top + 120 - 5)) == COLOURS["insert"]
    assert picture.getpixel((LEFT + 60, top + 120 - 5)) not in COLOURS.values()


def test_numbers_stand_in_the_margin_and_nothing_is_written_over_the_pages():
    picture, top = drawn(OLD, NEW, old_png=_screenshot(), new_png=_screenshot())
    margin = picture.crop((MARGIN_PX, top, LEFT - 8, top + 150))
    assert COLOURS["update"] in {colour for _, colour in margin.getcolors(99_999)}
    inside = picture.crop((LEFT + 13, top + 33, LEFT + 100, top + 60))
    assert len(inside.getcolors()) == 1, "the block is tinted, and bears no label"


def test_words_that_look_different_are_marked_on_the_screenshots():
    before, after = (Image.new("RGB", (200, 150), (250, 250, 250)) for _ in range(2))
    after.paste((0, 0, 0), (40, 40, 60, 50))
    files = [io.BytesIO(), io.BytesIO()]
    for side, file in zip((before, after), files, strict=True):
        side.save(file, "PNG")
    picture, top = drawn(OLD, NEW, old_png=files[0].getvalue(), new_png=files[1].getvalue())
    marked, beside = picture.getpixel((LEFT + 50, top + 45)), picture.getpixel((LEFT + 80, top + 45))
    assert marked != beside
    assert marked[0] > marked[1], "red where something went"


def test_a_broken_screenshot_is_refused():
    with pytest.raises(InputError, match=r"a screenshot cannot be read .*; capture the page again"):
        diff_png(OLD, NEW, compare(OLD, NEW), old_png=b"no picture")


def test_a_gigantic_screenshot_is_refused():
    with pytest.raises(InputError, match="too large to draw; use --format html"):
        diff_png(OLD, NEW, compare(OLD, NEW), old_png=_screenshot(10_000, 7_000, mode="1"))


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
    picture, top = drawn(old, new)
    assert picture.getpixel((RIGHT + 40, top + 90 - 5)) == COLOURS["move"]
    assert picture.getpixel((RIGHT + 10 - 8, top + 100)) == COLOURS["move"], "the tip of the way"
