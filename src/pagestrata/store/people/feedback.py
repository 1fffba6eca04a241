"""Feedback: the verdicts of people on changes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sql

from pagestrata.model.records import Feedback
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import upsert
from pagestrata.store.catalog.names import from_microseconds, to_microseconds
from pagestrata.store.catalog.schema import feedback

NOTHING: Any = ""
"""The verdict of a row that only holds verdicts on single blocks."""
SAYS_SOMETHING = feedback.c.verdict != NOTHING


class FeedbackLog:
    """The marks that people gave, one for each pair of versions."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def add(self, record: Feedback) -> None:
        """Store a verdict on two versions; it replaces an earlier one."""
        with self._catalog.writing() as connection:
            known = connection.execute(_about(record.old_version, record.new_version)).one_or_none()
            blocks = dict(record.blocks) or _blocks(known)
            self._store(connection, record, {"note": record.note, **({"blocks": blocks} if blocks else {})})

    def _store(self, connection: sql.Connection, record: Feedback, facts: Mapping[str, Any]) -> None:
        row = {
            "old_version": record.old_version,
            "new_version": record.new_version,
            "verdict": record.verdict,
            "given_at": to_microseconds(record.given_at),
            "facts": json.dumps(facts),
        }
        upsert(connection, feedback, ["old_version", "new_version"], row)

    def mark_block(
        self, old_version: str, new_version: str, block: str, verdict: str | None, *, given_at: datetime
    ) -> Mapping[str, str]:
        """Store the verdict on one block's change, or remove it (None); return all verdicts on blocks of this change."""
        with self._catalog.writing() as connection:
            known = connection.execute(_about(old_version, new_version)).one_or_none()
            blocks = {ref: marked for ref, marked in _blocks(known).items() if ref != block}
            if verdict is not None:
                blocks[block] = verdict
            whole = known.verdict if known is not None else NOTHING
            if not blocks and whole == NOTHING:
                connection.execute(sql.delete(feedback).where(_is_about(old_version, new_version)))
                return {}
            note = json.loads(known.facts)["note"] if known is not None else ""
            record = Feedback(old_version=old_version, new_version=new_version, verdict=whole, given_at=given_at)
            self._store(connection, record, {"note": note, "blocks": blocks})
        return blocks

    def blocks_about(self, old_version: str, new_version: str) -> Mapping[str, str]:
        """Return the verdicts on single blocks between these versions, by ref."""
        with self._catalog.reading() as connection:
            return _blocks(connection.execute(_about(old_version, new_version)).one_or_none())

    def about(self, old_version: str, new_version: str) -> Feedback | None:
        """Return the verdict on these versions; None if they are unmarked."""
        with self._catalog.reading() as connection:
            row = connection.execute(_about(old_version, new_version)).one_or_none()
        return to_feedback(row) if row is not None and row.verdict != NOTHING else None

    def remove(self, old_version: str, new_version: str) -> None:
        """Remove the verdict on these versions, if any; verdicts on single blocks stay."""
        with self._catalog.writing() as connection:
            known = connection.execute(_about(old_version, new_version)).one_or_none()
            which = _is_about(old_version, new_version)
            if _blocks(known):
                connection.execute(sql.update(feedback).where(which).values(verdict=NOTHING))
            else:
                connection.execute(sql.delete(feedback).where(which))

    def all(self) -> Sequence[Feedback]:
        """Return all verdicts, oldest first."""
        with self._catalog.reading() as connection:
            query = sql.select(feedback).where(SAYS_SOMETHING).order_by(feedback.c.given_at, feedback.c.id)
            rows = connection.execute(query).all()
        return [to_feedback(row) for row in rows]


def _about(old_version: str, new_version: str) -> sql.Select[Any]:
    return sql.select(feedback).where(_is_about(old_version, new_version))


def _blocks(row: Any) -> dict[str, str]:
    return dict(json.loads(row.facts).get("blocks", {})) if row is not None else {}


def _is_about(old_version: str, new_version: str) -> sql.ColumnElement[bool]:
    return sql.and_(feedback.c.old_version == old_version, feedback.c.new_version == new_version)


def to_feedback(row: Any) -> Feedback:
    return Feedback(
        old_version=row.old_version,
        new_version=row.new_version,
        verdict=row.verdict,
        given_at=from_microseconds(row.given_at),
        note=json.loads(row.facts)["note"],
        blocks=_blocks(row),
    )
