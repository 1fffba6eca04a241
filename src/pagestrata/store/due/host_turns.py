"""Turns: at most one visit to a host at a time, however many programs visit its pages.

A program that leases a visit takes the host's turn in the same transaction, and releases it with the pause until the next
visit. A program that dies keeps its turns for as long as its leases.

Moments are on a clock that all programs share: PostgreSQL's own, since programs on several machines have several
clocks, and with SQLite that of the one machine. A clock that was put back by more than `PUT_BACK` opens all hosts: a
program's own visits are kept apart by a clock that never goes back (`crawl.politeness`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sql

from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.names import to_microseconds

PUT_BACK = timedelta(minutes=1)
KEPT = timedelta(hours=2)
"""How long the last visit to a host is remembered; longer than any default pause."""
_POSTGRESQL_NOW = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
_MICROSECOND = timedelta(microseconds=1)
_PUT_BACK = PUT_BACK // _MICROSECOND
_CLOSED = (
    f"(host_turn.until > {{now}} OR host_turn.since > {{now}} - :pause) AND host_turn.since < {{now}} + {_PUT_BACK}"
)
_CLOSED_FOR_LONG = f"{_CLOSED} AND host_turn.until > {{now}} + :within"
_CLAIM = f"""
    INSERT INTO host_turn (host, holder, since, until) VALUES (:host, :holder, {{now}}, {{now}} + :lease)
    ON CONFLICT (host) DO UPDATE SET holder = excluded.holder, since = excluded.since, until = excluded.until
    WHERE NOT ({_CLOSED}) RETURNING host"""  # noqa: S608 - no input
_CLAIM_ALL = f"""
    INSERT INTO host_turn (host, holder, since, until)
    SELECT wanted.host, :holder, {{now}}, {{now}} + :lease FROM unnest(CAST(:hosts AS text[])) AS wanted (host)
    ON CONFLICT (host) DO UPDATE SET holder = excluded.holder, since = excluded.since, until = excluded.until
    WHERE NOT ({_CLOSED}) RETURNING host"""  # noqa: S608 - no input
_END = "UPDATE host_turn SET holder = NULL, since = {now}, until = {now} + :pause WHERE holder = :holder"
_END_ONE = f"{_END} AND host = :host"
# Locked in the order in which others claim them: an update alone takes them in any.
_END_ALL = """
    WITH held AS MATERIALIZED (
        SELECT host FROM host_turn WHERE host = ANY(CAST(:hosts AS text[])) AND holder = :holder ORDER BY host COLLATE "C"
        FOR UPDATE)
    UPDATE host_turn SET holder = NULL, since = {now}, until = {now} + ended.pause
    FROM held JOIN unnest(CAST(:hosts AS text[]), CAST(:pauses AS bigint[])) AS ended (host, pause) USING (host)
    WHERE host_turn.host = held.host"""
_NOTE = """
    INSERT INTO host_turn (host, holder, since, until) VALUES (:host, NULL, {now}, {now} + :pause)
    ON CONFLICT (host) DO UPDATE SET since = excluded.since, until = excluded.until
    WHERE host_turn.holder IS NULL AND host_turn.until < excluded.until"""
_KEEP = """
    UPDATE host_turn SET until = {now} + :lease
    WHERE holder = :holder AND host IN (SELECT host FROM due WHERE watch_id IN :names)"""
_SHORTEN = """
    UPDATE host_turn SET until = {now} + :within
    WHERE holder LIKE :begin AND holder <> :holder AND until > {now} + :within"""
_FORGET = f"DELETE FROM host_turn WHERE until < {{now}} - {KEPT // _MICROSECOND}"  # noqa: S608 - no input


def on_either_database(template: str, *expanding: str) -> dict[bool, sql.TextClause]:
    """Return a statement for SQLite (True), with the parameter `now`, and for PostgreSQL (False), with its own clock.

    The statements are texts: SQLAlchemy would compile an insert with a conflict clause each time.
    """
    texts = {True: template.format(now=":now"), False: template.format(now=_POSTGRESQL_NOW)}
    binds: list[sql.BindParameter[Any]] = [sql.bindparam(name, expanding=True) for name in expanding]
    return {is_sqlite: sql.text(text).bindparams(*binds) for is_sqlite, text in texts.items()}


_STATEMENTS = {
    "claim": on_either_database(_CLAIM),
    "claim all": on_either_database(_CLAIM_ALL),
    "end": on_either_database(_END),
    "end one": on_either_database(_END_ONE),
    "end all": on_either_database(_END_ALL),
    "note": on_either_database(_NOTE),
    "keep": on_either_database(_KEEP, "names"),
    "shorten": on_either_database(_SHORTEN),
    "forget": on_either_database(_FORGET),
}
# Looked up host by host: thousands of hosts are remembered, and few visits are wanted at a time.
_OF_HOST = "SELECT 1 FROM host_turn WHERE host_turn.host = due.host AND"
IS_OPEN = f"NOT EXISTS ({_OF_HOST} {_CLOSED})"
"""Condition that the host of a row of `due` may be visited, for statements made by `on_either_database`."""
_IS_OPEN_SOON = on_either_database(f"NOT EXISTS ({_OF_HOST} {_CLOSED_FOR_LONG})")


@dataclass(frozen=True, slots=True, kw_only=True)
class HostClock:
    """Takes and releases turns by the shared clock; `now` is the time of this program."""

    catalog: Catalog
    now: datetime

    def is_open_soon(self, pause: timedelta, within: timedelta) -> sql.TextClause:
        """Return the condition that the host of a row of `due` may be visited now or within a time."""
        return _IS_OPEN_SOON[self.catalog.is_sqlite].bindparams(**self.values(pause=pause, within=within))

    def claim(
        self, connection: sql.Connection, hosts: Collection[str], *, holder: str, lease: timedelta, pause: timedelta
    ) -> set[str]:
        """Take the turns of hosts; return the hosts that no other program took first."""
        listed = sorted(hosts)  # in one order, so that two programs never wait for each other
        values = {"holder": holder, "lease": lease, "pause": pause}
        if not self.catalog.is_sqlite:
            return set(self._execute(connection, "claim all", hosts=listed, **values).scalars())
        return set(self._of_each(connection, "claim", [{"host": host, **values} for host in listed]))

    def give_back(self, connection: sql.Connection, pauses: Mapping[str, timedelta], *, holder: str) -> None:
        """End the turns of a program at these hosts; the pause of each begins."""
        if self.catalog.is_sqlite:
            rows = [{"host": host, "holder": holder, "pause": pause} for host, pause in pauses.items()]
            self._of_each(connection, "end one", rows)
            return
        listed = sorted(pauses)
        lengths = [pauses[host] // _MICROSECOND for host in listed]
        self._execute(connection, "end all", hosts=listed, pauses=lengths, holder=holder)

    def give_all_back(self, connection: sql.Connection, holder: str) -> None:
        self._execute(connection, "end", holder=holder, pause=timedelta(0))

    def shorten(self, connection: sql.Connection, within: timedelta, *, holders: str, holder: str) -> None:
        """End the turns of all programs whose names start with `holders`, except `holder`, after `within`."""
        self._execute(connection, "shorten", within=within, begin=f"{holders}%", holder=holder)

    def keep(self, connection: sql.Connection, watch_ids: Collection[str], *, holder: str, lease: timedelta) -> None:
        """Extend the turns of the hosts that a program is still visiting."""
        self._execute(connection, "keep", names=list(watch_ids), holder=holder, lease=lease)

    def note_visit(self, connection: sql.Connection, host: str, *, pause: timedelta) -> None:
        """Note a visit that was made without a turn, so that the host's pause begins now."""
        self._execute(connection, "note", host=host, pause=pause)

    def forget(self, connection: sql.Connection) -> None:
        """Delete expired turns."""
        self._execute(connection, "forget")

    def _execute(self, connection: sql.Connection, name: str, **values: Any) -> sql.CursorResult[Any]:
        return connection.execute(_STATEMENTS[name][self.catalog.is_sqlite], self.values(**values))

    def _of_each(self, connection: sql.Connection, name: str, rows: Sequence[dict[str, Any]]) -> list[Any]:
        """Run a statement for each row straight on SQLite's driver, and return the answers: SQLAlchemy costs more than SQLite."""
        cursor, text = connection.connection.cursor(), _STATEMENTS[name][True].text
        answers = (cursor.execute(text, self.values(**row)).fetchone() for row in rows)
        return [answer[0] for answer in answers if answer is not None]

    def values(self, **values: Any) -> dict[str, Any]:
        """Return the parameters of a statement, times in microseconds, with `now` for SQLite."""
        numbers = {
            name: value // _MICROSECOND if isinstance(value, timedelta) else value for name, value in values.items()
        }
        return {**numbers, "now": to_microseconds(self.now)} if self.catalog.is_sqlite else numbers
