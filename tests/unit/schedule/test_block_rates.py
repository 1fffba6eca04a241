from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.model.reasons import Reason
from pagestrata.model.records import Visit
from pagestrata.schedule.block_rates import (
    MOST_AT_ONCE,
    MOST_BLOCKS,
    after_visit,
    differing_blocks,
    named_blocks,
    rates_of,
    together,
)
from pagestrata.schedule.urgency import stale_hours

START = datetime(2026, 1, 2, tzinfo=UTC)


def visit(*, kept: bool = True, reasons: tuple[str, ...] = (), **blocks: str) -> Visit:
    return Visit(
        url="http://a.test/",
        visited_at=START,
        stage="render",
        version=None,
        kept=kept,
        reasons=reasons,
        block_ids=blocks,
    )


def price(block: str) -> Reason:
    return Reason("Kept: the price is 3 instead of 2", kind="price", block=block)


def test_fresh_reasons_name_blocks_and_stored_ones_do_not() -> None:
    assert named_blocks(visit(reasons=(price("b1"), Reason("more", kind="more")))) == {"b1": "price"}
    assert named_blocks(visit(reasons=(price("b1"),), kept=False)) == {}
    assert named_blocks(visit(reasons=("Kept: the price",))) == {}


def test_stored_contents_name_blocks_unless_all_differ() -> None:
    before = visit(a="1", b="1", c="1")
    assert differing_blocks(before, visit(a="2", b="1", d="9")) == {"a": ""}
    assert differing_blocks(before, visit(a="2", kept=False)) == {}
    assert differing_blocks(None, visit(a="2")) == {}
    many = {f"r{number}": "1" for number in range(MOST_AT_ONCE + 1)}
    assert differing_blocks(visit(**many), visit(**dict.fromkeys(many, "2"))) == {}


def test_a_block_is_kept_in_mind_from_its_first_change_on() -> None:
    known = after_visit({}, visit(a="one", b="x"), {"a": "price"}, worth=0.8, visits=4)
    assert known == {"a": ["one", 0b1, 0.8, "price"]}
    known = after_visit(known, visit(a="one", kept=False), {}, worth=0.0, visits=4)
    known = after_visit(known, visit(a="two", b="y"), {"b": ""}, worth=0.6, visits=4)
    assert {ref: (entry[0], entry[1], entry[3]) for ref, entry in known.items()} == {
        "a": ("two", 0b101, "price"),
        "b": ("y", 0b1, ""),
    }
    assert known["a"][2] == pytest.approx(0.8 + 0.3 * (0.3 - 0.8))  # the worth of a visit is shared
    for _ in range(4):
        known = after_visit(known, visit(kept=False), {}, worth=0.0, visits=4)
    assert known == {}


def test_a_skipped_visit_changes_no_block() -> None:
    known = after_visit({}, visit(a="one"), {"a": ""}, worth=0.8, visits=8)
    after = after_visit(known, visit(a="two", kept=False), {}, worth=0.0, visits=8)
    assert after["a"][:2] == ["two", 0b10]


def test_the_least_worth_is_forgotten_first() -> None:
    known: dict[str, Any] = {f"b{number}": ["", 0b11, 0.1 * number, ""] for number in range(MOST_BLOCKS + 1)}
    after = after_visit(known, visit(kept=False), {}, worth=0.0, visits=8)
    assert sorted(after) == [f"b{number}" for number in range(1, MOST_BLOCKS + 1)]


def test_each_block_has_its_rate_and_the_most_telling_comes_first() -> None:
    gaps = [2.0] * 16 + [-2.0] * 16
    known = {"slow": ["", 1 << 9, 0.9, ""], "quick": ["", 0xFFFF, 0.9, "price"]}
    quick, slow = rates_of(known, gaps, typical_gap_hours=2.0)
    assert (quick.ref, quick.kind, slow.ref) == ("quick", "price", "slow")
    assert 0.2 < quick.rate < 0.5
    assert 0.01 < slow.rate < 0.05
    assert rates_of({}, gaps, typical_gap_hours=2.0) == []


def test_a_page_without_known_blocks_keeps_its_own_rate() -> None:
    assert together({}, [3.0], rate=0.2, weight=0.7, typical_gap_hours=24.0) == (0.2, 0.7)


def test_one_block_behind_all_changes_is_the_page() -> None:
    gaps = [4.0, -4.0, 4.0, -4.0]
    (block,) = rates_of({"a": ["", 0b101, 0.5, ""]}, gaps, typical_gap_hours=24.0)
    rate, weight = together({"a": ["", 0b101, 0.5, ""]}, gaps, rate=block.rate, weight=0.5, typical_gap_hours=24.0)
    assert (rate, weight) == (pytest.approx(block.rate), pytest.approx(0.5))


def test_blocks_that_change_by_themselves_are_more_to_miss_than_those_that_change_together() -> None:
    gaps = [4.0] * 8
    page: dict[str, Any] = {"rate": 0.3, "weight": 0.6, "typical_gap_hours": 24.0}
    apart = together({"a": ["", 0b01010101, 0.6, ""], "b": ["", 0b10101010, 0.6, ""]}, gaps, **page)
    joined = together({"a": ["", 0b11111111, 0.3, ""], "b": ["", 0b11111111, 0.3, ""]}, gaps, **page)
    assert apart[0] * apart[1] == pytest.approx(joined[0] * joined[1]) == pytest.approx(0.18)
    assert apart[1] > joined[1]


MASKS = st.lists(st.tuples(st.integers(1, 2**16 - 1), st.floats(0.05, 1.0)), min_size=1, max_size=8)


@given(MASKS, st.floats(0.1, 100.0))
def test_one_block_stands_for_all_where_it_is_decided_when_to_come_back(
    blocks: list[tuple[int, float]], hours: float
) -> None:
    union = 0
    for mask, _ in blocks:
        union |= mask
    gaps = [hours if union >> place & 1 else -hours for place in range(16)]
    known = {f"b{number}": ["", mask, worth, ""] for number, (mask, worth) in enumerate(blocks)}
    found = rates_of(known, gaps, typical_gap_hours=24.0)
    slope = sum(block.rate * block.worth for block in found)
    rate, weight = together(known, gaps, rate=slope, weight=1.0, typical_gap_hours=24.0)
    exact = sum(block.worth * stale_hours(np.array([block.rate]), np.array([hours]))[0] for block in found)
    assert weight * stale_hours(np.array([rate]), np.array([hours]))[0] == pytest.approx(exact, rel=1e-3)
    assert rate * weight == pytest.approx(slope)
