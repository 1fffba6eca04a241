from collections.abc import Iterable

import pytest
import sqlalchemy as sql
from hypothesis import given, settings
from hypothesis import strategies as st

from pagestrata.store.catalog.names import FOREVER
from pagestrata.store.catalog.schema import metadata, presence, version
from pagestrata.store.catalog.varints import pack
from pagestrata.store.intervals.block_intervals import Placed, expected, extend, rebuild, recorded


@pytest.fixture
def connection() -> Iterable[sql.Connection]:
    with bare() as found:
        yield found


def bare() -> sql.Connection:
    """The tables alone, without references between them, so that rows need nothing around them."""
    connection = sql.create_engine("sqlite://").connect()
    metadata.create_all(connection)
    return connection


def add_version(connection: sql.Connection, moment: int, blocks: Iterable[int]) -> list[Placed]:
    numbers = list(blocks)
    row = {column.name: None for column in version.columns if column.nullable}
    row |= {"page_id": 1, "captured_at": moment, "status": 200, "title": "", "changes": 0, "digest": b"", "facts": ""}
    row |= {"blocks": pack(numbers), "slices": b"", "pieces": b"", "resources": b"", "seal": b""}
    connection.execute(sql.insert(version), row)
    return [Placed(block_id=number, label_id=1, ref=f"1.{place}") for place, number in enumerate(numbers, start=1)]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(st.integers(1, 5), max_size=5), max_size=6))
def test_stays_taken_in_one_by_one_are_those_worked_out_at_once(histories: list[list[int]]) -> None:
    with bare() as connection:
        for moment, blocks in enumerate(histories):
            extend(connection, 1, moment, add_version(connection, moment, blocks))
        assert recorded(connection, 1) == set(expected(connection, 1))


def test_only_blocks_that_come_or_go_cost_a_row(connection: sql.Connection) -> None:
    for moment, blocks in enumerate([[1, 2], [1, 2], [1, 3], [1, 2]]):
        extend(connection, 1, moment, add_version(connection, moment, blocks))
    assert recorded(connection, 1) == {(1, 0, FOREVER), (2, 0, 2), (3, 2, 3), (2, 3, FOREVER)}


def test_a_block_shown_twice_is_where_it_came_first(connection: sql.Connection) -> None:
    extend(connection, 1, 0, add_version(connection, 0, [4, 7, 4]))
    rows = connection.execute(sql.select(presence.c.block_id, presence.c.ref)).all()
    assert sorted(tuple(row) for row in rows) == [(4, "1.1"), (7, "1.2")]


def test_a_late_version_has_the_stays_worked_out_again(connection: sql.Connection) -> None:
    extend(connection, 1, 0, add_version(connection, 0, [1]))
    extend(connection, 1, 20, add_version(connection, 20, [1]))
    late = add_version(connection, 10, [2])
    rebuild(connection, 1, {placed.block_id: placed for placed in late})
    assert recorded(connection, 1) == {(1, 0, 10), (2, 10, 20), (1, 20, FOREVER)} == set(expected(connection, 1))


def test_places_that_are_known_are_kept_in_a_rebuild(connection: sql.Connection) -> None:
    extend(connection, 1, 0, add_version(connection, 0, [1, 2]))
    rebuild(connection, 1, {2: Placed(block_id=2, label_id=9, ref="9.9")})
    refs = dict(tuple(row) for row in connection.execute(sql.select(presence.c.block_id, presence.c.ref)))
    assert refs == {1: "1.1", 2: "1.2"}


def test_blocks_that_came_together_are_in_the_order_of_the_page(connection: sql.Connection) -> None:
    order = sql.select(presence.c.block_id).order_by(presence.c.first_at, presence.c.id)
    extend(connection, 1, 0, add_version(connection, 0, [5, 3, 9]))
    extend(connection, 1, 1, add_version(connection, 1, [8, 3, 2]))
    assert connection.execute(order).scalars().all() == [5, 3, 9, 8, 2]
    rebuild(connection, 1, {})
    assert connection.execute(order).scalars().all() == [5, 3, 9, 8, 2]
