from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest

from pagestrata.model.records import Visit
from pagestrata.segmenting.bwap.levels import adjusted_level

START = datetime(2026, 1, 1, tzinfo=UTC)
STEADY = [{"1": "a", "2": "b", "3": "c"}] * 6
BREAKING = [{f"{hour}.{block}": "a" for block in range(3)} for hour in range(6)]
REWRITTEN = [{str(block): f"{hour} {block}" for block in range(3)} for hour in range(6)]


def visits(blocks: list[dict[str, str]], *, level: int | None = 4) -> list[Visit]:
    return [visit(ids, hour=hour, level=level) for hour, ids in enumerate(blocks)]


def visit(blocks: Mapping[str, str], *, hour: int, level: int | None) -> Visit:
    return Visit(
        url="http://site.test/",
        visited_at=START + timedelta(hours=hour),
        stage="render",
        version=None,
        kept=False,
        block_ids=blocks,
        level=level,
    )


def test_without_history_the_level_is_the_default() -> None:
    assert adjusted_level([], default=4) == 4
    assert adjusted_level(visits(BREAKING, level=None), default=2) == 2


@pytest.mark.parametrize(("blocks", "level"), [(STEADY, 4), (BREAKING, 3), (REWRITTEN, 5)])
def test_the_level_is_remembered_made_coarser_or_finer(blocks: list[dict[str, str]], level: int) -> None:
    assert adjusted_level(visits(blocks), default=9) == level


def test_the_level_stays_within_its_bounds() -> None:
    assert adjusted_level(visits(BREAKING, level=1), default=4) == 1
    assert adjusted_level(visits(REWRITTEN, level=30), default=4) == 30


def test_few_visits_move_nothing() -> None:
    assert adjusted_level(visits(BREAKING[:3]), default=9) == 4


def test_one_redesign_moves_nothing() -> None:
    redesigned = [*STEADY[:3], *[{"7": "x", "8": "y"}] * 3]
    assert adjusted_level(visits(redesigned), default=9) == 4


def test_only_steps_at_the_present_level_count() -> None:
    before = visits(BREAKING, level=4)
    after = [visit(ids, hour=10 + hour, level=3) for hour, ids in enumerate(STEADY[:3])]
    assert adjusted_level([*before, *after], default=9) == 3


def test_visits_that_did_not_cut_the_page_are_passed_over() -> None:
    idle = Visit(url="http://site.test/", visited_at=START, stage="unchanged", version=None, kept=False)
    assert adjusted_level([*visits(BREAKING), idle], default=9) == 3
