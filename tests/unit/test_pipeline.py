from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from captures import capture
from pagestrata.errors import CaptureError
from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Change, Delta
from pagestrata.model.records import Version, Visit
from pagestrata.model.snapshot import Response, Snapshot
from pagestrata.model.weights import Decision, Weights
from pagestrata.pipeline import Sides, Stages, StopWatch, by_bytes, visit
from pagestrata.store.archive import Archive, open_archive

URL = "http://site.test/"
NOW = datetime(2026, 2, 3, tzinfo=UTC)


class Page:
    """A page whose text is set by the test, and stages that note what they were asked."""

    def __init__(self) -> None:
        self.texts = ["One", "Two"]
        self.calls: list[str] = []
        self.told: list[Visit] = []
        self.followed: list[str | None] = []
        self.not_modified = False
        self.matters = True

    def stages(self) -> Stages:
        return Stages(
            unchanged=self._unchanged,
            capture=lambda url: self._note("capture", capture(self.texts, url=url)[0]),
            segment=lambda snapshot, previous: self._note("segment", capture(self.texts)[1]),
            compare=self._compare,
            weigh=lambda sides, delta: self._note("weigh", Weights(total=0.25, change_importance=(0.25,))),
            decide=self._decide,
            follow=lambda snapshot, outcome: self.followed.append(outcome.version),
            tell=lambda outcome, delta: self.told.append(outcome),
        )

    def _note(self, name: str, answer: Any) -> Any:
        self.calls.append(name)
        return answer

    def _unchanged(self, url: str, last: Version) -> bool:
        self.calls.append("unchanged")
        return self.not_modified

    def _compare(self, sides: Sides) -> Delta:
        self.calls.append("compare")
        if sides.old == sides.new:
            return Delta(changes=())
        return Delta(changes=(Change(op="update", element="text", block="1.1", old="One", new=self.texts[0]),))

    def _decide(self, sides: Sides, delta: Delta, weights: Weights) -> Decision:
        self.calls.append("decide")
        return Decision(similar=not self.matters, score=0.5, probability=0.6, reasons=("because",))


@pytest.fixture
def archive(tmp_path: Path) -> Any:
    with open_archive(tmp_path / "archive") as found:
        yield found


def test_the_first_visit_keeps_a_version(archive: Archive) -> None:
    page = Page()
    outcome = visit(URL, archive=archive, stages=page.stages(), now=NOW)
    assert (outcome.stage, outcome.kept, outcome.changes) == ("render", True, 0)
    assert outcome.reasons == ("first version of this page",)
    assert page.calls == ["capture", "segment"]
    latest = archive.versions.latest(URL)
    assert latest is not None
    assert latest.id == outcome.version
    assert {"render", "segment", "store"} <= outcome.seconds.keys()


def test_not_modified_ends_the_visit_before_the_browser(archive: Archive) -> None:
    page = Page()
    visit(URL, archive=archive, stages=page.stages(), now=NOW)
    page.calls, page.not_modified = [], True
    outcome = visit(URL, archive=archive, stages=page.stages(), now=NOW + timedelta(hours=1))
    assert (outcome.stage, outcome.kept, outcome.version) == ("unchanged", False, None)
    assert page.calls == ["unchanged"]
    assert len(archive.visits.of(URL)) == 2


@pytest.mark.parametrize(("matters", "versions"), [(True, 2), (False, 1)])
def test_a_changed_page_is_kept_only_if_it_matters(archive: Archive, matters: bool, versions: int) -> None:
    page = Page()
    visit(URL, archive=archive, stages=page.stages(), now=NOW)
    page.texts, page.matters, page.calls = ["Changed", "Two"], matters, []
    outcome = visit(URL, archive=archive, stages=page.stages(), now=NOW + timedelta(hours=1))
    assert page.calls == ["unchanged", "capture", "segment", "compare", "weigh", "decide"]
    assert (outcome.kept, outcome.changes, outcome.importance) == (matters, 1, 0.25)
    assert len(archive.versions.of(URL)) == versions
    assert len(archive.visits.of(URL)) == 2
    assert page.told[-1] == outcome
    assert page.followed[-1] == outcome.version


def test_force_keeps_and_does_not_ask(archive: Archive) -> None:
    page = Page()
    visit(URL, archive=archive, stages=page.stages(), now=NOW)
    page.calls, page.matters, page.not_modified = [], False, True
    outcome = visit(URL, archive=archive, stages=page.stages(), now=NOW + timedelta(hours=1), force=True)
    assert outcome.kept
    assert "unchanged" not in page.calls


def test_a_skipped_visit_remembers_what_each_block_said(archive: Archive) -> None:
    page = Page()
    visit(URL, archive=archive, stages=page.stages(), now=NOW)
    page.texts, page.matters = ["Changed", "Two"], False
    visit(URL, archive=archive, stages=page.stages(), now=NOW + timedelta(hours=1))
    second, first = archive.visits.of(URL)
    changed = {ref for ref, identity in second.block_ids.items() if first.block_ids[ref] != identity}
    assert changed == {"1.1"}


def test_a_failed_capture_leaves_the_archive_as_it_was(archive: Archive) -> None:
    page = Page()
    visit(URL, archive=archive, stages=page.stages(), now=NOW)

    def fail(url: str) -> Snapshot:
        raise CaptureError("the page is gone")

    with pytest.raises(CaptureError):
        visit(URL, archive=archive, stages=replace(page.stages(), capture=fail), now=NOW)
    assert len(archive.versions.of(URL)) == 1


def test_what_has_no_blocks_is_judged_by_its_bytes() -> None:
    found, _ = capture(["x"])
    body = b"%PDF-1.7"
    pdf = replace(found, nodes=None, responses=(Response(url=URL, status=200, headers=(), body=body),))
    same = Version(id="1", url=URL, captured_at=NOW, status=200, title="", digest=hashlib.sha256(body).hexdigest())
    assert by_bytes(pdf, same).similar
    assert not by_bytes(pdf, replace(same, digest="other")).similar
    assert "the bytes differ" in by_bytes(pdf, replace(same, digest="other")).reasons[0]


def test_a_pdf_that_changed_is_kept_whatever_the_blocks_say(archive: Archive) -> None:
    page = Page()
    visit(URL, archive=archive, stages=page.stages(), now=NOW)
    page.matters = False

    def pdf(url: str) -> Snapshot:
        found, _ = capture(["x"], url=url)
        return replace(found, nodes=None, responses=(Response(url=URL, status=200, headers=(), body=b"%PDF"),), dom="")

    empty = replace(page.stages(), capture=pdf, segment=lambda snapshot, previous: BlockTree(blocks=()))
    assert visit(URL, archive=archive, stages=empty, now=NOW + timedelta(hours=1)).kept


def test_the_watch_adds_up_a_step_and_survives_errors() -> None:
    watch = StopWatch()
    assert watch.timed("a", lambda value: value + 1, 1) == 2
    with pytest.raises(ZeroDivisionError):
        watch.timed("a", lambda: 1 / 0)
    assert watch.seconds.keys() == {"a"}
    assert watch.seconds["a"] >= 0
