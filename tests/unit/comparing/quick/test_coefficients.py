from __future__ import annotations

from collections import Counter

import pytest

from pagestrata.comparing.quick.coefficients import (
    ATTRIBUTE_WEIGHTS,
    ElementNode,
    Emphasis,
    attdist,
    intersect,
    node_similarity,
    typedist,
)


def words(text: str) -> Counter[str]:
    return Counter(text.split())


def test_intersect_is_the_share_of_common_words() -> None:
    assert intersect(words("a b c d"), words("a b c e")) == 3 / 5
    assert intersect(words("a a"), words("a")) == 1 / 2
    assert intersect(words(""), words("")) == 1.0
    assert intersect(words("a"), words("")) == 0.0


def test_attdist_weighs_attributes_by_their_relevance() -> None:
    old, new = {"href": "/a", "class": "x"}, {"href": "/a", "class": "y"}
    assert attdist(old, new, ATTRIBUTE_WEIGHTS) == 100 / 130
    assert attdist(new, {**new, "href": "/b"}, ATTRIBUTE_WEIGHTS) == 30 / 130
    assert attdist({}, {}, ATTRIBUTE_WEIGHTS) == 1.0
    assert attdist({"x": "1"}, {}, {"x": 0}) == 0.0


def test_typedist_is_the_common_end_over_the_longer_path() -> None:
    assert typedist(("body", "div", "p"), ("body", "p")) == 1 / 3
    assert typedist(("body", "div", "p"), ("main", "div", "p")) == 2 / 3
    assert typedist(("p",), ("p",)) == 1.0
    assert typedist(("p",), ("b",)) == 0.0


@pytest.mark.parametrize(
    ("coefficients", "expected"),
    [
        ((0.4, 0.3, 0.3), -1 + 2 * (0.4 * 0.5 + 0.3)),
        ((1.0, 0.0, 0.0), 0.0),
        ((0.0, 1.0, 0.0), -1.0),
        ((0.0, 0.0, 1.0), 1.0),
    ],
)
def test_cs_joins_the_three(coefficients: tuple[float, float, float], expected: float) -> None:
    old = ElementNode("a", {"href": "/x"}, words("one two three"), ("body", "a"))
    new = ElementNode("a", {"href": "/y"}, words("one two four"), ("body", "a"))
    assert node_similarity(old, new, Emphasis(coefficients)) == pytest.approx(expected)
    assert node_similarity(old, old, Emphasis(coefficients)) == 1.0
