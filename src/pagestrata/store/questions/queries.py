"""Questions over time: which block said something and when, and which operations changed what."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sql

from pagestrata.model.records import RecordedChange, Stay
from pagestrata.store.catalog import packs
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.names import FOREVER, canonical, from_microseconds, to_microseconds, url_key, version_name
from pagestrata.store.catalog.packed_changes import all_changes
from pagestrata.store.catalog.schema import block, change, label, page, presence, version
from pagestrata.store.search import full_text
from pagestrata.store.search.newest_matches import all_if_few, newest

_MOST = 50_000  # blocks looked at in one step of a search
_FIRST_VERSIONS, _VERSIONS_AT_A_TIME = 8, 200  # whose changes are unpacked: mostly the newest are enough
_FEW = 500  # matches: with more, finding out where to begin pays


class Queries:
    """Questions over time."""

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
        """Blocks that said all these words, newest first. "…" is a phrase, a trailing * any ending.

        With `since` and `until`, blocks that were there at some time between; with `changed`, blocks that came then; with
        `topic`, blocks that have the words in their topic.
        """
        ask = search_topics if topic else search
        return ask(self._catalog, words, url=url, since=since, until=until, changed=changed, role=role, limit=limit)

    def stays(self, url: str, *, since: datetime | None = None, until: datetime | None = None) -> Sequence[Stay]:
        """All blocks of a page over time, in the order they came."""
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
        return changes(
            self._catalog,
            url=url,
            since=since,
            until=until,
            op=op,
            element=element,
            ref=block,
            min_importance=min_importance,
            limit=limit,
        )


def _stays() -> sql.Select[Any]:
    shown = version.alias()
    last = (
        sql.select(sql.func.max(shown.c.captured_at))
        .where(shown.c.page_id == presence.c.page_id, shown.c.captured_at < presence.c.gone_at)
        .scalar_subquery()
    )
    return (
        sql.select(
            page.c.url,
            block.c.id,
            block.c.content_id,
            block.c.topic,
            block.c.text,
            block.c.packed,
            presence.c.ref,
            presence.c.first_at,
            presence.c.gone_at,
            label.c.name.label("role"),
            version.c.id.label("version_id"),
            last.label("last_at"),
        )
        .select_from(block)
        .join(presence, presence.c.block_id == block.c.id)
        .join(page, page.c.id == presence.c.page_id)
        .join(label, label.c.id == presence.c.label_id)
        .join(version, (version.c.page_id == page.c.id) & (version.c.captured_at == presence.c.first_at))
    )


def _within(query: sql.Select[Any], since: datetime | None, until: datetime | None, *, came: bool) -> sql.Select[Any]:
    """Stays that overlap the time, or those that began in it."""
    if since is not None:
        query = query.where((presence.c.first_at if came else presence.c.gone_at) >= to_microseconds(since))
    if until is not None:
        query = query.where(presence.c.first_at <= to_microseconds(until))
    if came:
        first = version.alias()
        earlier = (first.c.page_id == presence.c.page_id) & (first.c.captured_at < presence.c.first_at)
        query = query.where(sql.exists().where(earlier))
    return query


def search(
    catalog: Catalog,
    words: str,
    *,
    url: str | None,
    since: datetime | None,
    until: datetime | None,
    changed: bool,
    role: str | None,
    limit: int,
) -> Sequence[Stay]:
    query = _within(_stays(), since, until, came=changed)
    if role is not None:
        role_number = sql.select(label.c.id).where(label.c.name == role).scalar_subquery()
        query = query.where(presence.c.label_id == role_number)
    # Blocks are numbered as they come: the newest first, without sorting all that match. Stays are asked for by the numbers of
    # their blocks, so that only blocks are read whose stays are wanted.
    query = query.order_by(presence.c.block_id.desc(), presence.c.first_at.desc())
    is_sqlite = catalog.is_sqlite
    with catalog.reading() as connection:
        if url is not None:
            query = query.where(page.c.url_key == url_key(canonical(url)))
            found = connection.execute(query.where(full_text.matching(words, is_sqlite=is_sqlite)).limit(limit)).all()
            return _to_stays(connection, found)
        few = _few_blocks(connection, words, since, until, came=changed, is_sqlite=is_sqlite)
        if few is not None:
            found = connection.execute(query.where(full_text.among(few, is_sqlite=is_sqlite)).limit(limit)).all()
        else:
            found = _walk_down(connection, query, words, limit, until=until, is_sqlite=is_sqlite)
        return _to_stays(connection, found)


def search_topics(catalog: Catalog, words: str, *, limit: int, **narrowed: Any) -> Sequence[Stay]:
    """Blocks whose topic says the words. The words of a topic are words of its block, so the index finds the candidates."""
    single = words.replace('"', " ")  # a topic leaves out words between those of a phrase
    count = 4 * limit
    while True:
        found = search(catalog, single, limit=count, **narrowed)
        hits = [stay for stay in found if full_text.says(stay.topic, words)]
        if len(hits) >= limit or len(found) < count or count >= _MOST:
            return hits[:limit]
        count *= 8


def _few_blocks(
    connection: sql.Connection,
    words: str,
    since: datetime | None,
    until: datetime | None,
    *,
    came: bool,
    is_sqlite: bool,
) -> Sequence[int] | None:
    """The blocks that match, where those that come into question by their time are few, or those that match are."""
    if came and since is not None and not is_sqlite:  # which has no index by time
        end = FOREVER if until is None else to_microseconds(until)
        between = full_text.came_between(connection, to_microseconds(since), end, most=_MOST)
        if between is not None:
            return full_text.matching_among(connection, words, between)
    if until is None:  # the newest are wanted: walking down to them takes less than looking at all
        return None
    return all_if_few(connection, words, most=_FEW, is_sqlite=is_sqlite)


def _walk_down(
    connection: sql.Connection,
    query: sql.Select[Any],
    words: str,
    limit: int,
    *,
    until: datetime | None,
    is_sqlite: bool,
) -> Sequence[Any]:
    """The first rows of the query over the blocks that match, looking at more and more of them until there are enough.

    How many more is said by how many of those before were wanted. The blocks that came after `until` are left out by one
    walk over an index, instead of one by one as they match.
    """
    found: list[Any] = []
    below = FOREVER
    if until is not None:
        below = full_text.last_until(connection, to_microseconds(until), is_sqlite=is_sqlite) + 1
    seen, count = 0, 2 * limit
    while len(found) < limit:
        numbers = newest(connection, words, below=below, count=count, is_sqlite=is_sqlite)
        if not numbers:
            break
        found += connection.execute(
            query.where(full_text.among(numbers, is_sqlite=is_sqlite)).limit(limit - len(found))
        ).all()
        if len(numbers) < count:
            break
        below, seen = numbers[-1], seen + len(numbers)
        enough = 1.25 * (limit - len(found)) * seen / max(len(found), 1)
        count = int(min(max(enough, count), 8 * count, _MOST))
    return found


def stays(catalog: Catalog, url: str, *, since: datetime | None, until: datetime | None) -> Sequence[Stay]:
    query = _within(_stays(), since, until, came=False).where(page.c.url_key == url_key(canonical(url)))
    with catalog.reading() as connection:
        return _to_stays(connection, connection.execute(query.order_by(presence.c.first_at, presence.c.id)).all())


def _to_stays(connection: sql.Connection, rows: Sequence[Any]) -> list[Stay]:
    said = packs.said_by(connection, rows)
    return [_to_stay(row, *said[row.id]) for row in rows]


def _to_stay(row: Any, topic: str, text: str) -> Stay:
    return Stay(
        url=row.url,
        block=row.content_id.hex(),
        ref=row.ref,
        role=row.role,
        topic=topic,
        text=text,
        first_version=version_name(row.version_id, row.first_at),
        first_seen=from_microseconds(row.first_at),
        last_seen=from_microseconds(row.last_at),
        gone_at=from_microseconds(row.gone_at) if row.gone_at != FOREVER else None,
    )


def changes(
    catalog: Catalog,
    *,
    url: str | None,
    since: datetime | None,
    until: datetime | None,
    op: str | None,
    element: str | None,
    ref: str | None,
    min_importance: float | None,
    limit: int | None,
) -> Sequence[RecordedChange]:
    query = (
        sql.select(change.c.version_id, change.c.data, version.c.captured_at, page.c.url)
        .join(version, version.c.id == change.c.version_id)
        .join(page, page.c.id == version.c.page_id)
    )
    conditions = [
        page.c.url_key == url_key(canonical(url)) if url is not None else None,
        version.c.captured_at >= to_microseconds(since) if since is not None else None,
        version.c.captured_at <= to_microseconds(until) if until is not None else None,
    ]
    query = query.where(*(condition for condition in conditions if condition is not None))

    def is_wanted(found: Mapping[str, Any]) -> bool:
        return (
            (op is None or found["op"] == op)
            and (element is None or found["element"] == element)
            and (ref is None or ref in (found["block"], found["to_block"]))
            and (min_importance is None or (found["importance"] is not None and found["importance"] >= min_importance))
        )

    with catalog.reading() as connection:
        found = (_to_change(row, values) for row, values in _recorded(connection, query) if is_wanted(values))
        return list(itertools.islice(found, limit))


def _recorded(connection: sql.Connection, query: sql.Select[Any]) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    """Each operation of the versions a query gives, newest first, with the row of its version; no more rows than are used."""
    key = (version.c.captured_at, version.c.id)
    query, step = query.order_by(*(column.desc() for column in key)), _FIRST_VERSIONS
    batch = connection.execute(query.limit(step)).all()
    while batch:
        listed = all_changes(connection, {row.version_id: row.data for row in batch})
        yield from ((row, values) for row in batch for values in listed[row.version_id])
        if len(batch) < step:
            return
        last, step = batch[-1], _VERSIONS_AT_A_TIME
        behind = query.where(sql.tuple_(*key) < sql.tuple_(last.captured_at, last.version_id))
        batch = connection.execute(behind.limit(step)).all()


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
