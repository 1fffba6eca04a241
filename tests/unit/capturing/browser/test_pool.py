from __future__ import annotations

import asyncio
import os
import signal
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from pagestrata.capturing.browser import worker
from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import BrowserError, PageTimeoutError, UsageError
from pagestrata.model.snapshot import Response

QUICK = CaptureOptions(screenshot=False)


def page(markup: str) -> Response:
    return Response(url="http://page.test/", status=200, headers=(("content-type", "text/html"),), body=markup.encode())


def text_of(pool: BrowserPool, markup: str, options: CaptureOptions = QUICK) -> str:
    found = pool.capture(
        "http://page.test/", options, responder=lambda _, url: page(markup) if url == "http://page.test/" else None
    )
    assert found.nodes is not None
    return found.nodes.text_of(0)


def children() -> list[psutil.Process]:
    return psutil.Process().children(recursive=True)


def _belongs_to(process: psutil.Process, family: set[int]) -> bool:
    """Whether it was there before, or was started since by one that was (the browser of another test's pool)."""
    try:
        return any(member.pid in family for member in (process, *process.parents()))
    except psutil.NoSuchProcess:
        return True


@pytest.mark.parametrize("wrong", [{"browsers": 0}, {"pages_per_browser": 0}])
def test_a_pool_needs_a_browser_and_pages(wrong: dict[str, int]) -> None:
    with pytest.raises(UsageError, match="at least one"):
        BrowserPool(**wrong)  # type: ignore[arg-type]


def test_a_missing_browser_is_said_at_once() -> None:
    with pytest.raises(BrowserError, match="no browser /nowhere/chrome"):
        BrowserPool("/nowhere/chrome")


@pytest.mark.browser
def test_many_captures_with_crashes_and_hangs_leave_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The small version of benchmarks/speed/capture.py: plain, crashed, hung and killed pages, then nothing is left."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    family = {process.pid for process in children()}
    with BrowserPool(pages_per_browser=3) as pool:
        for number in range(6):
            assert text_of(pool, f"<p>{number}") == str(number)
        with pytest.raises(PageTimeoutError):
            text_of(pool, "<script>while (true) {}</script>", CaptureOptions(screenshot=False, page_seconds=3.0))
        assert text_of(pool, "<p>after a hang") == "after a hang"
        process = pool._workers[0].process
        assert process is not None
        os.killpg(process.pid, signal.SIGKILL)  # the group: some browsers are started by a script that stays
        assert text_of(pool, "<p>after a kill") == "after a kill"
        assert pool.memory_mb() > 10
    assert list(tmp_path.glob("pagestrata-browser-*")) == []
    assert [process for process in children() if not _belongs_to(process, family)] == []


@pytest.mark.browser
def test_a_browser_killed_in_mid_capture_is_replaced_once() -> None:
    kills: list[int] = []

    def respond(_method: str, _url: str) -> Response:
        process = pool._workers[0].process
        assert process is not None
        if len(kills) < deaths:
            kills.append(process.pid)
            os.killpg(process.pid, signal.SIGKILL)
        return page("<p>survived")

    with BrowserPool() as pool:
        deaths = 1
        found = pool.capture("http://page.test/", QUICK, responder=respond)
        assert found.nodes is not None
        assert found.nodes.text_of(0) == "survived"
        deaths = 99
        with pytest.raises(BrowserError, match=r"the browser died while it captured http://page\.test/; try again"):
            pool.capture("http://page.test/", QUICK, responder=respond)
        assert len(set(kills)) == 3  # one in the first capture, one and its replacement in the second


@pytest.mark.browser
def test_browsers_are_replaced_after_their_pages_and_when_they_have_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    with BrowserPool(pages_per_browser=2) as pool:
        pids = []
        for _ in range(3):
            text_of(pool, "<p>x")
            process = pool._workers[0].process
            assert process is not None
            pids.append(process.pid)
    assert pids[0] == pids[1] != pids[2]
    monkeypatch.setattr(worker, "WORN_SHARE", 0.0001)  # far below what any browser needs
    with BrowserPool(memory_ceiling_mb=8192) as pool:
        for _ in range(2):
            text_of(pool, "<p>x")
            process = pool._workers[0].process
            assert process is not None
            pids.append(process.pid)
    assert pids[3] != pids[4]


@pytest.mark.browser
def test_several_threads_share_the_browsers() -> None:
    with BrowserPool(browsers=2) as pool, ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda number: text_of(pool, f"<p>{number}"), range(6)))
    assert found == [str(number) for number in range(6)]


@pytest.mark.browser
def test_it_works_inside_a_running_event_loop(pool: BrowserPool) -> None:
    async def main() -> str:
        return text_of(pool, "<p>inside")

    assert asyncio.run(main()) == "inside"


@pytest.mark.browser
def test_a_closed_pool_starts_again() -> None:
    pool = BrowserPool()
    assert text_of(pool, "<p>1") == "1"
    pool.close()
    pool.close()
    assert text_of(pool, "<p>2") == "2"
    pool.close()
