"""What every engine does: all work, once, wherever workers die."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine_work import NotedWork, never_opens, threads_of_libraries
from pagestrata.engine.dispatch import dispatch
from pagestrata.engine.local import LocalEngine
from pagestrata.engine.on_ray import RayEngine
from pagestrata.errors import InputError, UsageError, WorkLostError
from pagestrata.interfaces import Engine


@pytest.fixture(params=["local", "ray"], scope="module")
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    if request.param == "local":
        yield LocalEngine(2)
        return
    pytest.importorskip("ray", reason="the extra 'ray' is not installed")
    with pytest.MonkeyPatch.context() as patched:
        # What pytest adds to the path here, workers elsewhere must find too.
        patched.setenv(
            "PYTHONPATH", os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
        )
        with RayEngine("local", workers=2) as cluster:
            yield cluster


def test_every_piece_is_done_once_and_what_was_opened_is_closed(engine: Engine, tmp_path: Path) -> None:
    work = NotedWork(tmp_path)
    done = list(dispatch(engine, work, range(25)))
    assert sorted(piece.result for piece in done) == [number * 2 for number in range(25)]
    assert {piece.item * 2 == piece.result for piece in done} == {True}
    assert 1 <= len(work.noted("opened")) <= 2
    assert sorted(work.noted("closed")) == sorted(work.noted("opened"))


def test_an_error_is_what_came_of_its_piece_alone(engine: Engine, tmp_path: Path) -> None:
    done = {piece.item: piece for piece in dispatch(engine, NotedWork(tmp_path), [1, "fail", 2])}
    assert (done[1].result, done[2].result) == (2, 4)
    assert isinstance(done["fail"].error, InputError)
    assert str(done["fail"].error) == "this page cannot be read; look at it"


def test_a_piece_whose_worker_died_is_done_by_another(engine: Engine, tmp_path: Path) -> None:
    work = NotedWork(tmp_path)
    done = {piece.item: piece for piece in dispatch(engine, work, [1, "kill once", 2, 3])}
    assert {item: piece.result for item, piece in done.items()} == {1: 2, 2: 4, 3: 6, "kill once": "kill oncekill once"}
    assert len(work.noted("killed")) == 1


def test_a_piece_that_kills_every_worker_is_given_up_and_the_rest_is_done(engine: Engine, tmp_path: Path) -> None:
    work = NotedWork(tmp_path)
    done = {piece.item: piece for piece in dispatch(engine, work, ["kill", 1, 2], attempts=2)}
    assert isinstance(done["kill"].error, WorkLostError)
    assert "2 workers died on this page" in str(done["kill"].error)
    assert len(work.noted("killed")) == 2
    assert (done[1].result, done[2].result) == (2, 4)


def test_a_source_is_read_only_as_fast_as_its_pieces_are_done(engine: Engine, tmp_path: Path) -> None:
    numbers = iter(range(1000))
    pieces = dispatch(engine, NotedWork(tmp_path), numbers)
    for count in range(1, 6):
        next(pieces)
        assert operator.length_hint(numbers) >= 1000 - count - 3  # two in hand, one that waits
    pieces.close()


def test_what_keeps_workers_from_starting_is_raised(engine: Engine) -> None:
    with pytest.raises(UsageError, match="no browser here"):
        list(dispatch(engine, never_opens, [1]))


def test_a_worker_has_one_processor_for_its_libraries_too(engine: Engine) -> None:
    (done,) = dispatch(engine, threads_of_libraries, ["?"])
    assert done.result == os.environ.get("OMP_NUM_THREADS", "1")


def test_no_work_starts_nobody(engine: Engine, tmp_path: Path) -> None:
    work = NotedWork(tmp_path)
    assert list(dispatch(engine, work, [])) == []
    assert work.noted("opened") == []


def test_plain_tasks_do_the_same_work_and_say_when_they_are_lost(engine: Engine, tmp_path: Path) -> None:
    if not isinstance(engine, RayEngine):
        pytest.skip("processes of this machine have no tasks beside their workers")
    work = NotedWork(tmp_path)
    do = engine.task(work)
    assert [do(number) for number in (1, 2, 3)] == [2, 4, 6]
    assert len(set(work.noted("opened"))) == len(work.noted("opened"))  # once in a process, however many pieces
    with pytest.raises(InputError, match="this page cannot be read; look at it"):
        do("fail")
    with pytest.raises(WorkLostError, match="the task that ran it died"):
        do("kill")
    assert do(4) == 8
    with pytest.raises(UsageError, match="no browser here"):
        engine.task(never_opens)(1)


def test_a_task_finds_room_beside_places_that_hold_every_browser(engine: Engine, tmp_path: Path) -> None:
    if not isinstance(engine, RayEngine):
        pytest.skip("processes of this machine have no tasks beside their workers")
    workers = [engine.worker(NotedWork(tmp_path)) for _ in range(engine.capacity())]
    try:
        for worker in workers:
            worker.ready().result()
        assert engine.task(NotedWork(tmp_path))(5) == 10
    finally:
        for worker in workers:
            worker.close()
