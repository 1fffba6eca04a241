"""Content changes by block: moved text is none, worth counts, noise is left out."""

from pagestrata.deciding.features.content_change import RENAMED, ContentChange, content_change, content_features
from pagestrata.deciding.features.places import Worth
from pagestrata.deciding.features.structural_features import structural_features
from pagestrata.judging.pairing import Pairing, pair_blocks
from pagestrata.model.blocks import Block, BlockTree, Image, Link
from pagestrata.model.deltas import Delta, Match


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
