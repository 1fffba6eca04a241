"""Signs: spelt in one line and read again, and held to their stretch when the text around them changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from pagestrata.comparing.vidiff import compare
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.signs import Sign, joined_signs, moved_signs, signs_from_words, signs_to_words
from trees import block_trees

TEXT = "Read 1204 times, updated at 09:43"
VIEWS, TIME = Sign("counter", 5, 9), Sign("updated", 28, 33)


def test_signs_are_spelt_in_one_line_and_read_again() -> None:
    signs = (Sign("related"), VIEWS)
    assert signs_to_words(signs) == "related counter:5-9"
    assert signs_from_words("related counter:5-9") == signs


def test_signs_of_a_later_version_of_the_program_are_left_out_and_nonsense_is_refused() -> None:
    assert signs_from_words("hologram:1-2 price") == (Sign("price"),)
    with pytest.raises(ValueError, match="invalid literal"):
        signs_from_words("price:x-y")


def test_a_stretch_moves_with_the_words_before_it_and_grows_with_its_own() -> None:
    new = "Clicked 11,204 times, updated at 10:02"
    moved = moved_signs((Sign("article"), VIEWS, TIME), TEXT, new)
    assert [new[one.start : one.end] for one in moved] == [new, "11,204", "10:02"]
    assert moved[0].is_whole


def test_nothing_is_known_of_a_stretch_whose_end_was_rewritten_with_what_stands_beside_it() -> None:
    assert moved_signs((VIEWS,), TEXT, "Read never, updated at 09:43") == ()


def test_the_signs_of_joined_texts_hold_for_their_own_part() -> None:
    signs = joined_signs([("Most read", (Sign("related"),)), (TEXT, (VIEWS,))])
    joined = f"Most read {TEXT}"
    assert [joined[one.start : one.end] for one in signs] == ["Most read", "1204"]


@given(block_trees())
def test_other_signs_are_no_other_content(tree: BlockTree) -> None:
    """Law: renamed classes change no hash, no equality and no delta."""
    renamed = _signed(tree)
    assert renamed == tree
    assert [block.id for block in renamed.walk()] == [block.id for block in tree.walk()]
    assert compare(tree, renamed) == compare(tree, tree)


def _signed(tree: BlockTree) -> BlockTree:
    def signed(block: Block) -> Block:
        return replace(block, signs=(Sign("advert"), Sign("price", 0, 1)), children=tuple(map(signed, block.children)))

    return replace(tree, blocks=tuple(map(signed, tree.blocks)))
