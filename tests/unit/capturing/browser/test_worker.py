from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from pagestrata.capturing.browser.find import find_browser
from pagestrata.capturing.browser.page import PageCapture
from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.browser.worker import Worker
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import BrowserError, CaptureError
from pagestrata.model.snapshot import Response


def kill_renderers(worker: Worker) -> None:
    assert worker.process is not None
    for helper in psutil.Process(worker.process.pid).children(recursive=True):
        if "--type=renderer" in helper.cmdline():
            helper.kill()


@pytest.mark.browser
def test_a_crashed_page_is_a_browser_error_and_the_next_one_works() -> None:
    worker = Worker(find_browser(), pages_per_browser=5, memory_ceiling_mb=4096)
    body = b"<p>fine<img src=/x.png>"

    def crash(_method: str, url: str) -> Response | None:
        if url.endswith("x.png"):
            kill_renderers(worker)
            return None
        return Response(url=url, status=200, headers=(("content-type", "text/html"),), body=body)

    def respond(_method: str, url: str) -> Response | None:
        return None if url.endswith(".png") else Response(url=url, status=200, headers=(), body=body)

    assert worker.memory_mb() == 0
    try:
        options = CaptureOptions(screenshot=False, page_seconds=20.0)
        with pytest.raises(BrowserError, match=r"crashed while http://page\.test/ was captured; try again"):
            worker.capture("http://page.test/", options, crash, None)
        found = worker.capture("http://page.test/", options, respond, None)
        assert found.nodes is not None
        assert found.nodes.text_of(0) == "fine"
        assert worker.memory_mb() > 10
    finally:
        worker.close()
        worker.close()
    assert worker.process is None


@pytest.mark.browser
def test_a_page_that_is_closed_before_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker(find_browser(), pages_per_browser=5, memory_ceiling_mb=4096)

    async def close(capture: PageCapture, *_: object) -> None:
        await capture.page.close()
        await capture.page.wait_for_load_state("load", timeout=1_000)

    monkeypatch.setattr(PageCapture, "_load", close)
    try:
        with pytest.raises(CaptureError, match=r"http://page\.test/ closed itself before it could be captured"):
            worker.capture("http://page.test/", CaptureOptions(screenshot=False), lambda *_: None, None)
    finally:
        worker.close()


@pytest.mark.browser
def test_a_page_that_needs_too_much_memory_is_ended() -> None:
    """A fresh browser is above 20 MB at once, so that no page needs to be large for this."""
    worker = Worker(find_browser(), pages_per_browser=5, memory_ceiling_mb=20)
    page = Response(url="http://page.test/", status=200, headers=(("content-type", "text/html"),), body=b"<p>x")
    try:
        with pytest.raises(CaptureError, match=r"needed more than 20 MB for http://page\.test/ and was ended") as said:
            worker.capture(page.url, CaptureOptions(), lambda _, url: page if url == page.url else None, None)
        assert not isinstance(said.value, BrowserError)  # it is not tried again
    finally:
        worker.close()


@pytest.mark.browser
@pytest.mark.parametrize("moment", ["between pages", "in mid-capture"])
def test_a_dead_driver_is_replaced_as_a_dead_browser_is(moment: str) -> None:
    before = set(psutil.Process().children())

    def kill_driver() -> None:
        for process in psutil.Process().children():
            if process not in before and "run-driver" in process.cmdline():
                process.kill()

    def respond(_method: str, url: str) -> Response:
        if moment == "in mid-capture" and not calls:
            calls.append(1)
            kill_driver()
        return Response(url=url, status=200, headers=(("content-type", "text/html"),), body=b"<p>fine")

    calls: list[int] = []
    options = CaptureOptions(screenshot=False, contact="mailto:me@example.org")  # which Playwright is needed for
    with BrowserPool() as pool:
        if moment == "between pages":
            pool.capture("http://page.test/", options, responder=respond)
            kill_driver()
        found = pool.capture("http://page.test/", options, responder=respond)
    assert found.nodes is not None
    assert found.nodes.text_of(0) == "fine"


@pytest.mark.parametrize(
    ("script", "said"),
    [("exit 1", "is not Chrome, Chromium or Edge"), ("echo Chromium; [ $# -eq 1 ] || exit 1", "cannot be started")],
)
def test_a_program_that_is_no_browser(tmp_path: Path, script: str, said: str) -> None:
    program = tmp_path / "chrome"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    worker = Worker(str(program), pages_per_browser=5, memory_ceiling_mb=4096)
    try:
        with pytest.raises(BrowserError, match=said):
            worker.capture("http://page.test/", CaptureOptions(), lambda *_: None, None)
    finally:
        worker.close()
