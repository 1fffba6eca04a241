from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from captures import START, capture
from pagestrata.app.notifications import add_rule
from pagestrata.app.watches import watch_for
from pagestrata.errors import BrowserError, CaptureError, StepFailedError
from pagestrata.model.deltas import Delta
from pagestrata.model.fetched import Fetched
from pagestrata.model.records import Visit
from pagestrata.store.archive import Archive
from pagestrata.visit.commit import commit
from pagestrata.visit.faults.failing import examine_failure, with_availability
from pagestrata.visit.load import load
from pagestrata.visit.plan import VisitRequest, plan_visit
from visits import visit_page

URL = "http://site.test/"
TEXTS = ["The council meets on 3 May at nine in the hall", "Imprint and contact"]
NEWS = ["The council will not meet before the new year", "Imprint and contact"]


def good(archive: Archive, hours: float, texts: list[str] = TEXTS, **asked: Any) -> Visit:
    return visit_page(archive, capture(texts, hours=hours)[0], **asked)


def broken(archive: Archive, hours: float, status: int = 503, **asked: Any) -> Visit:
    return visit_page(archive, capture(["Something went wrong"], hours=hours, status=status)[0], **asked)


def plain(status: int, body: bytes = b"<h1>gone</h1>") -> Fetched:
    return Fetched(requested_url=URL, url=URL, status=status, body=body)


def test_a_fault_is_a_visit_and_no_version(archive: Archive) -> None:
    good(archive, 0)
    outcome = broken(archive, 1)
    assert (outcome.fault, outcome.kept, outcome.version) == ("server error", False, None)
    assert str(outcome.reasons[0]) == "Fault: the server answered 503 (server error); no version of it is kept"
    assert archive.visits.of(URL)[0] == replace(outcome, reasons=(str(outcome.reasons[0]),))
    assert len(archive.versions.of(URL)) == 1


def test_a_first_visit_that_is_a_fault_says_that_there_is_no_version(archive: Archive) -> None:
    outcome = broken(archive, 0, status=404)
    assert not outcome.kept
    assert "the page has no version yet (--keep-errors would keep one)" in outcome.reasons[0]
    assert archive.versions.of(URL) == []
    assert good(archive, 1).kept


def test_a_fault_is_never_compared_with(archive: Archive) -> None:
    first = good(archive, 0)
    kept = broken(archive, 1, keep_errors=True)
    assert kept.kept
    assert (archive.versions.at(URL, "latest").id, kept.fault) == (kept.version, "server error")
    assert not good(archive, 2).kept  # as it was before
    after = good(archive, 3, NEWS)
    assert after.kept
    delta = archive.contents.delta(archive.versions.at(URL, "latest"))
    assert isinstance(delta, Delta)
    assert delta.from_version == first.version
    assert not list(archive.upkeep.verify().problems)


def test_a_watch_may_ask_for_errors_and_gets_each_once(archive: Archive) -> None:
    watch_for(archive, URL, {"keep_errors": True})
    assert broken(archive, 0).kept
    shown, _ = capture(["Something went wrong"], hours=1, status=503)
    again = visit_page(archive, shown, fetched=plain(503, shown.responses[0].body))
    assert (again.kept, again.fault, again.stage) == (False, "server error", "unchanged")


def test_a_plain_answer_ends_the_visit_only_where_the_browser_met_the_fault_before(archive: Archive) -> None:
    good(archive, 0)
    assert broken(archive, 1, fetched=plain(503)).stage == "render"
    assert broken(archive, 2, fetched=plain(503)).stage == "unchanged"
    assert broken(archive, 3, status=404, fetched=plain(404)).stage == "render"
    assert broken(archive, 40, status=404, fetched=plain(404)).stage == "render"  # a day later the browser looks again


def test_followed_blocks_are_uncertain_not_lost(archive: Archive) -> None:
    from pagestrata.model.records import Trail

    good(archive, 0)
    archive.trails.save(Trail(id="t1", url=URL, origin={"css": "p"}, state={}))
    broken(archive, 1)
    (entry,) = archive.trails.entries("t1")
    assert entry.state == "uncertain"
    assert entry.reasons == ("the page is unavailable: the server answered 503",)


@pytest.fixture
def told(archive: Archive, tmp_path: Path) -> Archive:
    watch_for(archive, URL, {"title": "Council"})
    add_rule(archive, URL, channel="file:out.jsonl", now=START - timedelta(days=1), conditions={"threshold": 1})
    return archive


def titles(archive: Archive) -> list[str]:
    return [item.title for item in reversed(archive.outbox.deliveries())]


def test_somebody_hears_once_of_three_faults_and_once_that_it_is_back(told: Archive) -> None:
    good(told, 0)
    for hour in range(1, 7):
        assert titles(told) == (["Council: it keeps failing"] if hour > 3 else [])
        broken(told, hour)
    good(told, 8)
    good(told, 9)
    assert titles(told) == ["Council: it keeps failing", "Council: it is back"]
    body = told.outbox.deliveries()[1].body
    assert body.startswith("Council failed 3 times in a row: Fault: the server answered 503 (server error)")


def test_two_faults_are_no_news(told: Archive) -> None:
    for hour in (0, 1, 3, 4):
        broken(told, hour)
        if hour == 1:
            good(told, 2)
    good(told, 5)
    assert titles(told) == []


def test_a_watch_says_after_how_many_and_a_rule_that_it_does_not_care(told: Archive, tmp_path: Path) -> None:
    watch_for(told, URL, {"failures_reported": 1})
    add_rule(told, URL, channel="file:b.jsonl", now=START - timedelta(days=1), conditions={"faults": False})
    broken(told, 0)
    good(told, 1)
    assert titles(told) == ["Council: it keeps failing", "Council: it is back"]


def test_captures_that_fail_count_too_but_not_a_missing_browser(told: Archive) -> None:
    for hour, error in enumerate([CaptureError("refused"), BrowserError("none"), CaptureError("x"), CaptureError("x")]):
        plan = plan_visit(told, VisitRequest(URL), now=START + timedelta(hours=hour))
        state = load(told, plan, contents=False)
        commit(told, with_availability(plan, state, examine_failure(plan, state, error)))
    assert [visit.fault for visit in told.visits.of(URL)] == ["unreachable", "unreachable", None, "unreachable"]
    assert [visit.error for visit in told.visits.of(URL)] == ["x", "x", "none", "refused"]
    assert titles(told) == ["Council: it keeps failing"]


def test_a_step_that_failed_is_a_fault_with_the_page_to_look_at_and_nothing_to_search(archive: Archive) -> None:
    good(archive, 0)
    shown, _ = capture(["Log in to read the minutes"], hours=1)
    plan = plan_visit(archive, VisitRequest(URL), now=START + timedelta(hours=1))
    state = load(archive, plan)
    findings = examine_failure(plan, state, StepFailedError("step 2 (click #in) failed", snapshot=shown))
    assert (findings.visit.fault, findings.visit.kept) == ("step failed", False)
    assert findings.visit.error == "step 2 (click #in) failed"
    assert commit(archive, findings).version is None
    (seen,) = archive.skipped.of(URL)
    assert "Log in" in next(archive.contents.tree(seen).leaves()).text
    assert archive.skipped.search("minutes") == []
    assert len(archive.versions.of(URL)) == 1
    bare = examine_failure(plan, state, StepFailedError("step 2 (click #in) failed"))
    assert (bare.visit.fault, bare.snapshot) == ("step failed", None)
