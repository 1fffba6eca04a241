import subprocess
import sys
from datetime import timedelta

import argon2
import pytest

from pagestrata.errors import UsageError
from pagestrata.store.archive import open_archive
from pagestrata.web.refusals import NotAllowedError, TooManyRequestsError
from pagestrata.web.security.logins import (
    FAILURES_OF_A_NAME,
    WAIT,
    Attempts,
    Role,
    add_user,
    hash_password,
    is_password,
    log_in,
)
from web_fixtures import NOW

PASSWORD = "a long password"


@pytest.fixture
def archive(tmp_path):
    with open_archive(tmp_path) as archive:
        add_user(archive, " ada ", PASSWORD, Role.ADMIN, now=NOW)
        yield archive


def test_passwords_are_hashed_with_argon2():
    stored = hash_password(PASSWORD)
    assert stored.startswith("$argon2id$")
    assert is_password(PASSWORD, stored)
    assert not is_password("another password", stored)
    assert not is_password(PASSWORD, "no hash at all")


def test_shipped_passwords_cost_a_guesser_time_and_memory_and_an_unknown_name_as_much():
    """In a process of its own: in this one, tests hash at the least cost."""
    program = (
        "from pagestrata.web.security import logins; print(logins.hash_password('a long password'), logins._NOBODY)"
    )
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120
    ).stdout
    made, nobody = map(argon2.extract_parameters, said.split())
    assert made == nobody
    assert made.type is argon2.Type.ID
    assert (made.time_cost, made.memory_cost) >= (3, 64 * 1024)


@pytest.mark.parametrize(
    ("name", "password"), [("", PASSWORD), ("x" * 61, PASSWORD), ("a\nb", PASSWORD), ("bob", "short")]
)
def test_names_and_passwords_that_are_none_are_refused(archive, name, password):
    with pytest.raises(UsageError):
        add_user(archive, name, password, Role.VIEWER, now=NOW)


def test_who_knows_the_password_gets_a_session(archive):
    session = log_in(archive, Attempts(), "ada", PASSWORD, address="1", now=NOW)
    assert archive.accounts.in_session(session, now=NOW).name == "ada"
    assert archive.accounts.log(limit=1)[0].action == "login"


def test_who_guesses_waits_and_others_do_not(archive):
    attempts = Attempts()
    for _ in range(FAILURES_OF_A_NAME):
        with pytest.raises(NotAllowedError, match="wrong"):
            log_in(archive, attempts, "ada", "guess", address="1", now=NOW)
    with pytest.raises(TooManyRequestsError, match="15 minutes"):
        log_in(archive, attempts, "ada", PASSWORD, address="2", now=NOW)
    assert log_in(archive, attempts, "ada", PASSWORD, address="2", now=NOW + WAIT)
    assert archive.accounts.log(limit=9)[-1].action == "login refused"


def test_an_address_that_tries_many_names_waits(archive):
    attempts = Attempts()
    for number in range(20):
        attempts.reserve({f"name {number}": 5, "address 1": 20}, now=NOW)
    with pytest.raises(TooManyRequestsError):
        log_in(archive, attempts, "ada", PASSWORD, address="1", now=NOW + timedelta(minutes=1))


def test_attempts_count_before_they_are_judged_and_success_gives_them_back(archive):
    attempts = Attempts()
    for _ in range(FAILURES_OF_A_NAME):
        attempts.reserve({"name ada": FAILURES_OF_A_NAME}, now=NOW)
    with pytest.raises(TooManyRequestsError):
        log_in(archive, attempts, "ada", PASSWORD, address="1", now=NOW)
    attempts = Attempts()
    for _ in range(50):
        log_in(archive, attempts, "ada", PASSWORD, address="1", now=NOW)


def test_a_name_that_nobody_has_is_refused_in_the_same_words(archive):
    with pytest.raises(NotAllowedError, match="wrong name or password"):
        log_in(archive, Attempts(), "nobody", PASSWORD, address="1", now=NOW)
