"""Which blocks came until a moment, or between two: where a search that is bounded in time begins and ends.

Blocks are numbered as they come, mostly in the order of their times, but an import may bring old ones later. On PostgreSQL
a few bytes for each stretch of the table say which blocks and times stand in it, so that only stretches are read that can
hold an answer.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sql

_LAST_VERSIONS = 20  # of which at least one brought a block that was new
_LAST_SQLITE = sql.text("SELECT block_id FROM presence WHERE first_at <= :moment ORDER BY block_id DESC LIMIT 1")
_SHORTLY_BEFORE = sql.text("""
    SELECT min(captured_at)
    FROM (SELECT captured_at FROM version WHERE captured_at <= :moment ORDER BY captured_at DESC LIMIT :versions) AS shown""")
# The server takes numbers and times for independent of each other and would walk over all blocks above the known one.
_BY_STRETCHES_ONLY = sql.text("""
    SELECT set_config(name, :state, true)
    FROM unnest(ARRAY['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan']) AS name""")
_KNOWN_POSTGRES = sql.text("SELECT max(block_id + 0) FROM presence WHERE first_at >= :shortly AND first_at <= :moment")
_LAST_POSTGRES = sql.text("SELECT max(block_id + 0) FROM presence WHERE block_id >= :known AND first_at <= :moment")
_MANY_VERSIONS = 20_000
_IS_LONG = sql.text("SELECT 1 FROM version WHERE captured_at >= :since AND captured_at <= :until LIMIT 1 OFFSET :many")
_CAME_BETWEEN = sql.text("SELECT block_id FROM presence WHERE first_at >= :since AND first_at <= :until LIMIT :most")


def last_until(connection: sql.Connection, moment: int, *, is_sqlite: bool) -> int:
    """The highest number of a block that came until a moment, 0 where there is none."""
    if is_sqlite:
        return connection.execute(_LAST_SQLITE, {"moment": moment}).scalar_one_or_none() or 0
    values = {"moment": moment, "versions": _LAST_VERSIONS}
    shortly = connection.execute(_SHORTLY_BEFORE, values).scalar_one()
    connection.execute(_BY_STRETCHES_ONLY, {"state": "off"})
    known = connection.execute(_KNOWN_POSTGRES, values | {"shortly": shortly}).scalar_one() or 0
    last = connection.execute(_LAST_POSTGRES, values | {"known": known}).scalar_one() or 0
    connection.execute(_BY_STRETCHES_ONLY, {"state": "on"})  # should this not be reached, the transaction is over
    return int(last)


def came_between(connection: sql.Connection, since: int, until: int, *, most: int) -> Sequence[int] | None:
    """The numbers of the blocks that came to some page between two moments, on PostgreSQL; None where they are many."""
    values = {"since": since, "until": until, "most": most + 1, "many": _MANY_VERSIONS}
    if connection.execute(_IS_LONG, values).first() is not None:
        return None
    found = connection.execute(_CAME_BETWEEN, values).scalars().all()
    return None if len(found) > most else found
