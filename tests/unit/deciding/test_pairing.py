from pagestrata.deciding.pairing import Pairing, pair_blocks
from pagestrata.model.blocks import OVERLAY_LAYER, Block, BlockTree
from pagestrata.model.deltas import Delta, Match


def page(**texts: str) -> BlockTree:
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
    found = pair_blocks(page(b1="news", b2="old"), page(b1="fresh", b2="news", b3="old"))
    assert told(found) == (["1=2", "2=3"], [], [], ["1"])


def test_equal_blocks_are_paired_first_with_first_and_each_once() -> None:
    found = pair_blocks(page(b1="more", b2="more", b3="more"), page(b4="more", b5="more"))
    assert told(found) == (["1=4", "2=5"], [], ["3"], [])


def test_without_a_delta_equal_refs_tell() -> None:
    found = pair_blocks(page(b1="a", b2="b"), page(b1="c", b3="d"))
    assert told(found) == ([], ["1>1"], ["2"], ["3"])


def test_the_matches_of_the_delta_come_before_equal_refs() -> None:
    delta = Delta(changes=(), matches=(Match("1", "2", 0.7),))
    found = pair_blocks(page(b1="a", b2="b"), page(b1="c", b2="d"), delta)
    assert told(found) == ([], ["1>2"], ["2"], ["1"])


def test_overlays_are_left_out() -> None:
    overlay = Block(ref="9", text="cookies", layer=OVERLAY_LAYER)
    tree = BlockTree(blocks=(Block(ref="1", text="a"), overlay, Block(ref="8", text="b", role="overlay")))
    assert told(pair_blocks(tree, page(b1="a"))) == (["1=1"], [], [], [])


def test_counts_and_differing_blocks_of_each_side() -> None:
    found = pair_blocks(page(b1="same", b2="b", b3="gone"), page(b1="same", b2="c", b4="new", b5="newer"))
    assert (found.old_count, found.new_count) == (3, 4)
    assert [block.text for block in found.old_differing()] == ["b", "gone"]
    assert [block.text for block in found.new_differing()] == ["c", "new", "newer"]
