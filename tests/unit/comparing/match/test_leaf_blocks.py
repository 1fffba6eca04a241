"""Which old leaf block is which new one, step by step."""

from __future__ import annotations

from pagestrata.comparing.match.leaf_blocks import ACCEPT, ACCEPT_SAME_REF, MOST_HOLDERS, match_leaves
from pagestrata.comparing.match.matching import Outline
from pagestrata.model.blocks import Block
from trees import leaf, tree

TELLING = "words that nobody says by chance"


def _match(old, new):
    return match_leaves(Outline(old, which="old"), Outline(new, which="new"))


def _pairs(old, new):
    matching = _match(tree(*old), tree(*new))
    blocks, others = matching.old.blocks, matching.new.blocks
    assert {j: i for i, j in matching.partner_of_old.items()} == matching.partner_of_new
    assert matching.similarities.keys() == matching.partner_of_old.keys()
    return {blocks[i].ref: others[j].ref for i, j in matching.partner_of_old.items()}


def test_equal_blocks_stay_under_their_ref():
    same = [leaf("1", "x"), leaf("2", "x"), leaf("3")]
    assert _pairs(same, same) == {"1": "1", "2": "2", "3": "3"}


def test_equal_content_is_found_anywhere_in_document_order():
    assert _pairs(
        [leaf("1", "x"), leaf("2", "x"), leaf("3", "y")], [leaf("7", "y"), leaf("8", "x"), leaf("9", "x")]
    ) == {
        "1": "8",
        "2": "9",
        "3": "7",
    }


def test_empty_blocks_are_told_by_what_stands_around_them():
    assert _pairs([leaf("1", "x"), leaf("2")], [leaf("8", "x"), leaf("9")]) == {"1": "8", "2": "9"}
    assert "2" not in _pairs([leaf("1", "x"), leaf("2")], [leaf("9"), leaf("8", "x")])


def test_a_telling_text_under_the_same_ref_is_enough():
    matching = _match(tree(leaf("1", TELLING, ("a", "b", "c"))), tree(leaf("1", TELLING, ("x", "y", "z"))))
    assert matching.similarities == {0: ACCEPT_SAME_REF}


def test_blocks_that_share_no_content_are_no_match_for_one_ref():
    assert _pairs([leaf("1", "alpha beta gamma")], [leaf("1", "delta epsilon zeta")]) == {}


def test_a_changed_block_is_found_by_what_it_shares():
    old = [leaf("1", "a b c d e f g h"), leaf("2", "p q r s", ("one", "two"))]
    new = [leaf("8", "p q r z", ("one", "two")), leaf("9", "a b c d e f g z")]
    assert _pairs(old, new) == {"1": "9", "2": "8"}


def test_what_is_accepted_is_similar_enough():
    matching = _match(tree(leaf("1", "a b c d")), tree(leaf("9", "a b c z")))
    assert min(matching.similarities.values()) >= ACCEPT
    assert _pairs([leaf("1", "a b c d e f")], [leaf("9", "a u v w x y")]) == {}


def test_a_word_that_many_share_makes_no_candidate():
    old = [leaf("1", "the words of one")]
    few, many = (
        [leaf(f"n{n}", f"the words of {n}") for n in range(count)] for count in (MOST_HOLDERS, MOST_HOLDERS + 1)
    )
    assert len(_pairs(old, few)) == 1
    assert _pairs(old, many) == {}


def test_an_inner_block_is_no_partner_of_a_leaf():
    assert _pairs([leaf("1", "x")], [Block(ref="1", children=(leaf("1.1", "y"),))]) == {}


def test_most_of_the_links_under_the_same_ref_are_enough():
    names = ("a", "b", "c", "d", "e")
    assert _match(tree(leaf("1", "x", names)), tree(leaf("1", "y", names[:4]))).similarities == {0: 0.8}


def test_of_blocks_that_are_equally_alike_those_go_together_that_keep_their_order():
    def releases(*numbers):
        return [leaf(f"1.{n}", f"release {n} of the program is out, read more about it here") for n in numbers]

    assert _pairs(releases(61, 55, 42), releases(73, 68, 59)) == {"1.61": "1.73", "1.55": "1.68", "1.42": "1.59"}
