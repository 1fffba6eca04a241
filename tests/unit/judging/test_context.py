"""Two versions side by side."""

from __future__ import annotations

import pytest

from judged_pages import block, page
from pagestrata.comparing.vidiff import compare
from pagestrata.deciding.decide import decide
from pagestrata.judging.context import Context, Pairing, bare_address, make_of, pair_blocks
from pagestrata.model.blocks import OVERLAY_LAYER, Block, BlockTree
from pagestrata.model.deltas import Delta, Match
from pagestrata.model.geometry import Box


def test_the_label_of_a_list_is_above_its_alike_items() -> None:
    items = [block(str(number), f"story {number}", width=300.0) for number in range(2, 6)]
    tree = page(block("1", "Most read", width=600.0), *items)
    assert Context(tree, tree).label_above(items[-1]) == "Most read"


def test_the_first_block_has_no_label() -> None:
    tree = page(block("1", "Title"))
    assert Context(tree, tree).label_above(tree.blocks[0]) == ""


def test_a_narrow_box_right_of_the_text_is_beside_it() -> None:
    text, box = block("1", "a long text " * 40), block("2", "a box", x=900.0, width=200.0)
    tree = page(text, box)
    context = Context(tree, tree)
    assert context.is_beside(box)
    assert not context.is_beside(text)


def test_items_of_one_list_are_made_alike() -> None:
    assert make_of(block("1", "one")) == make_of(block("7", "another")) != make_of(block("1", "one", role="menu"))


def test_a_document_is_known_without_what_differs_from_visit_to_visit() -> None:
    assert bare_address("https://a.test/x/?sid=1#top") == bare_address("http://a.test/x")


def refs(**texts: str) -> BlockTree:
    """Leaf blocks by ref; 'b1' stands for the ref 1."""
    return BlockTree(blocks=tuple(Block(ref=name[1:], text=text) for name, text in texts.items()))


def told(pairing: Pairing) -> tuple[list[str], list[str], list[str], list[str]]:
    return (
        [f"{old.ref}={new.ref}" for old, new in pairing.equal],
        [f"{old.ref}>{new.ref}" for old, new in pairing.changed],
        [block.ref for block in pairing.deleted],
        [block.ref for block in pairing.inserted],
    )


def test_equal_content_belongs_together_wherever_it_stands() -> None:
    found = pair_blocks(refs(b1="news", b2="old"), refs(b1="fresh", b2="news", b3="old"))
    assert told(found) == (["1=2", "2=3"], [], [], ["1"])


def test_equal_blocks_are_paired_first_with_first_and_each_once() -> None:
    found = pair_blocks(refs(b1="more", b2="more", b3="more"), refs(b4="more", b5="more"))
    assert told(found) == (["1=4", "2=5"], [], ["3"], [])


def test_without_a_delta_equal_refs_tell() -> None:
    found = pair_blocks(refs(b1="a", b2="b"), refs(b1="c", b3="d"))
    assert told(found) == ([], ["1>1"], ["2"], ["3"])


def test_the_matches_of_the_delta_come_before_equal_refs() -> None:
    delta = Delta(changes=(), matches=(Match("1", "2", 0.7),))
    found = pair_blocks(refs(b1="a", b2="b"), refs(b1="c", b2="d"), delta)
    assert told(found) == ([], ["1>2"], ["2"], ["1"])


def test_overlays_are_left_out() -> None:
    overlay = Block(ref="9", text="cookies", layer=OVERLAY_LAYER)
    tree = BlockTree(blocks=(Block(ref="1", text="a"), overlay, Block(ref="8", text="b", role="overlay")))
    assert told(pair_blocks(tree, refs(b1="a"))) == (["1=1"], [], [], [])


def test_counts_and_differing_blocks_of_each_side() -> None:
    found = pair_blocks(refs(b1="same", b2="b", b3="gone"), refs(b1="same", b2="c", b4="new", b5="newer"))
    assert (found.old_count, found.new_count) == (3, 4)
    assert [block.text for block in found.old_differing()] == ["b", "gone"]
    assert [block.text for block in found.new_differing()] == ["c", "new", "newer"]


FIRST = "The council met on Monday to speak about the bridge over the river and its cost to the town"
SECOND = "The mayor asked engineers for three plans and wants a decision before the long summer break"
LAST = "Imprint and contact of the paper in the old market street of the town"


def stacked(*texts: str) -> BlockTree:
    leaves = tuple(
        Block(ref=f"1.{place + 1}", text=text, role="article", box=Box(0.0, 100.0 * place, 800.0, 100.0))
        for place, text in enumerate(texts)
    )
    return BlockTree(blocks=(Block(ref="1", children=leaves, box=Box(0.0, 0.0, 800.0, 800.0)),))


@pytest.mark.parametrize("joined", [f"{FIRST} {SECOND}", f"{SECOND} {FIRST}"])
@pytest.mark.parametrize("is_split", [False, True])
def test_blocks_that_were_joined_or_divided_say_the_same(joined: str, is_split: bool) -> None:
    old, new = stacked(FIRST, SECOND, LAST), stacked(joined, LAST)
    if is_split:
        old, new = new, old
    pairing = pair_blocks(old, new, compare(old, new))
    assert (pairing.changed, pairing.deleted, pairing.inserted) == ((), (), ())
    assert [one.op for one in pairing.regrouped] == ["split" if is_split else "merge"]


def test_what_changed_in_joined_blocks_is_found_in_their_words() -> None:
    old, new = stacked(FIRST, SECOND, LAST), stacked(f"{FIRST} {SECOND.replace('three', 'four')}", LAST)
    decision = decide(old, new, delta=compare(old, new))
    assert decision.reasons[0] == "Kept: 'three' became 'four' in the article"
    assert "the article was joined with another" in decision.reasons


def test_a_moved_block_is_reported_as_moved_and_keeps_nothing() -> None:
    old, new = stacked(FIRST, SECOND, LAST), stacked(SECOND, FIRST, LAST)
    decision = decide(old, new, delta=compare(old, new), strict=True)
    assert decision.similar
    assert decision.reasons[0] == "Skipped: too little changed: the first story moved"
    assert decide(old, new, delta=compare(old, new), importance={"article": 1.0}).probability == 1.0
