"""Several writers, killed writers and full disks: no committed version is lost, none is seen in part."""

from __future__ import annotations

import os
import random
import resource
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from captures import capture, visit_of
from pagestrata.errors import ArchiveError
from pagestrata.store.archive import Archive, open_archive

KILLS = int(os.environ.get("PAGESTRATA_KILLS", "100"))


def in_child(work: Callable[[], None]) -> int:
    """Runs work in a forked process; the child never returns into the test run."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    return child


def wait_for(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def add(archive: Archive, hour: int, *, url: str = "http://site.test/", mark: str = "", picture: bool = True) -> str:
    texts = [f"text of hour {hour} {mark}", "a text that stays", f"a text of the day {hour // 24}"]
    taken, tree = capture(texts, hours=hour, url=url, picture=picture)
    return archive.append(taken, tree, None, visit=visit_of(taken)).id


def check(archive: Archive, *, url: str = "http://site.test/", pictures: bool = True) -> None:
    for version in archive.versions.of(url):
        assert archive.contents.dom(version)
        assert archive.contents.response(version).body
        assert not pictures or archive.contents.screenshot(version)
    assert archive.upkeep.verify().problems == ()


def test_killed_writers_and_collectors_lose_no_committed_version(place: str) -> None:
    """Each kill is a forked process, with small versions: a hundred take seconds."""
    chance = random.Random(5)
    open_archive(place).close()
    committed: set[str] = set()
    hour = 0
    for _ in range(KILLS):
        reader, writer = os.pipe()

        def ingest(first: int = hour, target: int = writer) -> None:
            with open_archive(place) as archive:
                os.write(target, b"ready\n")
                for later in range(first, first + 1000):
                    os.write(target, add(archive, later, picture=later % 9 == 0).encode() + b"\n")
                    if later % 3 == 1:
                        archive.upkeep.gc()

        child = in_child(ingest)
        os.close(writer)
        with os.fdopen(reader, "rb") as told:
            assert told.readline() == b"ready\n"
            lines = [told.readline() for _ in range(chance.randrange(3))]
            time.sleep(chance.uniform(0, 0.05))
            os.kill(child, signal.SIGKILL)
            wait_for(child)
            lines += told.read().splitlines(keepends=True)
            committed |= {line.decode().strip() for line in lines if line.endswith(b"\n")}
        hour += 1000
    with open_archive(place) as archive:
        assert committed <= {version.id for version in archive.versions.of("http://site.test/")}
        check(archive, pictures=False)
        archive.upkeep.gc()
        check(archive, pictures=False)
        add(archive, hour)
    assert committed


def written_together(place: str, *, writers: int, each: int) -> int:
    """How many versions there are once several programs wrote at once; what each wrote is checked."""

    def work(number: int) -> None:
        with open_archive(place) as archive:
            for step in range(each):
                add(archive, writers * step + number, mark=f"by {number}")
                add(archive, step, url=f"http://site.test/{number}")

    children = [in_child(lambda number=number: work(number)) for number in range(writers)]  # type: ignore[misc]
    assert [wait_for(child) for child in children] == [0] * writers
    with open_archive(place) as archive:
        assert len(archive.versions.of("http://site.test/")) == writers * each
        assert len(archive.versions.pages()) == writers + 1
        check(archive)
        return int(archive.upkeep.stats()["versions"])


def test_two_writers_share_an_sqlite_archive(tmp_path: Path) -> None:
    assert written_together(str(tmp_path / "archive"), writers=2, each=5) == 20


def test_eight_writers_share_a_postgresql_archive(new_database: Callable[[], str]) -> None:
    assert written_together(new_database(), writers=8, each=3) == 48


def test_collection_beside_a_writer_loses_nothing(place: str) -> None:
    with open_archive(place) as archive:
        add(archive, 0)

    def work() -> None:
        with open_archive(place) as archive:
            for hour in range(1, 12):
                add(archive, hour)

    child = in_child(work)
    with open_archive(place) as archive:
        for _ in range(6):
            archive.upkeep.gc()
    assert wait_for(child) == 0
    with open_archive(place) as archive:
        assert len(archive.versions.of("http://site.test/")) == 12
        check(archive)


def test_a_full_disk_is_one_clear_error_and_no_damage(tmp_path: Path) -> None:
    place = tmp_path / "archive"
    with open_archive(place) as archive:
        for hour in range(3):
            add(archive, hour)

    def work() -> None:
        # Files may grow no further than the catalog is now: blobs of this size or the log cannot be written.
        limit = 6_000
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        with open_archive(place) as archive:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            noise = [random.Random(number).randbytes(4000).hex() for number in range(3)]
            taken, tree = capture(noise, hours=9)
            with pytest.raises(ArchiveError, match=r"cannot (write|be written).*(free some space|try again)"):
                archive.append(taken, tree, None, visit=visit_of(taken))

    assert wait_for(in_child(work)) == 0
    with open_archive(place) as archive:
        assert len(archive.versions.of("http://site.test/")) == 3
        check(archive)
        add(archive, 10)
        check(archive)
