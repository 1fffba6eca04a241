from __future__ import annotations

from datetime import timedelta

import pytest

from pagestrata.web.refusals import LoginNeededError
from pagestrata.web.security.identify import identify, make_token
from pagestrata.web.security.logins import EVERYBODY_HERE, Person, Role, add_user, begin_session
from web_fixtures import NOW, web_context

PASSWORD = "a long password"


@pytest.fixture
def context(tmp_path):
    with web_context(tmp_path, empty=True) as context:
        yield context


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


def test_without_users_everybody_is_the_machine_and_tokens_narrow_it(context):
    assert identify(context, {}, {}) == EVERYBODY_HERE
    _, secret = make_token(context.archive, EVERYBODY_HERE, label="backup", scope="read", now=NOW)
    assert secret.startswith("ps_")
    assert identify(context, bearer(secret), {}).role == Role.VIEWER
    with pytest.raises(LoginNeededError, match="unknown"):
        identify(context, bearer("ps_guess"), {})


def test_with_a_user_people_log_in_and_old_tokens_of_nobody_end(context):
    _, secret = make_token(context.archive, EVERYBODY_HERE, label="old", scope="admin", now=NOW)
    add_user(context.archive, "ada", PASSWORD, Role.EDITOR, now=NOW)
    assert identify(context, {}, {}) is None
    session = begin_session(context.archive, "ada", now=NOW)
    person = identify(context, {}, {"pagestrata_session": session})
    assert person == Person(name="ada", role=Role.EDITOR, way="session")
    with pytest.raises(LoginNeededError, match="no longer exists"):
        identify(context, bearer(secret), {})


def test_a_token_lets_nobody_do_more_than_its_user_may(context):
    add_user(context.archive, "root", PASSWORD, Role.ADMIN, now=NOW)
    add_user(context.archive, "ada", PASSWORD, Role.EDITOR, now=NOW)
    ada = Person(name="ada", role=Role.EDITOR, way="session")
    token, secret = make_token(context.archive, ada, label="x", scope="admin", now=NOW)
    assert token.role == Role.EDITOR
    context.archive.accounts.change("ada", role=int(Role.VIEWER))
    assert identify(context, bearer(secret), {}).role == Role.VIEWER
    context.archive.accounts.remove_token(token.id)
    with pytest.raises(LoginNeededError):
        identify(context, bearer(secret), {})


def test_a_token_may_end_by_itself(context):
    _, secret = make_token(
        context.archive, EVERYBODY_HERE, label="x", scope="read", now=NOW - timedelta(days=2), days=1
    )
    with pytest.raises(LoginNeededError, match="expired"):
        identify(context, bearer(secret), {})


def test_a_role_includes_those_before_it():
    editor = Person(name="e", role=Role.EDITOR, way="session")
    assert [editor.may(role) for role in Role] == [True, True, False]
    assert EVERYBODY_HERE.may(Role.ADMIN)
