"""Find the newest blocks that contain all words of a query: by scanning ids downwards, or by looking up all matches.

Block ids grow with time. A scan finds a frequent word quickly, but walks to the very end for a rare one; the index finds
rare words quickly, but has no order, so that all matches are read. SQLite's index is ordered by id and needs no choice; on
PostgreSQL the number of matches in a stretch of ids decides.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sql

from pagestrata.store.catalog.names import FOREVER
from pagestrata.store.search.full_text import MATCH_SQLITE, SAYS_POSTGRES, expression, found_by_pairs

STRETCH = 50_000  # blocks PostgreSQL walks over before it looks anything up: some 10 ms
_WALKED_MEANWHILE = 50  # blocks that are walked over while one is looked up by the index
_LOOKED_UP_AT_ONCE = STRETCH // 20  # blocks with the pairs of a phrase: each block of a stretch would be read for it
_LONG_STEP = 20  # stretches that the index of words and that of numbers are laid over each other for, at most
_SURELY_MANY = 4  # times as many matches as are few, to be seen from those of one stretch
_NEWEST_SQLITE = sql.text(f"{MATCH_SQLITE} AND rowid < :below ORDER BY rowid DESC LIMIT :count")
_LAST_POSTGRES = sql.text("SELECT coalesce(max(block_id), 0) + 1 FROM block_search WHERE block_id < :below")
# Where a list of blocks has no room, only their stretches are noted, and the pairs of all blocks in them are made again.
_ROOM_FOR_BLOCKS = sql.text("SELECT set_config('work_mem', '64MB', true)")


def newest(
    connection: sql.Connection, query: str, *, below: int, count: int, is_sqlite: bool, stretch: int = STRETCH
) -> Sequence[int]:
    """Return the ids of the newest matching blocks below an id, at most `count`.

    Both databases walk down the numbers and stop: a frequent word costs no more than a rare one. PostgreSQL, which does
    not know how rarely frequent words are adjacent, would walk to the very end for a phrase that does not occur. So it
    walks one stretch at a time, and where that has few it looks all remaining matches up in the index. Of a phrase whose pairs
    of words are rare it does so at once.
    """
    if is_sqlite:
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
    """Over how many blocks to walk next: as many as should be enough by those seen. The first step is a short one."""
    if not walked:
        return max(stretch // 10, 1)
    return min(int(1.25 * wanted * walked / seen) + 1, longest if walked >= stretch else stretch) if seen else stretch


def all_if_few(
    connection: sql.Connection, query: str, *, most: int, is_sqlite: bool, stretch: int = STRETCH
) -> Sequence[int] | None:
    """The numbers of all blocks that match, newest first; None where they are more, or seem to be."""
    if is_sqlite:
        found = newest(connection, query, below=FOREVER, count=most + 1, is_sqlite=True)
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
    """Whether the server expects to look up all blocks with the pairs of words of a query while it walks over a stretch."""
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
    """The newest blocks below a number that match, by looking up all that match, on PostgreSQL."""
    condition, more = found_by_pairs(query)
    if more:
        connection.execute(_ROOM_FOR_BLOCKS)
    statement = f"""
        WITH found AS MATERIALIZED (SELECT block_id FROM block_search WHERE {condition})
        SELECT block_id FROM found WHERE block_id < :below ORDER BY block_id DESC LIMIT :count"""  # noqa: S608 - no input
    values = {"query": expression(query, is_sqlite=False), "below": below, "count": count, **more}
    return connection.execute(sql.text(statement), values).scalars().all()
