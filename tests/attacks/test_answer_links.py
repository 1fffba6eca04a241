"""The links in a mail that work without a login: nobody can make one, use it for anything else, or use it twice."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi.testclient import TestClient

from archived_site import TIMES, URL
from pagestrata.notify.answer_links import PATH, AnswerKind, answer_link, answer_to
from pagestrata.notify.kept_addresses import message_key
from pagestrata.store.archive import Archive
from pagestrata.web.security.logins import Role, add_user
from web_fixtures import BASE, NOW, client_of, web_context

SENT = NOW - timedelta(days=1)
OURS = {"Origin": BASE, "Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """Somebody who never logged in, at a server with users."""
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "secrets" / "channels.json"))
    with web_context(tmp_path / "archive", needs_login=True) as context, client_of(context) as found:
        add_user(context.archive, "root", "a long password", Role.ADMIN, now=NOW)
        message_key(os.environ)
        yield found


def archive_of(client: TestClient) -> Archive:
    return cast(Archive, cast(Any, client.app).state.context.archive)


def values_of(
    say: AnswerKind, *, at: str = TIMES[2], key: bytes = b"", sent: datetime = SENT, block: str = ""
) -> dict[str, str]:
    link = answer_link("", key or message_key(os.environ), answer_to(say, URL, at, now=sent, block=block))
    return {name: value for name, (value,) in parse_qs(urlsplit(link).query).items()}


def changed_block(archive: Archive) -> str:
    newest = archive.versions.at(URL, TIMES[2]).id
    return next(change.block for change in archive.queries.changes(URL) if change.version == newest)


def send(client: TestClient, values: dict[str, str]) -> Any:
    return client.post(PATH, data=values, headers=OURS)


def state_of(archive: Archive) -> tuple[Any, ...]:
    watch = archive.watches.of(URL)
    return (archive.feedback.all(), watch, len(archive.accounts.log(limit=50)))


def test_the_owner_of_a_mail_marks_noise_without_a_login_and_the_log_says_so(client: TestClient) -> None:
    archive, values = archive_of(client), values_of("noise")
    page = client.get(PATH, params=values)
    assert page.status_code == 200
    assert "Was this noise?" in page.text
    assert archive.feedback.all() == []  # opening the link changes nothing
    done = client.get(send(client, values).headers["location"])
    assert "Marked as noise" in done.text
    (word,) = archive.feedback.all()
    assert (word.verdict, archive.versions.named(word.new_version).id) == (
        "noise",
        archive.versions.at(URL, TIMES[2]).id,
    )
    (line,) = archive.accounts.log(limit=9)
    assert line.who == "a link in a mail"
    assert line.subject.startswith(f"/answer/noise/{word.old_version}/{word.new_version}/")
    assert values["seal"] not in line.subject


def test_never_hushes_the_one_block_of_the_link(client: TestClient) -> None:
    archive = archive_of(client)
    ref = changed_block(archive)
    values = values_of("never", block=ref)
    assert "boats to the island leave at ten" in client.get(PATH, params=values).text
    assert send(client, values).status_code == 303
    watch = archive.watches.of(URL)
    assert watch is not None
    assert watch.settings.importance == {ref: 0.0}
    assert archive.feedback.all() == []


@pytest.mark.parametrize(
    "forged",
    [
        {"seal": "0" * 64},
        {"seal": ""},
        {"at": TIMES[1]},
        {"url": "http://other.test/"},
        {"say": "never", "block": "1"},
        {"block": "1"},
        {"until": str(1 << 39)},
        {"until": "99999999999999999999"},
        {"at": "latest"},
        {"say": "keep"},
        {"seal": "é" * 20},
    ],
)
def test_nothing_but_the_link_as_it_was_made_is_taken(client: TestClient, forged: dict[str, str]) -> None:
    archive, values = archive_of(client), {**values_of("noise"), **forged}
    before = state_of(archive)
    for answer in (client.get(PATH, params=values), send(client, values)):
        assert answer.status_code in {400, 403}
        assert "harbour" not in answer.text  # and nothing of the page is told
    assert state_of(archive) == before


def test_a_link_signed_with_another_key_is_refused(client: TestClient) -> None:
    archive, values = archive_of(client), values_of("noise", key=b"x" * 32)
    before = state_of(archive)
    assert send(client, values).status_code == 403
    assert state_of(archive) == before


def test_an_expired_link_does_nothing(client: TestClient) -> None:
    archive, values = archive_of(client), values_of("noise", sent=NOW - timedelta(days=31))
    before = state_of(archive)
    answer = send(client, values)
    assert answer.status_code == 403
    assert "older than 30 days" in answer.text
    assert state_of(archive) == before


def test_a_link_to_a_version_that_is_gone_says_nothing_of_another(client: TestClient) -> None:
    archive, values = archive_of(client), values_of("noise", at="20260104030406")
    before = state_of(archive)
    assert send(client, values).status_code == 404
    assert state_of(archive) == before


def test_a_link_that_was_used_does_not_undo_what_was_said_since(client: TestClient) -> None:
    archive, values = archive_of(client), values_of("noise")
    send(client, values)
    (word,) = archive.feedback.all()
    archive.feedback.remove(word.old_version, word.new_version)
    before = state_of(archive)
    answer = send(client, values)
    assert answer.status_code == 303
    assert "already been used" in client.get(answer.headers["location"]).text
    assert state_of(archive) == before


def test_a_link_lets_its_owner_do_nothing_else(client: TestClient) -> None:
    values = values_of("noise")
    client.get(PATH, params=values)
    send(client, values)
    for path in ("/", f"/page?url={URL}", "/settings", "/api/v1/watches"):
        assert client.get(path, params=values if path == "/" else None).status_code in {303, 401}


def test_a_form_of_another_site_is_refused_even_with_the_seal(client: TestClient) -> None:
    archive, values = archive_of(client), values_of("noise")
    answer = client.post(PATH, data=values, headers={"Origin": "http://evil.test", "Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert archive.feedback.all() == []


def test_the_key_is_not_in_the_archive(client: TestClient, tmp_path: Path) -> None:
    send(client, values_of("noise"))
    key = message_key(os.environ)
    for file in (tmp_path / "archive").rglob("*"):
        if file.is_file():
            held = file.read_bytes()
            assert key not in held
            assert key.hex().encode() not in held
