"""How much an archive holds, in rows and in bytes on the disk."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql

from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import block, bundle, object_, page, version, visit

_KEYS = {"html": "html", "dom": "dom", "resource": "resources", "screenshot": "screenshots", "tree": "trees"}


def stats(catalog: Catalog) -> dict[str, Any]:
    """Counts, and bytes by what they are for; `total` is what blobs and database take together."""
    kinds = sql.select(object_.c.kind, sql.func.sum(object_.c.stored)).group_by(object_.c.kind)
    contents = sql.select(object_.c.kind, sql.func.sum(object_.c.size)).where(object_.c.codec.in_(["raw", "zstd"]))
    with catalog.reading() as connection:
        counted = {
            name: int(connection.execute(sql.select(sql.func.count()).select_from(table)).scalar_one())
            for name, table in (("versions", version), ("visits", visit), ("blocks", block))
        }
        counted["changes"] = int(connection.execute(sql.select(sql.func.sum(version.c.changes))).scalar_one() or 0)
        archived = sql.select(sql.func.count(sql.distinct(version.c.page_id)))
        stored = {row[0]: int(row[1]) for row in connection.execute(kinds)}
        sizes = {row[0]: int(row[1]) for row in connection.execute(contents.group_by(object_.c.kind))}
        bundles = connection.execute(sql.select(sql.func.coalesce(sql.func.sum(bundle.c.size), 0))).scalar_one()
        pages = connection.execute(archived).scalar_one()
        known = connection.execute(sql.select(sql.func.count()).select_from(page)).scalar_one()
        stages = connection.execute(sql.select(visit.c.stage, sql.func.count()).group_by(visit.c.stage)).all()
        database = _database_bytes(connection, catalog)
    found: dict[str, int] = {key: stored.get(kind, 0) for kind, key in _KEYS.items()}
    slack = int(bundles) - sum(found.values())
    return {
        "pages": int(pages),
        "known_pages": int(known),
        **counted,
        "stages": {row[0]: int(row[1]) for row in sorted(stages)},
        "bytes": found | {"database": database, "slack": slack, "total": database + int(bundles)},
        "content_bytes": {key: sizes.get(kind, 0) for kind, key in _KEYS.items()},
    }


def _database_bytes(connection: sql.Connection, catalog: Catalog) -> int:
    if not catalog.is_sqlite:
        return int(connection.execute(sql.text("SELECT pg_database_size(current_database())")).scalar_one())
    pages = connection.execute(sql.text("PRAGMA page_count")).scalar_one()
    return int(pages * connection.execute(sql.text("PRAGMA page_size")).scalar_one())
