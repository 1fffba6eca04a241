from __future__ import annotations

import json
from urllib.request import urlopen

import psutil
import pytest

from pagestrata.capturing.browser.find import find_browser
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
def test_a_page_that_is_closed_before_its_time() -> None:
    worker = Worker(find_browser(), pages_per_browser=5, memory_ceiling_mb=4096)

    def close(_method: str, url: str) -> Response | None:
        if url != "http://page.test/":
            assert worker.process is not None
            devtools = worker.process.endpoint.replace("ws://", "http://").partition("/devtools")[0]
            with urlopen(f"{devtools}/json/list") as answer:
                targets = json.load(answer)
            target = next(target["id"] for target in targets if target["url"] == "http://page.test/")
            with urlopen(f"{devtools}/json/close/{target}"):
                return None
        return Response(url=url, status=200, headers=(("content-type", "text/html"),), body=b"<img src=/x.png>")

    try:
        with pytest.raises(CaptureError, match=r"http://page\.test/ closed itself before it could be captured"):
            worker.capture("http://page.test/", CaptureOptions(screenshot=False, page_seconds=20.0), close, None)
    finally:
        worker.close()


@pytest.mark.browser
def test_a_program_that_is_no_browser(tmp_path) -> None:
    script = tmp_path / "chrome"
    script.write_text("#!/bin/sh\nexit 1\n")
    script.chmod(0o755)
    worker = Worker(str(script), pages_per_browser=5, memory_ceiling_mb=4096)
    try:
        with pytest.raises(BrowserError, match="did not open its DevTools port"):
            worker.capture("http://page.test/", CaptureOptions(), lambda *_: None, None)
    finally:
        worker.close()
