from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pagestrata.app.doctor.machine import (
    browser_results,
    clock_result,
    disk_results,
    driver_result,
    memory_result,
    nearest_folder,
    python_result,
    shared_memory_result,
    time_zone_result,
)
from pagestrata.capturing.browser.system_packages import System
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


DEBIAN = System(family="debian", distribution="debian", is_root=True)
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="shell scripts stand in for programs")


def script(path: Path, text: str) -> str:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_python_is_named() -> None:
    assert sys.executable in python_result().found


def test_the_driver_of_this_machine_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLAYWRIGHT_NODEJS_PATH", raising=False)
    found = driver_result(DEBIAN)
    assert found.state is State.FINE
    assert found.found.endswith("for steps and stored logins only" if sys.platform == "linux" else "for every page")


def test_a_driver_without_a_library_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = "error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory"
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", script(tmp_path / "node", f'echo "$0: {said}" >&2; exit 127'))
    found = driver_result(DEBIAN)
    assert found.state is State.MISSING
    assert found.advice == "run `apt-get update && apt-get install --yes --no-install-recommends libatomic1`"


def test_a_browser_is_not_opened_unless_asked(tmp_path: Path) -> None:
    path = script(tmp_path / "chrome", "echo Chromium 1.2")
    first, *rest = browser_results(path, DEBIAN, opens_browser=False)
    assert first.found == f"{path}: Chromium 1.2"
    assert [result.name for result in rest] in ([], ["sandbox"])


def test_a_browser_that_does_not_start_is_told(tmp_path: Path) -> None:
    path = script(tmp_path / "chrome", "echo broken >&2; exit 3")
    (found,) = browser_results(path, DEBIAN, opens_browser=True)
    assert found.state is State.MISSING
    assert found.found == f"{path} does not start (broken)"
    assert "install --yes --no-install-recommends chromium chromium-sandbox fonts-liberation`" in found.advice


@pytest.mark.browser
def test_a_browser_that_may_not_build_its_sandbox_is_told(tmp_path: Path) -> None:
    """It says its version, and then what Chromium says where user namespaces are not allowed."""
    words = "[1:1:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If you are running on Ubuntu 23.10+ ..."
    path = script(tmp_path / "chrome", f'[ "$1" = --version ] && echo Chromium 1.2 && exit\necho "{words}" >&2\nexit 1')
    (found,) = browser_results(path, DEBIAN, opens_browser=True)
    assert found.name == "sandbox"
    assert found.state is State.MISSING
    assert "allow user namespaces" in found.advice


@pytest.mark.browser
def test_the_browser_of_this_machine_shows_letters() -> None:
    found = {result.name: result for result in browser_results(None, DEBIAN, opens_browser=True)}
    assert found["browser"].state is State.FINE
    assert "captured a test page in" in found["browser"].found
    assert found["browser"].found.endswith("without the driver" if sys.platform == "linux" else "by the driver")
    assert "Latin" not in found["fonts"].found or found["fonts"].state is State.FINE
