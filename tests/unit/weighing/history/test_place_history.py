import pytest

from pagestrata.weighing.history.place_history import MOST_HELD, PlaceHistory
from pagestrata.weighing.history.slot_history import MOST_VISITS


def after(*contents: set[str]) -> PlaceHistory:
    place = PlaceHistory.first(contents[0])
    for content in contents[1:]:
        place = place.seen(content)
    return place


def test_a_place_that_always_holds_something_else_rotates() -> None:
    assert after(*({str(n)} for n in range(6))).is_rotating()
    assert not after(*({"same"} for _ in range(6))).is_rotating()
    assert not after({"a"}, {"b"}).is_rotating()  # too few visits to tell


def test_what_was_held_before_in_a_lively_place_is_known() -> None:
    turns = after({"a"}, {"b"}, {"a"}, {"b"}, {"a"})
    assert turns.has_held("b")
    assert not turns.has_held("c")
    assert not after({"open"}, {"open"}, {"open"}, {"open"}, {"closed"}, {"closed"}).has_held("open")


def test_it_is_bounded_and_survives_json() -> None:
    place = after(*({str(n)} for n in range(5 * MOST_VISITS)))
    assert place.visits <= MOST_VISITS
    assert len(place.held) <= MOST_HELD
    assert PlaceHistory.from_json(place.to_json()) == place
    with pytest.raises(TypeError):
        PlaceHistory.from_json({})
    assert place.unchanged().visits == place.visits + 1 or place.unchanged().visits <= MOST_VISITS


def test_a_list_that_grows_or_rolls_on_does_not_rotate() -> None:
    grows = rolls = PlaceHistory.first({"entry 0"})
    rolls = PlaceHistory.first({f"entry {number}" for number in range(10)})
    for visit in range(1, 30):
        grows = grows.seen({f"entry {number}" for number in range(visit + 1)})
        rolls = rolls.seen({f"entry {number}" for number in range(visit, visit + 10)})
    assert not grows.is_rotating()
    assert not rolls.is_rotating()
    turns = PlaceHistory.first({"entry 0"})
    for visit in range(1, 30):
        turns = turns.seen({f"entry {visit}"})
    assert turns.is_rotating()
