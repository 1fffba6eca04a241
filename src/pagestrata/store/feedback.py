"""What people said about changes: whether they mattered."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sql

from pagestrata.model.records import Feedback
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.names import from_microseconds, to_microseconds
from pagestrata.store.catalog.schema import feedback


class FeedbackLog:
    """The marks that people gave, one for each pair of versions."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def add(self, record: Feedback) -> None:
        """Stores what a person said about two versions; the last word counts."""
        row = {
            "old_version": record.old_version,
            "new_version": record.new_version,
            "verdict": record.verdict,
            "given_at": to_microseconds(record.given_at),
            "facts": json.dumps({"note": record.note}),
        }
        with self._catalog.writing() as connection:
            self._catalog.upsert(connection, feedback, ["old_version", "new_version"], row)

    def about(self, old_version: str, new_version: str) -> Feedback | None:
        """What was said about these two; None where nothing was."""
        query = sql.select(feedback).where(_is_about(old_version, new_version))
        with self._catalog.reading() as connection:
            row = connection.execute(query).one_or_none()
        return to_feedback(row) if row is not None else None

    def remove(self, old_version: str, new_version: str) -> None:
        """Takes back what was said about these two, if anything was."""
        with self._catalog.writing() as connection:
            connection.execute(sql.delete(feedback).where(_is_about(old_version, new_version)))

    def all(self) -> Sequence[Feedback]:
        """Everything that was said, oldest first."""
        with self._catalog.reading() as connection:
            rows = connection.execute(sql.select(feedback).order_by(feedback.c.given_at, feedback.c.id)).all()
        return [to_feedback(row) for row in rows]


def _is_about(old_version: str, new_version: str) -> sql.ColumnElement[bool]:
    return sql.and_(feedback.c.old_version == old_version, feedback.c.new_version == new_version)


def to_feedback(row: Any) -> Feedback:
    return Feedback(
        old_version=row.old_version,
        new_version=row.new_version,
        verdict=row.verdict,
        given_at=from_microseconds(row.given_at),
        note=json.loads(row.facts)["note"],
    )
