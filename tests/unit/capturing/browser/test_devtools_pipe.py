from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from pagestrata.capturing.browser.devtools_pipe import (
    DevToolsError,
    DevToolsPipe,
    DevToolsTimeoutError,
    browser_errors,
    browser_timeouts,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems use Playwright's driver")

BROWSER = """
import json, os, sys
def say(message): os.write(4, json.dumps(message).encode() + b"\\0")
begun = b""
while data := os.read(3, 65536):
    *ended, begun = (begun + data).split(b"\\0")
    for asked in map(json.loads, ended):
        session, method, given = asked.get("sessionId", ""), asked["method"], asked["params"]
        if method == "Echo":
            say({"id": asked["id"], "result": given})
        elif method == "Refuse":
            say({"id": asked["id"], "error": {"message": "not today"}})
        elif method == "Happen":
            say({"method": "Happened", "params": given, **({"sessionId": session} if session else {})})
            say({"id": asked["id"], "result": {}})
        elif method == "Die":
            sys.exit("it hurts")
"""


def with_browser(work: Callable[[DevToolsPipe], Awaitable[None]], folder: Path) -> int:
    """Run something with a program that answers as a browser does; how that program ended."""

    async def main() -> int:
        program = [sys.executable, "-c", BROWSER]
        pipe, pid = await DevToolsPipe.start(program, environment=dict(os.environ), complaints=folder / "said")
        try:
            await work(pipe)
        finally:
            pipe.close()
            pipe.close()
            _, status = await asyncio.to_thread(os.waitpid, pid, 0)
        return os.waitstatus_to_exitcode(status)

    return asyncio.run(main())


def test_commands_are_answered_in_any_size_and_script(tmp_path: Path) -> None:
    async def work(pipe: DevToolsPipe) -> None:
        for given in ({"text": "中\ud800"}, {"text": "x" * 5_000_000}, {}):
            assert await pipe.root.send("Echo", given) == given
        with pytest.raises(DevToolsError, match="not today") as said:
            await pipe.root.send("Refuse")
        assert said.value.message == "not today"

    assert with_browser(work, tmp_path) == 0  # it ends when its pipes are closed


def test_events_reach_the_session_they_are_for(tmp_path: Path) -> None:
    heard: list[tuple[str, object]] = []

    async def work(pipe: DevToolsPipe) -> None:
        pipe.root.on("Happened", lambda event: heard.append(("browser", event["n"])))
        page = pipe.session("page")
        page.on("Happened", lambda event: heard.append(("page", event["n"])))
        assert pipe.session("page") is page
        await pipe.root.send("Happen", {"n": 1})
        await page.send("Happen", {"n": 2})
        pipe.forget("page")
        with pytest.raises(DevToolsError, match="has been closed"):
            await page.send("Happen", {"n": 3})

    with_browser(work, tmp_path)
    assert heard == [("browser", 1), ("page", 2)]


def test_what_waits_for_a_session_that_ends_is_told(tmp_path: Path) -> None:
    async def work(pipe: DevToolsPipe) -> None:
        waiting = asyncio.ensure_future(pipe.session("page").send("Never answered"))
        await asyncio.sleep(0)
        pipe.forget("page")
        with pytest.raises(DevToolsError, match="has been closed"):
            await waiting

    with_browser(work, tmp_path)


def test_a_browser_that_dies_fails_all_that_waits_and_says_why(tmp_path: Path) -> None:
    async def work(pipe: DevToolsPipe) -> None:
        with pytest.raises(DevToolsError, match="has been closed"):
            await asyncio.gather(pipe.root.send("Never answered"), pipe.root.send("Die"))
        assert not pipe.is_open
        with pytest.raises(DevToolsError, match="has been closed"):
            await pipe.root.send("Echo")

    assert with_browser(work, tmp_path) == 1
    assert "it hurts" in (tmp_path / "said").read_text()


def test_a_program_that_is_not_there_leaves_no_file_open(tmp_path: Path) -> None:
    async def main() -> None:
        with pytest.raises(FileNotFoundError):
            await DevToolsPipe.start(["/nowhere/chrome"], environment={}, complaints=tmp_path / "said")

    before = len(os.listdir("/proc/self/fd"))
    asyncio.run(main())
    assert len(os.listdir("/proc/self/fd")) == before


def test_errors_of_playwright_are_caught_where_it_is_loaded() -> None:
    from playwright import async_api

    assert set(browser_errors()) == {DevToolsError, async_api.Error}
    assert set(browser_timeouts()) == {DevToolsTimeoutError, async_api.TimeoutError}
