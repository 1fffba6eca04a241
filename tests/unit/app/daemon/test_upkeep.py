from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from captures import START, capture, visit_of
from pagestrata.app.daemon.upkeep import Repeated, Task, collect
from pagestrata.errors import ArchiveError
from pagestrata.store.archive import Archive, open_archive

PATIENCE = 120.0


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with open_archive(tmp_path / "archive") as opened:
        yield opened


def nothing() -> None: ...


def test_tasks_are_done_again_and_again_until_the_end() -> None:
    times, often = [0], threading.Event()

    def count() -> None:
        times[0] += 1
        if times[0] == 3:
            often.set()

    tasks = [Task(name="counting", every_seconds=0.01, run=count), Task(name="never", every_seconds=1e6, run=often.set)]
    with Repeated(tasks, name="test", failed=nothing):
        assert often.wait(PATIENCE)
    after = times[0]
    assert after >= 3
    assert not any(thread.name == "test" for thread in threading.enumerate())


@pytest.mark.parametrize("error", [ArchiveError("away"), ZeroDivisionError("a mistake")])
def test_what_fails_is_counted_and_tried_again(error: Exception) -> None:
    failed, again = threading.Event(), threading.Event()

    def fail_once() -> None:
        if not failed.is_set():
            raise error
        again.set()

    tasks = [Task(name="failing", every_seconds=0.01, run=fail_once, first_after=0.0)]
    with Repeated(tasks, name="test", failed=failed.set):
        assert again.wait(PATIENCE)


def test_a_long_task_keeps_nobody_else_waiting() -> None:
    begun, renewed = threading.Event(), threading.Event()

    def renew() -> None:
        if begun.is_set():
            renewed.set()

    def collect_for_long() -> None:
        begun.set()
        assert renewed.wait(PATIENCE)

    long = Task(name="long", every_seconds=1e6, run=collect_for_long, first_after=0.0)
    short = Task(name="leases", every_seconds=0.01, run=renew)
    with Repeated([long], name="upkeep", failed=nothing), Repeated([short], name="leases", failed=nothing):
        assert renewed.wait(PATIENCE)


def test_nothing_to_do_leaves_no_thread() -> None:
    with Repeated([], name="idle upkeep", failed=nothing):
        pass
    assert not [thread for thread in threading.enumerate() if "idle upkeep" in thread.name]


def test_versions_are_dropped_only_where_the_archive_says_so(archive: Archive) -> None:
    for hours in (0, 1, 2, 3):
        shown, tree = capture([f"hour {hours}"], hours=hours, picture=False)
        archive.append(shown, tree, None, visit=visit_of(shown))
    url = shown.url
    collect(archive, now=START + timedelta(days=9))
    assert len(archive.versions.of(url)) == 4
    archive.settings.set("keep", "thin 7d:1d")
    collect(archive, now=START + timedelta(days=9))
    assert len(archive.versions.of(url)) == 2  # the first of the day, and the last
