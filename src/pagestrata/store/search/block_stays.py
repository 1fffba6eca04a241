"""Find blocks and how long they stayed: by words, or all blocks of a page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sql

from pagestrata.model.records import Stay
from pagestrata.store.catalog import packs
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.names import FOREVER, canonical, from_microseconds, to_microseconds, url_key, version_name
from pagestrata.store.catalog.schema import block, label, page, presence, version
from pagestrata.store.search import full_text
from pagestrata.store.search.newest_matches import all_if_few, newest

_MOST = 50_000  # blocks examined in one step of a search
_FEW = 500  # matches: with more, finding out where to begin pays


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
    single = words.replace('"', " ")  # a topic omits words between those of a phrase
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
    """Return the matching blocks if few blocks are in the time range or few match; None otherwise."""
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
    """Return the first rows of the query over the matching blocks, examining more and more blocks until there are enough.

    The share of wanted rows so far sets the size of the next step. Blocks newer than `until` are skipped by one index lookup
    instead of one by one.
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
    said = packs.block_texts(connection, rows)
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
