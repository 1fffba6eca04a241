from __future__ import annotations

import pytest

from builders import Spec, element, snapshot, words
from pagestrata.model.snapshot import Snapshot
from pagestrata.segmenting.overlays import find_overlays


def page_with(layer: Spec) -> Snapshot:
    article = element(
        "main", (0, 0, 1366, 900), *(words("some text " * 20, (0, y, 1366, 80)) for y in range(0, 900, 90))
    )
    return snapshot(element("html", (0, 0, 1366, 900), element("body", (0, 0, 1366, 900), article, layer)))


def layer_rows(layer: Spec) -> list[str]:
    page = page_with(layer)
    assert page.nodes is not None
    return [page.nodes.tag_of(row) for row in find_overlays(page)]


NOTICE = words("We use cookies", (0, 700, 300, 20))


@pytest.mark.parametrize(
    ("tag", "options"),
    [
        ("div", {"position": "fixed"}),
        ("div", {"position": "sticky"}),
        ("div", {"position": "absolute", "attributes": {"id": "cookie-banner"}}),
        ("div", {"position": "absolute", "attributes": {"aria-modal": "true"}}),
        ("section", {"position": "absolute", "attributes": {"role": "dialog"}}),
        ("dialog", {"attributes": {"open": ""}}),
    ],
)
def test_layers_over_the_page_are_found(tag: str, options: dict[str, object]) -> None:
    assert layer_rows(element(tag, (0, 690, 1366, 90), NOTICE, **options)) == [tag]


@pytest.mark.parametrize(
    "options",
    [
        {"position": "static", "attributes": {"id": "cookie-policy"}},
        {"position": "absolute", "attributes": {"id": "sidebar"}},
        {"position": "relative"},
    ],
)
def test_ordinary_elements_stay_on_the_page(options: dict[str, object]) -> None:
    assert layer_rows(element("div", (0, 690, 1366, 60), NOTICE, **options)) == []


def test_a_sticky_element_in_its_own_place_is_no_overlay() -> None:
    assert layer_rows(element("div", (0, 950, 1366, 60), words("menu", (0, 950, 50, 20)), position="sticky")) == []


def test_what_holds_most_of_the_content_is_the_page() -> None:
    app = element("div", (0, 0, 1366, 768), words("all the text there is " * 9, (0, 0, 900, 300)), position="fixed")
    page = snapshot(element("html", (0, 0, 1366, 768), element("body", (0, 0, 1366, 768), app)))
    assert find_overlays(page) == ()


def test_an_overlay_inside_another_belongs_to_it() -> None:
    inner = element("div", (0, 700, 100, 20), words("close", (0, 700, 40, 20)), position="fixed")
    assert layer_rows(element("aside", (0, 690, 1366, 60), NOTICE, inner, position="fixed")) == ["aside"]


def test_an_invisible_layer_is_none() -> None:
    assert layer_rows(element("div", (0, 0, 0, 0), position="fixed")) == []


def test_a_snapshot_without_nodes_has_none() -> None:
    assert find_overlays(snapshot(element("html", (0, 0, 0, 0)), nodes=None)) == ()
