"""Pages are captured alike with Playwright's driver and without it."""

from __future__ import annotations

import asyncio
import html
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from pagestrata.capturing.browser import worker
from pagestrata.capturing.browser.devtools_pipe import DevToolsPipe
from pagestrata.capturing.browser.direct_browser import can_show
from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions, Step
from pagestrata.errors import CaptureError, PagestrataError
from pagestrata.model.snapshot import Response, Snapshot
from servers import Asked, serving

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
@pytest.mark.parametrize("late", ["Runtime.runIfWaitingForDebugger", "Target.closeTarget", "Fetch.enable"])
@pytest.mark.parametrize("how", ["", "noopener"])
def test_a_page_that_opens_another_goes_on_and_the_other_loads_nothing_however_late_a_command_is(
    monkeypatch: pytest.MonkeyPatch, late: str, how: str
) -> None:
    """Commands of different sessions go their own ways; under load one may come a long time after the other."""
    send = DevToolsPipe.send

    async def delayed(pipe: DevToolsPipe, session: str, method: str, params: Mapping[str, Any] | None) -> Any:
        if method == late:
            await asyncio.sleep(0.4)
        return await send(pipe, session, method, params)

    def answer(asked: Asked) -> bytes:
        page = f"<script>open('/other', '_blank', '{how}'); print()</script><p>page"
        return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page.encode()

    monkeypatch.setattr(DevToolsPipe, "send", delayed)
    options = CaptureOptions(allow_private=True, load_seconds=5.0, screenshot=False)
    with serving(answer) as server, BrowserPool() as pool:
        found = pool.capture(server.url, options)
        assert found.nodes is not None
        assert (found.nodes.text_of(0), found.notes) == ("page", ())
        assert {asked.path for asked in server.asked} <= {"/", "/favicon.ico"}


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


ECHO = b"""<p id=page></p><p id=script></p><p id=worker></p><script>
async function told() {
  const data = navigator.userAgentData, hints = ['architecture', 'platformVersion', 'model', 'bitness', 'fullVersionList'];
  const values = data ? await data.getHighEntropyValues(hints) : 'none';
  const sent = await (await fetch('/headers')).text();
  return [navigator.userAgent, navigator.appVersion, navigator.platform, JSON.stringify(values), sent].join(' | ');
}
(async () => {
  page.textContent = document.cookie; script.textContent = await told();
  const code = `const location_ = "${location.origin}"; const fetch_ = fetch; fetch = (path) => fetch_(location_ + path);
    ${told} told().then((found) => postMessage(found))`;
  const made = new Worker(URL.createObjectURL(new Blob([code])));
  made.onmessage = (event) => { worker.textContent = event.data; document.body.append(document.createElement('hr')); };
})();</script>"""


class Echo(BaseHTTPRequestHandler):
    """Shows who a browser says it is: in the headers of its requests, to scripts and to workers."""

    def do_GET(self) -> None:
        told = ("cookie", "user-agent", "accept-language")
        lines = [f"{n}={v}" for n, v in self.headers.items() if n.lower() in told or n.lower().startswith("sec-ch")]
        body = ECHO if self.path == "/a/page" else "; ".join(sorted(lines)).encode()
        if self.path == "/a/page":
            body += f"<p>{html.escape('; '.join(sorted(lines)))}</p>".encode()
        self.send_response(200 if self.path in {"/a/page", "/headers"} else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@pytest.fixture(scope="module")
def echo() -> Iterator[str]:
    host = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{host.server_port}"
    host.shutdown()
    host.server_close()


WINDOWS = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36"
)
ANDROID = (
    "Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36"
)
IDENTITIES = {
    "nobody": {},
    "contact": {"contact": "mailto:me@example.org"},
    "windows": {"user_agent": WINDOWS},
    "android with contact": {"user_agent": ANDROID, "contact": "https://example.org/bot"},
    "cookies": {
        "cookies": (
            {"name": "a", "value": "1"},
            {"name": "hidden", "value": "2", "httpOnly": True, "expires": 4102444800},
            {"name": "elsewhere", "value": "3", "domain": "other.test", "path": "/"},
            {"name": "deep", "value": "4", "path": "/b/"},
            {"name": "strict", "value": "5", "sameSite": "Strict", "expires": -1},
        )
    },
    "cookies of an address": {"cookies": ({"name": "here", "value": "1", "url": "ECHO/a/other?x=1"},)},
    "a cookie of the past": {"cookies": ({"name": "old", "value": "1", "expires": 1},)},
}


def identified(who: str, echo: str) -> CaptureOptions:
    """Options that say who the browser is; `ECHO` stands for the server that tells."""
    given = dict(IDENTITIES[who])
    if "cookies" in given:
        given["cookies"] = tuple(
            {key: value.replace("ECHO", echo) if key == "url" else value for key, value in cookie.items()}
            for cookie in given["cookies"]
        )
    return CaptureOptions(allow_private=True, wait_for="hr", screenshot=False, **given)


@pytest.mark.browser
@pytest.mark.parametrize("who", IDENTITIES)
def test_servers_scripts_and_workers_are_told_alike_who_asks(
    pools: dict[str, BrowserPool], echo: str, who: str
) -> None:
    options = identified(who, echo)
    direct, by_driver = (pool.capture(f"{echo}/a/page", options) for pool in pools.values())
    assert direct.nodes is not None
    assert by_driver.nodes is not None
    assert direct.nodes.text_of(0) == by_driver.nodes.text_of(0)
    for asked in (options.user_agent, options.contact):
        assert asked is None or direct.nodes.text_of(0).count(asked) >= 5  # of the page, twice of script and worker
    expected = {"cookies": "a=1; strict=5", "cookies of an address": "here=1"}.get(who, "")
    assert direct.nodes.text_of(0).startswith(expected)
    assert ("hidden=2" in direct.nodes.text_of(0)) == (who == "cookies")
    assert "elsewhere" not in direct.nodes.text_of(0)


@pytest.mark.browser
@pytest.mark.parametrize("way", ["direct", "by driver"])
@pytest.mark.parametrize(
    ("cookie", "said"),
    [
        ({"name": "a", "value": "b", "url": ADDRESS, "path": "/"}, "cookie 1 has a url and a domain or path"),
        ({"name": "a", "value": "b", "expires": -5}, "cookie 1 expires at -5"),
        ({"name": "a", "value": "b", "expires": "tomorrow"}, "cookie 1 expires at 'tomorrow'"),
        ({"name": "a", "value": "b", "sameSite": "Sometimes"}, "cookie 1 has sameSite 'Sometimes'"),
        ({"name": "a", "value": 1}, "could not be captured"),
    ],
)
def test_a_cookie_that_no_browser_takes_is_refused(
    pools: dict[str, BrowserPool], way: str, cookie: dict[str, object], said: str
) -> None:
    with pytest.raises(PagestrataError, match=said):
        pools[way].capture(ADDRESS, CaptureOptions(cookies=(cookie,)), responder=respond("<p>x"))


def test_who_needs_playwright_gets_it() -> None:
    assert can_show(PLAIN)
    assert can_show(CaptureOptions(cookies=({"name": "a", "value": "b"},), user_agent="Mozilla/5.0", contact="me"))
    assert not can_show(replace(PLAIN, steps=(Step(action="click", selector="p"),)))
    assert not can_show(replace(PLAIN, storage_state=Path("state.json")))


@pytest.mark.browser
def test_a_browser_makes_room_for_one_with_playwright_and_that_one_stays(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    state.write_text('{"cookies": [], "origins": []}')
    with BrowserPool() as pool:
        seen = []
        for options in (PLAIN, CaptureOptions(storage_state=state), PLAIN):
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
