"""Queries over time: which block contained some words and when, and which operations changed what."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pagestrata.model.records import RecordedChange, Stay
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import Question
from pagestrata.store.catalog.names import canonical, from_microseconds, to_microseconds, url_key, version_name
from pagestrata.store.catalog.packs import all_changes

if TYPE_CHECKING:
    from pagestrata.store.catalog.later import sql

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

_FIRST_VERSIONS, _VERSIONS_AT_A_TIME = 8, 200  # whose changes are unpacked: mostly the newest are enough
_VERSION_COLUMNS = "version_id data captured_at url"
_CHANGED = """
    SELECT change.version_id, change.data, version.captured_at, page.url FROM change
    JOIN version ON version.id = change.version_id JOIN page ON page.id = version.page_id"""
_BEHIND = "(version.captured_at, version.id) < (?, ?)"
_NEWEST_FIRST = "ORDER BY version.captured_at DESC, version.id DESC LIMIT ?"


class Queries:
    """Queries over time."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def search(
        self,
        words: str,
        *,
        url: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        changed: bool = False,
        role: str | None = None,
        topic: bool = False,
        limit: int = 50,
    ) -> Sequence[Stay]:
        """Return the blocks that contain all these words, newest first. "…" is a phrase, a trailing * any ending.

        `since` and `until` select blocks that were on the page in that time; with `changed`, blocks that appeared in it. With
        `topic` the words are searched in the topics of blocks.
        """
        from pagestrata.store.search.block_stays import WordSearch, search, search_topics

        wanted = WordSearch(words=words, url=url, since=since, until=until, changed=changed, role=role, limit=limit)
        return (search_topics if topic else search)(self._catalog, wanted)

    def stays(self, url: str, *, since: datetime | None = None, until: datetime | None = None) -> Sequence[Stay]:
        """All blocks of a page over time, in the order they came."""
        from pagestrata.store.search.block_stays import stays

        return stays(self._catalog, url, since=since, until=until)

    def changes(
        self,
        url: str | None = None,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        op: str | None = None,
        element: str | None = None,
        block: str | None = None,
        min_importance: float | None = None,
        limit: int | None = None,
    ) -> Sequence[RecordedChange]:
        """The operations of all deltas, newest version first. `block` is a ref in the version before or after."""
        conditions = {
            "page.url_key = ?": url_key(canonical(url)) if url is not None else None,
            "version.captured_at >= ?": to_microseconds(since) if since is not None else None,
            "version.captured_at <= ?": to_microseconds(until) if until is not None else None,
        }
        chosen = {condition: value for condition, value in conditions.items() if value is not None}

        def is_wanted(found: Mapping[str, Any]) -> bool:
            return (
                (op is None or found["op"] == op)
                and (element is None or found["element"] == element)
                and (block is None or block in (found["block"], found["to_block"]))
                and (
                    min_importance is None
                    or (found["importance"] is not None and found["importance"] >= min_importance)
                )
            )

        with self._catalog.reading_by_driver() as connection:
            found = (_to_change(row, values) for row, values in _recorded(connection, chosen) if is_wanted(values))
            return list(itertools.islice(found, limit))


def _recorded(connection: sql.Connection, chosen: Mapping[str, Any]) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    """Yield each operation of the versions that meet these conditions, newest first, with the row of its version.

    Versions are read in batches: of a long history no more is read than the caller uses.
    """
    conditions, values, step = list(chosen), list(chosen.values()), _FIRST_VERSIONS
    while True:
        where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
        batch = Question(_VERSION_COLUMNS, f"{_CHANGED} {where} {_NEWEST_FIRST}").all(connection, *values, step)
        listed = all_changes(connection, {row.version_id: bytes(row.data) for row in batch})
        yield from ((row, found) for row in batch for found in listed[row.version_id])
        if len(batch) < step:
            return
        last, step = batch[-1], _VERSIONS_AT_A_TIME
        conditions, values = [*chosen, _BEHIND], [*chosen.values(), last.captured_at, last.version_id]


def _to_change(row: Any, values: Mapping[str, Any]) -> RecordedChange:
    return RecordedChange(
        url=row.url,
        version=version_name(row.version_id, row.captured_at),
        captured_at=from_microseconds(row.captured_at),
        number=values["number"],
        op=values["op"],
        element=values["element"],
        block=values["block"],
        to_block=values["to_block"],
        old=json.loads(values["old"]) if values["old"] is not None else None,
        new=json.loads(values["new"]) if values["new"] is not None else None,
        importance=values["importance"],
    )
