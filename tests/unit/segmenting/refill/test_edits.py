from __future__ import annotations

from pagestrata.model.blocks import Block, Image, Link
from pagestrata.segmenting.refill.alignment import align
from pagestrata.segmenting.refill.edits import LeafEdit, edited, find_edits
from pagestrata.segmenting.refill.fillings import Fillings
from pagestrata.segmenting.refill.source_atoms import Atom, Content, Kind, Picture

A, B, C = (Link(name, f"http://site.test/{name}") for name in "abc")


def edits(
    kind: Kind, old: list[Content], new: list[Content], shown: list[Link | Image], *, restyled: bool = False
) -> LeafEdit | None:
    """The edit of the one leaf '1' that holds all of these."""
    steps = align([Atom(kind, 1, content) for content in old], [Atom(kind, 1, content) for content in new])
    fillings = Fillings(elements=dict(enumerate(shown)))
    found = find_edits(steps, ["1"] * len(steps), fillings, restyled=restyled)
    return found.get("1") if found is not None else None


def test_links_are_replaced_added_and_dropped_in_their_order() -> None:
    edit = edits("link", [A, B], [A, C, B], [A, B])
    assert edit is not None
    assert edited((A, B), edit, Link) == [A, C, B]
    dropped = edits("link", [A, B, C], [A, C], [A, B, C])
    assert dropped is not None
    assert edited((A, B, C), dropped, Link) == [A, C]


def test_a_link_keeps_the_name_that_a_drawing_gave_it() -> None:
    edit = edits("link", [Link("", A.address)], [Link("", B.address)], [Link("drawn", A.address)])
    assert edit is not None
    assert edited((Link("drawn", A.address),), edit, Link) == [Link("drawn", B.address)]


def test_nobody_can_tell_which_picture_the_window_chooses() -> None:
    shown: list[Link | Image] = [Image("x", "a.png")]
    one = edits("image", [Picture("x", ("a.png",))], [Picture("x", ("b.png",))], shown)
    assert one is not None
    assert edited((Image("x", "a.png"),), one, Image) == [Image("x", "b.png")]
    assert edits("image", [Picture("x", ("a.png",))], [Picture("x", ("b.png", "c.png"))], shown) is None


def test_a_block_is_the_same_where_it_shares_a_telling_text_or_most_of_its_words() -> None:
    leaf = Block(ref="1", text="The council meets today at noon")
    assert LeafEdit(texts=["The council meets today at one"]).is_same(leaf)
    assert not LeafEdit(texts=["Rain in the north"]).is_same(leaf)
    kept = edits("text", ["The council meets", "at noon"], ["The council meets", "when it rains and snows"], [])
    assert kept is not None
    assert kept.is_same(leaf)
    assert kept.text == "The council meets when it rains and snows"
    assert LeafEdit(keeps_element=True).is_same(Block(ref="1", links=(A,)))
    assert not LeafEdit().is_same(Block(ref="1", links=(A,)))
