"""Maintenance of an archive: statistics, verification, repair, retention and garbage collection."""

from __future__ import annotations

import json
import statistics
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import sqlalchemy as sql

from pagestrata.errors import ArchiveError
from pagestrata.interfaces import BlobStore
from pagestrata.model.records import Version
from pagestrata.proof.pinned_head import PinnedHead
from pagestrata.store.catalog import packs
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import block, bundle, object_, page, skipped, version, visit
from pagestrata.store.upkeep import garbage, retention, verify
from pagestrata.store.upkeep import repair as repairs
from pagestrata.store.upkeep.damages import Report
from pagestrata.store.upkeep.garbage import Collected
from pagestrata.store.upkeep.retention import DryRun, Rule
from pagestrata.store.upkeep.verify import Progress

_KEYS = {"html": "html", "dom": "dom", "resource": "resources", "screenshot": "screenshots", "tree": "trees"}

_COUNTED = (("versions", version), ("visits", visit), ("skipped", skipped), ("blocks", block))


def _saved_seconds(connection: sql.Connection) -> float:
    """Return the seconds saved by visits without a browser, each compared with the page's median visit with one."""
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
    return round(sum(max(0.0, usual - seconds) for usual, taken in known for seconds in taken), 3)


def _database_bytes(connection: sql.Connection, catalog: Catalog) -> int:
    if not catalog.is_sqlite:
        return int(connection.execute(sql.text("SELECT pg_database_size(current_database())")).scalar_one())
    pages = connection.execute(sql.text("PRAGMA page_count")).scalar_one()
    return int(pages * connection.execute(sql.text("PRAGMA page_size")).scalar_one())


class Upkeep:
    """Maintenance tasks of an archive."""

    def __init__(self, catalog: Catalog, blobs: BlobStore) -> None:
        self._catalog, self._blobs = catalog, blobs

    def stats(self) -> dict[str, Any]:
        """Counts, and bytes on the disk by what they are for."""
        kinds = sql.select(object_.c.kind, sql.func.sum(object_.c.stored)).group_by(object_.c.kind)
        contents = sql.select(object_.c.kind, sql.func.sum(object_.c.size)).where(object_.c.codec.in_(["raw", "zstd"]))
        with self._catalog.reading() as connection:
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
            database = _database_bytes(connection, self._catalog)
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

    def verify(
        self, *, repair: bool = False, progress: Progress | None = None, against: PinnedHead | None = None
    ) -> Report:
        """Check everything; with `repair`, repair what can be repaired and report what is left.

        `against`: a head of the log that a second party kept; anything rewritten since is a problem.
        """
        report, findings = verify.check(self._catalog, self._blobs, progress, against=against)
        if not repair or report.is_sound:
            return report
        if findings.no_blob_is_there:
            raise ArchiveError(
                f"No blob of {self._catalog.name} was found: the folder was probably moved or is not mounted; "
                "nothing was repaired. Put the blobs back, or start a new archive"
            )
        if findings.mistyped:
            raise ArchiveError(
                f"The catalogue of {self._catalog.name} holds values of wrong types ({findings.mistyped[0]}); nothing was "
                "repaired. Restore the catalogue from a backup; or move it away and rebuild it from the blobs, without "
                "screenshots, watches and trails, with `pagestrata verify --repair`"
            )
        done = repairs.repair(self._catalog, self._blobs, findings)
        left, _ = verify.check(self._catalog, self._blobs, against=against)
        return replace(left, found=report.problems, repaired=tuple(done))

    def gc(self) -> Collected:
        """Delete what no version needs, and join small blobs."""
        return garbage.collect(self._catalog, self._blobs)

    def superfluous(self, rule: str | Rule, *, now: datetime, url: str | None = None) -> Sequence[Version]:
        """The versions that `retain` would drop."""
        return [
            version
            for found in retention.superfluous_by_page(self._catalog, rule, now=now, url=url)
            for version in found
        ]

    def dry_run(self, rule: str | Rule, *, now: datetime, most: int) -> DryRun:
        """Return what `retain` would drop from at most that many versions."""
        return retention.dry_run(self._catalog, rule, now=now, most=most)

    def retain(self, rule: str | Rule, *, now: datetime, url: str | None = None) -> Sequence[Version]:
        """Drop the versions that a rule does not keep and return them; `gc` frees their bytes."""
        return retention.retain(self._catalog, rule, now=now, url=url)
