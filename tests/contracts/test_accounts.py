"""Users, sessions, tokens and the log of what was done, on every database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pagestrata.errors import NotFoundError, UsageError
from pagestrata.store.archive import open_archive
from pagestrata.store.people.accounts import Account, ApiToken

NOW = datetime(2026, 2, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def accounts(place):
    with open_archive(place) as archive:
        yield archive.accounts


def account(name: str, role: int = 3) -> Account:
    return Account(name=name, role=role, password_hash="hash", created_at=NOW)


def test_users_come_change_and_go_and_the_last_admin_stays(accounts):
    assert not accounts.are_there()
    accounts.add(account("ada"), only_first=True)
    with pytest.raises(UsageError, match="a user account already"):
        accounts.add(account("eve"), only_first=True)
    accounts.add(account("bob", role=1))
    with pytest.raises(UsageError, match="'bob' already"):
        accounts.add(account("bob"))
    assert [each.name for each in accounts.all()] == ["ada", "bob"]
    for forbidden in (lambda: accounts.remove("ada"), lambda: accounts.change("ada", role=1)):
        with pytest.raises(UsageError, match="last admin"):
            forbidden()
    accounts.change("bob", role=3, password_hash="other")
    assert accounts.of("bob").password_hash == "other"
    accounts.remove("ada")
    assert accounts.of("ada") is None
    with pytest.raises(NotFoundError):
        accounts.change("nobody", role=1)


def test_a_session_lasts_for_its_time_and_ends_with_the_password(accounts):
    accounts.add(account("ada"))
    accounts.begin_session("secret", "ada", now=NOW, length=HOUR)
    assert accounts.in_session("secret", now=NOW).name == "ada"
    assert accounts.in_session("secret", now=NOW + HOUR) is None
    assert accounts.in_session("other", now=NOW) is None
    accounts.begin_session("second", "ada", now=NOW, length=HOUR)
    accounts.end_session("second")
    assert accounts.in_session("second", now=NOW) is None
    accounts.change("ada", password_hash="new")
    assert accounts.in_session("secret", now=NOW) is None


def test_tokens_are_found_by_their_secret_until_they_are_removed(accounts):
    accounts.add(account("ada"))
    accounts.add_token(ApiToken(id="t1", account="ada", label="backup", role=1, created_at=NOW), "ps_1")
    late = ApiToken(id="t2", account="", label="short", role=1, created_at=NOW, expires_at=NOW + HOUR)
    accounts.add_token(late, "ps_2")
    token, owner = accounts.with_token("ps_1", now=NOW)
    assert (token.label, owner.name) == ("backup", "ada")
    assert accounts.with_token("ps_2", now=NOW) == (late, None)
    assert accounts.with_token("ps_2", now=NOW + HOUR) is None
    accounts.remove_token("t1")
    assert accounts.with_token("ps_1", now=NOW) is None
    assert [each.id for each in accounts.tokens()] == ["t2"]
    with pytest.raises(NotFoundError):
        accounts.remove_token("t1")


def test_what_was_done_is_remembered_the_last_first_and_not_for_ever(accounts):
    accounts.note("ada", "old", "", now=NOW - timedelta(days=1000))
    for number in range(3):
        accounts.note("ada", "pause", f"page {number}", now=NOW)
    first = accounts.log(limit=2)
    rest = accounts.log(limit=9, below=first[-1].number)
    assert [entry.subject for entry in (*first, *rest)] == ["page 2", "page 1", "page 0"]
