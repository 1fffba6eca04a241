"""An archived page tries to reach the web application that shows it, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from browsing import new_page
from captures import capture, visit_of
from pagestrata.formats.urls import timestamp14
from pagestrata.model.snapshot import Response
from pagestrata.store.archive import open_archive
from web_fixtures import running

pytestmark = [pytest.mark.browser, pytest.mark.slow]

URL = "http://hostile.test/"
HOSTILE = """<!DOCTYPE html><html><head><title>hostile</title>
<meta http-equiv="refresh" content="0;url=http://evil.test/refreshed">
<base href="http://evil.test/">
<script>
  try { top.location = 'http://evil.test/busted' } catch (e) {}
  try { parent.document.title = 'taken' } catch (e) {}
  try { navigator.serviceWorker.register('/sw.js') } catch (e) {}
  try { document.cookie = 'pagestrata_session=stolen' } catch (e) {}
  fetch('/pages/remove', {method: 'POST', mode: 'no-cors', credentials: 'include'});
</script>
<style>@import 'http://evil.test/a.css'; body { background: url(http://evil.test/leak.png) }</style></head>
<body onload="top.location='http://evil.test/onload'">
<p id="words">words of the page</p>
<a id="script-link" href="javascript:top.document.title='taken'">a script</a>
<a id="top-link" target="_top" href="http://evil.test/top">out</a>
<form id="form" target="_top" action="http://evil.test/form" method="post"><button id="send">send</button></form>
<svg onload="top.document.title='taken'"><script>top.document.title='taken'</script></svg>
<iframe srcdoc="<script>top.document.title='taken'</script>"></iframe>
<object data="javascript:top.document.title='taken'"></object><img src="x" onerror="top.document.title='taken'">
</body></html>"""


def archive_hostile_page(folder: Path) -> str:
    """An archive that holds the page, exactly as it was sent; the id of its version."""
    body = HOSTILE.encode()
    main = Response(url=URL, status=200, headers=(("Content-Type", "text/html"),), body=body, resource_type="document")
    taken, tree = capture(["words of the page"], url=URL, responses=(main,), dom=HOSTILE, title="<script>x</script>")
    with open_archive(folder) as archive:
        return archive.append(taken, tree, None, visit=visit_of(taken)).id


def test_a_hostile_page_in_its_frame_reaches_nothing(tmp_path):
    version = archive_hostile_page(tmp_path)
    with running(tmp_path) as (address, context), new_page() as page:
        page.set_default_timeout(120_000)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        origin = context.replay_origin(scheme="http", host="127.0.0.1")
        replayed = f"{origin}/web/{timestamp14(context.archive.versions.named(version).captured_at)}/{URL}"
        shown = f"{address}/versions/{version}"
        page.goto(shown, wait_until="load")
        title = page.title()
        cookies = cookies_of(page)
        for name in ("#script-link", "#top-link", "#send"):
            page.goto(shown, wait_until="load")  # again: a click may have led the frame to another page
            frame = next(frame for frame in page.frames if frame.url.startswith(origin))
            assert frame.url == replayed
            frame.locator("#words").wait_for()
            if frame.locator(name).count():
                frame.locator(name).dispatch_event("click")
            page.evaluate("() => new Promise(done => setTimeout(done, 300))")
            assert page.url == shown
            assert page.title() == title
        assert cookies_of(page) == cookies
        assert page.evaluate("() => navigator.serviceWorker.getRegistrations().then(found => found.length)") == 0
    assert [url for url in asked if not url.startswith((f"{address}/", f"{origin}/", "data:"))] == []
    assert [url for url in asked if url.endswith("/pages/remove")] == []


def cookies_of(page: Page) -> dict[str, str]:
    return {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}


def test_the_frame_has_no_right_and_the_page_is_never_on_the_application(tmp_path):
    version = archive_hostile_page(tmp_path)
    with running(tmp_path) as (address, context), new_page() as page:
        page.set_default_timeout(120_000)
        page.goto(f"{address}/versions/{version}", wait_until="load")
        sandboxes = page.locator("iframe").evaluate_all("frames => frames.map(frame => frame.getAttribute('sandbox'))")
        assert sandboxes
        assert set(sandboxes) == {""}
        answer = page.goto(f"{address}/web/2026id_/{URL}")
        assert answer is not None
        assert page.url.startswith(context.replay_origin(scheme="http", host="127.0.0.1"))
        assert "sandbox" in answer.headers["content-security-policy"]
