from __future__ import annotations

import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

import pytest

from command_line import call
from pagestrata.cli.visit import STEPS, _visited
from pagestrata.deciding.learning.linear_model import DecisionModel, LinearModel, Term
from pagestrata.errors import CaptureError
from pagestrata.model.reasons import Reason
from pagestrata.model.records import Visit, Watch
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.store.archive import open_archive
from pagestrata.visit.cut import SegmentOptions
from pagestrata.visit.judge import JudgeOptions
from pagestrata.visit.plan import VisitRequest

MODEL = DecisionModel(
    content=LinearModel(terms=(Term(name="words changed", weight=1.0, mean=0.3, scale=0.1),), bias=0.0)
).to_json()

OUTCOME = Visit(
    url="http://site.test/",
    visited_at=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
    stage="render",
    version="20260102030405-1",
    kept=True,
    importance=0.5,
    score=1.25,
    changes=3,
    seconds={"render": 1.5, "store": 0.25},
    reasons=("article changed",),
    block_ids={"1": "a" * 32},
)


class RecordedSession:
    """Stands for the session: remembers how it was made and asked."""

    def __init__(self) -> None:
        self.made: dict[str, Any] = {}
        self.asked: VisitRequest | None = None
        self.outcome: Visit | Exception = OUTCOME
        self.visited: list[str] = []
        self.failing: set[str] = set()

    def __call__(self, **options: Any) -> Self:
        self.made = options
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    def visit(self, request: VisitRequest) -> Visit:
        self.asked, url = request, request.url
        self.visited.append(url)
        if url in self.failing:
            raise CaptureError(f"{url} of down.test did not answer")
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> RecordedSession:
    recorded = RecordedSession()
    monkeypatch.setattr("pagestrata.app.session.Session", recorded)
    return recorded


def test_the_outcome_is_printed_with_all_steps(
    session: RecordedSession, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    found = call(capfdbinary, "visit", "http://site.test/")
    assert found.code == 0
    assert found.json == {
        "url": "http://site.test/",
        "visited_at": "2026-01-02T03:04:05+00:00",
        "stage": "render",
        "version": "20260102030405-1",
        "kept": True,
        "fault": None,
        "importance": 0.5,
        "probability": None,
        "score": 1.25,
        "changes": 3,
        "reasons": ["article changed"],
        "level": None,
        "seconds": {
            "fetch": 0.0, "render": 1.5, "segment": 0.0, "compare": 0.0, "weigh": 0.0, "store": 0.25,
        },
    }  # fmt: skip
    assert tuple(found.json["seconds"]) == STEPS
    assert session.asked == VisitRequest("http://site.test/")


def test_options_reach_the_session(
    session: RecordedSession, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    model = tmp_path / "model.json"
    model.write_bytes(MODEL)
    words = ("--force", "--keep-errors", "--stage", "render", "--threshold", "0.7", "--model", model, "--archive", tmp_path,
             "--viewport", "800x600",
             "--importance", "link list=0.1", "--weight", "insert:image=0", "--pdoc", "5")  # fmt: skip
    assert call(capfdbinary, "visit", "http://site.test/", "--allow-private", *words).code == 0
    assert session.asked == VisitRequest(
        "http://site.test/",
        force=True,
        segmentation=SegmentOptions(pdoc=5),
        stage="render",
        keep_errors=True,
        judging=JudgeOptions(
            threshold=0.7, model=MODEL, importance={"link list": 0.1}, operation_weights={"insert:image": 0.0}
        ),
    )
    assert (session.made["archive"], session.made["allow_private"]) == (str(tmp_path), True)
    assert session.made["options"].viewport == (800, 600)


def test_a_fault_is_shown_as_one(session: RecordedSession, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    session.outcome = replace(
        OUTCOME, fault="server error", kept=False, version=None, reasons=("Fault: it answered 503",)
    )
    found = call(capfdbinary, "visit", "http://site.test/", "--format", "text")
    assert found.text == "Fault: it answered 503 (http://site.test/)\n"
    assert call(capfdbinary, "visit", "http://site.test/").json["fault"] == "server error"


def test_a_threshold_is_a_probability(session: RecordedSession, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    found = call(capfdbinary, "visit", "http://site.test/", "--threshold", "1.5")
    assert found.code == 2
    assert "threshold" in found.err
    assert session.asked is None


def test_a_page_that_cannot_be_captured_ends_with_3_and_no_output(
    session: RecordedSession, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    session.outcome = CaptureError("http://site.test/ did not answer; try again later")
    found = call(capfdbinary, "visit", "http://site.test/")
    assert (found.code, found.out) == (3, b"")
    assert "did not answer; try again later" in found.err


def test_one_line_says_whether_a_version_was_kept_and_why(
    session: RecordedSession, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    kept = call(capfdbinary, "visit", "http://site.test/", "--format", "text").text
    assert kept == "Kept: article changed (http://site.test/@20260102030405-1)\n"
    session.outcome = replace(OUTCOME, kept=False, version=None, reasons=("only a date changed", "more"))
    skipped = call(capfdbinary, "visit", "http://site.test/", "--format", "text").text
    assert skipped == "Skipped: only a date changed (http://site.test/)\n"


def test_several_addresses_are_visited_and_a_missing_scheme_is_https(
    session: RecordedSession, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    found = call(capfdbinary, "visit", "example.org", "http://site.test", "http://site.test/#again", "--json")
    assert found.code == 0
    assert len(found.json) == 2
    assert session.visited == ["https://example.org/", "http://site.test/"]
    assert call(capfdbinary, "visit", "htt://x").code == 2
    assert "give a URL, or --tag NAME or --all" in call(capfdbinary, "visit").err


def test_a_page_that_cannot_be_opened_does_not_keep_the_others_waiting(
    session: RecordedSession, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    session.failing = {"http://down.test/"}
    found = call(capfdbinary, "visit", "http://down.test/", "http://site.test/")
    assert (found.code, len(found.json)) == (3, 1)
    assert "down.test did not answer" in found.err


def test_watched_pages_are_visited_by_their_tags(
    session: RecordedSession, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    place = tmp_path / "archive"
    with open_archive(place) as archive:
        for number, tag in enumerate(("news", "shop", "news")):
            settings = WatchSettings.from_json({"tags": [tag]})
            archive.watches.save(Watch(id=f"w{number}", url=f"http://{number}.test/", settings=settings))
    assert len(call(capfdbinary, "visit", "--tag", "news", "--archive", place).json) == 2
    assert session.visited == ["http://0.test/", "http://2.test/"]
    assert len(call(capfdbinary, "visit", "--all", "--archive", place).json) == 3
    missing = call(capfdbinary, "visit", "--tag", "none", "--archive", place)
    assert missing.code == 1
    assert "no watched page has the tag none" in missing.err


def test_a_refused_visit_leaves_no_archive(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    for address in ("http://127.0.0.1/", "ftp://site.test/", "http://localhost/"):
        assert call(capfdbinary, "visit", address, "--archive", tmp_path / "archive").code != 0
    for words in (("--tag", "news"), ("--all",)):
        assert call(capfdbinary, "visit", *words, "--archive", tmp_path / "archive").code == 1
    assert not (tmp_path / "archive").exists()


def test_what_a_server_says_of_one_page_of_several_steers_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Failing:
        def visit(self, request: VisitRequest) -> Visit:
            raise CaptureError(f"{request.url} says \x1b]0;owned\x07")

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert _visited(Failing(), list(map(VisitRequest, ("http://a.test/", "http://b.test/")))) == ([], 3)  # type: ignore[arg-type]
    said = capsys.readouterr().err
    assert "http://b.test/ says" in said
    assert "\x1b" not in said


def test_what_was_not_seen_of_a_page_stands_in_the_line(
    session: RecordedSession, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    depth = Reason("only the first 20,000 px of the page were examined", kind="depth")
    session.outcome = replace(OUTCOME, reasons=("Kept: first version", "another change", depth))
    said = call(capfdbinary, "visit", "http://site.test/", "--format", "text").text
    assert said.startswith(
        "Kept: first version; only the first 20,000 px of the page were examined (http://site.test/@"
    )
