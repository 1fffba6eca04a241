from __future__ import annotations

from pagestrata.segmenting.refill.alignment import align
from pagestrata.segmenting.refill.fillings import Fillings
from pagestrata.segmenting.refill.places import find_places, shared
from pagestrata.segmenting.refill.source_atoms import read_atoms

URL = "http://site.test/"


def places(old: str, new: str, owners: dict[int, str]) -> list[str | None] | None:
    atoms = read_atoms(old.encode(), URL).atoms
    return find_places(align(atoms, read_atoms(new.encode(), URL).atoms), Fillings(owner=owners))


def test_what_comes_belongs_to_the_block_whose_element_is_around_it() -> None:
    old = "<ul><li>a</li><li>b</li></ul><p>c</p>"
    new = old.replace("</ul>", "<li>x</li></ul>")
    assert places(old, new, {0: "1", 1: "1", 2: "2"}) == ["1", "1", "1", "2"]


def test_what_comes_between_two_blocks_has_no_place() -> None:
    old = "<ul><li>a</li><li>b</li></ul><p>c</p>"
    assert places(old, old.replace("<p>", "<h2>x</h2><p>"), {0: "1", 1: "1", 2: "2"}) is None


def test_what_comes_where_only_hidden_things_are_is_hidden() -> None:
    old = "<p>a</p><p><i>b</i></p>"
    assert places(old, old + "<p><i>x</i></p>", {0: "1"}) == ["1", None, None]
    assert places(old, old + "<p><i>x</i></p>", {0: "1", 1: "1"}) == ["1", "1", "1"]
    mixed = "<ul><li>a</li><li>b</li></ul>"
    assert places(mixed, mixed.replace("</ul>", "<li>x</li></ul>"), {0: "1"}) is None


def test_how_many_elements_are_around_both() -> None:
    assert [shared(a, b) for a, b in (((1, 2, 3), (1, 2, 4)), ((1,), (1, 2)), ((), (1,)))] == [2, 1, 0]
