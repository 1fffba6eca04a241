"""What holds for every way to follow a block."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from builders import element, snapshot
from followed_pages import news_page
from pagestrata.follow.hide import with_real_id, without_ids
from pagestrata.follow.methods import METHODS
from pagestrata.follow.page import nodes_of
from pagestrata.follow.select import select_row
from pagestrata.follow.states import Found
from pagestrata.model.snapshot import NodeTable, Snapshot

pytestmark = pytest.mark.parametrize("method", METHODS)

VERSIONS = (
    news_page(price="98.00 €"),
    news_page(price="97.00 €", banner=True),
    news_page(price="96.00 €", stories=("Fog", "Hail"), wrapped=True),
    news_page(with_price=False),
    news_page(),
)
EMPTY = snapshot(element("html", (0, 0, 800, 600), element("body", (0, 0, 800, 0))))


def followed(method: str, first: Snapshot, css: str = ".price") -> list[Found]:
    follower = METHODS[method](first, select_row(first, css=css))
    return [follower.find(version) for version in VERSIONS]


def test_a_block_of_an_unchanged_page_stays_where_it_is(method: str) -> None:
    first = news_page()
    row = select_row(first, css=".price")
    found = METHODS[method](first, row).find(news_page())
    assert (found.state, found.row) == ("found", row)


def test_an_answer_says_where_the_element_is_and_what_it_says(method: str) -> None:
    for version, found in zip(VERSIONS, followed(method, news_page()), strict=True):
        assert 0 <= found.gap <= 1
        assert 0 <= found.confidence <= 1
        if found.row is None:
            assert (found.state, found.path, found.box, found.text, found.id) == ("lost", None, None, "", None)
            continue
        nodes = nodes_of(version)
        assert found.state in ("found", "uncertain")
        assert not nodes.is_text[found.row]
        assert found.path == nodes.path_of(found.row)
        assert found.box == nodes.box_of(found.row)
        assert found.text == nodes.text_of(found.row)


def test_the_same_versions_give_the_same_answers(method: str) -> None:
    first = news_page()
    assert followed(method, first) == followed(method, first)


def test_versions_are_left_as_they_are(method: str) -> None:
    first = news_page()
    before = [columns(version) for version in (first, *VERSIONS)]
    followed(method, first)
    assert [columns(version) for version in (first, *VERSIONS)] == before


def columns(version: Snapshot) -> list[str]:
    values = [getattr(nodes_of(version), column.name) for column in fields(NodeTable)]
    return [repr(value.tolist() if isinstance(value, np.ndarray) else value) for value in values]


def test_an_empty_page_is_no_accident(method: str) -> None:
    first = news_page()
    follower = METHODS[method](first, select_row(first, css=".price"))
    found = follower.find(EMPTY)
    assert found.state != "found" or found.row is not None
    assert follower.find(first).state in ("found", "uncertain", "lost")


def test_the_root_of_a_page_can_be_followed(method: str) -> None:
    first = news_page()
    found = METHODS[method](first, select_row(first, css="body")).find(news_page())
    assert found.state in ("found", "uncertain", "lost")


def test_a_block_is_found_blind_and_answered_with_its_real_id(method: str) -> None:
    first = news_page(ids=True)
    row = select_row(first, css="#price")
    found = METHODS[method](without_ids(first), row).find(without_ids(news_page(ids=True)))
    assert found.id is None
    real = with_real_id(found, first)
    assert real.id == (None if found.row is None else nodes_of(first).attributes[found.row].get("id"))
