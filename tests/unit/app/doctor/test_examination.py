from __future__ import annotations

from pathlib import Path

import pagestrata
from pagestrata.app.doctor.examination import doctor, is_healthy
from pagestrata.model.check_results import fine, missing, weak


def test_everything_is_looked_at(tmp_path: Path) -> None:
    results = pagestrata.doctor(archive=tmp_path / "archive", opens_browser=False)
    names = [result.name for result in results]
    for name in (
        *("Python", "driver", "browser", "clock", "time zone", "disk (archive)", "memory", "/dev/shm"),
        *("archive", "Ray", "channels", "proxy"),
    ):
        assert name in names
    assert all(result.advice for result in results if result.state != "fine")


def test_a_check_that_fails_is_a_line_and_the_others_go_on(tmp_path: Path) -> None:
    results = doctor(archive="ftp://nowhere/", opens_browser=False)
    found = next(result for result in results if result.name == "archive")
    assert found.state == "missing"
    assert "is not an archive" in found.found
    assert results[-1].name == "proxy"


def test_only_what_is_missing_is_unhealthy() -> None:
    assert is_healthy([fine("a", "b"), weak("a", "b", "c")])
    assert not is_healthy([fine("a", "b"), missing("a", "b", "c")])
