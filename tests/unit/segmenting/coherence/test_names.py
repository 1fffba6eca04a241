from __future__ import annotations

import pytest

from builders import element, snapshot
from pagestrata.segmenting.coherence.names import BITS, hint_bits, row_bits


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
