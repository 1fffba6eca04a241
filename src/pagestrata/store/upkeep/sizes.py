"""How much an archive holds, in rows and in bytes on the disk."""

from __future__ import annotations

import json
import statistics
from collections import defaultdict
from typing import Any

import sqlalchemy as sql

from pagestrata.store.catalog import packs
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import block, bundle, object_, page, skipped, version, visit

_KEYS = {"html": "html", "dom": "dom", "resource": "resources", "screenshot": "screenshots", "tree": "trees"}

_COUNTED = (("versions", version), ("visits", visit), ("skipped", skipped), ("blocks", block))


def stats(catalog: Catalog) -> dict[str, Any]:
    """Counts, and bytes by what they are for; `total` is what blobs and database take together."""
    kinds = sql.select(object_.c.kind, sql.func.sum(object_.c.stored)).group_by(object_.c.kind)
    contents = sql.select(object_.c.kind, sql.func.sum(object_.c.size)).where(object_.c.codec.in_(["raw", "zstd"]))
    with catalog.reading() as connection:
        counted = {
            name: int(connection.execute(sql.select(sql.func.count()).select_from(table)).scalar_one())
            for name, table in _COUNTED
        }
        counted["changes"] = int(connection.execute(sql.select(sql.func.sum(version.c.changes))).scalar_one() or 0)
        archived = sql.select(sql.func.count(sql.distinct(version.c.page_id)))
        stored = {row[0]: int(row[1]) for row in connection.execute(kinds)}
        sizes = {row[0]: int(row[1]) for row in connection.execute(contents.group_by(object_.c.kind))}
        bundles = connection.execute(sql.select(sql.func.coalesce(sql.func.sum(bundle.c.size), 0))).scalar_one()
        pages = connection.execute(archived).scalar_one()
        known = connection.execute(sql.select(sql.func.count()).select_from(page)).scalar_one()
        stages = connection.execute(sql.select(visit.c.stage, sql.func.count()).group_by(visit.c.stage)).all()
        saved = _saved_seconds(connection)
        database = _database_bytes(connection, catalog)
    found: dict[str, int] = {key: stored.get(kind, 0) for kind, key in _KEYS.items()}
    slack = int(bundles) - sum(found.values())
    return {
        "pages": int(pages),
        "known_pages": int(known),
        **counted,
        "stages": {row[0]: int(row[1]) for row in sorted(stages)},
        "saved_seconds": saved,
        "bytes": found | {"database": database, "slack": slack, "total": database + int(bundles)},
        "content_bytes": {key: sizes.get(kind, 0) for kind, key in _KEYS.items()},
    }


def _saved_seconds(connection: sql.Connection) -> float:
    """What visits that ended before the browser took less than the median visit with one to the same page, added up."""
    rendered: dict[int, list[float]] = defaultdict(list)
    cheap: dict[int, list[float]] = defaultdict(list)
    rows = connection.execute(sql.select(visit.c.page_id, visit.c.stage, visit.c.facts)).all()
    full = packs.full_facts(connection, (row.facts for row in rows))
    for page_id, stage, facts in rows:
        seconds = json.loads(full[facts]).get("seconds", {})
        if stage != "render":
            cheap[page_id].append(sum(seconds.values()))
        elif "render" in seconds:
            rendered[page_id].append(sum(seconds.values()))
    known = ((statistics.median(rendered[page]), taken) for page, taken in cheap.items() if rendered[page])
    return round(sum(max(0.0, usual - one) for usual, taken in known for one in taken), 3)


def _database_bytes(connection: sql.Connection, catalog: Catalog) -> int:
    if not catalog.is_sqlite:
        return int(connection.execute(sql.text("SELECT pg_database_size(current_database())")).scalar_one())
    pages = connection.execute(sql.text("PRAGMA page_count")).scalar_one()
    return int(pages * connection.execute(sql.text("PRAGMA page_size")).scalar_one())
