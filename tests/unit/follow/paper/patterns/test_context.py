import pytest

from builders import element, snapshot, words
from pagestrata.follow.page import page_of
from pagestrata.follow.paper.patterns.context import ContextPattern


def headline(date, degrees, *, gap=10.0, x=0.0):
    return page_of(
        snapshot(
            element(
                "html",
                (0, 0, 800, 600),
                element(
                    "body",
                    (0, 0, 800, 600),
                    element("p", (x, 0, 100, 20), words(date, (x, 0, 100, 20))),
                    element("p", (x, 20, 100, 20), words("New York, NY", (x, 20, 100, 20))),
                    element("p", (x, 40, 100, 20), words(degrees, (x, 40, 100, 20))),
                    element("h1", (x, 60 + gap, 100, 20), words("Headline", (x, 60 + gap, 100, 20))),
                    element("p", (x, 500, 100, 20), words("far away", (x, 500, 100, 20))),
                ),
            )
        )
    )


HEADLINE_ROW = 8


def test_context_is_what_lies_within_fifty_pixels():
    pattern = ContextPattern.of_row(headline("December 27", "34"), HEADLINE_ROW)
    assert pattern.texts == {"New York, NY", "34"}
    assert ContextPattern.of_row(headline("December 27", "34", gap=0), HEADLINE_ROW).texts == {
        "December 27",
        "New York, NY",
        "34",
    }


def test_similarity_divides_by_the_pattern():
    pattern = ContextPattern.of_row(headline("December 27", "34", gap=0), HEADLINE_ROW)
    assert pattern.similarity(headline("December 28", "39", gap=0))[HEADLINE_ROW] == pytest.approx(1 / 3)


def test_a_block_is_not_its_own_context():
    assert "Headline" not in ContextPattern.of_row(headline("a", "b", gap=0), HEADLINE_ROW).texts


def test_adaption_keeps_what_both_share_and_an_empty_pattern_matches_nothing():
    old = ContextPattern.of_row(headline("December 27", "34", gap=0), HEADLINE_ROW)
    new = ContextPattern.of_row(headline("December 28", "39", gap=0), HEADLINE_ROW)
    assert old.adapted(new).texts == {"New York, NY"}
    assert not ContextPattern(frozenset()).similarity(headline("a", "b")).any()


def test_a_block_without_layout_has_no_context():
    hidden = snapshot(
        element(
            "html", (0, 0, 9, 9), element("body", (0, 0, 9, 9), element("p", (0, 0, 0, 0)), words("t", (0, 0, 9, 9)))
        )
    )
    assert ContextPattern.of_row(page_of(hidden), 2).texts == frozenset()
