"""Every route of the web application in every role: allowed or refused as docs/reference/routes.md says."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from archived_site import URL
from mailboxes import mailbox
from pagestrata.app.notifications import add_rule, send_messages
from pagestrata.model.notices import Delivery
from pagestrata.model.records import Trail
from pagestrata.notify.channels import name_of
from pagestrata.web.app import ROUTERS
from pagestrata.web.context import WebContext
from pagestrata.web.security.identify import make_token
from pagestrata.web.security.logins import Person, Role, add_user
from web_fixtures import NOW, client_of, web_context

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "routes.md"
ROLES = ("anybody", "viewer", "editor", "admin")
ENDLESS = {"/events"}
"""Streams that last until the server ends."""
TAKES_PAGE = {"/page", "/search", "/ask", "/api/v1/ask", "/api/v1/changes", "/api/v1/search", "/change"}
CHANGES_WHO_ASKS = {"/logout"}


def documented() -> dict[tuple[str, str], str]:
    """The least role by method and address."""
    rows = re.findall(r"^\| `([^`]+)` \| ([A-Z, ]+) \| (\w+) \|$", PAGE.read_text(), re.M)
    return {(method, path): role for path, methods, role in rows for method in methods.split(", ")}


def routes() -> list[tuple[str, str]]:
    found: list[Any] = [route for router in ROUTERS for route in router.routes]
    return sorted((method, route.path) for route in found for method in route.methods)


def test_the_table_names_every_address_and_no_other() -> None:
    table = documented()
    assert set(table.values()) == set(ROLES)
    assert sorted(table) == routes()


@pytest.fixture
def asked_as(tmp_path: Path) -> Iterator[dict[str, tuple[TestClient, dict[str, str]]]]:
    """For each role a client and the headers with which it is in that role."""
    with web_context(tmp_path) as context, client_of(context) as client:
        add_user(context.archive, "root", "a long password", Role.ADMIN, now=NOW)
        headers: dict[str, dict[str, str]] = {"anybody": {}}
        for role in Role:
            if role is not Role.ADMIN:
                add_user(context.archive, role.label, "a long password", role, now=NOW)
            person = Person(name=role.label if role is not Role.ADMIN else "root", role=role, way="session")
            secret = make_token(context.archive, person, label=role.label, scope="admin", now=NOW)[1]
            headers[role.label] = {"Authorization": f"Bearer {secret}"}
        yield {role: (client, headers[role]) for role in ROLES}


def test_every_address_is_open_to_the_roles_of_the_table_and_to_no_other(
    asked_as: dict[str, tuple[TestClient, dict[str, str]]],
) -> None:
    wrong = []
    for (method, path), least in documented().items():
        for role in ROLES:
            may = ROLES.index(role) >= ROLES.index(least)
            if may and (path in ENDLESS or path in CHANGES_WHO_ASKS):
                continue
            client, headers = asked_as[role]
            target = re.sub(r"\{[^}]+\}", "none", path)
            answer = client.request(method, target, headers=headers)
            is_refused = answer.status_code == 401 or (
                answer.status_code == 303 and answer.headers["location"].startswith("/login")
            )
            is_forbidden = answer.status_code == 403 and "may do this" in answer.text
            if answer.status_code == 500 or (is_refused or is_forbidden) == may:
                wrong.append((method, path, role, answer.status_code))
    assert wrong == []


def test_what_is_only_looked_at_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that look at links before a person does, in mails for example, open them with the person's rights."""
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "secrets" / "channels.json"))
    with web_context(tmp_path / "archive") as context, client_of(context) as client:
        add_user(context.archive, "root", "a long password", Role.ADMIN, now=NOW)
        person = Person(name="root", role=Role.ADMIN, way="session")
        secret = make_token(context.archive, person, label="root", scope="admin", now=NOW)[1]
        versions, watch = context.archive.versions.of(URL), context.archive.watches.of(URL)
        assert watch is not None
        named = {
            "old_id": versions[0].id,
            "new_id": versions[-1].id,
            "version_id": versions[-1].id,
            "watch_id": watch.id,
            "ref": "1.1",
            "part": "text",
            "name": "text",
            "rest:path": URL,
            "table": "changes",
        }
        before, answered = _written(tmp_path / "archive"), 0
        for method, path in documented():
            if method in {"GET", "HEAD"} and path not in ENDLESS:
                target = re.sub(r"\{([^}]+)\}", lambda found: named.get(found[1], "1"), path)
                asked = {"url": URL, "q": "harbour", "id": watch.id, "do": "remove", "action": "remove"}
                answer = client.request(method, target, params=asked, headers={"Authorization": f"Bearer {secret}"})
                answered += answer.status_code == 200
                assert _written(tmp_path / "archive") == before, (method, path)
        assert answered > 60
        client.post("/api/v1/watches", json={"url": "http://new.test/"}, headers={"Authorization": f"Bearer {secret}"})
        assert _written(tmp_path / "archive") != before  # a change would have been noticed


def _written(folder: Path) -> list[str]:
    """All rows of the archive as text, and the files beside it."""
    with closing(sqlite3.connect(f"file:{folder}/catalog.sqlite?mode=ro", uri=True)) as catalog:
        return [
            *catalog.iterdump(),
            *sorted(str(file) for file in folder.rglob("*") if "catalog.sqlite" not in file.name),
        ]


ADDRESS = "anna.private@example.org"


def test_no_viewer_reads_whose_mail_an_alert_goes_to(
    asked_as: dict[str, tuple[TestClient, dict[str, str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every address that a viewer may read, with the alerts of a page, a tag and a block, and mail that was refused."""
    client, headers = asked_as["viewer"]
    context: WebContext = client.app.state.context  # type: ignore[attr-defined]
    archive = context.archive
    watch, (old, new) = archive.watches.of(URL), archive.versions.of(URL)[-2:]
    assert watch is not None
    archive.trails.save(Trail(id="t1", url=URL, origin={"select": "p", "name": "Boats"}, state={}))
    with mailbox() as box:
        monkeypatch.setenv("PAGESTRATA_MAIL", box.server)
        box.refused.add("anna.private")
        rules = [
            add_rule(archive, subject, channel=f"mail:{ADDRESS}", now=NOW - timedelta(days=9999))
            for subject in (watch.id, "tag:travel", "t1")
        ]
        message = Delivery(
            key="k", rule=rules[0].id, place=name_of(rules[0].channel), title="News", body="New", created_at=NOW,
            release_at=NOW, due_at=NOW,
        )  # fmt: skip
        archive.outbox.queue([message], now=NOW)
        assert send_messages(archive, now=NOW) == {"waiting": 1}
    known = {
        "watch_id": watch.id, "trail_id": "t1", "rule_id": rules[0].id, "version_id": new.id, "old_id": old.id, "new_id": new.id,
        "page_id": "1", "table": "changes", "part": "html", "ref": "1.1",
    }  # fmt: skip
    said, answered = [], set()
    for (method, path), least in documented().items():
        if method != "GET" or least not in {"anybody", "viewer"} or path in ENDLESS:
            continue
        target = re.sub(r"\{(\w+)[^}]*\}", lambda name: known.get(name[1], "none"), path)
        answer = client.get(target, params={"url": URL, "q": "a"} if path in TAKES_PAGE else {}, headers=headers)
        answered |= {path} if answer.status_code == 200 else set()
        if ADDRESS in answer.text or "anna.private" in answer.text:
            said.append(path)
    assert said == []
    assert {
        "/",
        "/page",
        "/trails/{trail_id}",
        "/api/v1/rules",
        "/api/v1/rules/{rule_id}",
        "/api/v1/deliveries",
    } <= answered
    editor, as_editor = asked_as["editor"]
    assert ADDRESS in editor.get(f"/watches/{watch.id}/edit", headers=as_editor).text


def test_the_walk_would_notice_an_open_door(asked_as: dict[str, tuple[TestClient, dict[str, str]]]) -> None:
    """A refusal and an answer look different: otherwise everything would pass."""
    client, headers = asked_as["viewer"]
    assert client.get("/api/v1/users", headers=headers).status_code == 403
    assert client.get("/api/v1/pages", headers=headers).status_code == 200
    assert client.get("/api/v1/pages").status_code == 401
