"""The twelve functional cases of the paper's table 1 (§3.2)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest

from builders import Spec, element, snapshot
from bwap_pages import layout_of, mixed, paragraph, text
from pagestrata.model.records import Visit
from pagestrata.segmenting import segment
from pagestrata.segmenting.bwap.partition import adjusted_level, outline_page
from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.outline import Outline


def texts(layout: Layout, outline: Outline) -> list[str]:
    return [" ".join(layout.nodes.text_of(row) for row in leaf.rows) for leaf in outline.leaves()]


def cut(*children: Spec, level: int = 3) -> list[str]:
    layout = layout_of(*children)
    return texts(layout, outline_page(layout, 0, level=level))


def page(names: str) -> list[Spec]:
    return [mixed("div", 100.0 * i, attributes={"id": name}) for i, name in enumerate(names)]


def refs(names: str) -> list[str]:
    body = element("body", (0, 0, 1366, 900), *page(names))
    tree = segment(snapshot(element("html", (0, 0, 1366, 900), body)), "partition", level=3)
    return [leaf.ref for leaf in tree.leaves()]


def test_case_layout_changes_frequently() -> None:
    before = dict(zip("abc", refs("abc"), strict=True))
    after = dict(zip("xcab", refs("xcab"), strict=True))
    assert all(before[name] == after[name] for name in "abc")


def test_case_tiny_change() -> None:
    before, after = cut(paragraph("old", 0), mixed("div", 40)), cut(paragraph("new", 0), mixed("div", 40))
    assert [old == new for old, new in zip(before, after, strict=True)] == [False, True]


def test_case_abnormally_complex_structure() -> None:
    deep = mixed("div", 0)
    for _ in range(150):
        deep = element("div", (0, 0, 300, 80), deep)
    assert cut(deep, mixed("section", 100)) == ["one two", "one two"]


def test_case_abnormally_simple_structure() -> None:
    assert cut(text("hello", 0)) == ["hello"]


def test_case_many_scripts() -> None:
    scripts = [element("script", (0, 0, 0, 0)) for _ in range(40)]
    assert cut(*scripts, mixed("div", 0), *scripts, mixed("div", 100), *scripts) == ["one two", "one two"]


def test_case_mostly_text() -> None:
    story = [paragraph(f"paragraph {i}", 30.0 * i) for i in range(5)]
    assert cut(*story, level=1) == [f"paragraph {i}" for i in range(5)]
    heading = [element("h2", (0, 30.0 * i, 300, 20), text(f"part {i}", 30.0 * i)) for i in (2, 4)]
    told = [story[0], story[1], heading[0], story[3], heading[1]]
    assert cut(*told, level=1) == ["paragraph 0 paragraph 1", "part 2 paragraph 3", "part 4"]


def test_case_a_lot_of_blanks() -> None:
    blanks = [element("div", (0, 100, 300, 400)) for _ in range(9)]
    assert cut(mixed("div", 0), *blanks, mixed("div", 600)) == ["one two", "one two"]


def test_case_a_fragmentary_page() -> None:
    fragment = snapshot(mixed("div", 0))
    layout = Layout.of(fragment)
    assert " ".join(texts(layout, outline_page(layout, 0, level=3))) == "one two"


def test_case_lots_of_images() -> None:
    def gallery(y: float) -> Spec:
        pictures = (element("img", (x, y, 90, 90), attributes={"src": f"{x}.png"}) for x in range(0, 900, 100))
        return element("div", (0, y, 900, 90), *pictures)

    body = element("body", (0, 0, 1366, 900), gallery(0), gallery(200))
    tree = segment(snapshot(element("html", (0, 0, 1366, 900), body)), "partition", level=1)
    assert [len(leaf.images) for leaf in tree.leaves()] == [9, 9]


@pytest.mark.parametrize("level", [1, 30, 1000])
def test_cases_great_and_small_level(level: int) -> None:
    nested = element(
        "div", (0, 0, 300, 300), mixed("div", 0), element("div", (0, 100, 300, 200), mixed("p", 100), mixed("p", 200))
    )
    found = cut(nested, mixed("footer", 400), level=level)
    assert " ".join(found) == "one two one two one two one two"


def test_a_greater_level_never_joins_blocks() -> None:
    nested = element(
        "div", (0, 0, 300, 300), mixed("div", 0), element("div", (0, 100, 300, 200), mixed("p", 100), mixed("p", 200))
    )
    counts = [len(cut(nested, mixed("footer", 400), level=level)) for level in range(1, 6)]
    assert counts == sorted(counts)


START = datetime(2026, 1, 1, tzinfo=UTC)
STEADY = [{"1": "a", "2": "b", "3": "c"}] * 6
BREAKING = [{f"{hour}.{block}": "a" for block in range(3)} for hour in range(6)]
REWRITTEN = [{str(block): f"{hour} {block}" for block in range(3)} for hour in range(6)]


def visits(blocks: list[dict[str, str]], *, level: int | None = 4) -> list[Visit]:
    return [visit(ids, hour=hour, level=level) for hour, ids in enumerate(blocks)]


def visit(blocks: Mapping[str, str], *, hour: int, level: int | None) -> Visit:
    return Visit(
        url="http://site.test/",
        visited_at=START + timedelta(hours=hour),
        stage="render",
        version=None,
        kept=False,
        block_ids=blocks,
        level=level,
    )


def test_without_history_the_level_is_the_default() -> None:
    assert adjusted_level([], default=4) == 4
    assert adjusted_level(visits(BREAKING, level=None), default=2) == 2


@pytest.mark.parametrize(("blocks", "level"), [(STEADY, 4), (BREAKING, 3), (REWRITTEN, 5)])
def test_the_level_is_remembered_made_coarser_or_finer(blocks: list[dict[str, str]], level: int) -> None:
    assert adjusted_level(visits(blocks), default=9) == level


def test_the_level_stays_within_its_bounds() -> None:
    assert adjusted_level(visits(BREAKING, level=1), default=4) == 1
    assert adjusted_level(visits(REWRITTEN, level=30), default=4) == 30


def test_few_visits_move_nothing() -> None:
    assert adjusted_level(visits(BREAKING[:3]), default=9) == 4


def test_one_redesign_moves_nothing() -> None:
    redesigned = [*STEADY[:3], *[{"7": "x", "8": "y"}] * 3]
    assert adjusted_level(visits(redesigned), default=9) == 4


def test_only_steps_at_the_present_level_count() -> None:
    before = visits(BREAKING, level=4)
    after = [visit(ids, hour=10 + hour, level=3) for hour, ids in enumerate(STEADY[:3])]
    assert adjusted_level([*before, *after], default=9) == 3


def test_visits_that_did_not_cut_the_page_are_passed_over() -> None:
    idle = Visit(url="http://site.test/", visited_at=START, stage="unchanged", version=None, kept=False)
    assert adjusted_level([*visits(BREAKING), idle], default=9) == 3
