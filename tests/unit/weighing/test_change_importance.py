"""E of paper 1 §6: the worked example, its laws, and what a person is told about it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.errors import UsageError
from pagestrata.model.blocks import Block, BlockTree, Image, Link
from pagestrata.model.deltas import Change, Delta
from pagestrata.model.geometry import Box
from pagestrata.weighing.change_importance import (
    NEW,
    BlockChanges,
    OperationWeights,
    changes_by_block,
    share_sentence,
    weigh,
)

PAPER_IMPORTANCE = {"1": 0.1, "2.1": 0.2, "2.2": 0.4, "3": 0.2, "4": 0.1}


MENU = Block(ref="1.1", role="menu", links=(Link("a", "/a"), Link("b", "/b")))
STORY = Block(ref="1.2", role="article", text="words", images=(Image("i", "/i.png"),))
TREE = BlockTree(blocks=(Block(ref="1", children=(MENU, STORY)),))


def link(number: int) -> Link:
    return Link(name=f"name {number}", address=f"http://site.test/{number}")


def image(number: int) -> Image:
    return Image(name=f"picture {number}", address=f"http://site.test/{number}.png")


def paper_tree() -> BlockTree:
    """The page of Example 1: B1 has one text, B2.2 two links, B3 four images."""
    inner = (Block(ref="2.1", text="menu"), Block(ref="2.2", links=(link(1), link(2))))
    return BlockTree(
        blocks=(
            Block(ref="1", text="the old text"),
            Block(ref="2", children=inner),
            Block(ref="3", images=tuple(image(i) for i in range(4))),
            Block(ref="4", text="imprint"),
        )
    )


def paper_delta() -> Delta:
    changes = [Change(op="update", element="text", block="1", old="the old text", new="the new text")]
    changes += [Change(op="insert", element="link", block="2.2", new=link(i)) for i in range(3, 7)]
    changes += [Change(op="delete", element="image", block="3", old=image(i)) for i in range(2)]
    return Delta(changes=tuple(changes))


def test_worked_example_of_the_paper() -> None:
    weights = weigh(paper_tree(), paper_delta(), block_importance=PAPER_IMPORTANCE)
    assert weights.total == pytest.approx(0.1 + 0.4 * 4 / 6 + 0.2 * 0.8 * 2 / 4)
    assert round(weights.total, 4) == 0.4467
    assert {share.block: round(share.share, 4) for share in weights.shares} == {"1": 0.1, "2.2": 0.2667, "3": 0.08}


def test_importance_carried_by_the_blocks_is_used() -> None:
    tree = BlockTree(blocks=(Block(ref="1", text="a", importance=0.25), Block(ref="2", text="b", importance=0.75)))
    delta = Delta(changes=(Change(op="update", element="text", block="2", old="b", new="c"),))
    assert weigh(tree, delta).total == pytest.approx(0.75)


def test_change_importances_add_up_to_the_shares_and_the_total() -> None:
    weights = weigh(paper_tree(), paper_delta(), block_importance=PAPER_IMPORTANCE)
    assert sum(weights.change_importance) == pytest.approx(weights.total)
    assert sum(share.share for share in weights.shares) == pytest.approx(weights.total)
    assert weights.change_importance[1] == pytest.approx(0.4 / 6)


def test_two_operations_and_two_element_types_in_one_block_are_averaged() -> None:
    tree = BlockTree(blocks=(Block(ref="1", text="old words", links=(link(1), link(2))),))
    changes = (
        Change(op="update", element="text", block="1", old="old words", new="new words"),
        Change(op="delete", element="link", block="1", old=link(1)),
    )
    weights = weigh(tree, Delta(changes=changes), block_importance={"1": 1.0})
    assert weights.total == pytest.approx(1 / 2 * (1.0 * 1 / 2 * 1 / 1 + 0.8 * 1 / 2 * 1 / 2))


def test_nothing_changed_weighs_nothing() -> None:
    weights = weigh(paper_tree(), Delta(changes=()), block_importance=PAPER_IMPORTANCE)
    assert (weights.total, weights.shares, weights.change_importance) == (0.0, (), ())


def test_deleting_a_container_counts_in_each_of_its_leaves() -> None:
    tree = paper_tree()
    delta = Delta(changes=(Change(op="delete", element="block", block="2", old=tree.blocks[1]),))
    weights = weigh(tree, delta, block_importance=PAPER_IMPORTANCE)
    assert {share.block for share in weights.shares} == {"2.1", "2.2"}
    assert weights.total == pytest.approx(0.8 * (0.2 + 0.4))


def test_an_inserted_block_joins_the_others() -> None:
    box = Box(100.0, 100.0, 800.0, 400.0)
    old = Block(ref="1", text="word " * 50, role="article", box=box)
    new = Block(ref="1", text="news " * 50, role="article", box=box)
    tree = BlockTree(blocks=(old,), viewport=(1366, 768), page_size=(1366.0, 768.0))
    weights = weigh(tree, Delta(changes=(Change(op="insert", element="block", block="1", new=new),)))
    assert 0.3 < weights.total < 0.7
    assert sum(weights.block_importance.values()) == pytest.approx(1.0)
    assert "new block 1" in weights.shares[0].reason


def test_a_merge_counts_in_all_the_blocks_it_joins() -> None:
    tree = paper_tree()
    joined = (tree.blocks[0], tree.blocks[3])
    delta = Delta(changes=(Change(op="merge", element="block", block="1", to_block="1", old=joined),))
    weights = weigh(tree, delta, block_importance=PAPER_IMPORTANCE)
    assert {share.block for share in weights.shares} == {"1", "4"}
    assert weights.total == pytest.approx(0.1 * (0.1 + 0.1))


def test_a_restyle_weighs_little() -> None:
    tree = BlockTree(blocks=(Block(ref="1", text="a"),))
    delta = Delta(changes=(Change(op="update", element="style", block="1"),))
    assert weigh(tree, delta, block_importance={"1": 1.0}).total == pytest.approx(0.1)


def test_every_share_has_a_sentence() -> None:
    weights = weigh(paper_tree(), paper_delta(), block_importance=PAPER_IMPORTANCE)
    assert weights.shares[0].reason == "block 2.2 (importance 0.40): 4 links inserted, 67 % of it changed"


def test_weights_per_operation_and_element_are_configurable() -> None:
    settings = OperationWeights(pairs={("insert", "link"): 0.5})
    weights = weigh(paper_tree(), paper_delta(), block_importance=PAPER_IMPORTANCE, settings=settings)
    assert weights.total == pytest.approx(0.1 + 0.5 * 0.4 * 4 / 6 + 0.2 * 0.8 * 2 / 4)


def test_a_weight_outside_0_to_1_is_refused() -> None:
    with pytest.raises(UsageError, match="must lie in 0 to 1; correct the settings"):
        OperationWeights(pairs={("insert", "link"): 2.0})


changes = st.builds(
    Change,
    op=st.sampled_from(["insert", "delete", "update", "move"]),
    element=st.sampled_from(["link", "image", "text", "block", "style"]),
    block=st.sampled_from(["1", "2", "2.1", "2.2", "3", "4", "9"]),
)


@given(st.lists(changes, max_size=12))
def test_the_total_stays_between_0_and_1(some: list[Change]) -> None:
    weights = weigh(paper_tree(), Delta(changes=tuple(some)), block_importance=PAPER_IMPORTANCE)
    assert 0.0 <= weights.total <= 1.0 + 1e-9
    assert sum(weights.change_importance) == pytest.approx(weights.total)


def grouped(*changes: Change) -> dict[str, list[int]]:
    found = changes_by_block(TREE, Delta(changes=changes))
    return {key: [index for index, _ in entry.changes] for key, entry in found.items()}


def test_changes_go_to_the_leaf_they_happened_in() -> None:
    text = Change(op="update", element="text", block="1.2", old="words", new="other")
    link = Change(op="delete", element="link", block="1.1", old=MENU.links[0])
    assert grouped(text, link, text) == {"1.2": [0, 2], "1.1": [1]}


def test_a_change_of_a_whole_block_belongs_to_every_leaf_in_it() -> None:
    assert grouped(Change(op="move", element="block", block="1", to_block="2")) == {"1.1": [0], "1.2": [0]}


def test_an_inserted_block_is_not_mixed_up_with_the_old_block_of_the_same_ref() -> None:
    inside = Block(ref="1.2", text="new")
    insert = Change(op="insert", element="block", block="1", new=Block(ref="1", children=(inside,)))
    update = Change(op="update", element="text", block="1.2", old="words", new="other")
    assert grouped(insert, update) == {NEW + "1.2": [0], "1.2": [1]}
    entry = changes_by_block(TREE, Delta(changes=(insert,)))[NEW + "1.2"]
    assert entry.is_new
    assert (entry.block, entry.count_of("text")) == (inside, 0)


def test_a_merge_belongs_to_all_the_blocks_it_joins() -> None:
    assert grouped(Change(op="merge", element="block", block="1.1", old=(MENU, STORY))) == {"1.1": [0], "1.2": [0]}


def test_a_change_in_a_block_nobody_knows_is_kept_as_new() -> None:
    assert grouped(Change(op="update", element="text", block="9")) == {NEW + "9": [0]}


def test_elements_are_counted_as_the_paper_does() -> None:
    menu, story = BlockChanges(block=MENU), BlockChanges(block=STORY)
    elements = ("link", "image", "text", "block", "style")
    assert [menu.count_of(element) for element in elements] == [2, 0, 0, 1, 1]
    assert [story.count_of(element) for element in elements] == [0, 1, 1, 1, 1]


def test_sentences_name_block_operations_and_noise() -> None:
    update = Change(op="update", element="text", block="1.2")
    insert = Change(op="insert", element="link", block="1.2")
    entry = BlockChanges(block=STORY, changes=[(0, update), (1, insert), (2, insert)])
    told = share_sentence("1.2", entry, importance=0.4, amount=0.67, quiet=1, note="often changes")
    assert told == (
        "block 1.2 (article, importance 0.40): 2 links inserted, 1 text updated, 67 % of it changed; "
        "1 of them dates or counters; often changes"
    )
    alone = BlockChanges(block=None, is_new=True, changes=[(0, update)])
    told = share_sentence(NEW + "9", alone, importance=0.0, amount=3.0, quiet=1)
    assert told == "new block 9 (importance 0.00): 1 text updated, 100 % of it changed; only dates or counters"
