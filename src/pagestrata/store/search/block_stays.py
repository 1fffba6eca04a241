"""Find blocks and how long they stayed: by words, newest first, or all blocks of a page.

Block ids grow with time. A scan of ids downwards finds a frequent word quickly, but walks to the very end for a rare one; the
index finds rare words quickly, but has no order, so that all matches are read. SQLite's index is ordered by id and needs no
choice; on PostgreSQL the number of matches in a stretch of ids decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import sqlalchemy as sql

from pagestrata.model.records import Stay
from pagestrata.store.catalog import packs
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import is_sqlite
from pagestrata.store.catalog.names import FOREVER, canonical, from_microseconds, to_microseconds, url_key, version_name
from pagestrata.store.catalog.schema import block, label, page, presence, version
from pagestrata.store.search import full_text
from pagestrata.store.search.full_text import MATCH_SQLITE, SAYS_POSTGRES, expression, found_by_pairs

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
    """Limit a query to stays that overlap a time range, or with `came` to those that began in it."""
    if since is not None:
        query = query.where((presence.c.first_at if came else presence.c.gone_at) >= to_microseconds(since))
    if until is not None:
        query = query.where(presence.c.first_at <= to_microseconds(until))
    if came:
        first = version.alias()
        earlier = (first.c.page_id == presence.c.page_id) & (first.c.captured_at < presence.c.first_at)
        query = query.where(sql.exists().where(earlier))
    return query


@dataclass(frozen=True, slots=True, kw_only=True)
class WordSearch:
    """A search for blocks by their words, as `Queries.search` describes it."""

    words: str
    url: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    changed: bool = False
    role: str | None = None
    limit: int = 50


def search(catalog: Catalog, wanted: WordSearch) -> Sequence[Stay]:
    words, since, until, limit = wanted.words, wanted.since, wanted.until, wanted.limit
    query = _within(_stays(), since, until, came=wanted.changed)
    if wanted.role is not None:
        role_number = sql.select(label.c.id).where(label.c.name == wanted.role).scalar_subquery()
        query = query.where(presence.c.label_id == role_number)
    # Blocks are numbered as they come: the newest first, without sorting all that match. Stays are asked for by the numbers of
    # their blocks, so that only blocks are read whose stays are wanted.
    query = query.order_by(presence.c.block_id.desc(), presence.c.first_at.desc())
    with catalog.reading() as connection:
        if wanted.url is not None:
            query = query.where(page.c.url_key == url_key(canonical(wanted.url)))
            found = connection.execute(
                query.where(full_text.matching(words, is_sqlite=is_sqlite(connection))).limit(limit)
            ).all()
            return _to_stays(connection, found)
        few = _few_blocks(connection, words, since, until, came=wanted.changed)
        if few is not None:
            found = connection.execute(
                query.where(full_text.among(few, is_sqlite=is_sqlite(connection))).limit(limit)
            ).all()
        else:
            found = _walk_down(connection, query, words, limit, until=until)
        return _to_stays(connection, found)


def search_topics(catalog: Catalog, wanted: WordSearch) -> Sequence[Stay]:
    """Search the topics of blocks. The words of a topic are words of its block, so the index finds the candidates."""
    single = wanted.words.replace('"', " ")  # a topic omits words between those of a phrase
    limit, count = wanted.limit, 4 * wanted.limit
    while True:
        found = search(catalog, replace(wanted, words=single, limit=count))
        hits = [stay for stay in found if full_text.says(stay.topic, wanted.words)]
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
) -> Sequence[int] | None:
    """Return the matching blocks if few blocks are in the time range or few match; None otherwise."""
    if came and since is not None and not is_sqlite(connection):  # which has no index by time
        end = FOREVER if until is None else to_microseconds(until)
        between = full_text.came_between(connection, to_microseconds(since), end, most=_MOST)
        if between is not None:
            return full_text.matching_among(connection, words, between)
    if until is None:  # the newest are wanted: walking down to them takes less than looking at all
        return None
    return all_if_few(connection, words, most=_FEW)


def _walk_down(
    connection: sql.Connection,
    query: sql.Select[Any],
    words: str,
    limit: int,
    *,
    until: datetime | None,
) -> Sequence[Any]:
    """Return the first rows of the query over the matching blocks, examining more and more blocks until there are enough.

    The share of wanted rows so far sets the size of the next step. Blocks newer than `until` are skipped by one index lookup
    instead of one by one.
    """
    found: list[Any] = []
    below = FOREVER
    if until is not None:
        below = full_text.last_until(connection, to_microseconds(until)) + 1
    seen, count = 0, 2 * limit
    while len(found) < limit:
        numbers = newest(connection, words, below=below, count=count)
        if not numbers:
            break
        found += connection.execute(
            query.where(full_text.among(numbers, is_sqlite=is_sqlite(connection))).limit(limit - len(found))
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
    texts = packs.block_texts(connection, rows)
    return [_to_stay(row, *texts[row.id]) for row in rows]


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


STRETCH = 50_000  # blocks PostgreSQL walks over before it looks anything up: some 10 ms
_WALKED_MEANWHILE = 50  # blocks that are walked over while one is looked up by the index
_LOOKED_UP_AT_ONCE = STRETCH // 20  # blocks with the pairs of a phrase: each block of a stretch would be read for it
_LONG_STEP = 20  # stretches that the index of words and that of numbers are laid over each other for, at most
_SURELY_MANY = 4  # times as many matches as are few, to be seen from those of one stretch
_NEWEST_SQLITE = sql.text(f"{MATCH_SQLITE} AND rowid < :below ORDER BY rowid DESC LIMIT :count")
_LAST_POSTGRES = sql.text("SELECT coalesce(max(block_id), 0) + 1 FROM block_search WHERE block_id < :below")
# Where a list of blocks has no room, only their stretches are noted, and the pairs of all blocks in them are made again.
_ROOM_FOR_BLOCKS = sql.text("SELECT set_config('work_mem', '64MB', true)")


def newest(connection: sql.Connection, query: str, *, below: int, count: int, stretch: int = STRETCH) -> Sequence[int]:
    """Return the ids of the newest matching blocks below an id, at most `count`.

    Both databases walk down the numbers and stop: a frequent word costs no more than a rare one. PostgreSQL, which does
    not know how rarely frequent words are adjacent, would walk to the very end for a phrase that does not occur. So it
    walks one stretch at a time, and where that has few it looks all remaining matches up in the index. Of a phrase whose pairs
    of words are rare it does so at once.
    """
    if is_sqlite(connection):
        values = {"query": expression(query, is_sqlite=True), "below": below, "count": count}
        return connection.execute(_NEWEST_SQLITE, values).scalars().all()
    if _has_rare_pairs(connection, query, stretch):
        return _rest(connection, query, below, count)
    longest = stretch if found_by_pairs(query)[1] else _LONG_STEP * stretch  # a phrase is looked for block by block
    last, found, walked = _last_number(connection, below), list[int](), 0
    while last > 0 and len(found) < count:
        step = _next_step(len(found), count - len(found), walked, stretch, longest=longest)
        found += _in_stretch(connection, query, last - step, last, count - len(found))
        last, walked, wanted = last - step, walked + step, count - len(found)
        if last > 0 and walked >= stretch and is_looked_up_faster(len(found), wanted, last, walked):
            return [*found, *_rest(connection, query, last, wanted)]
    return found


def _next_step(seen: int, wanted: int, walked: int, stretch: int, *, longest: int) -> int:
    """Return over how many blocks to walk next, estimated from the matches so far. The first step is short."""
    if not walked:
        return max(stretch // 10, 1)
    return min(int(1.25 * wanted * walked / seen) + 1, longest if walked >= stretch else stretch) if seen else stretch


def all_if_few(connection: sql.Connection, query: str, *, most: int, stretch: int = STRETCH) -> Sequence[int] | None:
    """Return the ids of all matching blocks, newest first; None if there are, or seem to be, more than `most`."""
    if is_sqlite(connection):
        found = newest(connection, query, below=FOREVER, count=most + 1)
    elif _has_rare_pairs(connection, query, stretch):
        found = _rest(connection, query, FOREVER, most + 1)
    else:
        last = _last_number(connection, FOREVER)
        found = _in_stretch(connection, query, last - stretch, last, most + 1)
        if len(found) * last > _SURELY_MANY * most * stretch:
            return None
        found = [*found, *_rest(connection, query, last - stretch, most + 1 - len(found))]
    return found if len(found) <= most else None


def _last_number(connection: sql.Connection, below: int) -> int:
    """Return the id after that of the newest block below an id."""
    return int(connection.execute(_LAST_POSTGRES, {"below": below}).scalar_one())


def _in_stretch(connection: sql.Connection, query: str, lowest: int, below: int, count: int) -> Sequence[int]:
    says = "ts_match_vq(words, CAST(:query AS tsquery))" if found_by_pairs(query)[1] else SAYS_POSTGRES
    # In the order of an index, the server would read each block of a long step and not lay two indexes over each other.
    order = "block_id + 0" if below - lowest > STRETCH else "block_id"
    statement = f"""
        SELECT block_id FROM block_search WHERE {says} AND block_id >= :lowest AND block_id < :below
        ORDER BY {order} DESC LIMIT :count"""  # noqa: S608 - no input
    values = {"query": expression(query, is_sqlite=False), "lowest": lowest, "below": below, "count": count}
    return connection.execute(sql.text(statement), values).scalars().all()


def _has_rare_pairs(connection: sql.Connection, query: str, stretch: int) -> bool:
    """Return whether the server expects to look up the pairs of words of a query faster than to walk over one stretch."""
    condition, values = found_by_pairs(query)
    if not values:
        return False
    values["query"] = expression(query, is_sqlite=False)
    statement = f"EXPLAIN (FORMAT JSON) SELECT block_id FROM block_search WHERE {condition}"  # noqa: S608 - no input
    expected = connection.execute(sql.text(statement), values).scalar_one()[0]["Plan"]["Plan Rows"]
    return bool(expected < min(_LOOKED_UP_AT_ONCE, stretch))


def is_looked_up_faster(seen: int, wanted: int, below: int, walked: int) -> bool:
    """Return whether the index finds the rest faster than walking on, assuming that matches are evenly spread."""
    to_walk = wanted * walked / seen if seen else below
    return min(to_walk, below) > _WALKED_MEANWHILE * seen * below / walked


def _rest(connection: sql.Connection, query: str, below: int, count: int) -> Sequence[int]:
    """Return the newest matching blocks below an id on PostgreSQL, by looking up all matches in the index."""
    condition, more = found_by_pairs(query)
    if more:
        connection.execute(_ROOM_FOR_BLOCKS)
    statement = f"""
        WITH found AS MATERIALIZED (SELECT block_id FROM block_search WHERE {condition})
        SELECT block_id FROM found WHERE block_id < :below ORDER BY block_id DESC LIMIT :count"""  # noqa: S608 - no input
    values = {"query": expression(query, is_sqlite=False), "below": below, "count": count, **more}
    return connection.execute(sql.text(statement), values).scalars().all()
