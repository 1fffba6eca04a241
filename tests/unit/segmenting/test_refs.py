from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from builders import Spec, element, snapshot, words
from pagestrata.model.blocks import BlockTree
from pagestrata.segmenting import segment
from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.outline import Outline
from pagestrata.segmenting.refs import anchors_of, name_blocks, number_blocks

KEYS = st.lists(st.text(max_size=5), max_size=60)


@given(KEYS)
def test_numbers_are_unique_and_repeatable(keys: list[str]) -> None:
    numbers = number_blocks(keys)
    assert len(set(numbers)) == len(keys)
    assert numbers == number_blocks(keys)


@given(st.lists(st.text(max_size=5), max_size=12, unique=True), st.text(min_size=6, max_size=8))
def test_a_new_block_at_the_front_renames_one_at_most(keys: list[str], fresh: str) -> None:
    before, after = number_blocks(keys), number_blocks([fresh, *keys])[1:]
    assert sum(old != new for old, new in zip(before, after, strict=True)) <= 1


def test_many_equal_blocks_are_numbered() -> None:
    assert len(set(number_blocks(["li"] * 20_000))) == 20_000


def block(y: float, *children: Spec, tag: str = "div", **attributes: str) -> Spec:
    return element(tag, (0, y, 300, 50), *children, attributes=attributes)


def text(content: str, y: float = 0) -> Spec:
    return words(content, (0, y, 300, 20))


def names(*children: Spec) -> list[str]:
    layout = Layout.of(snapshot(element("html", (0, 0, 1366, 900), *children)))
    below = tuple(Outline(rows=(row,)) for row in layout.children(0))
    root = Outline(rows=(0,), children=below)
    refs = name_blocks(layout, [root])
    assert refs[id(root)] == "1"
    return [refs[id(outline)] for outline in below]


def test_a_block_with_an_id_keeps_its_ref_whatever_it_says() -> None:
    assert names(block(0, text("old words here"), id="news")) == names(block(0, text("other words now"), id="news"))


def test_the_only_landmark_of_its_kind_keeps_its_ref() -> None:
    first = names(block(0, text("(c) 2020"), tag="footer"), block(60, text("a story about cats")))
    second = names(block(0, text("(c) 2021"), tag="footer"), block(60, text("a story about cats")))
    assert first == second


def test_items_of_a_list_keep_their_refs_when_one_comes_before_them() -> None:
    items = [block(60.0 * i, text(f"the story number {i}")) for i in range(1, 6)]
    assert names(block(0, text("a brand new story")), *items)[1:] == names(*items)


def test_the_anchor_is_the_heading_or_the_first_telling_words() -> None:
    heading = element("h2", (0, 0, 300, 20), text("A heading"))
    spec = block(0, text("12 May"), text("The first telling words"), heading)
    layout = Layout.of(
        snapshot(element("html", (0, 0, 1366, 900), spec, block(60, text("12 May"), text("Long enough text"))))
    )
    rows = layout.children(0)
    assert anchors_of(layout, [rows[0]]) == ("A heading", "A heading")
    assert anchors_of(layout, [rows[1]]) == ("Long enough text", "Long enough text")


def test_dates_versions_and_numbers_do_not_name_a_block() -> None:
    story = block(60, text("a story about cats"))
    for old, new in (("Release 2.5.22 of the program", "Release 2.6 of the program"), ("14 entries", "15 entries")):
        assert names(block(0, text(old)), story) == names(block(0, text(new)), story)


def test_numbers_name_blocks_that_differ_in_nothing_else() -> None:
    items = [block(60.0 * i, text(f"Announcing version {i}.0")) for i in range(1, 5)]
    assert names(*items)[1:] == names(*items[1:])
    assert len(set(names(*items))) == 4


def test_blocks_of_numbers_alone_are_named_by_them() -> None:
    first, second = block(0, text("2010")), block(60, text("12 34"))
    assert names(first, second) == names(second, first)[::-1]
    assert len(set(names(first, first, second))) == 3


def test_a_change_in_one_block_renames_no_other() -> None:
    def page(news: str) -> BlockTree:
        parts = [
            block(100.0 * i, text(f"part {i} with words", 100.0 * i), text(f"and more of {i}", 100.0 * i + 25))
            for i in range(5)
        ]
        parts[2] = block(200, text(news, 200), text("and more of 2", 225))
        return segment(
            snapshot(element("html", (0, 0, 1366, 900), element("body", (0, 0, 1366, 900), *parts))), pdoc=10
        )

    before, after = page("part 2 with words"), page("an entirely different text")
    changed = [a.ref != b.ref for a, b in zip(before.leaves(), after.leaves(), strict=True)]
    assert sum(changed) <= 1
