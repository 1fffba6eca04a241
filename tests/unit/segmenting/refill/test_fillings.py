from __future__ import annotations

import time

from pagestrata.model.blocks import Block, BlockTree, Link
from pagestrata.segmenting.refill.fillings import Fillings, find_fillings
from pagestrata.segmenting.refill.source_atoms import read_atoms

URL = "http://site.test/"


def fillings(page: str, *leaves: Block) -> tuple[list[str], Fillings]:
    atoms = read_atoms(page.encode(), URL).atoms
    return [str(atom.content) for atom in atoms], find_fillings(BlockTree(blocks=leaves, url=URL), atoms)


def test_equal_texts_belong_to_blocks_in_their_order() -> None:
    page = "<p>more</p><p>one</p><p>more</p>"
    _, found = fillings(page, Block(ref="1", text="more"), Block(ref="2", text="one more"))
    assert found.owner == {0: "1", 1: "2", 2: "2"}
    assert not found.built_by_scripts


def test_hidden_texts_are_passed_over() -> None:
    _, found = fillings("<p>one</p><p>hidden</p><p>two</p>", Block(ref="1", text="one two"))
    assert found.owner == {0: "1", 2: "1"}


def test_what_the_source_does_not_say_was_made_by_scripts() -> None:
    _, found = fillings(
        "<p>one</p>", Block(ref="1", text="one"), Block(ref="2", text="now"), Block(ref="3", text="one two")
    )
    assert found.built_by_scripts == {"2", "3"}


def test_links_belong_to_the_nearest_block_that_has_them() -> None:
    link = Link("x", URL + "a")
    page = "<p>one <a href=a>x</a></p><p>two <a href=a>x</a></p>"
    leaves = Block(ref="1", text="one x", links=(link,)), Block(ref="2", text="two x", links=(link,))
    names, found = fillings(page, *leaves)
    assert [found.owner[n] for n in range(len(names))] == ["1", "1", "1", "2", "2", "2"]


def test_a_page_of_one_word_is_given_up_before_it_takes_long() -> None:
    """Each of thousands of places fits almost to the end: what is not found in time counts as made by scripts."""
    page = "<b>1</b> " * 6_000
    begin = time.process_time()
    _, found = fillings(page, Block(ref="1", text="1 " * 5_999 + "2"), Block(ref="2", text="1"))
    assert "1" in found.built_by_scripts
    assert time.process_time() - begin < 5.0
