from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from captures import capture
from pagestrata.errors import ArchiveError
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.store.objects.layouts import cut, join

LONG = "a paragraph that is long enough to be worth an object of its own"


def test_the_layout_has_a_place_for_every_block() -> None:
    taken, tree = capture([LONG, LONG + " two"], picture=False)
    document = cut(taken.dom, taken.nodes, tree)
    assert [LONG.encode() in content for content in document.slices] == [True, True]
    assert LONG.encode() not in document.layout
    assert document.owners == (0, 1)
    assert join(document.layout, document.slices) == taken.dom


def test_a_changed_block_leaves_the_layout_as_it_is() -> None:
    old, new = capture([LONG, "one"], picture=False), capture([LONG, "two"], picture=False)
    first, second = cut(old[0].dom, old[0].nodes, old[1]), cut(new[0].dom, new[0].nodes, new[1])
    assert first.layout == second.layout
    assert first.slices[0] == second.slices[0]


@given(
    st.text(alphabet=st.characters(), min_size=60, max_size=400),
    st.lists(st.tuples(st.integers(-1, 400), st.integers(-1, 420)), max_size=12),
)
def test_any_document_cut_anywhere_comes_back(dom: str, spans: list[tuple[int, int]]) -> None:
    taken, _ = capture(["x"] * max(1, len(spans)), picture=False)
    assert taken.nodes is not None
    blocks = []
    for number, (start, end) in enumerate(spans):
        row = 2 + 2 * number
        taken.nodes.dom_start[row], taken.nodes.dom_end[row] = start, end
        blocks.append(Block(ref=f"{number + 1}", rows=(row, 9999)))
    document = cut(dom, taken.nodes, BlockTree(blocks=tuple(blocks)))
    assert join(document.layout, document.slices) == dom


def test_an_inner_block_is_cut_out_of_an_outer_one() -> None:
    taken, tree = capture([LONG, LONG + " two"], picture=False)
    assert taken.nodes is not None
    taken.nodes.dom_start[1], taken.nodes.dom_end[1] = 50, len(taken.dom)
    outer = Block(ref="2", rows=(1,))
    document = cut(taken.dom, taken.nodes, replace(tree, blocks=(outer, *tree.blocks)))
    assert document.owners == (1, 2)


def test_a_page_without_rows_is_all_layout() -> None:
    document = cut("<p>text</p>", None, BlockTree(blocks=()))
    assert document.layout == b"\n<p>text</p>"
    assert join(document.layout, ()) == "<p>text</p>"


def test_blocks_that_do_not_fit_their_layout_are_an_archive_error() -> None:
    with pytest.raises(ArchiveError, match="2 places for 1 blocks; run `pagestrata verify`"):
        join(b"1,2\nabc", [b"x"])
