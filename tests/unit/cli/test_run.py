from __future__ import annotations

import json
import signal
import threading
from datetime import timedelta
from pathlib import Path

import pytest

from captures import START
from command_line import call
from pagestrata.app.daemon.daemon import MadeVisit
from pagestrata.app.watches import watch_for
from pagestrata.cli.run import _ended_by_signals, as_record, line
from pagestrata.model.records import Visit, Watch
from pagestrata.store.archive import open_archive

VISIT = Visit(
    url="http://site.test/", visited_at=START, stage="render", version=None, kept=True, reasons=("Kept: news",),
    seconds={"render": 1.2345},
)  # fmt: skip
MADE = MadeVisit(watch=Watch(id="w", url="http://site.test/"), visit=VISIT, next_at=START + timedelta(hours=1))


def test_a_visit_is_a_line_for_people_and_a_record_for_programs() -> None:
    assert line(MADE) == "03:04:05  http://site.test/  Kept: news  (next 2026-01-02 04:04)"
    assert as_record(MADE) == {
        "time": "2026-01-02T03:04:05Z", "event": "visit", "url": "http://site.test/", "stage": "render", "kept": True,
        "version": None, "fault": None, "error": None, "importance": None, "seconds": 1.234, "next": "2026-01-02T04:04:05Z",
    }  # fmt: skip


def test_it_visits_what_is_due_and_counts(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    with open_archive(tmp_path) as archive:
        watch_for(archive, "http://127.0.0.1:9/")  # private and not allowed: refused without a request
    found = call(capfdbinary, "run", "--once", "--json", "--archive", tmp_path)
    assert found.code == 0
    assert found.json == {"visits": 1, "kept": 0, "faults": 0, "errors": 1, "unrecorded": 0}
    record = json.loads(found.err.splitlines()[-1])
    assert (record["event"], record["url"]) == ("visit", "http://127.0.0.1:9/")
    assert record["error"]
    with open_archive(tmp_path) as archive:
        (visit,) = archive.visits.of("http://127.0.0.1:9/")
        assert visit.error == record["error"]
    assert call(capfdbinary, "run", "--once", "--archive", tmp_path).text == "0 visits, 0 kept, 0 faults, 0 errors\n"


def test_a_budget_that_makes_no_sense_is_refused(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert call(capfdbinary, "run", "--once", "--budget", "0", "--archive", tmp_path).code == 2


def test_the_first_signal_lets_it_end_and_the_second_ends_it() -> None:
    stop, at_once, before = threading.Event(), threading.Event(), signal.getsignal(signal.SIGTERM)
    with _ended_by_signals(stop, end_at_once=at_once.set):
        signal.raise_signal(signal.SIGTERM)
        assert (stop.is_set(), at_once.is_set()) == (True, False)
        signal.raise_signal(signal.SIGTERM)
        assert at_once.is_set()
    assert signal.getsignal(signal.SIGTERM) is before


def test_metrics_are_served_while_it_runs(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    open_archive(tmp_path).close()
    found = call(capfdbinary, "run", "--once", "--metrics-port", "0", "--archive", tmp_path)
    assert found.code == 0
    assert "metrics at http://127.0.0.1:" in found.err
