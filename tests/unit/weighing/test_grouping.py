from pagestrata.model.blocks import Block, BlockTree, Image, Link
from pagestrata.model.deltas import Change, Delta
from pagestrata.weighing.grouping import NEW, BlockChanges, changes_by_block, share_sentence

MENU = Block(ref="1.1", role="menu", links=(Link("a", "/a"), Link("b", "/b")))
STORY = Block(ref="1.2", role="article", text="words", images=(Image("i", "/i.png"),))
TREE = BlockTree(blocks=(Block(ref="1", children=(MENU, STORY)),))


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
