from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import pytest

from pagestrata.engine import dispatch as module
from pagestrata.engine.dispatch import dispatch
from pagestrata.errors import WorkLostError
from pagestrata.interfaces import Work


class DeadError(Exception):
    pass


class Stillborn:
    """An engine none of whose workers ever opens."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self.made = 0

    def capacity(self) -> int:
        return self._capacity

    def worker(self, work: Work) -> Stillborn:
        self.made += 1
        return Stillborn(0)

    def ready(self) -> Future[None]:
        future: Future[None] = Future()
        future.set_exception(DeadError("the machine is out of memory"))
        return future

    def submit(self, item: Any) -> Future[Any]:
        raise AssertionError("nothing is given to a worker that is not open")

    def is_lost(self, error: BaseException) -> bool:
        return isinstance(error, DeadError)

    def close(self) -> None:
        pass


def nothing() -> Any:
    raise AssertionError


def test_workers_that_die_before_they_begin_end_the_work_and_not_the_patience_of_a_person() -> None:
    engine = Stillborn(2)
    with pytest.raises(WorkLostError, match="died at startup; the last error: the machine is out of memory"):
        list(dispatch(engine, nothing, [1, 2, 3]))
    assert engine.made <= 12


def test_a_cluster_whose_nodes_are_all_gone_is_waited_for_and_then_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(module.time, "sleep", slept.append)
    with pytest.raises(WorkLostError, match="no worker was available"):
        list(dispatch(Stillborn(0), nothing, [1]))
    assert sum(slept) == module.PATIENCE_SECONDS
