"""Messages that must get out: queued from the archive's own log, each once, and kept until somebody took them.

Versions and trail entries are the log; `notice_position` says up to which row everything is queued. A program that
dies between storing a version and queueing its messages loses nothing: whoever queues next begins where it stopped. The
messages and the new position are written in one transaction, and the key of a message is unique, so nothing is
queued twice either, by however many programs.

A message is marked as being sent before it is sent, and as sent behind it. A program that dies in between leaves it
marked; after `LEASE` it is tried again, since nobody knows whether it arrived.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sql

from pagestrata.errors import NotFoundError
from pagestrata.model.notices import Delivery, NoticeRule
from pagestrata.model.records import Version
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.names import from_microseconds, to_microseconds
from pagestrata.store.catalog.rows import clean, to_version
from pagestrata.store.catalog.schema import delivery, notice_position, notice_rule, page, trail_entry, version

LEASE = timedelta(minutes=5)
FORGET_AFTER = timedelta(days=90)  # the log of messages; they are not made again, since the position is beyond them
MOST_IN_DIGEST = 200
_LOGS = {"version": version, "trail_entry": trail_entry}


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """What was stored since messages were last queued, and the positions behind it, of logs that grew."""

    versions: Sequence[Version]
    entries: Mapping[str, frozenset[datetime]]  # trail -> moments of its new entries
    positions: Mapping[str, int]


class Outbox:
    """The rules and deliveries of one archive."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def add_rule(self, rule: NoticeRule) -> None:
        """Stores a rule. Raises nothing for one that is there already: it is replaced."""
        facts = {"conditions": dict(rule.conditions), "timing": dict(rule.timing), "template": dict(rule.template)}
        row = {
            "id": rule.id,
            "kind": rule.kind,
            "subject": rule.subject,
            "channel": rule.channel,
            "created_at": to_microseconds(rule.created_at),
            "facts": json.dumps(facts),
        }
        with self._catalog.writing() as connection:
            if connection.execute(sql.select(sql.func.count()).select_from(notice_rule)).scalar_one() == 0:
                _move(connection, _ends(connection))  # nobody wanted to know about anything before
            connection.execute(sql.delete(notice_rule).where(notice_rule.c.id == rule.id))
            connection.execute(sql.insert(notice_rule), row)

    def rules(self) -> Sequence[NoticeRule]:
        with self._catalog.reading() as connection:
            rows = connection.execute(sql.select(notice_rule).order_by(notice_rule.c.created_at, notice_rule.c.id))
            return [_to_rule(row) for row in rows]

    def remove_rule(self, rule_id: str) -> None:
        """Removes a rule and what it still had to send; the log of what it sent stays."""
        with self._catalog.writing() as connection:
            if not connection.execute(sql.delete(notice_rule).where(notice_rule.c.id == rule_id)).rowcount:
                raise NotFoundError(f"there is no rule {rule_id!r}; `pagestrata notify list` shows those there are")
            unsent = delivery.c.status.in_(["waiting", "sending"])
            connection.execute(sql.delete(delivery).where(delivery.c.rule_id == rule_id, unsent))

    def unread(self, *, since: datetime) -> Unread:
        """The versions and trail entries not yet looked at; those captured before `since` are left out."""
        with self._settled() as connection:
            ends, moment = _ends(connection), to_microseconds(since)
            begin = {row.log: row.position for row in connection.execute(sql.select(notice_position))}
            versions = connection.execute(
                sql.select(version, page.c.url)
                .join(page, page.c.id == version.c.page_id)
                .where(version.c.id > begin.get("version", 0), version.c.captured_at >= moment)
                .order_by(version.c.captured_at, version.c.id)
            )
            entries = connection.execute(
                sql.select(trail_entry.c.trail_id, trail_entry.c.found_at).where(
                    trail_entry.c.id > begin.get("trail_entry", 0), trail_entry.c.found_at >= moment
                )
            )
            found: dict[str, set[datetime]] = {}
            for name, found_at in entries:
                found.setdefault(name, set()).add(from_microseconds(found_at))
            return Unread(
                versions=[to_version(row) for row in versions],
                entries={name: frozenset(moments) for name, moments in found.items()},
                positions={name: end for name, end in ends.items() if end > begin.get(name, 0)},
            )

    @contextlib.contextmanager
    def _settled(self) -> Iterator[sql.Connection]:
        """A view without gaps: on PostgreSQL a lower number may be committed after a higher one, so writers end first."""
        view = self._catalog.reading() if self._catalog.is_sqlite else self._catalog.writing(alone=True)
        with view as connection:
            yield connection

    def queue(self, deliveries: Sequence[Delivery], unread: Unread, *, now: datetime) -> None:
        """Stores messages that are not stored yet and takes note of what they were made from, both or neither."""
        if not deliveries and not unread.positions:
            return
        is_old = sql.and_(
            delivery.c.status.in_(["sent", "given up"]), delivery.c.due_at < to_microseconds(now - FORGET_AFTER)
        )
        with self._catalog.writing() as connection:
            connection.execute(sql.delete(delivery).where(is_old))
            self._catalog.insert_new(connection, delivery, [_row(item) for item in deliveries])
            _move(connection, unread.positions)

    def take(self, *, now: datetime) -> Sequence[Delivery]:
        """The next message that is due, marked as being sent; with it all others that share a digest. Empty: none is."""
        moment = to_microseconds(now)
        is_due = sql.and_(delivery.c.status.in_(["waiting", "sending"]), delivery.c.due_at <= moment)
        query = sql.select(delivery).where(is_due).order_by(delivery.c.id).with_for_update(skip_locked=True)
        with self._catalog.writing() as connection:
            first = connection.execute(query.limit(1)).one_or_none()
            if first is None:
                return []
            rows = [first]
            if first.in_digest:
                together = query.where(delivery.c.in_digest, delivery.c.place == first.place)
                rows = list(connection.execute(together.limit(MOST_IN_DIGEST)))
            lease = {"status": "sending", "due_at": to_microseconds(now + LEASE), "attempts": delivery.c.attempts + 1}
            numbers = [row.id for row in rows]
            connection.execute(sql.update(delivery).where(delivery.c.id.in_(numbers)).values(lease))
            return [_to_delivery(row, is_repeat=row.status == "sending", attempts=row.attempts + 1) for row in rows]

    def settle(self, deliveries: Sequence[Delivery]) -> None:
        """Takes note of how the sending ended."""
        with self._catalog.writing() as connection:
            for item in deliveries:
                values: dict[str, Any] = {
                    "status": item.status,
                    "due_at": to_microseconds(item.due_at),
                    "problem": clean(item.problem) if item.problem else None,
                }
                if item.status in {"sent", "given up"}:
                    values["picture"] = None
                connection.execute(sql.update(delivery).where(delivery.c.key == item.key).values(values))

    def unsent(self) -> int:
        """How many messages still wait."""
        query = sql.select(sql.func.count()).where(delivery.c.status.in_(["waiting", "sending"]))
        with self._catalog.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def deliveries(self, *, rule: str | None = None, limit: int | None = None) -> Sequence[Delivery]:
        """The log, newest first."""
        query = sql.select(delivery).order_by(delivery.c.id.desc()).limit(limit)
        if rule is not None:
            query = query.where(delivery.c.rule_id == rule)
        with self._catalog.reading() as connection:
            return [_to_delivery(row) for row in connection.execute(query)]


def _ends(connection: sql.Connection) -> dict[str, int]:
    """The last row of each log."""
    return {
        name: connection.execute(sql.select(sql.func.coalesce(sql.func.max(table.c.id), 0))).scalar_one()
        for name, table in _LOGS.items()
    }


def _move(connection: sql.Connection, positions: Mapping[str, int]) -> None:
    for name, position in positions.items():
        of_log = notice_position.c.log == name
        known = connection.execute(sql.select(notice_position.c.position).where(of_log)).scalar_one_or_none()
        if known is None:
            connection.execute(sql.insert(notice_position), {"log": name, "position": position})
        elif known < position:
            connection.execute(sql.update(notice_position).where(of_log).values(position=position))


def _to_rule(row: Any) -> NoticeRule:
    return NoticeRule(
        id=row.id,
        kind=row.kind,
        subject=row.subject,
        channel=row.channel,
        created_at=from_microseconds(row.created_at),
        **json.loads(row.facts),
    )


def _row(item: Delivery) -> dict[str, Any]:
    return {
        "key": clean(item.key),
        "rule_id": item.rule,
        "place": item.place,
        "status": item.status,
        "created_at": to_microseconds(item.created_at),
        "release_at": to_microseconds(item.release_at),
        "due_at": to_microseconds(item.due_at),
        "attempts": item.attempts,
        "in_digest": item.in_digest,
        "problem": item.problem,
        "facts": json.dumps({"title": item.title, "body": item.body, "is_html": item.is_html}),
        "picture": item.picture_png,
    }


def _to_delivery(row: Any, **fields: Any) -> Delivery:
    known = {
        "key": row.key,
        "rule": row.rule_id,
        "place": row.place,
        "status": row.status,
        "created_at": from_microseconds(row.created_at),
        "release_at": from_microseconds(row.release_at),
        "due_at": from_microseconds(row.due_at),
        "attempts": row.attempts,
        "in_digest": row.in_digest,
        "problem": row.problem,
        "picture_png": row.picture,
    }
    return Delivery(**{**known, **json.loads(row.facts), **fields})
