from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from pagestrata.capturing.browser import process
from pagestrata.capturing.browser.context import context_options
from pagestrata.capturing.browser.driver import Driver
from pagestrata.capturing.browser.find import find_browser
from pagestrata.capturing.browser.process import BrowserProcess
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import BrowserError


def _zombies() -> set[int]:
    """Dead children nobody waited for; other tests start browsers in other ways."""
    return {child.pid for child in psutil.Process().children() if child.status() == psutil.STATUS_ZOMBIE}


@pytest.fixture(params=["direct", "by driver"])
def way(request: pytest.FixtureRequest) -> str:
    if request.param == "direct" and sys.platform != "linux":
        pytest.skip("other systems use Playwright's driver")
    return str(request.param)


@asynccontextmanager
async def playwright(way: str) -> AsyncIterator[Any]:
    """What a browser is started with: None without a driver."""
    if way == "direct":
        yield None
        return
    driver = Driver()
    try:
        yield await driver.playwright()
    finally:
        await driver.stop()


@pytest.mark.browser
def test_a_killed_browser_leaves_nothing_behind(way: str) -> None:
    before = _zombies()

    async def main() -> tuple[BrowserProcess, list[psutil.Process]]:
        async with playwright(way) as found:
            browser = await BrowserProcess.start(found, find_browser(), proxy="http://127.0.0.1:9")
            family = [psutil.Process(browser.pid), *psutil.Process(browser.pid).children(recursive=True)]
            assert browser.is_alive
            assert browser.memory_mb() > 10
            assert browser.is_above(10)
            assert not browser.is_above(1e6)
            assert (browser.profile / "tmp").is_dir()  # where a killed browser's temporary files go with it
            flags = family[0].cmdline()
            assert "--remote-debugging-pipe" in flags
            assert "--proxy-server=http://127.0.0.1:9" in flags
            await asyncio.to_thread(browser.kill)
            await asyncio.to_thread(browser.kill)
            return browser, family

    browser, family = asyncio.run(main())
    assert len(family) > 1
    assert not browser.is_alive
    assert browser.memory_mb() == 0
    assert not browser.profile.exists()
    assert [member for member in family if member.is_running()] == []
    assert _zombies() - before == set()


LEADER = """
import os, time
for _ in range(5):
    if os.fork() == 0:
        time.sleep(600)
kept = bytearray(200_000_000)  # so that it takes a while to end
kept[::4096] = bytes([1]) * len(kept[::4096])
print(os.getpid(), flush=True)
time.sleep(600)
"""
DRIVER = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {LEADER!r}], start_new_session=True); sys.stdin.read()"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process adopt the orphans below it")
def test_helpers_that_began_after_the_look_are_waited_for_too() -> None:
    process._adopt_orphans(+1)
    try:
        with subprocess.Popen([sys.executable, "-c", DRIVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as driver:
            assert driver.stdout is not None
            group = int(driver.stdout.readline())
            helpers = psutil.Process(group).children(recursive=True)
            process.end_group(group, [psutil.Process(group)])  # as if no helper had been there when we looked
            assert len(helpers) == 5
            assert [helper for helper in helpers if helper.is_running()] == []
            driver.kill()
    finally:
        process._adopt_orphans(-1)


def start(executable: Path, way: str) -> None:
    async def main() -> None:
        async with playwright(way) as found:
            await BrowserProcess.start(found, str(executable), proxy="http://127.0.0.1:9")

    asyncio.run(main())


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands in for the browser")
def test_a_program_that_is_no_browser_is_a_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    script = tmp_path / "chrome"
    script.write_text("#!/bin/sh\necho cannot open display >&2\nexit 1\n")
    script.chmod(0o755)
    with pytest.raises(BrowserError, match=r"cannot be started \(it said: cannot open display\).*pagestrata doctor"):
        start(script, way)
    assert list(tmp_path.glob("pagestrata-browser-*")) == []


def test_a_file_that_cannot_be_run_is_a_clear_error(tmp_path: Path, way: str) -> None:
    plain = tmp_path / "chrome"
    plain.write_text("not a program")
    with pytest.raises(BrowserError, match=r"cannot be started \(.*\); name another"):
        start(plain, way)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root starts without the sandbox")
def test_no_sandbox_for_root_is_said_once(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_said_no_sandbox", False)
    with caplog.at_level(logging.WARNING):
        assert process.sandbox_flags() == ("--no-sandbox",)
        assert process.sandbox_flags() == ("--no-sandbox",)
    assert [record.message for record in caplog.records] == [
        "running as root: Chromium starts without its sandbox; use an ordinary user where you can"
    ]


def test_an_ordinary_user_keeps_the_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.delenv(process.NO_SANDBOX, raising=False)
    assert process.sandbox_flags() == ()


def test_who_asks_goes_without_it_and_is_told(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "_said_no_sandbox", False)
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setenv(process.NO_SANDBOX, "1")
    with caplog.at_level(logging.WARNING):
        assert process.sandbox_flags() == ("--no-sandbox",)
    assert caplog.messages == [
        "PAGESTRATA_NO_SANDBOX is set: Chromium starts without its sandbox; use an ordinary user where you can"
    ]


def test_a_system_without_user_namespaces_is_named() -> None:
    said = "Target closed\n  - [pid=1][err] [1:1:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If you"
    assert "may not build its sandbox on this system; allow user namespaces" in process._launch_failure("chrome", said)


@pytest.mark.browser
def test_a_browser_opens_no_pages_of_its_own_beside_ours(way: str) -> None:
    async def main() -> list[str]:
        async with playwright(way) as found:
            browser = await BrowserProcess.start(found, find_browser(), proxy="http://127.0.0.1:9")
            try:
                context = await browser.browser.new_context(**await context_options(browser.browser, CaptureOptions()))
                await context.new_page()
                session = await browser.browser.new_browser_cdp_session()
                targets = await session.send("Target.getTargets", {"filter": [{}]})
            finally:
                await asyncio.to_thread(browser.kill)
            return [target["url"] for target in targets["targetInfos"]]

    assert set(asyncio.run(main())) == {"about:blank"}
