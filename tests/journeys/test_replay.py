"""An archived page, looked at in a real browser through replay."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PIL import Image, ImageChops

from archived_site import TEXTS, TIMES, URL, archived_site, picture
from attacks.markup import ATTACKS, CLICKED
from browsing import new_page, open_page
from command_line import call
from memory_archive import MemoryArchive, response
from pagestrata.interfaces import ArchiveReader
from pagestrata.replay.archive_addresses import ReplayAddress
from pagestrata.replay.rewrite_html import rewrite_html
from pagestrata.replay.server import replay_server
from pagestrata.store.archive import open_archive

pytestmark = pytest.mark.browser


@contextmanager
def served(archive: ArchiveReader) -> Iterator[str]:
    with replay_server(archive, port=0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_every_version_is_shown_as_it_was(tmp_path):
    with archived_site(tmp_path / "archive") as archive, served(archive) as address, new_page() as page:
        for day, time in enumerate(TIMES):
            page.goto(f"{address}/web/{time}/{URL}")
            assert page.locator("p").all_inner_texts() == TEXTS[day]


def test_styles_pictures_and_fonts_load_inside_the_sandbox_and_nothing_else():
    archive = MemoryArchive()
    body = b"""<link rel=stylesheet href=/s.css><p>text</p><img src=http://cdn.test/i.png><img src=/missing.png>
        <img src=http://elsewhere.test/x.png><iframe src=/frame.html></iframe><script>document.title = 'ran'</script>
        <a href=/next>next</a>"""
    style = b"@import 'more.css'; p{color:rgb(1,2,3)}"
    archive.add(
        URL,
        TIMES[0],
        body,
        response(f"{URL}s.css", style, "text/css"),
        response(
            f"{URL}more.css", b"p{background-color:rgb(4,5,6);border-image:url(http://cdn.test/i.png)}", "text/css"
        ),
        response("http://cdn.test/i.png", picture(1), "image/png"),
        response(f"{URL}frame.html", b"<p>in the frame<script>parent.document.title = 'ran'</script>"),
    )
    archive.add(f"{URL}next", TIMES[0], b"<p>the next page")
    with served(archive) as address, new_page() as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{address}/web/{TIMES[0]}/{URL}", wait_until="load")
        look = page.locator("p").first.evaluate("p => [getComputedStyle(p).color, getComputedStyle(p).backgroundColor]")
        assert look == ["rgb(1, 2, 3)", "rgb(4, 5, 6)"]
        assert page.locator("img").first.evaluate("i => i.naturalWidth") == 8
        assert page.frame_locator("iframe").locator("p").inner_text() == "in the frame"
        assert page.title() == ""
        assert all(url.startswith(address) for url in asked)
        page.get_by_text("next").click()
        page.wait_for_url("**/next")
        assert page.locator("p").inner_text() == "the next page"


def hits(documents: list[str]) -> set[int]:
    """Which of the documents managed to call `hit`, each in a frame of its own, everything in it clicked."""
    frames = "".join(f"<iframe src=/{number} name={number}></iframe>" for number in range(len(documents)))
    count = "<script>window.hits = new Set(); window.hit = who => hits.add(who)</script>"
    with new_page() as page:

        def answer(route) -> None:
            name = route.request.url.rpartition("/")[2]
            if name == "start":
                route.fulfill(content_type="text/html", body=f"<!doctype html>{count}{frames}")
            elif name.isdigit():
                control = f"<!doctype html><script>window.hit = () => parent.hit({name})</script>"
                route.fulfill(content_type="text/html; charset=utf-8", body=control + documents[int(name)])
            else:
                route.fulfill(status=404, body="")

        page.route("**/*", answer)
        page.goto("http://attack.test/start", wait_until="load")
        page.evaluate(
            """selector => { for (let i = 0; i < frames.length; i++) { try {
                frames[i].document.querySelectorAll(selector).forEach(element =>
                    element.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true})))
                } catch {} } }""",
            CLICKED,
        )
        page.wait_for_timeout(500)
        return set(page.evaluate("[...window.hits]"))


@pytest.mark.slow
def test_no_attack_runs_in_a_browser_even_without_the_policy():
    place = ReplayAddress(base="https://site.test/a/b.html", timestamp="20260102030405")
    assert len(hits(list(ATTACKS))) > 50  # so that the test can fail
    rewritten = [rewrite_html(attack, place, rendered=rendered) for attack in ATTACKS for rendered in (False, True)]
    assert hits(sorted(set(rewritten))) == set()


def test_the_policy_alone_stops_scripts():
    archive = MemoryArchive()
    archive.add(URL, TIMES[0], b"<title>quiet</title><p>x<script>document.title = 'ran'</script>")
    with served(archive) as address, open_page(f"{address}/web/{TIMES[0]}id_/{URL}") as page:
        assert page.title() == "quiet"
        assert page.locator("p").inner_text() == "x"


@pytest.mark.slow
def test_a_replayed_page_looks_as_it_did_when_it_was_captured(tmp_path, capfdbinary):
    archived_site(tmp_path / "old").close()
    file = tmp_path / "out.wacz"
    assert call(capfdbinary, "export", "-o", file, "--archive", tmp_path / "old").code == 0
    assert call(capfdbinary, "import", file, "--archive", tmp_path / "new").code == 0
    with open_archive(tmp_path / "new") as archive, served(archive) as address, new_page() as page:
        page.set_viewport_size({"width": 1366, "height": 768})
        for version in archive.versions.of(URL):
            page.goto(f"{address}/web/{version.captured_at:%Y%m%d%H%M%S}/{URL}")
            then = Image.open(io.BytesIO(archive.contents.screenshot(version) or b"")).convert("RGB")
            now = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
            width, height = min(then.width, now.width), min(then.height, now.height)
            assert width > 1300
            assert height > 100
            area = (0, 0, width, height)
            assert ImageChops.difference(then.crop(area), now.crop(area)).getbbox() is None
