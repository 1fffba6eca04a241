import numpy as np
import pytest

from followed_pages import news_page
from pagestrata.follow.follower import Follower, find_all
from pagestrata.follow.hints import OUTSIDE_LOGITS, Hint, block_around, hint_of
from pagestrata.follow.ranker import default_ranker
from pagestrata.follow.select import select_row
from pagestrata.follow.states import Thresholds
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.geometry import Box

PAGE = news_page()
SHOP = select_row(PAGE, css=".shop")
PRICE = select_row(PAGE, css=".price")


def tree(*blocks: Block) -> BlockTree:
    return BlockTree(blocks=blocks)


def block(ref: str, box: Box, **fields: object) -> Block:
    return Block(ref=ref, box=box, **fields)  # type: ignore[arg-type]


OLD = tree(
    block(
        "1",
        Box(0, 0, 800, 600),
        children=(
            block("1.1", Box(10, 100, 600, 100), topic="weather"),
            block("1.2", Box(10, 300, 600, 100), topic="boots", picture_hash="f0"),
        ),
    )
)


def test_the_smallest_block_around_the_middle_of_a_box_is_meant() -> None:
    around = block_around(OLD, Box(10, 340, 600, 20))
    assert around is not None
    assert around.ref == "1.2"
    assert block_around(OLD, Box(900, 900, 5, 5)) is None


def test_a_box_without_area_is_in_no_block() -> None:
    assert block_around(OLD, Box(10, 340, 0, 0)) is None
    assert PAGE.nodes is not None
    assert hint_of(Box(10, 340, 0, 0), OLD, OLD, PAGE.nodes, matches=[]) is None


@pytest.mark.parametrize(
    ("part", "new", "matches"),
    [
        ("matched", block("7", Box(0, 0, 9, 9), rows=(SHOP,)), [("1.2", "7"), ("1.1", "8")]),
        ("ref", block("1.2", Box(0, 0, 9, 9), rows=(SHOP,)), []),
        ("topic", block("9", Box(0, 0, 9, 9), rows=(SHOP,), topic="boots"), []),
        ("picture", block("9", Box(0, 0, 9, 9), rows=(SHOP,), picture_hash="f0"), []),
    ],
)
def test_each_part_finds_the_block_again_in_its_way(part: str, new: Block, matches: list[tuple[str, str]]) -> None:
    assert PAGE.nodes is not None
    hint = hint_of(Box(10, 340, 600, 20), OLD, tree(new), PAGE.nodes, matches=matches)
    assert hint is not None
    assert {name for name, rows in hint.parts.items() if rows} == {part}
    assert hint.parts[part] == set(range(SHOP, int(PAGE.nodes.end[SHOP])))
    assert hint.logits(np.array([PRICE, 1])).tolist() == [0.0, OUTSIDE_LOGITS[part]]


def test_an_unknown_topic_or_picture_says_nothing() -> None:
    assert PAGE.nodes is not None
    plain = tree(block("1", Box(0, 0, 800, 600)))
    hint = hint_of(
        Box(10, 340, 600, 20), plain, tree(block("2", Box(0, 0, 9, 9), rows=(SHOP,))), PAGE.nodes, matches=[]
    )
    assert hint is not None
    assert not hint.logits(np.array([SHOP, PRICE])).any()


def doubting(css: str) -> Follower:
    """A follower that is never sure of a block that changed."""
    memory = Follower.from_block(PAGE, css).memory
    return Follower(memory, ranker=default_ranker(), thresholds=Thresholds(learn_from=1.1, none_odds=100.0))


def test_a_hint_is_asked_only_where_there_is_doubt() -> None:
    asked: list[int] = []

    def hint_for(number: int) -> None:
        asked.append(number)

    find_all([Follower.from_block(PAGE, ".shop"), Follower.from_block(PAGE, ".header")], PAGE, hint_for=hint_for)
    assert asked == []
    find_all([doubting(".header"), doubting(".shop")], news_page(price="5 €"), hint_for=hint_for)
    assert asked == [1]


def test_a_hint_speaks_against_candidates_elsewhere_and_raises_none() -> None:
    later = news_page(price="5 €", stories=("Fog",))
    row = select_row(later, css=".shop")
    for_it, against_it = ({"matched": frozenset({row})}, {"matched": frozenset({1})})
    alone, more, less = (
        find_all([doubting(".shop")], later, hint_for=None if parts is None else lambda _, p=parts: Hint(parts=p))[0]
        for parts in (None, for_it, against_it)
    )
    assert less.confidence < alone.confidence <= more.confidence
    assert more.gap >= alone.gap
