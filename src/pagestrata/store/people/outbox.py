"""The outbox: messages are queued with what they report, each once, and kept until they are delivered.

The messages of a visit are written in the transaction that stores its version and trail entries: a program that dies
leaves all of it or nothing. The key of a message is unique, so nothing is queued twice, by however many programs.

A message is marked as being sent before it is sent, and as sent afterwards. A program that dies in between leaves it
marked; after `LEASE` it is retried, because it may not have arrived.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

from pagestrata.errors import NotFoundError
from pagestrata.model.change_rows import clean
from pagestrata.model.notices import Delivery, NoticeRule
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import Question, among, ask, insert_new
from pagestrata.store.catalog.failover import tried_again
from pagestrata.store.catalog.later import schema, sql
from pagestrata.store.catalog.names import from_microseconds, to_microseconds
from pagestrata.store.catalog.record_rows import RecordRows

LEASE = timedelta(minutes=5)
FORGET_AFTER = timedelta(days=90)  # the log of messages
MOST_IN_DIGEST = 200

_RULE_COLUMNS = ("id", "kind", "subject", "channel", "created_at", "facts")
_RULES = f"SELECT {', '.join(_RULE_COLUMNS)} FROM notice_rule"  # noqa: S608 - no input
_RULES_ABOUT = f"{_RULES} WHERE subject {{wanted}}"
_ALL_RULES = Question(" ".join(_RULE_COLUMNS), f"{_RULES} ORDER BY created_at, id")
_UNSENT = "SELECT count(*) FROM delivery WHERE status IN ('waiting', 'sending')"


class Outbox:
    """The rules and deliveries of one archive."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def add_rule(self, rule: NoticeRule) -> None:
        """Store a rule; a rule with the same id is replaced."""
        facts: dict[str, Any] = {
            "conditions": dict(rule.conditions),
            "timing": dict(rule.timing),
            "template": dict(rule.template),
        }
        if rule.public_only:
            facts["public_only"] = True
        row = {
            "id": rule.id,
            "kind": rule.kind,
            "subject": rule.subject,
            "channel": rule.channel,
            "created_at": to_microseconds(rule.created_at),
            "facts": json.dumps(facts),
        }
        with self._catalog.writing() as connection:
            connection.execute(sql.delete(schema.notice_rule).where(schema.notice_rule.c.id == rule.id))
            connection.execute(sql.insert(schema.notice_rule), row)

    def rules(self) -> Sequence[NoticeRule]:
        with self._catalog.reading_by_driver() as connection:
            return [_to_rule(row) for row in _ALL_RULES.all(connection)]

    def rule(self, rule_id: str) -> NoticeRule | None:
        with self._catalog.reading() as connection:
            row = connection.execute(
                sql.select(schema.notice_rule).where(schema.notice_rule.c.id == rule_id)
            ).one_or_none()
        return _to_rule(row) if row is not None else None

    def rules_about(self, subjects: Collection[tuple[str, str]]) -> Sequence[NoticeRule]:
        """Return the rules about these kinds and subjects, oldest first."""
        if not subjects:
            return []
        with self._catalog.reading_by_driver() as connection:
            found = among(connection, _RULES_ABOUT, {subject for _, subject in subjects})
            rows = [SimpleNamespace(**dict(zip(_RULE_COLUMNS, row, strict=True))) for row in found]
        rows.sort(key=lambda row: (row.created_at, row.id))
        return [_to_rule(row) for row in rows if (row.kind, row.subject) in subjects]

    def remove_rule(self, rule_id: str) -> None:
        """Remove a rule and its unsent messages; the log of sent messages stays."""
        with self._catalog.writing() as connection:
            if not connection.execute(
                sql.delete(schema.notice_rule).where(schema.notice_rule.c.id == rule_id)
            ).rowcount:
                raise NotFoundError(f"there is no rule {rule_id!r}; `pagestrata notify list` lists all of them")
            unsent = schema.delivery.c.status.in_(["waiting", "sending"])
            connection.execute(sql.delete(schema.delivery).where(schema.delivery.c.rule_id == rule_id, unsent))

    def queue(self, deliveries: Sequence[Delivery], *, now: datetime) -> None:
        """Store messages that are not stored yet."""
        with self._catalog.writing() as connection:
            queue(connection, deliveries, now=now)

    def take(self, *, now: datetime) -> Sequence[Delivery]:
        """Return the next due message, marked as being sent, with all others of its digest; empty if none is due."""
        moment = to_microseconds(now)
        is_due = sql.and_(schema.delivery.c.status.in_(["waiting", "sending"]), schema.delivery.c.due_at <= moment)
        query = (
            sql.select(schema.delivery).where(is_due).order_by(schema.delivery.c.id).with_for_update(skip_locked=True)
        )
        with self._catalog.writing() as connection:
            first = connection.execute(query.limit(1)).one_or_none()
            if first is None:
                return []
            rows = [first]
            if first.in_digest:
                together = query.where(schema.delivery.c.in_digest, schema.delivery.c.place == first.place)
                rows = list(connection.execute(together.limit(MOST_IN_DIGEST)))
            lease = {
                "status": "sending",
                "due_at": to_microseconds(now + LEASE),
                "attempts": schema.delivery.c.attempts + 1,
            }
            numbers = [row.id for row in rows]
            connection.execute(sql.update(schema.delivery).where(schema.delivery.c.id.in_(numbers)).values(lease))
            return [to_delivery(row, is_repeat=row.status == "sending", attempts=row.attempts + 1) for row in rows]

    def settle(self, deliveries: Sequence[Delivery]) -> None:
        """Store the outcome of sending."""
        tried_again(lambda: self._settle(deliveries))  # what was sent and not noted would be sent again

    def _settle(self, deliveries: Sequence[Delivery]) -> None:
        with self._catalog.writing() as connection:
            for item in deliveries:
                values: dict[str, Any] = {
                    "status": item.status,
                    "due_at": to_microseconds(item.due_at),
                    "problem": clean(item.problem) if item.problem else None,
                }
                if item.status in {"sent", "given up"}:
                    values["picture"] = None
                connection.execute(sql.update(schema.delivery).where(schema.delivery.c.key == item.key).values(values))

    def unsent(self) -> int:
        """Return how many messages still wait."""
        with self._catalog.reading_by_driver() as connection:
            return int(ask(connection, _UNSENT)[0][0])

    def troubles(self, rules: Collection[str] | None = None) -> Mapping[str, Delivery]:
        """Return the last attempted message of each rule if it failed, without its picture. `rules`: only of these."""
        tried = sql.select(sql.func.max(schema.delivery.c.id)).where(schema.delivery.c.attempts > 0)
        tried = tried.where(schema.delivery.c.rule_id.in_(rules)) if rules is not None else tried
        is_last = schema.delivery.c.id.in_(tried.group_by(schema.delivery.c.rule_id))
        query = without_picture().where(
            is_last, schema.delivery.c.status != "sent", schema.delivery.c.problem.is_not(None)
        )
        with self._catalog.reading() as connection:
            return {row.rule_id: to_delivery(row) for row in connection.execute(query)}

    def stuck(self) -> Delivery | None:
        """Return the newest failed message that still waits, without its picture; None if no message failed."""
        waits = schema.delivery.c.status == "waiting"
        query = (
            without_picture()
            .where(waits, schema.delivery.c.problem.is_not(None))
            .order_by(schema.delivery.c.id.desc())
            .limit(1)
        )
        with self._catalog.reading() as connection:
            row = connection.execute(query).one_or_none()
            return to_delivery(row) if row is not None else None

    def deliveries(self, *, rule: str | None = None, limit: int | None = None) -> Sequence[Delivery]:
        """Return the log of messages, newest first."""
        query = sql.select(schema.delivery).order_by(schema.delivery.c.id.desc()).limit(limit)
        if rule is not None:
            query = query.where(schema.delivery.c.rule_id == rule)
        with self._catalog.reading() as connection:
            return [to_delivery(row) for row in connection.execute(query)]


def without_picture() -> sql.Select[Any]:
    """Return a query for messages without their pictures, which are large."""
    columns = [column for column in schema.delivery.c if column.name != "picture"]
    return sql.select(*columns, sql.null().label("picture"))


def queue(connection: sql.Connection, deliveries: Sequence[Delivery], *, now: datetime) -> None:
    """Store messages in an open transaction, each once; old lines of the log are deleted."""
    if not deliveries:
        return
    is_old = sql.and_(
        schema.delivery.c.status.in_(["sent", "given up"]),
        schema.delivery.c.due_at < to_microseconds(now - FORGET_AFTER),
    )
    connection.execute(sql.delete(schema.delivery).where(is_old))
    insert_new(connection, schema.delivery, [_DELIVERIES.row(item) for item in deliveries])


def _to_rule(row: Any) -> NoticeRule:
    return NoticeRule(
        id=row.id,
        kind=row.kind,
        subject=row.subject,
        channel=row.channel,
        created_at=from_microseconds(row.created_at),
        **json.loads(row.facts),
    )


_DELIVERIES = RecordRows(
    Delivery,
    columns={"rule": "rule_id", "picture_png": "picture"},
    facts=("title", "body", "is_html"),
    not_stored=("is_repeat",),
)


def to_delivery(row: Any, **fields: Any) -> Delivery:
    """Return a message of the outbox; `fields` replace what its row says."""
    return _DELIVERIES.record(row, **fields)
