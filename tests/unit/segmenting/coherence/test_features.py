from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from builders import Spec, element, snapshot, words
from pagestrata.model.snapshot import Snapshot
from pagestrata.segmenting.coherence.candidates import find_candidates
from pagestrata.segmenting.coherence.divide import load_models
from pagestrata.segmenting.coherence.features import BITS, features, hint_bits, row_bits
from pagestrata.segmenting.layout import Layout


def page(*children: Spec) -> Snapshot:
    return snapshot(element("html", (0, 0, 1000, 1000), *children), page_size=(1000.0, 1000.0))


def table(found: Snapshot, overlays: tuple[int, ...] = ()) -> tuple[dict[str, np.ndarray], tuple[tuple[int, ...], ...]]:
    layout = Layout.of(found, overlays=overlays)
    candidates = find_candidates(layout, 0)
    names, values = features(layout, candidates)
    assert np.isfinite(values).all()
    return dict(zip(names, values.T, strict=True)), candidates.rows


def item(y: float, content: str = "some words", **options: object) -> Spec:
    return element("li", (0, y, 500, 40), words(content, (0, y, 200, 20)), **options)


@pytest.fixture
def simple() -> Snapshot:
    menu = element("nav", (0, 0, 500, 200), item(0), item(50), item(120), background=0xFF0000FF)
    story = element("div", (0, 300, 1000, 600), words("x" * 90, (0, 300, 900, 400)), attributes={"class": "content"})
    return page(menu, story)


def test_the_model_knows_these_features_in_this_order(simple: Snapshot) -> None:
    columns, _ = table(simple)
    assert load_models().coarse.names == load_models().fine.names == tuple(columns)


def test_geometry_and_amounts(simple: Snapshot) -> None:
    columns, rows = table(simple)
    menu, story = rows.index((1,)), rows.index((8,))
    assert columns["area"][[0, menu, story]].tolist() == [1.0, 0.1, 0.6]
    assert columns["chars_share"][menu] == pytest.approx(30 / 120)
    assert columns["long_texts"][story] > 0 == columns["long_texts"][menu]
    assert columns["recoloured"][menu] == 1
    assert columns["recoloured"][story] == 0


def test_children_and_gaps(simple: Snapshot) -> None:
    columns, rows = table(simple)
    menu = rows.index((1,))
    assert columns["widest_gap"][menu] == 30
    assert columns["alike_children"][menu] == 1
    assert columns["gap_before"][rows.index((8,))] == 100


def test_names_reach_up_and_down(simple: Snapshot) -> None:
    columns, rows = table(simple)
    assert columns["called_menu"][rows.index((1,))] == 1
    assert columns["within_menu"][rows.index((2,))] == 1
    assert columns["holds_main"][0] == 1
    assert columns["holds_main"][rows.index((1,))] == 0


def test_what_was_lifted_out_does_not_count() -> None:
    layer = element("div", (0, 0, 100, 100), words("an overlay", (0, 0, 90, 20)))
    columns, _ = table(page(item(0), layer, item(60)), overlays=(3,))
    assert np.expm1(columns["log_chars"][0]) == pytest.approx(20)


def test_an_edited_sentence_moves_shares_only_a_little(simple: Snapshot) -> None:
    assert simple.nodes is not None
    texts = list(simple.nodes.text)
    texts[-1] += "y"
    edited = replace(simple, nodes=replace(simple.nodes, text=tuple(texts)))
    before, after = table(simple)[0], table(edited)[0]
    assert max(float(np.abs(before[name] - after[name]).max()) for name in before) < 0.02


def tall(sections: int) -> Snapshot:
    """A page of sections of 1,000 px."""
    parts = [
        element("section", (0, y, 1000, 990), words(f"section {y} says something", (0, y, 900, 400)))
        for y in range(0, sections * 1000, 1000)
    ]
    height = sections * 1000.0
    return snapshot(element("html", (0, 0, 1000, height), *parts), page_size=(1000.0, height))


PAGE_RELATIVE = ("top", "below", "height", "area", "page_height", "chars_share", "texts_share", "page_chars")


def test_a_section_of_a_tall_page_looks_as_on_one_of_a_height_that_the_models_know() -> None:
    known, taller = table(tall(20))[0], table(tall(60))[0]
    for name in PAGE_RELATIVE:
        upper, lower = slice(1, 10), slice(-9, None)
        assert taller[name][upper] == pytest.approx(known[name][upper], rel=0.01), name
        assert taller[name][lower] == pytest.approx(known[name][lower], rel=0.05), name
        assert known[name].min() * 0.95 <= taller[name].min() <= taller[name].max() <= known[name].max() * 1.05, name
    middle = len(taller["top"]) // 2
    assert (taller["top"][middle], taller["below"][middle]) == (0.5, 0.5)


@pytest.mark.parametrize(
    ("names", "hint"),
    [
        ("site-header", "header"),
        ("footer", "footer"),
        ("mainnav", "menu"),
        ("left-column", "side"),
        ("inhalt", "main"),
        ("ad-slot", "ad"),
        ("logo", "logo"),
        ("suchfeld", "search"),
        ("comments", "comments"),
        ("blogpost entry", "article"),
    ],
)
def test_names_give_hints(names: str, hint: str) -> None:
    assert hint_bits(names) & BITS[hint]


@pytest.mark.parametrize(
    ("names", "hint"), [("heading", "header"), ("shadow", "ad"), ("address", "ad"), ("x1", "main")]
)
def test_words_that_only_look_alike_give_none(names: str, hint: str) -> None:
    assert not hint_bits(names) & BITS[hint]


def test_tags_and_roles_count_like_names() -> None:
    nodes = snapshot(
        element(
            "html",
            (0, 0, 9, 9),
            element("nav", (0, 0, 9, 9)),
            element("div", (0, 0, 9, 9), attributes={"role": "main"}),
        )
    ).nodes
    assert nodes is not None
    assert row_bits(nodes, 0) == 0
    assert row_bits(nodes, 1) == BITS["menu"]
    assert row_bits(nodes, 2) == BITS["main"]
