from judged_pages import block, numbers, page
from pagestrata.model.blocks import Link


def test_a_linked_item_whose_page_was_linked_before_is_known() -> None:
    link = (Link("A storm is coming", "/storm?from=top"),)
    old = page(block("1", "A storm is coming", links=(Link("A storm is coming", "/storm"),)))
    new = page(*old.blocks, block("2", "A storm is coming", x=900.0, links=link))
    found = numbers(old, new)
    assert (found["is linked"], found["link is known"]) == (1, 1)


def test_a_line_that_moved_is_said_to_have_moved() -> None:
    old = page(block("1", "first line", "second line"), block("2", "third line"))
    new = page(block("1", "first line"), block("2", "third line", "second line"))
    assert numbers(old, new)["moved"] == 1
