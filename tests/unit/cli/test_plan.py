from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from command_line import call
from pagestrata.app.watches import watch_for
from pagestrata.model.records import Visit
from pagestrata.store.archive import open_archive


@pytest.fixture
def place(tmp_path: Path) -> Path:
    with open_archive(tmp_path / "archive") as archive:
        seen = watch_for(archive, "http://site.test/seen")
        watch_for(archive, "http://site.test/new")
        for hours in (30, 20, 10):
            moment = datetime.now(UTC) - timedelta(hours=hours)
            archive.record_visit(Visit(url=seen.url, visited_at=moment, stage="render", version=None, kept=True))
    return tmp_path / "archive"


def test_the_next_visits_with_reasons(place: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    found = call(capfdbinary, "plan", "--explain", "--archive", place)
    assert found.code == 0
    assert "http://site.test/new\n    Not visited yet.\n" in found.text
    assert "http://site.test/seen\n    Visited 10 hours ago. Something that matters changes about every" in found.text


def test_the_plan_as_json(place: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    found = call(capfdbinary, "plan", "--json", "--budget", "1/day", "--limit", "1", "--archive", place).json
    assert (found["budget"], found["policy"], found["pages"]) == ("0.0416667 visits/hour", "urgency", 2)
    assert len(found["visits"]) == 1
    assert found["left_undone"] >= 1
    assert {"url", "due", "last", "urgency", "period_hours", "why"} <= found["visits"][0].keys()
    text = call(capfdbinary, "plan", "--budget", "1/day", "--limit", "1", "--archive", place).text
    assert "and 1 more\n" in text
    assert "due within the hour exceed the budget of 0.0416667 visits/hour" in text


def test_no_page_no_plan(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    open_archive(tmp_path).close()
    found = call(capfdbinary, "plan", "--archive", tmp_path)
    assert (found.code, found.text) == (1, "")
    assert "watch add URL" in found.err
    assert call(capfdbinary, "plan", "--budget", "lots", "--archive", tmp_path).code == 2


def test_other_budgets_are_simulated_and_drawn(place: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    words = ("plan", "--simulate", "2", "--budget", "1/hour", "--archive", place)
    found = call(capfdbinary, *words, "--json").json
    assert {each["policy"] for each in found} == {"urgency", "lambda", "uniform"}
    assert {each["budget_per_hour"] for each in found} == {0.25, 0.5, 1.0, 2.0, 4.0}
    assert call(capfdbinary, *words).text.splitlines()[0].split() == ["policy", "visits/hour", "caught", "staleness"]
    assert call(capfdbinary, *words, "--format", "svg").text.startswith("<svg")
    target = place / "curve.png"
    assert call(capfdbinary, *words, "--format", "png", "-o", target).code == 0
    assert target.read_bytes().startswith(b"\x89PNG")


def test_a_picture_needs_a_simulation(place: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert call(capfdbinary, "plan", "--format", "svg", "--archive", place).code == 2
    found = call(capfdbinary, "plan", "--simulate", "2", "--budget", "5min/hour", "--archive", place)
    assert (found.code, "a simulation counts visits" in found.err) == (2, True)
