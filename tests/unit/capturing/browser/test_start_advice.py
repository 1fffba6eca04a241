from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pagestrata.capturing.browser.start_advice import NODE, browser_problem, driver_problem, driver_program
from pagestrata.capturing.browser.start_faults import Cause, StartFault
from pagestrata.capturing.browser.system_packages import System

DEBIAN = System(family="debian", is_root=True)


@pytest.fixture(autouse=True)
def _own_node(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NODE, raising=False)


def test_the_driver_is_found_where_playwright_has_it() -> None:
    assert Path(driver_program()).exists()


def test_missing_libraries_of_the_driver_are_named_with_their_package() -> None:
    fault = StartFault(program="/p/node", cause=Cause.LIBRARIES, libraries=("libatomic.so.1",))
    assert driver_problem(fault, DEBIAN) == (
        "Playwright's driver /p/node misses libatomic.so.1; "
        "run `apt-get update && apt-get install --yes --no-install-recommends libatomic1`"
    )


def test_a_named_node_that_fails_is_blamed_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NODE, "/nowhere/node")
    assert driver_program() == "/nowhere/node"
    said = driver_problem(StartFault(program="/nowhere/node", cause=Cause.ABSENT), DEBIAN)
    assert said == (
        "Playwright's driver /nowhere/node is not there; let PLAYWRIGHT_NODEJS_PATH name a Node.js that starts, "
        "or remove that variable"
    )


def test_alpine_uses_a_node_of_its_own() -> None:
    fault = StartFault(program="/p/node", cause=Cause.FOREIGN)
    said = driver_problem(fault, System(family="alpine", is_root=True))
    assert "run `apk add nodejs` and set PLAYWRIGHT_NODEJS_PATH=/usr/bin/node" in said


@pytest.mark.parametrize("cause", [Cause.FOREIGN, Cause.SYSTEM_TOO_OLD])
def test_installing_again_is_not_advised_where_it_cannot_help(cause: Cause) -> None:
    said = driver_problem(StartFault(program="/p/node", cause=cause, said="GLIBC_2.99"), DEBIAN)
    assert "pip install" not in said
    assert NODE in said


def test_a_driver_that_is_gone_is_installed_again() -> None:
    said = driver_problem(StartFault(program="/p/node", cause=Cause.ABSENT), DEBIAN)
    assert f"run `{sys.executable} -m pip install --force-reinstall --no-deps playwright`" in said


def test_the_browser_is_mended_or_replaced() -> None:
    missing = StartFault(program="/b/chrome", cause=Cause.LIBRARIES, libraries=("libnss3.so", "libgbm.so.1"))
    broken = StartFault(program="/b/chrome", cause=Cause.OTHER, said="signal 4")
    assert browser_problem(missing, DEBIAN) == (
        "the browser /b/chrome misses libnss3.so and libgbm.so.1; "
        "run `apt-get update && apt-get install --yes --no-install-recommends libnss3 libgbm1`"
    )
    assert "recommends chromium chromium-sandbox fonts-liberation`, or name another with --browser" in browser_problem(
        broken, DEBIAN
    )
    assert browser_problem(broken, System(family="", is_root=True)).endswith(
        "(signal 4); name another with --browser or PAGESTRATA_BROWSER"
    )
