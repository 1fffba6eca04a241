"""Small leaks and crashes of the web application."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from archived_site import URL
from attacks.canaries import PATIENCE_SECONDS
from command_line import call
from pagestrata.app.daemon.metrics import Metrics, MetricsServer
from pagestrata.app.session import Session
from pagestrata.app.watches import watch_for
from pagestrata.formats.watch_lists import write_watch_list
from pagestrata.replay.messages import ReplayRequest
from pagestrata.visit.plan import VisitRequest, plan_visit
from pagestrata.web import templating
from pagestrata.web.app import ROUTERS
from pagestrata.web.job_list import MOST_WAITING
from pagestrata.web.opened_pages import Previews
from pagestrata.web.security.logins import Role, add_user
from pagestrata.web.security.peers import Peer
from pagestrata.web.serving import ReplayDoor
from web_fixtures import NOW, client_of, post, token_of, web_client, web_context

OLD_PLACE = "-the-token-of-who-asks-stands-here-"
NASTY = (
    "9" * 26,
    "-1",
    "²",
    "1e400",
    "\x00",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00",
    "%ff",
    "a" * 9000,
)
OTHER_SITE = [
    {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": kind}
    for site in ("cross-site", "same-site")
    for mode, kind in (("no-cors", "image"), ("no-cors", "script"), ("cors", "empty"), ("navigate", "iframe"))
]


@pytest.fixture(scope="module")
def open_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of an application that is only looked at."""
    with web_client(tmp_path_factory.mktemp("open")) as client:
        yield client


@pytest.mark.parametrize("command", ["serve", "run"])
def test_no_header_goes_to_whatever_somebody_asks_to_visit(command: str, tmp_path: Path, capfdbinary: Any) -> None:
    done = call(capfdbinary, command, "--header", "Authorization: secret", "--archive", tmp_path)
    assert done.code == 2
    assert "--header-for" in done.err
    shown = call(capfdbinary, command, "--help-all")
    assert b"--header-for" in shown.out
    assert b"--header NAME" not in shown.out


@pytest.mark.parametrize("place", [OLD_PLACE, "the one of this process"])
def test_the_token_of_forms_is_not_put_into_the_address_of_a_page(tmp_path: Path, place: str) -> None:
    hidden = place if place == OLD_PLACE else templating.TOKEN_PLACE
    with web_client(tmp_path) as client:
        archive = cast(Any, client.app).state.context.archive
        url = f"http://evil.test/?{hidden}"
        watch_for(archive, url, {"title": f"title {hidden}"})
        token = token_of(client)
        for path in (
            "/",
            "/?view=rows",
            f"/page?url={quote(url)}",
            f"/search?q={hidden}",
            "/plan",
            f"/add?url={quote(url)}",
        ):
            page = client.get(path).text
            ours = page.count(f'content="{token}"') + page.count(f'name="csrf_token" value="{token}"')
            assert page.count(token) == ours, path


def test_no_number_or_moment_in_an_address_breaks_a_screen(tmp_path: Path) -> None:
    broken = []
    with web_client(tmp_path) as client:
        for route in (route for router in ROUTERS for route in router.routes):
            path, methods = route.path, route.methods  # type: ignore[attr-defined]
            if "GET" not in methods or "events" in path or "{" in path:
                continue
            for field in route.dependant.query_params:  # type: ignore[attr-defined]
                for value in NASTY:
                    answer = client.get(path, params={"url": URL, field.alias: value})
                    broken += [(path, field.alias, value)] * (answer.status_code == 500)
    assert broken == []


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("name", ["Origin", "Referer", "Cookie", "Authorization", "Accept-Language", "If-None-Match"])
@pytest.mark.parametrize("value", ["http://[", "http://a:b:c/", "\x01", "é", "Bearer é", ';;=;"', 'W/"', "en;q=x"])
def test_no_header_breaks_a_screen(open_client: TestClient, method: str, name: str, value: str) -> None:
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    for more in ({}, link):
        sent = {**more, name: value.encode()}
        answer = open_client.request(method, "/", headers=cast(Any, sent))
        assert answer.status_code < 500
        assert "content-security-policy" in answer.headers


def test_only_so_many_pages_are_waiting_to_be_looked_at_or_visited(tmp_path: Path) -> None:
    release = threading.Event()

    class Slow:
        class options:  # noqa: N801 - stands for a session
            allow_private = False

        def snapshot(self, url: str) -> Any:
            release.wait(600)
            raise ValueError

        def visit(self, request: Any) -> Any:
            release.wait(600)
            raise ValueError

    with web_context(tmp_path, session=cast(Any, Slow())) as context, client_of(context) as client:
        try:
            looks = [
                post(client, "/add", {"url": f"http://site{number}.test/"}).status_code
                for number in range(Previews.most_waiting + 2)
            ]
            assert looks == [303] * Previews.most_waiting + [429, 429]
            client.cookies.clear()  # a program asks
            visits = [
                client.post("/api/v1/visits", json={"url": f"http://site{number}.test/"}).status_code
                for number in range(MOST_WAITING + 2)
            ]
            assert visits == [202] * MOST_WAITING + [429, 429]
        finally:
            release.set()


@pytest.mark.parametrize("name", ["a/b", "/", "a/../b", "a?b#c", "ä b"])
def test_users_with_any_name_are_removed(tmp_path: Path, name: str) -> None:
    with web_client(tmp_path) as client:
        archive = cast(Any, client.app).state.context.archive
        add_user(archive, "root", "a long password", Role.ADMIN, now=NOW)
        form = {"csrf_token": token_of(client, "/login"), "name": "root", "password": "a long password"}
        client.post("/login", data=form, headers={"Origin": "http://127.0.0.1"})
        for way in ("form", "api"):
            add_user(archive, name, "a long password", Role.VIEWER, now=NOW)
            if way == "form":
                action = f"/users/{quote(name, safe='')}"
                assert f'action="{action}"' in client.get("/users").text
                assert post(client, action, {"action": "remove"}).status_code == 303
            else:
                token = token_of(client)
                headers = {"Origin": "http://127.0.0.1", "X-CSRF-Token": token}
                assert client.delete(f"/api/v1/users/{quote(name, safe='')}", headers=headers).status_code == 204
            assert archive.accounts.of(name) is None


def test_numbers_of_the_daemon_are_for_this_machine() -> None:
    with MetricsServer(Metrics(), port=0) as server:
        port = int(server.address.rpartition(":")[2])
        statuses = {}
        for host in (
            f"127.0.0.1:{port}",
            f"localhost:{port}",
            "localhost",
            "rebound.test",
            f"rebound.test:{port}",
            "[::1",
        ):
            client = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
            client.request("GET", "/metrics", headers={"Host": host})
            statuses[host] = client.getresponse().status
            client.close()
    assert list(statuses.values()) == [200, 200, 200, 421, 421, 421]


def test_another_site_does_not_learn_what_is_archived(tmp_path: Path) -> None:
    """It shows a picture of ours, and sees whether it loads."""
    with web_client(tmp_path, start_key="") as client:
        archive = cast(Any, client.app).state.context.archive
        version = archive.versions.of(URL)[0].id
        for headers in OTHER_SITE:
            answers = [
                client.get(path, headers=headers)
                for path in (
                    f"/versions/{version}",
                    "/versions/20200101000000-9",
                    f"/web/2026id_/{URL}",
                    "/",
                    "/nothing",
                )
            ]
            assert {(answer.status_code, answer.text) for answer in answers} == {(403, answers[0].text)}
        own = {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
        link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
        assert {client.get("/", headers=each).status_code for each in (own, link, {})} == {200}


def test_nor_on_the_port_of_archived_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Peer, "is_ours", True)  # the visitor's own browser asks
    with web_context(tmp_path, start_key="key") as context:
        door = ReplayDoor(lambda: context)

        def is_admitted(headers: dict[str, str], ticket: str = "") -> bool:
            sent = {name.lower(): value for name, value in headers.items()}
            return door.admits(ticket, ReplayRequest(target=f"/web/2026id_/{URL}", headers=sent))

        assert is_admitted({})
        assert not any(is_admitted(headers) for headers in OTHER_SITE)
        assert all(is_admitted(headers, door.new_ticket()) for headers in OTHER_SITE)


def test_the_list_of_a_stranger_sets_no_proxy_and_breaks_no_visit(tmp_path: Path, capfdbinary: Any) -> None:
    proxy = "http://me:pa55word@evil.test:8080"
    watches = [
        {"url": "http://read.test/", "capture": {"proxy": proxy, "page_seconds": 9}},
        {"url": "http://open.test/", "capture": {"allow_private": True}},
        {"url": "http://odd.test/", "capture": {"page_seconds": "soon"}},
        {"url": "http://small.test/", "capture": {"viewport": ["a", 1]}},
        {"url": "http://window.test/", "window": "never"},
        {"url": "http://ignored.test/", "importance": {"../x": 1}},
    ]
    listed = tmp_path / "list.json"
    listed.write_text(json.dumps({"kind": "pagestrata watches", "watches": watches}))
    call(capfdbinary, "import", listed, "--archive", tmp_path / "archive")
    with Session(archive=tmp_path / "archive") as session:
        for watch in session.archive.watches.all():
            options = session.options_of(watch)
            assert options.proxy is None
            assert not options.allow_private
            assert plan_visit(session.archive, VisitRequest(watch.url), now=NOW).url == watch.url
        assert {watch.url for watch in session.archive.watches.all()} == {"http://read.test/"}
    exported = write_watch_list([("http://a.test/", {"capture": {"proxy": proxy, "page_seconds": 9}})])
    assert b"pa55word" not in exported
    assert b"page_seconds" in exported
