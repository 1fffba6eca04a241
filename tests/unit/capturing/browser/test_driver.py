from __future__ import annotations

import asyncio
import logging
import os
import sys
from pathlib import Path

import psutil
import pytest

from pagestrata.capturing.browser.driver import COMPILED, Driver, kept_compiled, silence_lost_driver
from pagestrata.errors import BrowserError


def test_a_driver_is_started_once_and_ended() -> None:
    async def main() -> list[psutil.Process]:
        driver = Driver()
        before = set(psutil.Process().children())
        assert await driver.playwright() is await driver.playwright()
        started = [process for process in psutil.Process().children() if process not in before]
        await driver.stop()
        await driver.stop()
        return started

    started = asyncio.run(main())
    assert len(started) == 1
    _, alive = psutil.wait_procs(started, timeout=60)
    assert alive == []


def test_a_dead_driver_can_be_stopped_and_replaced() -> None:
    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(silence_lost_driver)
        driver = Driver()
        before = set(psutil.Process().children())
        first = await driver.playwright()
        for process in psutil.Process().children():
            if process not in before:
                process.kill()
        await driver.stop()
        assert await driver.playwright() is not first
        await driver.stop()

    asyncio.run(main())


def test_a_driver_that_does_not_start_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", "/nowhere/node")
    with pytest.raises(
        BrowserError, match=r"driver /nowhere/node is not there; let PLAYWRIGHT_NODEJS_PATH name a Node"
    ):
        asyncio.run(Driver().playwright())


@pytest.mark.skipif(sys.platform != "linux", reason="a program of Linux and its loader")
def test_a_driver_that_misses_a_library_names_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    node = tmp_path / "node"
    node.write_bytes(Path("/bin/ls").resolve().read_bytes().replace(b"libc.so.6\0", b"libq.so.6\0"))
    node.chmod(0o755)
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", str(node))
    with pytest.raises(BrowserError, match=r"node misses libq\.so\.6.*; .*libq\.so\.6"):
        asyncio.run(Driver().playwright())


def test_a_driver_keeps_its_compiled_source(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(COMPILED, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with kept_compiled():
        assert Path(os.environ[COMPILED]).is_relative_to(tmp_path)
    assert COMPILED not in os.environ


def test_the_folder_that_a_person_named_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(COMPILED, "/named")
    with kept_compiled():
        assert os.environ[COMPILED] == "/named"
    assert os.environ[COMPILED] == "/named"


def test_without_a_folder_of_a_persons_own_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (COMPILED, "HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    with kept_compiled():
        assert COMPILED not in os.environ


def test_only_the_lost_driver_is_silent(caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.new_event_loop()
    with caplog.at_level(logging.ERROR):
        silence_lost_driver(loop, {"exception": Exception("Connection closed while reading from the driver")})
        assert caplog.records == []
        silence_lost_driver(loop, {"message": "another matter"})
        assert "another matter" in caplog.text
    loop.close()
