import dataclasses

import pytest

from pagestrata.model.blocks import Image, Link
from pagestrata.model.deltas import Change, Children, Delta, Details, Match, Order, Patch

CHANGE = Change(op="insert", element="link", block="1.2", new=Link("a", "http://a/"), new_index=3)


def test_a_delta_is_true_only_when_a_person_would_name_a_change() -> None:
    reordered = Patch(orders=(Order(block="1", element="link", order=(1, 0)),))
    assert Delta(changes=(CHANGE,))
    assert not Delta(changes=())
    assert not Delta(changes=(), patch=reordered, structure_changed=True)


@pytest.mark.parametrize(
    "patch",
    [
        Patch(renames=(("1", "2"),)),
        Patch(children=(Children(old_block="", new_block="", old=("1",), new=("2",)),)),
        Patch(orders=(Order(block="1", element="image", order=(1, 0)),)),
        Patch(details=(Details(block="1", old={"role": "menu"}, new={"role": "footer"}),)),
    ],
)
def test_a_patch_is_true_when_any_part_of_it_says_something(patch: Patch) -> None:
    assert patch
    assert not Patch()


def test_weighing_gives_a_new_change_and_leaves_the_old_one() -> None:
    weighed = CHANGE.weighed(0.25)
    assert weighed.importance == 0.25
    assert CHANGE.importance is None
    assert dataclasses.replace(weighed, importance=None, new_index=3) == CHANGE


def test_importance_and_places_do_not_tell_changes_apart_but_values_do() -> None:
    assert CHANGE.weighed(0.9) == CHANGE
    assert dataclasses.replace(CHANGE, new_index=0) == CHANGE
    assert dataclasses.replace(CHANGE, new=Link("b", "http://a/")) != CHANGE
    assert dataclasses.replace(CHANGE, element="image", new=Image("a", "http://a/")) != CHANGE


def test_matches_do_not_tell_deltas_apart_but_versions_do() -> None:
    delta = Delta(changes=(CHANGE,), from_version="a", to_version="b")
    assert dataclasses.replace(delta, matches=(Match("1", "2", 0.5),)) == delta
    assert dataclasses.replace(delta, to_version="c") != delta


def test_changes_cannot_be_edited_in_place() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        CHANGE.block = "2"  # type: ignore[misc]
