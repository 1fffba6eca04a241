from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pagestrata.app.doctor.machine import (
    clock_result,
    disk_results,
    memory_result,
    nearest_folder,
    shared_memory_result,
    time_zone_result,
)
from pagestrata.model.check_results import State

LATER = datetime(2100, 1, 1, tzinfo=UTC)


def test_a_clock_after_everything_known_is_fine() -> None:
    told = LATER - timedelta(seconds=2)
    assert clock_result(LATER, newest_visit_at=told, server_time=told).state is State.FINE


def test_a_clock_before_the_newest_visit_or_beside_the_server_is_told() -> None:
    ahead = LATER + timedelta(hours=1)
    visited = clock_result(LATER, newest_visit_at=ahead, server_time=None)
    beside = clock_result(LATER, newest_visit_at=None, server_time=ahead)
    assert visited.state is State.MISSING
    assert "before the newest visit in the archive (2100-01-01 01:00 UTC)" in visited.found
    assert "timedatectl" in visited.advice
    assert beside.state is State.WEAK
    assert "PostgreSQL" in beside.found


def test_an_unknown_time_zone_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Mars/Olympus")
    found = time_zone_result()
    assert found.state is State.WEAK
    assert "TZ=Mars/Olympus is not a time zone" in found.found
    monkeypatch.setenv("TZ", "UTC0")
    assert time_zone_result().state is State.FINE


def test_each_disk_has_one_line(tmp_path: Path) -> None:
    names = [result.name for result in disk_results(str(tmp_path / "not" / "yet"))]
    assert names[0] == "disk (archive)"
    assert "disk (blobs)" not in names
    assert [result.name for result in disk_results(None)] == ["disk (temporary files)"]


def test_the_nearest_folder_is_one_that_exists(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert nearest_folder(tmp_path / "a" / "b") == tmp_path
    assert nearest_folder(tmp_path / "file") == tmp_path


def test_memory_is_measured_and_shared_memory_may_be_absent(tmp_path: Path) -> None:
    assert "available" in memory_result().found
    absent = shared_memory_result(tmp_path / "none")
    assert absent.state is State.WEAK
    assert "tmpfs" in absent.advice
