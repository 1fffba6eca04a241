from __future__ import annotations

from pathlib import Path

import pytest

from engine_work import NotedWork, never_opens
from pagestrata.engine.local import LocalEngine
from pagestrata.engine.pool import PlacePool
from pagestrata.errors import InputError, UsageError, WorkLostError


def test_a_place_stays_open_from_piece_to_piece_and_is_closed_at_the_end(tmp_path: Path) -> None:
    work = NotedWork(tmp_path)
    with PlacePool(LocalEngine(2), work) as pool:
        assert [pool.do(number) for number in (1, 2, 3)] == [2, 4, 6]
        with pytest.raises(InputError, match="look at it"):
            pool.do("fail")
        assert pool.do(4) == 8
    assert len(work.noted("opened")) == len(work.noted("closed")) == 1


def test_a_worker_that_dies_is_replaced_and_what_it_had_in_hand_is_said_to_be_lost(tmp_path: Path) -> None:
    work = NotedWork(tmp_path)
    with PlacePool(LocalEngine(1), work) as pool:
        with pytest.raises(WorkLostError, match="had it in hand died"):
            pool.do("kill")
        assert pool.do(1) == 2
    assert len(work.noted("opened")) == 2


def test_what_keeps_a_worker_from_starting_is_raised() -> None:
    with PlacePool(LocalEngine(1), never_opens) as pool, pytest.raises(UsageError, match="no browser here"):
        pool.do(1)
