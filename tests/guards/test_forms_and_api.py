"""Everything that the HTTP API can set has a place in a form of the web application, and the reverse.

The forms are read from the screens as a browser would read them, the names of the API from its shapes. A name that one side calls
otherwise is listed with its form here; a name that only one side has fails the test.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from lxml.html import fromstring
from pydantic import BaseModel

from archived_site import URL
from pagestrata.model.records import Trail
from pagestrata.notify.condition_words import conditions_from_words, conditions_in_words
from pagestrata.store.archive import Archive
from pagestrata.web.api.accounts import ChangedUser, NewToken, NewUser
from pagestrata.web.api.people_say import Conditions, NewRule, Timing
from pagestrata.web.api.trails import NewCorrection, NewTrail
from pagestrata.web.api.upkeep import ChangedSettings
from pagestrata.web.api.watches import CaptureShape, NewWatch
from pagestrata.web.context import WebContext
from pagestrata.web.security.csrf import SESSION_COOKIE
from pagestrata.web.security.logins import Role, add_user, begin_session
from web_fixtures import NOW, web_client

MACHINERY = {"csrf_token", "do", "action", "newest", "picked_seen"}
"""What a form sends about itself: its token, which button was pressed, what was newest when it was made."""
RULE = {
    "alert_kind": "channel", "alert_to": "channel", "alert_about": "subject", "alert_when": "conditions",
    "alert_rhythm": "timing.rhythm", "alert_daily_at": "timing.daily_at", "alert_quiet": "timing.quiet",
    "alert_zone": "timing.zone",
}  # fmt: skip


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with web_client(tmp_path) as made:
        trail = Trail(id="t1", url=URL, origin={"select": "p", "name": "Boats"}, state={})
        archive_of(made).trails.save(trail)
        yield made


def archive_of(client: TestClient) -> Archive:
    context: WebContext = client.app.state.context  # type: ignore[attr-defined]
    return context.archive


def names_of(client: TestClient, path: str, form: str) -> set[str]:
    """The names of the fields of the forms that match a selector, rows of a setting as the setting."""
    found = fromstring(client.get(path).text).cssselect(f"{form} [name]")
    assert found, (path, form)
    return {each.get("name", "") for each in found} - MACHINERY


def names_in(*shapes: type[BaseModel]) -> set[str]:
    return {name for shape in shapes for name in shape.model_fields}


def test_a_page_and_its_alerts(client: TestClient) -> None:
    watch = archive_of(client).watches.of(URL)
    assert watch is not None
    place = f"/watches/{watch.id}/edit"
    sent = names_of(client, place, "form.stack--wide") - {"seen"}  # what it was made from: the ETag
    rows = {name.partition(".")[0] for name in sent if name.endswith((".part", ".worth"))}
    settings = {name for name in sent if not name.startswith("alert_") and name.partition(".")[0] not in rows} | rows
    capture = {f"capture.{name}" for name in CaptureShape.model_fields}
    buttons = {"paused"} if 'value="pause"' in client.get(place).text else set()
    assert settings | buttons == names_in(NewWatch) - {"url", "capture"} | capture

    alert = {RULE[name] for name in sent if name.startswith("alert_")}
    timing = {f"timing.{name}" for name in Timing.model_fields}
    assert alert == names_in(NewRule) - {"timing"} | timing


CONDITIONS: dict[str, Any] = {
    "threshold": 0.8, "operations": ["insert", "delete", "update", "move", "split", "merge"], "words": ["sold out", "closed"],
    "above": 20.0, "below": 100.0, "changed_by": 5.0, "changed_by_percent": 2.5, "lost": False, "found": False,
    "faults": False,
}  # fmt: skip


def test_every_condition_of_a_rule_can_be_written_in_words() -> None:
    assert set(CONDITIONS) == names_in(Conditions)
    for name, value in CONDITIONS.items():
        Conditions.model_validate({name: value})
        assert conditions_from_words("; ".join(conditions_in_words({name: value}))) == {name: value}


def test_a_followed_element(client: TestClient) -> None:
    version = archive_of(client).versions.latest(URL)
    assert version is not None
    follow = names_of(client, f"/pick/{version.id}", 'form[action$="/follow"]')
    alert = {"alert_kind", "alert_to", "above", "below", "words"}  # more in the edit form of the page
    assert follow - alert | {"version", "css"} == names_in(
        NewTrail
    )  # the address names the version, pointing replaces CSS
    correct = names_of(client, f"/pick/{version.id}?correct=t1", 'form[action$="/correct"]')
    assert correct - {"trail"} | {"version", "css"} == names_in(NewCorrection)


def test_what_holds_for_all_pages(client: TestClient) -> None:
    general = names_of(client, "/settings", 'form[action="/settings"]') - {
        "default"
    }  # a box that empties the threshold
    rule = names_of(client, "/settings/retention?rule=thin+1d:7d", 'form[method="post"]') - {"agreed"}
    assert general | {{"rule": "keep"}[name] for name in rule} == names_in(ChangedSettings)


def test_users_and_tokens(client: TestClient) -> None:
    archive = archive_of(client)
    add_user(archive, "ada", "a long password", Role.ADMIN, now=NOW)
    client.cookies.set(SESSION_COOKIE, begin_session(archive, "ada", now=NOW))
    assert names_of(client, "/users", 'form[action="/users"]') == names_in(NewUser)
    assert names_of(client, "/users", 'form[action="/users/ada"]') == names_in(ChangedUser)
    assert names_of(client, "/settings/tokens", 'form[action="/settings/tokens"]') == names_in(NewToken)
