"""Settings for all pages of an archive, and the models trained for it.

A model is stored once, under the digest of its file; a watch or the archive names the one that judges.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from typing import Any

from pagestrata.errors import NotFoundError
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import ask, upsert
from pagestrata.store.catalog.later import schema, sql

SKIPPED_DAYS, MODEL, KEEP, THRESHOLD, BUDGET = "skipped_days", "model", "keep", "threshold", "budget"
WEB_ADDRESS = "web_address"
TIME_AUTHORITIES, TIME_CERTIFICATES, STAMP_MINUTES = "time_authorities", "time_certificates", "stamp_minutes"
NAMES = (SKIPPED_DAYS, MODEL, KEEP, THRESHOLD, BUDGET, WEB_ADDRESS, TIME_AUTHORITIES, TIME_CERTIFICATES, STAMP_MINUTES)


class ArchiveSettings:
    """Settings and trained models, by name."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def all(self) -> dict[str, Any]:
        """Return all settings that are set."""
        with self._catalog.reading() as connection:
            return {row.name: json.loads(row.value) for row in connection.execute(sql.select(schema.setting))}

    def get(self, name: str) -> Any:
        """Return one setting, None if it is not set."""
        with self._catalog.reading_by_driver() as connection:
            found = self._catalog.known_in_view(
                "settings", lambda: dict(map(tuple, ask(connection, "SELECT name, value FROM setting")))
            )
        return json.loads(found[name]) if name in found else None

    def set(self, name: str, value: Any) -> None:
        """Set one setting; None removes it."""
        with self._catalog.writing() as connection:
            if value is None:
                connection.execute(sql.delete(schema.setting).where(schema.setting.c.name == name))
            else:
                upsert(connection, schema.setting, ["name"], {"name": name, "value": json.dumps(value)})

    def add_model(self, data: bytes) -> str:
        """Store a trained model and return its name."""
        name = hashlib.sha256(data).hexdigest()[:12]
        with self._catalog.writing() as connection:
            upsert(connection, schema.learned_model, ["id"], {"id": name, "data": data})
        return name

    def model(self, name: str) -> bytes:
        """Return the file of a trained model. Raises NotFoundError if it was deleted."""
        with self._catalog.reading() as connection:
            query = sql.select(schema.learned_model.c.data).where(schema.learned_model.c.id == name)
            data = connection.execute(query).scalar_one_or_none()
        if data is None:
            raise NotFoundError(f"the trained model {name} is not in the archive; run `pagestrata train` again")
        return bytes(data)

    def drop_models(self, keep: Collection[str]) -> None:
        """Delete all models but these."""
        with self._catalog.writing() as connection:
            names = connection.execute(sql.select(schema.learned_model.c.id)).scalars().all()
            gone = sorted(set(names) - set(keep))
            connection.execute(sql.delete(schema.learned_model).where(schema.learned_model.c.id.in_(gone)))
