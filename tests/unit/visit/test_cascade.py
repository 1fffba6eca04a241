from __future__ import annotations

import hashlib
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from captures import START, capture
from pagestrata.errors import CaptureError
from pagestrata.model.fetched import Fetched
from pagestrata.model.snapshot import Snapshot
from pagestrata.store.archive import Archive
from pagestrata.visit.cascade import visit
from pagestrata.visit.plan import VisitRequest, plan_visit
from visits import visit_page

URL = "http://site.test/"
OLD = ["The council meets on 3 May at nine in the hall", "Imprint and contact"]
NEW = ["The council will not meet before the new year", "Imprint and contact"]


def answer(taken: Snapshot, **fields: object) -> Fetched:
    values = {"requested_url": URL, "url": URL, "status": 200, "body": taken.responses[0].body}
    return Fetched(**{**values, **fields})  # type: ignore[arg-type]


def test_the_first_visit_keeps_a_version(archive: Archive) -> None:
    outcome = visit_page(archive, capture(OLD)[0])
    assert (outcome.stage, outcome.kept, outcome.changes) == ("render", True, 0)
    latest = archive.versions.latest(URL)
    assert latest is not None
    assert latest.id == outcome.version
    assert {"render", "segment", "store"} <= outcome.seconds.keys()


@pytest.mark.parametrize("same", [True, False])
def test_a_plain_answer_ends_the_visit_only_where_nothing_changed(archive: Archive, same: bool) -> None:
    old, new = capture(OLD)[0], capture(NEW, hours=1)[0]
    visit_page(archive, old)
    outcome = visit_page(archive, new, fetched=answer(old if same else new))
    assert (outcome.stage, outcome.kept) == (("unchanged", False) if same else ("render", True))
    assert "render" not in outcome.seconds if same else "fetch" in outcome.seconds
    assert len(archive.visits.of(URL)) == 2


def test_a_first_and_a_forced_visit_do_not_ask(archive: Archive) -> None:
    for hour in range(2):
        taken, _ = capture(OLD, hours=hour)
        plan = plan_visit(archive, VisitRequest(URL, force=hour == 1), now=taken.captured_at)
        outcome = visit(plan, archive=archive, fetch=lambda _: pytest.fail("asked"), render=lambda _, now=taken: now)
        assert outcome.kept
    assert outcome.reasons[0] == "Kept: a version was asked for; no visible change"


def test_a_failed_capture_leaves_the_archive_as_it_was(archive: Archive) -> None:
    visit_page(archive, capture(OLD)[0])

    def fail(url: str) -> Snapshot:
        raise CaptureError(f"{url} is gone")

    plan = plan_visit(archive, VisitRequest(URL), now=START + timedelta(hours=1))
    with pytest.raises(CaptureError):
        visit(plan, archive=archive, fetch=lambda _: None, render=fail)
    assert (len(archive.versions.of(URL)), len(archive.visits.of(URL))) == (1, 1)


def test_a_skipped_visit_remembers_what_each_block_said(archive: Archive) -> None:
    visit_page(archive, capture(["Updated 12:01", *OLD])[0])
    outcome = visit_page(archive, capture(["Updated 12:07", *OLD], hours=1)[0])
    assert not outcome.kept
    second, first = archive.visits.of(URL)
    assert second.block_ids.keys() == first.block_ids.keys()
    assert sum(second.block_ids[ref] != first.block_ids[ref] for ref in first.block_ids) == 1


def test_blocks_keep_their_names_while_they_change(archive: Archive) -> None:
    visit_page(archive, capture(OLD)[0])
    visit_page(archive, capture(NEW, hours=1)[0])
    first, second = archive.versions.of(URL)
    refs = [[leaf.ref for leaf in archive.contents.tree(version).leaves()] for version in (first, second)]
    assert refs[0] == refs[1]
    delta = archive.contents.delta(second)
    assert delta is not None
    assert not delta.patch.renames


def test_a_version_dated_in_the_future_is_not_compared_with(archive: Archive) -> None:
    visit_page(archive, capture(OLD)[0])
    visit_page(archive, capture(NEW, hours=24 * 365)[0])  # a clock that was wrong
    outcome = visit_page(archive, capture(OLD, hours=1)[0])
    assert (outcome.kept, outcome.changes) == (False, 0)


def test_what_has_no_blocks_is_judged_by_its_bytes(archive: Archive, tmp_path: Path) -> None:
    def pdf(body: bytes, hours: float) -> Snapshot:
        from dataclasses import replace

        taken, _ = capture(["x"], hours=hours, picture=False, nodes=None, dom="")
        return replace(taken, responses=(replace(taken.responses[0], body=body),))

    visit_page(archive, pdf(b"%PDF one", 0))
    same, other = visit_page(archive, pdf(b"%PDF one", 1)), visit_page(archive, pdf(b"%PDF two", 2))
    assert (same.kept, other.kept) == (False, True)
    assert "the bytes differ" in str(other.reasons[0])
    assert archive.versions.of(URL)[-1].digest == hashlib.sha256(b"%PDF two").hexdigest()


def test_a_visit_that_ends_at_once_loads_nothing_that_judges_a_rendering() -> None:
    """Started as a command, it spends most of its time on loading: every module counts."""
    unneeded = [
        "visit.examine",
        "visit.news",
        "visit.look_again",
        "visit.faults.suspects",
        "visit.feeds",
        "follow.series",
    ]
    program = f"import sys, pagestrata.app.session; print([n for n in {unneeded} if 'pagestrata.' + n in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", program], text=True).strip() == "[]"
