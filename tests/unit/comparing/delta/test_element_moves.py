"""Elements that moved between blocks."""

from __future__ import annotations

from pagestrata.comparing.delta.apply import apply, invert
from pagestrata.comparing.vidiff import compare
from pagestrata.model.blocks import Block, Image, Link
from trees import page

STAYS = (Link("About us", "/about"), Link("Contact", "/contact"), Link("Imprint", "/imprint"))


def _block(ref, *links, images=()):
    return Block(ref=ref, links=(*STAYS, *links), images=images, text=f"a text that says which block this is: {ref}")


def _told(old, new):
    delta = compare(page(*old), page(*new))
    assert apply(delta, page(*old)) == page(*new)
    assert apply(invert(delta), page(*new)) == page(*old)
    return sorted((c.op, c.block, c.to_block, c.old, c.new) for c in delta.changes)


def test_what_left_one_block_and_came_to_another_has_moved():
    link = Link("News", "/news")
    told = _told([_block("1.1", link), _block("1.2")], [_block("1.1"), _block("1.2", link)])
    assert told == [("move", "1.1", "1.2", link, link)]


def test_a_link_and_an_image_that_are_equal_as_tuples_do_not_move_into_each_other():
    link, image = Link("News", "/news"), Image("News", "/news")
    told = _told([_block("1.1", link), _block("1.2")], [_block("1.1"), _block("1.2", images=(image,))])
    assert [op for op, *_ in told] == ["delete", "insert"]


def test_an_element_that_came_is_not_taken_for_the_new_address_of_one_that_was_renamed():
    mine, renamed, other = Link("Send", "/send?1"), Link("Share", "/send?1"), Link("Send", "/send?2")
    told = _told([_block("1.1", mine), _block("1.2", other)], [_block("1.1", other, renamed), _block("1.2")])
    assert told == [("move", "1.2", "1.1", other, other), ("update", "1.1", None, mine, renamed)]


def test_an_element_that_left_is_not_taken_for_the_old_address_of_one_that_was_renamed():
    mine, renamed, other = Link("Send", "/send?1"), Link("Share", "/send?1"), Link("Send", "/send?2")
    told = _told([_block("1.1", other, renamed), _block("1.2")], [_block("1.1", mine), _block("1.2", other)])
    assert told == [("move", "1.1", "1.2", other, other), ("update", "1.1", None, renamed, mine)]


def test_addresses_that_go_round_under_one_name_stay_updates():
    first, second, third = (Link("More", f"/{n}") for n in (1, 2, 3))
    told = _told([_block("1.1", first), _block("1.2", second)], [_block("1.1", second), _block("1.2", third)])
    assert told == [("update", "1.1", None, first, second), ("update", "1.2", None, second, third)]
