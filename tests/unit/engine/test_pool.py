from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from engine_work import NotedWork, never_opens
from pagestrata.engine.local import LocalEngine
from pagestrata.engine.pool import WorkerPool
from pagestrata.errors import InputError, UsageError, WorkLostError
from pagestrata.interfaces import Work


def test_a_place_stays_open_from_piece_to_piece_and_is_closed_at_the_end(tmp_path: Path) -> None:
    work = NotedWork(tmp_path)
    with WorkerPool(LocalEngine(2), work) as pool:
        assert [pool.do(number) for number in (1, 2, 3)] == [2, 4, 6]
        with pytest.raises(InputError, match="look at it"):
            pool.do("fail")
        assert pool.do(4) == 8
    assert len(work.noted("opened")) == len(work.noted("closed")) == 1


def test_a_worker_that_dies_is_replaced_and_what_it_had_in_hand_is_said_to_be_lost(tmp_path: Path) -> None:
    work = NotedWork(tmp_path)
    with WorkerPool(LocalEngine(1), work) as pool:
        with pytest.raises(WorkLostError, match="that ran it died"):
            pool.do("kill")
        assert pool.do(1) == 2
    assert len(work.noted("opened")) == 2


def test_what_keeps_a_worker_from_starting_is_raised() -> None:
    with WorkerPool(LocalEngine(1), never_opens) as pool, pytest.raises(UsageError, match="no browser here"):
        pool.do(1)


def test_no_more_places_are_opened_than_the_engine_has(tmp_path: Path) -> None:
    work = NotedWork(tmp_path)
    with WorkerPool(LocalEngine(1), work) as pool, ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(pool.do, range(12))) == [number * 2 for number in range(12)]
    assert len(work.noted("opened")) == 1


def test_who_waits_for_a_place_that_never_begins_takes_one_that_is_given_back() -> None:
    engine = OneOfTwoBegins()
    with WorkerPool(engine, never_opens) as pool, ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(pool.do, range(6))) == [0, 1, 2, 3, 4, 5]
    assert engine.opened <= 2


class OneOfTwoBegins:
    """An engine that says it has room for two, one of which is on a node that is gone."""

    def __init__(self) -> None:
        self.opened = 0

    def capacity(self) -> int:
        return 2

    def worker(self, work: Work) -> FakePlace:
        self.opened += 1
        return FakePlace(begins=self.opened == 1)


class FakePlace:
    def __init__(self, *, begins: bool) -> None:
        self.begins = begins

    def ready(self) -> Future[None]:
        future: Future[None] = Future()
        if self.begins:
            future.set_result(None)
        return future

    def submit(self, item: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(item)
        return future

    def is_lost(self, error: BaseException) -> bool:
        return False

    def close(self) -> None: ...
