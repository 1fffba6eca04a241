from __future__ import annotations

import sqlite3

import pytest
import sqlalchemy as sql

from pagestrata.errors import ArchiveError
from pagestrata.store.catalog.failover import (
    PATIENCE_SECONDS,
    Attempts,
    is_away,
    is_deadlock,
    made_again_after_deadlocks,
    tried_again,
)


class ServerError(Exception):
    """What a driver raises, with the server's code where there was a session."""

    def __init__(self, said: str, sqlstate: str | None = None) -> None:
        super().__init__(said)
        self.sqlstate = sqlstate


def translated(said: str, sqlstate: str | None = None, *, is_broken: bool = False) -> ArchiveError:
    error = ArchiveError("the catalog is away")
    cause = sql.exc.OperationalError("INSERT", {}, ServerError(said, sqlstate), connection_invalidated=is_broken)
    error.__cause__ = cause
    return error


def test_deadlocks_are_told_from_servers_that_are_away_and_from_refusals() -> None:
    assert is_deadlock(translated("deadlock detected", "40P01"))
    assert not is_away(translated("deadlock detected", "40P01"))
    for error in (
        translated("terminating connection due to administrator command", "57P01"),
        translated("FATAL: the database system is starting up"),
        translated("FATAL: sorry, too many clients already"),
        translated("consuming input failed", is_broken=True),
    ):
        assert is_away(error)
        assert not is_deadlock(error)
    for said, state in (("password authentication failed", None), ("duplicate key", "23505")):
        assert not is_away(translated(said, state))
    refused = ArchiveError("no")
    refused.__cause__ = sqlite3.IntegrityError()
    assert not is_away(refused)
    assert not is_deadlock(refused)


def test_a_server_is_waited_for_with_growing_pauses_but_not_for_ever() -> None:
    clock = [0.0]
    pauses: list[float] = []

    def wait(seconds: float) -> None:
        pauses.append(seconds)
        clock[0] += seconds

    attempts = Attempts(wait=wait, seconds=lambda: clock[0])
    assert not attempts.is_repeated
    while attempts.another(translated("Connection refused")):
        assert attempts.is_repeated
    assert PATIENCE_SECONDS <= clock[0] < PATIENCE_SECONDS + 10
    assert pauses == sorted(pauses)
    assert pauses[0] < 1 < pauses[-1] <= 5


def test_deadlocks_are_tried_again_at_once_a_few_times() -> None:
    attempts = Attempts(wait=lambda _seconds: pytest.fail("waited"))
    assert [attempts.another(translated("deadlock detected", "40P01")) for _ in range(5)] == [True] * 4 + [False]
    assert not Attempts().another(translated("duplicate key", "23505"))


def test_what_may_be_written_twice_is_tried_until_it_is() -> None:
    errors = [translated("deadlock detected", "40P01")]

    def write() -> str:
        if errors:
            raise errors.pop()
        return "written"

    assert tried_again(write) == "written"
    errors.append(ArchiveError("refused"))
    with pytest.raises(ArchiveError, match="refused"):
        tried_again(write)


def test_what_may_not_be_written_twice_is_made_again_after_deadlocks_only() -> None:
    troubles = [translated("deadlock detected", "40P01"), translated("Connection refused")]
    made: list[int] = []

    def write() -> None:
        made.append(1)
        raise troubles[len(made) - 1]

    with pytest.raises(ArchiveError) as raised:
        made_again_after_deadlocks(write)
    assert raised.value is troubles[1]
    assert len(made) == 2
