import math

import pytest

from judged_pages import block, numbers, page


def front(*counts: int) -> list[object]:
    return [
        block(str(n), f"Story about topic {'abcdefgh'[n]}", f"{count} comments") for n, count in enumerate(counts, 1)
    ]


def test_counters_that_rise_in_story_after_story_are_siblings() -> None:
    found = numbers(page(*front(545, 62, 100, 7)), page(*front(546, 63, 101, 7)))  # type: ignore[arg-type]
    assert round(math.expm1(found["siblings changed"])) == 2
    assert found["share of siblings changed"] == 2 / 3
    assert found["share in the same direction"] == 1


def test_a_figure_that_changed_alone_has_none() -> None:
    found = numbers(page(*front(545, 62, 100)), page(*front(546, 62, 100)))  # type: ignore[arg-type]
    assert found["siblings changed"] == 0


def test_the_parts_of_one_sentence_are_not_siblings_of_each_other() -> None:
    found = numbers(
        page(block("1", "The harbour is closed until further notice after the storm.")),
        page(block("1", "The harbour opens again on Monday at six in the morning.")),
    )
    assert (found["siblings changed"], found["share of siblings changed"]) == (0, 0)
    assert found["share in the same direction"] == 0
    assert found["edits of the block"] > 0


def test_bare_figures_that_rise_side_by_side_are_told_from_named_ones() -> None:
    bare = [page(*(block(str(at), f"{at * 10 + step}") for at in range(1, 5))) for step in (0, 1)]
    named = [page(*(block(str(at), f"Seats of the board: {at * 10 + step}") for at in range(1, 5))) for step in (0, 1)]
    assert numbers(*bare)["bare siblings rise"] == pytest.approx(math.log1p(3))
    assert numbers(*reversed(bare))["bare siblings rise"] == 0
    assert numbers(*named)["bare siblings rise"] == 0


def test_how_much_of_the_page_changed() -> None:
    old, new = (
        page(block("1", "one two three four"), block("2", "a b c d e f g h")),
        page(block("1", "one two five four"), block("2", "a b c d e f g h")),
    )
    found = numbers(old, new)
    assert found["share of the page"] == pytest.approx(math.sqrt(1 / 12))
    assert found["edits of the page"] == pytest.approx(math.log1p(1))
