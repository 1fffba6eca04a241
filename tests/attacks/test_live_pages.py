"""Pages open in the server's browser: no user acts on another's, no viewer on any, and none reaches private addresses."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pagestrata.app.session import Session
from pagestrata.app.watch_steps import live_page, replay_steps
from pagestrata.app.watches import change_watch, watch_for
from pagestrata.capturing.options import CaptureOptions, Step
from pagestrata.model.records import Watch
from pagestrata.web.context import WebContext
from pagestrata.web.live_pages import MOST_AT_ONCE, LivePages
from pagestrata.web.refusals import TooManyRequestsError
from pagestrata.web.security.identify import make_token
from pagestrata.web.security.logins import Person, Role, add_user
from servers import Asked, serving
from web_fixtures import NOW, client_of

OPEN = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<h1>open</h1>"


class Page:
    """A page that is open without a browser."""

    def open(self) -> None: ...
    def close(self) -> None: ...
    def picture(self) -> bytes:
        return b"\xff\xd8"

    def focused(self) -> None:
        return None

    def click(self, x: float, y: float) -> Step:
        return Step(action="click", selector="a")


@contextmanager
def server(folder: Path, **options: Any) -> Iterator[tuple[TestClient, WebContext, dict[str, dict[str, str]]]]:
    """The application with two editors and a viewer, by name the headers with which each asks."""
    with Session(archive=folder, **options) as session:
        context = WebContext(archive=session.archive, session=session, clock=lambda: NOW)
        headers = {}
        for name, role in (("root", Role.ADMIN), ("ada", Role.EDITOR), ("bob", Role.EDITOR), ("eve", Role.VIEWER)):
            add_user(context.archive, name, "a long password", role, now=NOW)
            secret = make_token(
                context.archive, Person(name=name, role=role, way="session"), label=name, scope="admin", now=NOW
            )[1]
            headers[name] = {"Authorization": f"Bearer {secret}"}
        try:
            with client_of(context) as client:
                yield client, context, headers
        finally:
            context.jobs.shutdown(wait=True, cancel_futures=True)


def test_nobody_sees_or_acts_on_the_page_of_another(tmp_path: Path) -> None:
    with server(tmp_path) as (client, context, headers):
        watch = watch_for(context.archive, "http://site.test/", {})
        page: Any = Page()
        live = f"/live/{context.live_pages.open(lambda: page, watch=watch.id, person='ada').id}"
        assert client.get(f"{live}/picture.jpg", headers=headers["ada"]).status_code == 200
        for name, status in (("bob", 404), ("root", 404), ("eve", 403)):
            asked = headers[name]
            assert client.get(live, headers=asked).status_code == status
            assert client.get(f"{live}/picture.jpg", headers=asked).status_code == status
            for act in ("act", "keep", "close"):
                answer = client.post(f"{live}/{act}", data={"kind": "click", "x": "1", "y": "1"}, headers=asked)
                assert answer.status_code == status, (name, act)
        assert client.get(f"{live}/picture.jpg").status_code in {303, 401}
        assert client.get(f"{live}/picture.jpg", headers=headers["ada"]).status_code == 200
        assert context.archive.watches.of("http://site.test/").settings.capture == {}


def test_a_viewer_opens_no_page_and_reads_no_steps(tmp_path: Path) -> None:
    with server(tmp_path) as (client, context, headers):
        watch = watch_for(context.archive, "http://site.test/", {})
        for address in (f"/watches/{watch.id}/live", f"/watches/{watch.id}/steps", f"/watches/{watch.id}/steps/replay"):
            assert client.post(address, data={"do": "clear"}, headers=headers["eve"]).status_code == 403
        assert client.get(f"/watches/{watch.id}/steps", headers=headers["eve"]).status_code == 403


@pytest.mark.browser
def test_private_addresses_are_opened_neither_at_once_nor_by_a_redirect(tmp_path: Path) -> None:
    with serving(OPEN) as inside, server(tmp_path) as (client, context, headers):
        for url in (
            inside.url,
            "http://127.0.0.1:1/",
            "http://[::1]/",
            "http://169.254.169.254/latest/",
            "file:///etc/passwd",
        ):
            watch = watch_for(context.archive, "http://site.test/", {})
            object.__setattr__(watch, "url", url)
            context.archive.watches.save(watch)
            answer = client.post(f"/watches/{watch.id}/live", headers=headers["ada"])
            assert answer.status_code in {400, 502}, url
            assert context.live_pages._known == {}
            context.archive.watches.remove(watch.id)
        assert inside.asked == []


def test_a_secret_cannot_be_typed_anywhere_else_by_naming_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who edits a watch may not learn the secrets of another: they belong to the origin on which they were typed."""
    from pagestrata.app.kept_secrets import kept_secrets
    from pagestrata.errors import UsageError

    monkeypatch.setenv("PAGESTRATA_SECRETS", str(tmp_path / "secrets.json"))
    name = kept_secrets().keep("pa55word", "https://bank.test")
    with Session(archive=tmp_path / "archive") as session:
        watch = watch_for(session.archive, "http://attacker.test/", {})
        stolen = {"action": "type", "selector": "#q", "secret": name, "origin": "http://attacker.test"}
        watch = change_watch(session.archive, watch, {"capture": {"steps": [stolen]}})
        with pytest.raises(UsageError, match="not stored"):
            session.options_of(watch)


@pytest.mark.browser
def test_a_page_that_leads_inside_while_it_is_open_is_stopped_by_the_guard(tmp_path: Path) -> None:
    """The first address is public as far as the check goes; the link behind it is not."""
    from pagestrata.capturing.browser.live import LivePage
    from pagestrata.errors import CaptureError

    with serving(OPEN) as inside:

        def answer(_asked: Asked) -> bytes:
            return OPEN.replace(b"<h1>open</h1>", b'<a href="%s" style="font-size:99px">in</a>' % inside.url.encode())

        with serving(answer) as outside:
            page = LivePage(outside.url, CaptureOptions())
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr("pagestrata.capturing.browser.live.check_before", lambda _url, _options: None)
                with pytest.raises(CaptureError):  # the guard looks again, whatever was checked before
                    page.open()
            assert outside.asked == inside.asked == []


REVEALING = b"""HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<!doctype html>
<style>body {margin: 0} input, button {display: block; height: 50px; margin: 0; font: 30px monospace}</style>
<input type="password" id="pw"><button onclick="pw.type = 'text'">show</button>"""


CLICK_SHOW = Step(action="click", selector="button")


@pytest.mark.browser
def test_no_picture_shows_a_secret_where_a_step_reveals_it() -> None:
    """An editor adds 'click show' behind the password of another, and takes the steps again."""
    with serving(REVEALING) as site:
        origin = site.url.rstrip("/")
        shown = []
        for secret in ("", "1010", "WWWW", "1010"):
            typed = Step(action="type", selector="#pw", text=secret or "1010", secret="5f", origin=origin)
            page = live_page(Watch(id="a", url=site.url), CaptureOptions(allow_private=True))
            done = replay_steps(page, [typed if secret else replace(typed, secret="", origin=""), CLICK_SHOW])
            assert [one.problem for one in done] == ["", "", ""]
            shown.append(done[-1].picture)
        in_clear, first, other, again = shown
        assert first == again  # two pictures of the page are the same, and so a difference would be the secret
        assert first == other
        assert first != in_clear


def test_no_more_pages_are_open_than_allowed_however_many_ask_at_once(tmp_path: Path) -> None:
    pages, begin = LivePages(), threading.Barrier(8)

    class Slow(Page):
        def open(self) -> None:
            time.sleep(0.02)

    def ask(number: int) -> bool:
        begin.wait()
        try:
            pages.open(Slow, watch="a", person=f"person {number}")  # type: ignore[arg-type]
        except TooManyRequestsError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(ask, range(8))) == MOST_AT_ONCE
    pages.close_all()


def test_who_records_again_and_again_keeps_one_page(tmp_path: Path) -> None:
    pages, closed = LivePages(), []

    class Counted(Page):
        def close(self) -> None:
            closed.append(self)

    for _ in range(5):
        pages.open(Counted, watch="a", person="ada")  # type: ignore[arg-type]
    assert len(closed) == 4
    pages.close_all()
    assert len(closed) == 5
