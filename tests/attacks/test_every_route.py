"""Every address of the web application in every role: let in or refused as docs/reference/routes.md says."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from archived_site import URL
from pagestrata.web.routers import ROUTERS
from pagestrata.web.security.identify import make_token
from pagestrata.web.security.logins import add_user
from pagestrata.web.security.people import Person, Role
from web_fixtures import NOW, client_of, web_context

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "routes.md"
ROLES = ("anybody", "viewer", "editor", "admin")
ENDLESS = {"/events"}
"""Streams: who may read them is not done before the server ends."""
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


def test_the_walk_would_notice_an_open_door(asked_as: dict[str, tuple[TestClient, dict[str, str]]]) -> None:
    """A refusal and an answer look different: otherwise everything would pass."""
    client, headers = asked_as["viewer"]
    assert client.get("/api/v1/users", headers=headers).status_code == 403
    assert client.get("/api/v1/pages", headers=headers).status_code == 200
    assert client.get("/api/v1/pages").status_code == 401
