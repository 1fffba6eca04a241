from __future__ import annotations

from pagestrata.comparing.match.matching import Matching
from pagestrata.comparing.outline import Outline
from trees import leaf, page


def _matching(*new):
    old = page(leaf("1.1", "a"), leaf("1.2", "b"))
    return Matching(Outline(old, which="old"), Outline(page(*new), which="new"))


def test_partners_are_known_from_both_sides_until_they_part():
    matching = _matching(leaf("1.1", "a"), leaf("1.2", "b"))
    matching.join(1, 2, 0.7)
    assert matching.partner_of_old == {1: 2}
    assert matching.partner_of_new == {2: 1}
    assert matching.similarities == {1: 0.7}
    matching.part(1)
    assert matching.partner_of_old == matching.partner_of_new == matching.similarities == {}


def test_only_everything_in_its_old_place_is_the_identity():
    same = _matching(leaf("1.1", "a"), leaf("1.2", "c"))
    for number in range(3):
        assert not same.is_identity()
        same.join(number, number, 1.0)
    assert same.is_identity()
    renumbered = _matching(leaf("1.1", "a"), leaf("1.3", "b"))
    for number in range(3):
        renumbered.join(number, number, 1.0)
    assert not renumbered.is_identity()
