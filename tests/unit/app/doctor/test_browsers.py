from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pagestrata.app.doctor.browsers import browser_results, driver_result, python_result
from pagestrata.capturing.browser.system_packages import System
from pagestrata.model.check_results import State

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
