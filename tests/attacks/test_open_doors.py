"""Attacks repeated where they are allowed: they succeed, so no attack test passes because nothing was tried."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from attacks.canaries import PATIENCE_SECONDS, canary, internet, message
from attacks.requests import REQUESTS
from captures import capture, visit_of
from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import MEGABYTE, CaptureOptions
from pagestrata.store.archive import open_archive
from servers import Asked, serving

NOT_BY_THIS_BROWSER = {"icon", "speculation", "manifest", "pop-up", "report", "call"}
"""Kinds of requests that a headless browser with our settings does not make; the attacks keep them for other browsers."""
EXPECTED = set(REQUESTS) - NOT_BY_THIS_BROWSER


def kinds_in(touched: list[bytes]) -> set[str]:
    names = list(REQUESTS)
    asked = (re.match(rb"[A-Z]+ /(\d+)(?:/| )", first) for first in list(touched))
    return {names[int(found[1])] for found in asked if found}


@pytest.fixture(scope="module")
def reached(pool: BrowserPool) -> set[str]:
    """The kinds of request that get inside where private addresses are allowed.

    The page asks for what is missing again and again until everything came. No answer takes long: one that is silent for
    longer than the guard's limit would be ended, and with it the page.
    """
    with canary() as inside:
        deadline = time.monotonic() + 2 * PATIENCE_SECONDS

        def missing_markup() -> str:
            missing = EXPECTED - kinds_in(inside.touched)
            return "".join(
                form.format(f"{inside.origin}/{number}")
                for number, (kind, form) in enumerate(REQUESTS.items())
                if kind in missing
            )

        def answer(asked: Asked) -> bytes:
            if not asked.path.startswith("/again"):
                return message(f"<!doctype html><p>words</p>{missing_markup()}<script src=/again></script>")
            enough = time.monotonic() + 5
            while (missing := missing_markup()) and time.monotonic() < enough:
                time.sleep(0.02)
            if not missing or time.monotonic() > deadline:
                return message("window.stop()", kind="text/javascript")
            more = f"{missing}<script src=/again?{time.monotonic()}></script>"
            return message(f"document.write({script_text(more)})", kind="text/javascript")

        with serving(answer) as server:
            options = CaptureOptions(allow_private=True, screenshot=False, load_seconds=250, page_seconds=300)
            pool.capture(server.url, options)
        return kinds_in(inside.touched)


def script_text(markup: str) -> str:
    """A string in a script, which may hold the end of a script."""
    return json.dumps(markup).replace("</", "<\\/")


@pytest.mark.browser
@pytest.mark.parametrize("kind", sorted(EXPECTED))
def test_a_request_gets_inside_when_it_may(reached: set[str], kind: str) -> None:
    assert kind in reached


@pytest.mark.browser
def test_a_redirect_gets_inside_when_it_may(pool: BrowserPool) -> None:
    with canary() as inside, canary("127.0.0.3") as page:
        page.answer = message("", status="302 Found", more=f"Location: {inside.origin}/secret\r\n")
        found = pool.capture(f"{page.origin}/", CaptureOptions(allow_private=True, screenshot=False))
    assert inside.touched[0].startswith(b"GET /secret ")
    assert found.url == f"{inside.origin}/secret"


@pytest.mark.browser
def test_a_large_body_is_kept_when_it_may_be(pool: BrowserPool) -> None:
    body = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + b"/" * (6 * MEGABYTE)
    page = message("<p>words</p><script src=/large></script>")
    with internet(lambda url: body if url.endswith("/large") else page) as far:
        found = pool.capture("http://far.invalid/", CaptureOptions(proxy=far.proxy, screenshot=False))
    assert 6 * MEGABYTE in {len(response.body) for response in found.responses}


def test_a_pipe_gets_the_bytes_that_steer_a_terminal(tmp_path: Path) -> None:
    with open_archive(tmp_path) as archive:
        taken, tree = capture(["words \x1b]0;owned\x07"])
        archive.append(taken, tree, None, visit=visit_of(taken))
    words = ["--archive", str(tmp_path), "show", "http://site.test/@latest", "--format", "raw"]
    done = subprocess.run([sys.executable, "-m", "pagestrata.cli.main", *words], capture_output=True, check=True)
    assert b"\x1b]0;owned\x07" in done.stdout
