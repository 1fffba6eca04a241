"""Pages are captured alike with Playwright's driver and without it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pagestrata.capturing.browser import worker
from pagestrata.capturing.browser.direct_browser import can_show
from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions, Step
from pagestrata.errors import CaptureError
from pagestrata.model.snapshot import Response, Snapshot

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems use Playwright's driver")

ADDRESS = "http://page.test/"
HTML = (("content-type", "text/html; charset=utf-8"),)
PLAIN = CaptureOptions()


@pytest.fixture(scope="module")
def pools() -> Iterator[dict[str, BrowserPool]]:
    with BrowserPool() as direct, BrowserPool() as by_driver:
        with pytest.MonkeyPatch.context() as patched:  # a browser that Playwright started shows all later pages, too
            patched.setattr(worker, "can_show", lambda _: False)
            by_driver.capture(ADDRESS, PLAIN, responder=respond("<p>first"))
        yield {"direct": direct, "by driver": by_driver}


def respond(markup: str, files: dict[str, bytes] | None = None, asked: list[str] | None = None):
    def answer(_method: str, url: str) -> Response | None:
        if asked is not None:
            asked.append(url)
        if url == ADDRESS:
            return Response(url=url, status=200, headers=HTML, body=markup.encode())
        found = (files or {}).get(url)
        return None if found is None else Response(url=url, status=200, headers=(), body=found)

    return answer


def shown(pools: dict[str, BrowserPool], markup: str, options: CaptureOptions = PLAIN) -> list[Snapshot]:
    return [pool.capture(ADDRESS, options, responder=respond(markup)) for pool in pools.values()]


PAGES = {
    "fonts and media": """<style>@media (prefers-reduced-motion: reduce) { p { color: red } }
        @media (prefers-color-scheme: dark) { p { display: none } }</style><p>serif <code>fixed</code> 中 <i>and more</i>
        <p style="font-family:cursive">cursive <b style="font-family:fantasy">fantasy</b><select><option>one</select>""",
    "what scripts are told": """<p id=p></p><script>p.textContent = [innerWidth, innerHeight, outerWidth, outerHeight,
        screen.width, screen.height, screen.orientation.type, devicePixelRatio, document.hasFocus(), navigator.webdriver,
        navigator.language, navigator.userAgent, matchMedia('(hover: hover)').matches, Notification.permission].join()
        </script>""",
    "frames": """<iframe srcdoc='<p>inside<script>document.body.append(innerWidth)</script>'></iframe>""",
    "dialogs": """<p id=p></p><script>p.textContent = [confirm('sure?'), prompt('name?'), alert('hello')].join()
        addEventListener('beforeunload', event => event.preventDefault())</script>""",
    "service workers": """<p id=p></p><script>p.textContent = 'serviceWorker' in navigator;</script>""",
    "another page": """<p>one</p><script>if (!location.hash) location.replace('#two'); document.write('<p>written')
        </script>""",
    "tall": "<p style='height:9000px'>top</p><p>foot",
}


@pytest.mark.browser
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("options", [PLAIN, CaptureOptions(javascript=False, viewport=(390, 844))], ids=["", "other"])
def test_pages_look_and_read_alike(pools: dict[str, BrowserPool], page: str, options: CaptureOptions) -> None:
    direct, by_driver = shown(pools, PAGES[page], options)
    assert direct.nodes is not None
    assert by_driver.nodes is not None
    assert direct.dom == by_driver.dom
    assert direct.nodes.text_of(0) == by_driver.nodes.text_of(0)
    assert direct.screenshot_png == by_driver.screenshot_png
    assert (direct.title, direct.notes, direct.software) == (by_driver.title, by_driver.notes, by_driver.software)


@pytest.mark.browser
@pytest.mark.parametrize("way", ["direct", "by driver"])
def test_what_a_page_opens_is_closed_before_it_loads(pools: dict[str, BrowserPool], way: str) -> None:
    asked: list[str] = []
    markup = "<p>here<script>for (const how of ['', 'noopener']) open('http://popup.test/', '_blank', how)</script>"
    found = pools[way].capture(ADDRESS, CaptureOptions(screenshot=False), responder=respond(markup, asked=asked))
    assert found.nodes is not None
    assert found.nodes.text_of(0) == "here"
    assert set(asked) == {ADDRESS}


@pytest.mark.browser
@pytest.mark.parametrize("way", ["direct", "by driver"])
def test_a_page_that_cannot_be_loaded_says_why(pools: dict[str, BrowserPool], way: str) -> None:
    with pytest.raises(CaptureError, match="its address cannot be reached"):
        pools[way].capture("http://nowhere.test/", CaptureOptions(), responder=lambda *_: None)


@pytest.mark.browser
@pytest.mark.parametrize("way", ["direct", "by driver"])
def test_a_service_worker_is_never_registered(pools: dict[str, BrowserPool], way: str) -> None:
    markup = """<p id=p>waits</p><script>Object.defineProperty(window, 'isSecureContext', {value: true});
        if (self.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register.call(null, '/w.js').then(
          (found) => { p.textContent = `registered ${found}`; }, (error) => { p.textContent = `failed ${error}`; });
        else p.textContent = 'registered undefined';</script>"""
    found = pools[way].capture(ADDRESS, CaptureOptions(screenshot=False), responder=respond(markup))
    assert found.nodes is not None
    assert found.nodes.text_of(0) == "registered undefined"


def test_who_needs_playwright_gets_it() -> None:
    assert can_show(PLAIN)
    for needs in (
        replace(PLAIN, steps=(Step(action="click", selector="p"),)),
        replace(PLAIN, storage_state=Path("state.json")),
        replace(PLAIN, cookies=({"name": "a", "value": "b"},)),
        replace(PLAIN, user_agent="Mozilla/5.0"),
        replace(PLAIN, contact="mailto:me@example.org"),
    ):
        assert not can_show(needs)


@pytest.mark.browser
def test_a_browser_makes_room_for_one_with_playwright_and_that_one_stays() -> None:
    with BrowserPool() as pool:
        seen = []
        for options in (PLAIN, CaptureOptions(contact="mailto:me@example.org"), PLAIN):
            pool.capture(ADDRESS, replace(options, screenshot=False), responder=respond("<p>x"))
            process = pool._workers[0].process
            assert process is not None
            seen.append((process.is_direct, process.pid))
    assert [is_direct for is_direct, _ in seen] == [True, False, False]
    assert seen[1] == seen[2] != seen[0]


CAPTURE = """
import sys
from pagestrata.capturing.browser.check import check_browser
print(check_browser().seconds)
for name in ("playwright", "numpy.ma"):
    assert name not in sys.modules, f"a capture loaded {name}"
"""


@pytest.mark.browser
def test_a_capture_loads_nothing_of_playwright_starts_no_driver_and_loads_no_library_it_does_not_use() -> None:
    ended = subprocess.run([sys.executable, "-c", CAPTURE], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
