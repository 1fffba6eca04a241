"""What changes at every visit loses weight by itself, and is said to."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from pagestrata.comparing.vidiff import compare_versions
from pagestrata.errors import InputError
from pagestrata.model.blocks import Block, BlockTree, Image
from pagestrata.model.deltas import Change, Delta, Match
from pagestrata.model.geometry import Box
from pagestrata.model.records import Visit
from pagestrata.weighing.change_importance import weigh
from pagestrata.weighing.history.slot_history import GONE, MOST_VISITS, REWRITTEN
from pagestrata.weighing.history.volatility import (
    MOST_HELD,
    NOTHING_DIFFERS,
    Observation,
    PlaceHistory,
    SecondLook,
    Volatility,
    differing_between,
    place_between,
    standing_leaves,
)
from trees import leaf, tree

EQUAL = {"1": 0.5, "2": 0.5}
NOTHING = Delta(changes=())


TEXTS = ("The council met on Monday", "Read by 31 people", "A verse of the day by lot")


def page(clock: str, article: str = "The story stays.", advert: str = "a") -> BlockTree:
    image = Image(name="", address=f"http://ads.test/{advert}.png")
    return BlockTree(blocks=(Block(ref="1", text=clock), Block(ref="2", text=article, images=(image,))))


def visits(count: int) -> list[Observation]:
    """Block 1 changes at every visit, block 2 never."""
    return [Observation(page(f"tick {i}"), NOTHING, page(f"tick {i + 1}")) for i in range(count)]


def test_a_block_that_changes_at_every_visit_loses_weight_and_one_that_never_does_gains() -> None:
    history = Volatility.from_history(visits(30))
    factors = history.factors()
    assert factors["1"] < 0.2
    assert factors["2"] > 1.1


def test_without_visits_nothing_is_damped() -> None:
    assert Volatility().factors() == {}
    assert Volatility.from_history(visits(1)).factors()["1"] > 0.7


def test_a_damped_block_is_named_as_ignored() -> None:
    history = Volatility.from_history(visits(30))
    change = Change(op="update", element="text", block="1", old="tick thirty", new="a tock")
    weights = weigh(page("tick 30"), Delta(changes=(change,)), block_importance=EQUAL, history=history)
    assert weights.total < 0.1
    assert weights.shares[0].amount == 1.0
    assert "ignored: changes at 100 % of visits" in weights.shares[0].reason


def test_a_change_in_a_quiet_block_weighs_more_than_without_history() -> None:
    history = Volatility.from_history(visits(30))
    delta = Delta(changes=(Change(op="update", element="text", block="2", old="The story stays.", new="It does not."),))
    plain = weigh(page("tick 30"), delta, block_importance=EQUAL)
    learned = weigh(page("tick 30"), delta, block_importance=EQUAL, history=history)
    assert learned.total > plain.total


def test_where_everything_changes_each_time_nothing_is_silenced() -> None:
    records = [Observation(page(f"a {i}", f"b {i}"), NOTHING, page(f"a {i + 1}", f"b {i + 1}")) for i in range(30)]
    history = Volatility.from_history(records)
    delta = Delta(changes=(Change(op="delete", element="block", block="1"),))
    assert weigh(page("x"), delta, block_importance=EQUAL, history=history).total == pytest.approx(0.4)


def test_a_rotating_picture_is_learned_apart_from_the_text_around_it() -> None:
    records = [Observation(page("c", advert=str(i)), NOTHING, page("c", advert=str(i + 1))) for i in range(20)]
    history = Volatility.from_history(records)
    assert history.is_volatile_part("2", Change(op="update", element="image", block="2"))
    story = Change(op="update", element="text", block="2", old="The story stays.", new="The story changed.")
    assert not history.is_volatile_part("2", story)


def test_a_slot_in_a_text_is_learned_apart_from_the_rest() -> None:
    texts = [
        f"Wind {word} today. The report follows." for word in ("north", "south", "east", "west", "calm", "gale") * 4
    ]
    records = [Observation(page("c", a), NOTHING, page("c", b)) for a, b in pairwise(texts)]
    history = Volatility.from_history(records)
    slot = Change(op="update", element="text", block="2", old=texts[-1], new=texts[-1].replace("gale", "breeze"))
    rest = Change(op="update", element="text", block="2", old=texts[-1], new=texts[-1].replace("report", "warning"))
    assert history.is_volatile_part("2", slot)
    assert not history.is_volatile_part("2", rest)


def test_skipped_visits_are_compared_with_the_visit_before_them() -> None:
    reference = page("tick 0")
    state = Volatility()
    for _ in range(10):  # the page changed once and then stayed, while version 0 is still the one kept
        state = state.update(NOTHING, reference, page("tock"), kept=False)
    assert state.blocks["1"].changes == 1
    assert state.blocks["1"].visits == 10


def test_records_follow_blocks_to_their_new_refs() -> None:
    state = Volatility.from_history(visits(10))
    moved = BlockTree(blocks=(Block(ref="7", text="tick 11"),))
    delta = Delta(changes=(), structure_changed=True, matches=(Match(old="1", new="7", similarity=0.5),))
    after = state.update(delta, page("tick 10"), moved)
    assert set(after.blocks) == {"7"}
    assert after.blocks["7"].visits == 11


def visit(number: int, ids: dict[str, str], stage: str = "render") -> Visit:
    when = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=number)
    return Visit(url="u", visited_at=when, stage=stage, version=None, kept=False, block_ids=ids)  # type: ignore[arg-type]


def test_recorded_visits_teach_the_same_in_any_order() -> None:
    recorded = [visit(i, {"1": str(i), "2": "same"}) for i in range(20)]
    history = Volatility.from_visits(reversed(recorded))
    assert (history.blocks["1"].changes, history.blocks["1"].visits) == (19, 19)
    assert history.blocks["2"].changes == 0


def test_an_unchanged_visit_counts_as_one_without_change() -> None:
    recorded = [visit(0, {"1": "a"}), visit(1, {}, "unchanged"), visit(2, {"1": "b"})]
    record = Volatility.from_visits(recorded).blocks["1"]
    assert (record.changes, record.visits) == (1, 2)
    assert Volatility(blocks={"1": record}).unchanged_visit().blocks["1"].visits == 3


def test_it_survives_json() -> None:
    state = Volatility.from_history(visits(6))
    assert Volatility.from_json(json.loads(json.dumps(state.to_json()))) == state


@pytest.mark.parametrize(
    "damage",
    [
        {},
        {"format": 99, "blocks": {}},
        {"format": 3, "blocks": {"1": {"visit": 2}}, "places": {}},
        [],
        {"format": 3, "blocks": {}, "places": {"a": {}}},
        {"format": 3, "blocks": {}},
    ],
)
def test_damaged_history_is_refused_with_advice(damage: object) -> None:
    with pytest.raises(InputError, match="drop it, it is learned again"):
        Volatility.from_json(damage)  # type: ignore[arg-type]


def test_a_place_that_always_holds_something_else_is_known_though_no_block_is_seen_twice() -> None:
    def advert(number: int) -> BlockTree:
        shown = Block(
            ref=f"9{number}", text=f"Offer of {chr(97 + number % 26) * 5}", role="sidebar", box=Box(900, 100, 300, 250)
        )
        return BlockTree(blocks=(Block(ref="1", text="The story stays."), shown))

    state = Volatility()
    for number in range(8):
        delta = Delta(changes=(), structure_changed=True, matches=(Match(old="1", new="1", similarity=1.0),))
        state = state.update(delta, advert(number), advert(number + 1))
    assert state.is_rotating_place(advert(99).blocks[1])
    assert not state.is_rotating_place(Block(ref="5", box=Box(0, 0, 700, 500)))


def test_ten_thousand_visits_stay_small() -> None:
    state = Volatility()
    pages = [page(f"tick {n} of {n * 31}", advert=str(n)) for n in range(50)]
    for number in range(10_000):
        if number % 20:
            state = state.unchanged_visit()
        else:
            state = state.update(NOTHING, pages[number // 20 % 50], pages[(number // 20 + 1) % 50])
    assert len(json.dumps(state.to_json())) < 10_000
    assert state.blocks["1"].visits <= 64


def test_a_leaf_between_two_others_has_a_place():
    leaves = tuple(Block(ref=str(number), text=f"block {number}") for number in range(4))
    page = BlockTree(blocks=(*leaves, Block(ref="9", text="a banner", layer="overlay")))
    standing = standing_leaves(page)
    assert [leaf.ref for at, leaf in enumerate(standing) if place_between(standing, at)] == ["1", "2"]


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


def second_look_page(*texts: str) -> BlockTree:
    return tree(*(leaf(f"b{number}", text) for number, text in enumerate(texts)))


def looked(first: BlockTree, second: BlockTree) -> SecondLook:
    named, delta = compare_versions(first, second)
    return differing_between(first, delta, named)


def test_a_slot_differs_and_the_one_beside_it_does_not() -> None:
    look = SecondLook(slots={"a": frozenset({"by | people"})})
    assert look
    assert look.differs("a", "by | people")
    assert not look.differs("a", "council | on")
    assert not look.differs("b", "by | people")


def test_a_block_that_was_gone_or_rewritten_differs_in_every_slot() -> None:
    look = SecondLook(slots={"a": frozenset({GONE}), "b": frozenset({REWRITTEN})})
    assert look.differs("a")
    assert look.differs("b", "any | slot")


def test_the_same_page_twice_differs_in_nothing() -> None:
    assert not NOTHING_DIFFERS
    assert looked(second_look_page(*TEXTS), second_look_page(*TEXTS)) == NOTHING_DIFFERS


def test_only_the_place_that_changed_differs() -> None:
    first = second_look_page(*TEXTS[:2], "It is a long text that stays the same")
    look = looked(
        first, second_look_page("The council met on Friday", TEXTS[1], "It is a long text that stays the same")
    )
    assert look.differs("b0", "on | $")
    assert not look.differs("b0", "council | on")
    assert not look.differs("b2")


def test_a_page_that_says_something_else_altogether_says_nothing_about_itself() -> None:
    other = ("Wholly new words stand here now", "And there as well of course", "Nothing is what it was before")
    assert looked(second_look_page(*TEXTS), second_look_page(*other)) == NOTHING_DIFFERS
