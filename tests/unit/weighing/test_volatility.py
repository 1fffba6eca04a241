"""What changes at every visit loses weight by itself, and is said to."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from pagestrata.errors import InputError
from pagestrata.model.blocks import Block, BlockTree, Image
from pagestrata.model.deltas import Change, Delta, Match
from pagestrata.model.records import Visit
from pagestrata.weighing.change_importance import weigh
from pagestrata.weighing.volatility import MOST_VISITS, BlockHistory, Observation, Volatility

EQUAL = {"1": 0.5, "2": 0.5}
NOTHING = Delta(changes=())


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
        {"format": 4, "blocks": {"1": [2]}},
        {"format": 4, "blocks": {"1": ["two", 1, ""]}},
        [],
        {"format": 3},
    ],
)
def test_damaged_history_is_refused_with_advice(damage: object) -> None:
    with pytest.raises(InputError, match="drop it, it is learned again"):
        Volatility.from_json(damage)  # type: ignore[arg-type]


def test_ten_thousand_visits_stay_small() -> None:
    state = Volatility()
    pages = [page(f"tick {n} of {n * 31}", advert=str(n)) for n in range(50)]
    for number in range(10_000):
        if number % 20:
            state = state.unchanged_visit()
        else:
            state = state.update(NOTHING, pages[number // 20 % 50], pages[(number // 20 + 1) % 50])
    assert len(json.dumps(state.to_json())) < 10_000
    assert state.blocks["1"].visits <= MOST_VISITS


def test_the_records_of_an_earlier_program_are_read() -> None:
    record = {"visits": 9, "changes": 4, "slots": {"text": 4}, "text": "tick", "block": "ab"}
    state = Volatility.from_json({"format": 3, "blocks": {"1": record}, "places": {"other 2 12 4": [9, 4, [], []]}})
    assert state.blocks["1"] == BlockHistory(visits=9, changes=4, block="ab")
