"""Visits that are hard to store: wide pages are split, and visits that fail to be recorded are counted and reported."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from archives import new_archive
from captures import START, capture, pixels, png, visit_of
from daemons import FakeSession, daemon, watch
from pagestrata.app.daemon.daemon import MadeVisit
from pagestrata.cli.run import _sentence
from pagestrata.errors import ArchiveError
from pagestrata.model.records import Visit
from pagestrata.model.visit_result import VisitResult
from pagestrata.visit.commit import commit
from pagestrata.visit.plan import VisitRequest

WIDE = 40_000


@pytest.mark.parametrize("channels", [3, 4])
def test_a_page_wider_than_any_picture_is_stored_to_the_last_pixel(tmp_path: Path, channels: int) -> None:
    shown = np.random.default_rng(5).integers(0, 255, (12, WIDE, channels)).astype(np.uint8)
    archive, _ = new_archive(tmp_path)
    snapshot, tree = capture(["one"], screenshot_png=png(shown))
    made = commit(archive, VisitResult(visit=visit_of(snapshot), snapshot=snapshot, tree=tree))
    version = archive.versions.at(made.url, made.version or "")
    assert pixels(archive.contents.screenshot(version)) == pixels(png(shown))
    archive.close()


class Failing(FakeSession):
    """A session in which every visit of a page ends in an error."""

    def attempt(self, request: VisitRequest) -> tuple[Visit, None]:
        raise self.errors[request.url]


def failing(tmp_path: Path, error: Exception) -> Failing:
    archive, _ = new_archive(tmp_path)
    session = Failing(archive, [START])
    (url,) = watch(archive, "a")
    session.errors[url] = error
    return session


def test_an_error_of_the_program_is_recorded_and_said(tmp_path: Path) -> None:
    session = failing(tmp_path, ValueError("encoding error 5: Image size exceeds WebP limit of 16383 pixels"))
    heard: list[MadeVisit] = []
    assert daemon(session, report=heard.append).run(once=True) == 1
    (recorded,) = session.archive.visits.of("http://a.test/")
    assert "ValueError: encoding error 5" in (recorded.error or "")
    assert [made.visit.error for made in heard] == [recorded.error]
    session.archive.close()


def test_what_cannot_be_recorded_is_counted_and_said(tmp_path: Path) -> None:
    session = failing(tmp_path, ArchiveError("cannot be written (read-only); check the permissions of its folder"))
    runs = daemon(session)
    assert runs.run(once=True) == 0
    assert list(runs.unrecorded) == ["http://a.test/"]
    assert "read-only" in runs.unrecorded["http://a.test/"]
    assert "pagestrata_visits_unrecorded_total 1" in runs.metrics.text()
    counted = {"visits": 0, "kept": 0, "faults": 0, "errors": 0, "unrecorded": 1}
    assert _sentence(counted) == "0 visits, 0 kept, 0 faults, 0 errors, 1 not recorded\n"
    session.archive.close()


def test_an_archive_that_cannot_be_written_ends_a_run_that_is_made_once(tmp_path: Path) -> None:
    session = failing(tmp_path, ArchiveError("away"))
    seconds = iter(range(0, 100_000, 40))

    def refused() -> bool:
        raise ArchiveError("cannot be written (read-only)")

    runs = daemon(session, seconds=lambda: float(next(seconds)), leads=refused)
    runs.stop.wait = lambda timeout=None: False  # type: ignore[method-assign]
    with pytest.raises(ArchiveError, match="read-only"):
        runs.run(once=True)
    session.archive.close()


def test_a_page_that_is_recorded_later_is_no_longer_missed(tmp_path: Path) -> None:
    archive, _ = new_archive(tmp_path)
    now: list[datetime] = [START]
    session = FakeSession(archive, now)
    (url,) = watch(archive, "a")
    session.errors[url] = ArchiveError("away")
    runs = daemon(session)
    runs.run(once=True)
    now[0] = START.replace(year=START.year + 1)
    runs.run(once=True)
    assert runs.unrecorded == {}
    archive.close()
