"""Line ends of one block in two versions, of which one may come from an archive that knows none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.model.blocks import Block, Link
from pagestrata.weighing.texts.lined_texts import lined_pair, with_figures_joined, with_line_ends_of, with_links_apart


def block(lined: str, *, stored: bool = False) -> Block:
    ends = tuple(place for place, sign in enumerate(lined) if sign == "\n")
    return Block(ref="1", text=lined.replace("\n", " "), line_ends=() if stored else ends)


def test_both_renderings_keep_their_own_lines() -> None:
    assert lined_pair(block("Rain\nNo wind"), block("Snow today\nWind")) == ("Rain\nNo wind", "Snow today\nWind")


@pytest.mark.parametrize("stored_first", [True, False])
def test_a_stored_version_takes_the_lines_of_the_rendered_one(stored_first: bool) -> None:
    old, new = "Delegates 120\nOpen now\nAll the rest", "Delegates 122\nClosed now\nAll the rest"
    first, second = block(old, stored=stored_first), block(new, stored=not stored_first)
    assert lined_pair(first, second) == (old, new)


def test_two_stored_versions_are_read_as_one_line_each() -> None:
    assert lined_pair(block("a\nb", stored=True), block("a\nc", stored=True)) == ("a b", "a c")


def test_a_figure_belongs_to_the_short_line_that_names_it() -> None:
    assert (
        with_figures_joined("Sunset\n16:21\nThe sun goes down over the bay")
        == "Sunset 16:21\nThe sun goes down over the bay"
    )
    assert with_figures_joined("1,204\nstars\n88\nforks") == "1,204 stars 88 forks"
    assert with_figures_joined("Chess club\nat the old mill on Tuesday") == "Chess club\nat the old mill on Tuesday"


lines = st.lists(st.text("ab1", min_size=1, max_size=3), min_size=1, max_size=6)


@given(lines, lines)
def test_line_ends_are_taken_over_without_touching_a_word(first: list[str], second: list[str]) -> None:
    found = with_line_ends_of(" ".join(first), "\n".join(second))
    assert found.replace("\n", " ") == " ".join(first)
    assert first != second or found == "\n".join(first)


def test_in_a_frame_every_link_is_a_line_of_its_own() -> None:
    links = (Link("Departments", "/d"), Link("Visiting", "/v"))
    assert (
        with_links_apart("Hospital Departments Visiting 16 November", links)
        == "Hospital\nDepartments\nVisiting\n16 November"
    )
    assert with_links_apart("Hospital Departments 16 November", links[:1]) == "Hospital Departments 16 November"
    menu = Block(ref="1", text="Hospital Departments Visiting 16 November", links=links, role="menu")
    assert lined_pair(menu, menu)[0].split("\n")[:3] == ["Hospital", "Departments", "Visiting"]
