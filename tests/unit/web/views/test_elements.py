from pathlib import Path

import pytest

from builders import element, snapshot, words
from compared_pages import URL, visited_archive
from pagestrata.app.chosen_blocks import Choice
from pagestrata.errors import NotFoundError, UsageError
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import Box
from pagestrata.web.views.elements import (
    block_around,
    choice_of,
    elements_json,
    picked_block,
    picker_of,
    rectangle_from,
)

PRICE = element("b", (10.4, 20.6, 90, 30), words("€ 5", (10, 20, 90, 30)))
PAGE = snapshot(element("html", (0, 0, 800, 600), element("body", (0, 0, 800, 600), PRICE)), page_size=(800.0, 600.0))


def test_elements_are_rows_of_whole_numbers_with_their_kinds() -> None:
    found = elements_json(PAGE)
    assert found["elements"] == [[1, -1, 0, 0, 0, 800, 600], [2, 0, 1, 10, 21, 90, 30]]
    assert (found["kinds"], found["width"], found["height"]) == (["whole page", "price"], 800, 600)


def test_an_element_is_named_in_one_way() -> None:
    assert choice_of(PAGE, row=2) == Choice(path="body[1]/b[1]")
    assert choice_of(PAGE, within="1,2,3,4") == Choice(within=(1.0, 2.0, 3.0, 4.0))
    assert choice_of(PAGE, text="€ 5") == Choice(text="€ 5", first=True)
    with pytest.raises(UsageError, match="one of `row`"):
        choice_of(PAGE)
    for row in (0, 4, 99):
        with pytest.raises(NotFoundError, match="no element"):
            choice_of(PAGE, row=row)


@pytest.mark.parametrize(
    "text", ["", "1,2,3", "a,b,c,d", "1,2,0,4", "-1,0,5,5", "0,0,inf,1", "0,0,nan,nan", "0,0,1e9,1"]
)
def test_what_is_no_rectangle_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is not a rectangle"):
        rectangle_from(text)


def test_the_smallest_block_around_a_box_is_found() -> None:
    inner = Block(ref="1.1", box=Box(0, 0, 100, 100))
    tree = BlockTree(
        url="http://site.test/",
        page_size=(800.0, 600.0),
        blocks=(Block(ref="1", box=Box(0, 0, 800, 600), children=(inner,)),),
    )
    assert block_around(tree, Box(10, 10, 5, 5)).ref == "1.1"
    assert block_around(tree, Box(300, 300, 5, 5)).ref == "1"
    assert block_around(tree, Box(900, 900, 5, 5)) is None
    assert block_around(tree, None) is None


def test_a_block_is_shown_with_what_it_said_before(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        version = archive.versions.of(URL)[-1]
        picker = picker_of(archive, version)
        price = next(row for row in picker.blocks if row.title.startswith("Ferry"))
        picked = picked_block(archive, version, price.ref)
        assert (picked.text, picked.parent) == ("Ferry ticket: 24.00 €", picker.blocks[0].ref)
        assert [(seen.text[14:19], seen.has_changed) for seen in picked.sightings] == [
            ("24.00", True), ("21.50", True), ("18.00", False), ("18.00", False)
        ]  # fmt: skip


def test_a_block_that_came_was_not_there_before(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        version = archive.versions.of(URL)[-1]
        story = next(row for row in picker_of(archive, version).blocks if row.title.startswith("Fishermen"))
        found = picked_block(archive, version, story.ref).sightings
        assert [seen.ref is None for seen in found] == [False, True, True, True]
        with pytest.raises(NotFoundError, match="has no block"):
            picked_block(archive, version, "9.9.9")
