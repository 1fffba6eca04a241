"""A visit is a value: examined in another process, it comes to the same findings."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pagestrata.app.chosen_blocks import Choice, add_trail
from pagestrata.app.session import Session
from pagestrata.app.sources import parse_source
from pagestrata.app.watches import watch_for
from pagestrata.capturing.recorded.recordings import recorded_versions
from pagestrata.model.snapshot import Snapshot
from pagestrata.model.visit_result import VisitResult
from pagestrata.visit.commit import commit
from pagestrata.visit.examine import examine
from pagestrata.visit.load import load
from pagestrata.visit.plan import VisitRequest, plan_visit

DATA = Path(os.environ.get("PAGESTRATA_DATA", Path(__file__).parents[3] / "shared" / "data"))
VISITS = 20
VERSIONS_OF_EACH = 5


def captures(session: Session) -> Iterator[Snapshot]:
    """Twenty recorded captures, five of each of the first four pages."""
    recordings = sorted((DATA / "sequences").glob("*.warc.gz"), key=lambda file: (file.stat().st_size, file.name))
    for file in recordings[: VISITS // VERSIONS_OF_EACH]:
        for url, time in recorded_versions(file)[:VERSIONS_OF_EACH]:
            yield session.snapshot(parse_source(f"{file}#{url}@{time.isoformat()}"))


def comparable(found: VisitResult) -> VisitResult:
    """Without what two runs never share: the seconds they took."""
    return replace(found, visit=replace(found.visit, seconds={}), snapshot=None)


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.data
def test_twenty_visits_are_examined_elsewhere_with_the_same_findings(tmp_path: Path) -> None:
    if not (DATA / "sequences").is_dir():
        pytest.skip("needs the recorded pages in PAGESTRATA_DATA")
    count = 0
    with (
        multiprocessing.get_context("spawn").Pool(1) as elsewhere,
        Session(archive=tmp_path / "archive") as session,
    ):
        for shown in captures(session):
            url = shown.requested_url
            plan = plan_visit(session.archive, VisitRequest(url), now=shown.captured_at)
            state = load(session.archive, plan)
            found = examine(plan, state, shown)
            sent = elsewhere.apply(examine, (plan, state, shown))
            assert comparable(sent) == comparable(found)
            outcome = commit(session.archive, found)
            count += 1
            if state.last is None:  # the first visit: somebody follows a block from here on, and watches the page
                watch_for(session.archive, url, {"tags": ["recorded"]})
                add_trail(session.archive, shown, Choice(path="body[1]"), url=url, version=outcome.version)
    assert count == VISITS
