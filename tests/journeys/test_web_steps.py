"""A page behind a login, recorded in a real browser on the live picture of the web application, and visited later."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, expect

from browsing import new_page
from pagestrata.visit.plan import VisitRequest
from pagestrata.web.context import WebContext
from web_fixtures import running

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PATIENCE = 120_000
PASSWORD = "correct-horse-17"
LOGIN = b"""<!doctype html><title>Members</title><body style="margin:0"><form action="/in" method="post" style="padding:40px">
<h1>Log in</h1><input name="user" style="display:block;width:300px;height:40px">
<input name="password" type="password" style="display:block;width:300px;height:40px;margin-top:20px">
<button style="display:block;width:300px;height:40px;margin-top:20px">Log in</button></form></body>"""
INSIDE = b"""<!doctype html><title>Members</title><body><h1 class="inside">Minutes of the harbour council</h1>
<p>The council met on Monday and decided that the ferry fare stays at 18.50 euros for members until spring.</p></body>"""
ACTS = {"user": (190, 130), "password": (190, 190), "button": (190, 250)}


class Members:
    """A site that lets in who knows the password. `page` is what others are shown."""

    def __init__(self) -> None:
        self.password, self.page = PASSWORD, LOGIN
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                is_in = "member=yes" in self.headers.get("Cookie", "")
                self.send_all(200, INSIDE if is_in else site.page)

            def do_POST(self) -> None:
                sent = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
                if sent.get("user") == ["anna"] and sent.get("password") == [site.password]:
                    self.send_all(303, b"", ("Location", "/"), ("Set-Cookie", "member=yes; Path=/"))
                else:
                    self.send_all(200, site.page)

            def send_all(self, status: int, body: bytes, *headers: tuple[str, str]) -> None:
                self.send_response(status)
                for name, value in (("Content-Type", "text/html"), ("Content-Length", str(len(body))), *headers):
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    @contextmanager
    def serving(self) -> Iterator[str]:
        thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://localhost:{self._server.server_address[1]}/"
        finally:
            self._server.shutdown()
            self._server.server_close()
            thread.join()


@contextmanager
def recorded(folder: Path, members: Members) -> Iterator[tuple[Page, WebContext, str, str]]:
    """Record the login by doing it. The browser is at the list of steps then."""
    with members.serving() as url, running(folder) as (address, context), new_page() as page:
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        page.goto(address)
        page.get_by_label("Address of a page").fill(url)
        page.get_by_role("button", name="Open page").click()
        expect(page.get_by_text("This page has a password field.")).to_be_visible()
        page.get_by_role("button", name="Watch and record the login").click()
        page.get_by_role("button", name="Record steps").click()
        click_on(page, "user", 1)
        type_in(page, "anna", 2)
        click_on(page, "password", 3)
        expect(page.get_by_label("It is a password")).to_be_checked()
        type_in(page, PASSWORD, 4)
        click_on(page, "button", 5)
        page.get_by_role("button", name="Wait for the element I click").click()
        page.locator(".live__picture").click(position={"x": 60, "y": 30})
        expect(page.locator("[data-state]")).to_have_text("6 recorded.")
        page.get_by_role("button", name="Keep these steps").click()
        expect(page.get_by_role("heading", name="Steps before each capture")).to_be_visible()
        yield page, context, address, url


def click_on(page: Page, what: str, count: int) -> None:
    x, y = ACTS[what]
    image = page.locator(".live__picture")
    image.wait_for()
    scale = image.bounding_box()["width"] / int(image.get_attribute("width"))
    image.click(position={"x": x * scale, "y": y * scale})
    expect(page.locator("[data-state]")).to_have_text(f"{count} recorded.")


def type_in(page: Page, text: str, count: int) -> None:
    page.locator("#text").fill(text)
    page.get_by_role("button", name="Type it").click()
    expect(page.locator("[data-state]")).to_have_text(f"{count} recorded.")


def test_a_login_is_recorded_by_doing_it_and_taken_at_every_visit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets, members = tmp_path / "secrets.json", Members()
    monkeypatch.setenv("PAGESTRATA_SECRETS", str(secrets))
    with recorded(tmp_path / "archive", members) as (page, context, address, url):
        listed = page.locator(".steps").inner_text()
        assert re.sub(r"\s+", " ", listed).count('type a secret into input[name="password"]') == 1
        assert PASSWORD not in page.content()
        assert secrets.stat().st_mode & 0o077 == 0
        page.get_by_role("button", name="Try the steps").click()
        expect(page.locator(".replayed li")).to_have_count(7)
        expect(page.locator(".replayed")).not_to_contain_text("failed")
        outcome = context.visits.visit(VisitRequest(url))
        assert outcome.kept, outcome
        tree = context.archive.contents.tree(context.archive.versions.latest(url))
        assert "ferry fare stays" in " ".join(leaf.text for leaf in tree.leaves())
        stored = b"".join(file.read_bytes() for file in (tmp_path / "archive").rglob("*") if file.is_file())
        assert PASSWORD.encode() not in stored

        members.password = "another one"  # the login expires
        failed, error = context.visits.attempt(VisitRequest(url))
        assert (failed.fault, failed.kept) == ("step failed", False)
        assert "step 6 (wait h1.inside) failed" in str(error)
        assert len(context.archive.versions.of(url)) == 1
        shown = context.archive.skipped.of(url)[0]
        assert context.archive.contents.screenshot(shown) is not None
        page.goto(f"{address}/page?url={url}&show=faults")
        page.get_by_role("link", name="step failed").click()
        expect(page).to_have_url(re.compile(f"/versions/{shown.id}"))

        page.goto(f"{address}/watches/{context.archive.watches.of(url).id}/steps")
        page.get_by_role("button", name="Remove step 6").click()  # nothing is waited for: the form alone tells
        failed, error = context.visits.attempt(VisitRequest(url))
        assert (failed.fault, failed.kept) == ("step failed", False)
        assert "the login was refused or has expired" in str(error)
        page.reload()
        page.locator(".steps__row").nth(3).get_by_text("Change the text").click()
        page.get_by_label("New secret of step 4").fill("another one")
        page.get_by_role("button", name="Store").locator("visible=true").click()
        page.wait_for_load_state("load")
        mended, _ = context.visits.attempt(VisitRequest(url))
        assert not mended.fault
        assert "another one" not in page.content()

        members.password, members.page = "another one", LOGIN.replace(b'name="password"', b'name="pass"')
        failed, error = context.visits.attempt(VisitRequest(url))  # an element is gone
        assert failed.fault == "step failed"
        assert 'step 3 (click input[name="password"]) failed' in str(error)
        assert len(context.archive.versions.of(url)) == 1


def test_steps_are_edited_as_a_list_and_a_page_that_is_left_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets = tmp_path / "secrets.json"
    monkeypatch.setenv("PAGESTRATA_SECRETS", str(secrets))
    with recorded(tmp_path / "archive", Members()) as (page, context, address, _url):
        page.get_by_role("button", name="Remove step 6").click()
        expect(page.locator(".steps__row")).to_have_count(5)
        page.get_by_role("button", name="Step 5 earlier").click()
        expect(page.locator(".steps__row").nth(3)).to_contain_text("click button")
        page.get_by_role("button", name="Remove step 5").click()
        expect(page.locator(".steps__row")).to_have_count(4)
        assert "\\n" not in secrets.read_text()  # its secret is gone with it
        page.get_by_role("button", name="Record again").click()
        page.locator(".live__picture").wait_for()
        assert len(context.live_pages._known) == 1
        page.goto(address)
        for _ in range(300):
            if not context.live_pages._known:
                break
            page.wait_for_timeout(100)
        assert context.live_pages._known == {}
