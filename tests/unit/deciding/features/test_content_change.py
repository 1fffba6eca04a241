"""Content changes by block: moved text is none, worth counts, noise is left out."""

from collections import Counter

import pytest
from hypothesis import given, settings

from pagestrata.deciding.features.content_change import (
    ALIKE,
    LEAST_WORTH,
    PLACES,
    RENAMED,
    ContentChange,
    Worth,
    content_change,
    content_features,
    longest_run,
    structural_features,
    telling_words,
    worth_of,
)
from pagestrata.judging.context import Pairing, pair_blocks
from pagestrata.model.blocks import Block, BlockTree, Image, Link
from pagestrata.model.deltas import Delta, Match
from pagestrata.model.geometry import Box
from trees import block_trees, leaf, page


def tree(*blocks: Block) -> BlockTree:
    return BlockTree(blocks=blocks)


def compared(old: BlockTree, new: BlockTree) -> tuple[Pairing, ContentChange]:
    pairing = pair_blocks(old, new)
    full = Worth(words=1.0, titles=1.0)
    return pairing, content_change(pairing, {id(leaf): full for side in (old, new) for leaf in side.leaves()})


def test_text_that_moved_between_blocks_is_no_change() -> None:
    old = tree(Block(ref="1", text="one two three"), Block(ref="2", text="four"))
    new = tree(Block(ref="1", text="four three"), Block(ref="2", text="two one"))
    _, change = compared(old, new)
    assert (change.words_added, change.words_removed) == (0, 0)


def test_words_are_counted_where_they_stand() -> None:
    old = tree(Block(ref="1", text="a quiet day"))
    new = tree(Block(ref="1", text="a quiet day"), Block(ref="2", text="a loud night follows"))
    _, change = compared(old, new)
    assert [(part.block.ref, part.count) for part in change.added] == [("2", 3)]  # 'a' is too short to tell anything
    assert change.words_removed == 0


def test_case_and_punctuation_are_no_change() -> None:
    _, change = compared(tree(Block(ref="1", text="Susan's list")), tree(Block(ref="1", text="SUSAN???s List!")))
    assert (change.words_added, change.words_removed) == (0, 0)


def test_new_linked_titles_are_found_once() -> None:
    link = Link(name="Bridge to be rebuilt soon", address="/a")
    old = tree(Block(ref="1", text="x"))
    new = tree(Block(ref="1", text="x y", links=(link, link, Link(name="more", address="/b"))))
    _, change = compared(old, new)
    assert change.new_headlines == (("Bridge to be rebuilt soon", 1.0),)


def test_a_renamed_link_is_worth_less_than_a_new_item() -> None:
    old = tree(Block(ref="1", text="x", links=(Link(name="The old title here", address="/a"),)))
    new = tree(Block(ref="1", text="y", links=(Link(name="The new title here", address="/a"),)))
    pairing, change = compared(old, new)
    assert change.new_headlines == (("The new title here", RENAMED),)
    assert content_features(change, pairing, {})["a linked title came or went"] == RENAMED


def test_a_title_counts_where_it_is_worth_most_and_one_that_went_like_one_that_came() -> None:
    link = Link(name="Bridge to be rebuilt soon", address="/a")
    menu, list_ = Block(ref="1", text="menu", links=(link,)), Block(ref="2", text="list", links=(link,))
    pairing = pair_blocks(tree(menu, list_), tree(Block(ref="9", text="other")))
    worths = {id(menu): Worth(words=0.3, titles=0.1), id(list_): Worth(words=1.0, titles=1.0)}
    change = content_change(pairing, worths)
    assert change.lost_headlines == ((link.name, 1.0),)
    assert content_features(change, pairing, {})["a linked title came or went"] == 1.0


def test_a_run_of_words_counts_by_the_worth_of_its_place() -> None:
    old, new = tree(Block(ref="1", text="x")), tree(Block(ref="1", text="seven quite different new words stand here"))
    pairing = pair_blocks(old, new)
    (block,) = new.leaves()

    def run(words: float) -> float:
        found = content_change(pairing, {id(block): Worth(words=words, titles=1.0)})
        return content_features(found, pairing, {})["longest run of words changed, by worth"]

    assert 0.0 < run(0.3) < run(1.0)


def test_pictures_that_came_or_went() -> None:
    old = tree(Block(ref="1", images=(Image("", "/a.png"), Image("", "/b.png"))))
    new = tree(Block(ref="1", images=(Image("", "/b.png"), Image("", "/c.png"))))
    assert compared(old, new)[1].pictures == 2.0


def test_equal_pages_have_zero_features_of_change() -> None:
    page = tree(Block(ref="1", text="one two"), Block(ref="2", text="three", links=(Link("three", "/3"),)))
    pairing, change = compared(page, page)
    shares = {id(leaf): 0.5 for leaf in page.leaves()}
    assert set(content_features(change, pairing, shares).values()) == {0.0}


def test_there_are_25_structural_features() -> None:
    page = tree(Block(ref="1", text="one two"))
    assert len(structural_features(page, page, pair_blocks(page, page))) == 25


def test_a_delta_says_which_blocks_belong_together() -> None:
    old, new = tree(Block(ref="1", text="a b c")), tree(Block(ref="7", text="a b d"))
    assert pair_blocks(old, new).deleted
    delta = Delta(changes=(), matches=(Match(old="1", new="7", similarity=0.6),))
    assert [(a.ref, b.ref) for a, b in pair_blocks(old, new, delta).changed] == [("1", "7")]


def test_equal_blocks_are_paired_first_with_first() -> None:
    old = tree(Block(ref="1", text="same"), Block(ref="2", text="same"), Block(ref="3", text="gone"))
    new = tree(Block(ref="5", text="same"), Block(ref="6", text="same"))
    pairing = pair_blocks(old, new)
    assert [(a.ref, b.ref) for a, b in pairing.equal] == [("1", "5"), ("2", "6")]
    assert [block.ref for block in pairing.deleted] == ["3"]


def test_east_asian_text_is_compared_character_by_character() -> None:
    _, change = compared(tree(Block(ref="1", text="今日の天気は晴れ")), tree(Block(ref="1", text="今日の天気は雨")))
    assert change.words_added == 1
    assert change.words_removed == 2


def block(role: str, ref: str = "1") -> Block:
    return Block(ref=ref, role=role, text="some words", box=Box(0, 0, 100, 100))


@pytest.mark.parametrize("role", ["article", "other", "link list", "table", "comments"])
def test_content_counts_in_full_whatever_it_is_made_of(role: str) -> None:
    assert worth_of(block(role)) == Worth(words=1.0, titles=1.0)
    assert worth_of(block(role)).is_content


@pytest.mark.parametrize("role", sorted(set(PLACES) - {"sidebar"}))
def test_the_frame_counts_little_but_never_nothing(role: str) -> None:
    worth = worth_of(block(role))
    assert LEAST_WORTH < worth.words < 0.6
    assert worth.titles == PLACES[role]
    assert not worth.is_content


def test_a_new_sentence_is_a_long_run_and_scattered_corrections_are_not() -> None:
    surplus = Counter(["four", "new", "words", "here"])
    assert longest_run(["old", "four", "new", "words", "here", "old"], surplus) == 4
    scattered = ["four", "old", "old", "old", "new", "old", "old", "old", "words", "old", "old", "old", "here"]
    assert longest_run(scattered, surplus) == 1
    assert longest_run(["old"], surplus) == 0


def test_a_word_counts_only_as_often_as_it_is_surplus() -> None:
    surplus = Counter({"new": 2})
    assert longest_run(["new"] * 5, surplus) == 2
    assert surplus == Counter({"new": 2})


def test_short_words_tell_nothing_but_numbers_and_characters_do() -> None:
    assert telling_words("It is a 5 to DE 雨") == ["5", "雨"]


def test_a_run_bridges_two_known_words_and_not_three() -> None:
    surplus = Counter(("new", "bridge", "opens"))
    assert longest_run(["new", "the", "old", "bridge", "opens"], surplus) == 3
    assert longest_run(["new", "the", "old", "grey", "bridge", "opens"], surplus) == 2


def features(old: BlockTree, new: BlockTree) -> dict[str, float]:
    return structural_features(old, new, pair_blocks(old, new))


@settings(max_examples=20)
@given(block_trees(deepest=2))
def test_two_equal_versions_are_alike_in_everything(tree: BlockTree) -> None:
    found = features(tree, tree)
    assert {name for name, value in found.items() if value == 1.0} == ALIKE
    assert {value for name, value in found.items() if name not in ALIKE} == {0.0}


def test_identical_nodes_are_those_of_the_same_hash() -> None:
    old = page(leaf("1.1", "same"), leaf("1.2", "same"), leaf("1.3", links=("a",)), leaf("1.4", "went"))
    new = page(leaf("1.1", "same"), leaf("1.2", "came"), leaf("1.3", links=("a",)), leaf("1.5", "a"))
    for before, after in ((old, new), (new, old), (old, old)):
        found = features(before, after)
        hashes = [Counter(block.id for block in tree.walk()) for tree in (before, after)]
        shared = (hashes[0] & hashes[1]).total()
        assert found["identical nodes, of the old"] == shared / hashes[0].total()
        assert found["identical nodes, of the new"] == shared / hashes[1].total()


def test_there_are_as_many_as_in_the_paper() -> None:
    assert len(features(page(), page())) == 25


def test_link_addresses_count_apart_from_their_names() -> None:
    found = features(page(leaf("1.1", links=("a", "b"))), page(leaf("1.1", links=("a", "c", "d"))))
    assert found["Jaccard of links"] == found["Jaccard of link addresses"] == pytest.approx(1 / 4)
    found = features(page(leaf("1.1", links=("a",))), page(leaf("1.1", links=("a", "b"))))
    assert (found["old links contain the new"], found["new links contain the old"]) == (0.0, 1.0)


def test_operations_are_counted_and_set_against_the_size_of_the_page() -> None:
    old = page(leaf("1.1", "same"), leaf("1.2", "before"), leaf("1.3", "gone"))
    new = page(leaf("1.1", "same"), leaf("1.2", "after"))
    found = features(old, new)
    assert (found["inserts"], found["deletes"], found["updates"]) == (0.0, 1 / 4, 1 / 4)
    assert found["deletes per leaf, larger version"] == pytest.approx(1 / 3)
    assert found["updates per node, larger version"] == pytest.approx(1 / 4)
    assert found["operations per leaf, smaller version"] == pytest.approx(2 / 2)
    assert found["difference in leaves"] == pytest.approx(1 / 3)
    assert found["identical leaves, of the old"] == pytest.approx(1 / 3)
    assert found["identical leaves, of the new"] == pytest.approx(1 / 2)
    assert found["same structure"] == 0.0


def test_an_overlay_changes_neither_links_nor_structure() -> None:
    old = page(leaf("1.1", "same"))
    new = BlockTree(blocks=(*old.blocks, leaf("2", "cookies", links=("yes",), layer="overlay")))
    found = features(old, new)
    assert found["same structure"] == found["Jaccard of links"] == found["identical leaves, of both"] == 1.0
    assert found["inserts"] == 0.0


def test_features_stay_finite_against_an_empty_page() -> None:
    found = features(BlockTree(blocks=()), page(*[leaf(f"1.{i}", f"text {i}") for i in range(30)]))
    assert all(0.0 <= value <= 4.0 for value in found.values())
