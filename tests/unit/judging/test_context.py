from judged_pages import block, page
from pagestrata.judging.context import Context, bare_address, make_of


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
