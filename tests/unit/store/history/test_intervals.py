from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sql
from hypothesis import given, settings
from hypothesis import strategies as st

from captures import START, capture, visit_of
from pagestrata.model.records import Version
from pagestrata.model.snapshot import Response
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog.names import FOREVER
from pagestrata.store.catalog.schema import holding, metadata, presence, version
from pagestrata.store.catalog.varints import pack
from pagestrata.store.history.intervals import OF_BLOCKS, Placed, are_right, extend, rebuild

STYLE = "http://cdn.test/a.css"


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
            extend(connection, 1, moment, add_version(connection, moment, blocks), [])
        assert OF_BLOCKS.recorded(connection, 1) == set(OF_BLOCKS.expected(connection, 1))


def test_only_blocks_that_come_or_go_cost_a_row(connection: sql.Connection) -> None:
    for moment, blocks in enumerate([[1, 2], [1, 2], [1, 3], [1, 2]]):
        extend(connection, 1, moment, add_version(connection, moment, blocks), [])
    assert OF_BLOCKS.recorded(connection, 1) == {(1, 0, FOREVER), (2, 0, 2), (3, 2, 3), (2, 3, FOREVER)}


def test_a_block_shown_twice_is_where_it_came_first(connection: sql.Connection) -> None:
    extend(connection, 1, 0, add_version(connection, 0, [4, 7, 4]), [])
    rows = connection.execute(sql.select(presence.c.block_id, presence.c.ref)).all()
    assert sorted(tuple(row) for row in rows) == [(4, "1.1"), (7, "1.2")]


def test_a_late_version_has_the_stays_worked_out_again(connection: sql.Connection) -> None:
    extend(connection, 1, 0, add_version(connection, 0, [1]), [])
    extend(connection, 1, 20, add_version(connection, 20, [1]), [])
    late = add_version(connection, 10, [2])
    rebuild(connection, 1, late)
    assert (
        OF_BLOCKS.recorded(connection, 1)
        == {(1, 0, 10), (2, 10, 20), (1, 20, FOREVER)}
        == set(OF_BLOCKS.expected(connection, 1))
    )


def test_places_that_are_known_are_kept_in_a_rebuild(connection: sql.Connection) -> None:
    extend(connection, 1, 0, add_version(connection, 0, [1, 2]), [])
    rebuild(connection, 1, [Placed(block_id=2, label_id=9, ref="9.9")])
    refs = dict(tuple(row) for row in connection.execute(sql.select(presence.c.block_id, presence.c.ref)))
    assert refs == {1: "1.1", 2: "1.2"}


def test_blocks_that_came_together_are_in_the_order_of_the_page(connection: sql.Connection) -> None:
    order = sql.select(presence.c.block_id).order_by(presence.c.first_at, presence.c.id)
    extend(connection, 1, 0, add_version(connection, 0, [5, 3, 9]), [])
    extend(connection, 1, 1, add_version(connection, 1, [8, 3, 2]), [])
    assert connection.execute(order).scalars().all() == [5, 3, 9, 8, 2]
    rebuild(connection, 1)
    assert connection.execute(order).scalars().all() == [5, 3, 9, 8, 2]


def style(text: str, url: str = STYLE) -> Response:
    return Response(url=url, status=200, headers=(("content-type", "text/css"),), body=text.encode())


def keep(archive: Archive, hours: float, resources: Sequence[Response], url: str = "http://site.test/") -> Version:
    taken, tree = capture([f"hour {hours}"], url=url, hours=hours, resources=resources, picture=False)
    return archive.append(taken, tree, None, visit=visit_of(taken))


def held(archive: Archive, hours: float, url: str = STYLE) -> str | None:
    """What the resource said at that time."""
    found = archive.versions.holding(url, START + timedelta(hours=hours))
    return archive.contents.response(found, url).body.decode() if found is not None else None


def test_a_resource_is_found_as_it_was_at_a_time(archive: Archive) -> None:
    keep(archive, 0, [style("old")])
    keep(archive, 2, [style("old")])
    keep(archive, 4, [style("new")])
    keep(archive, 6, [])
    assert [held(archive, hours) for hours in (0, 1, 3, 4, 5)] == ["old", "old", "old", "new", "new"]
    with archive._catalog.reading() as connection:
        assert len(connection.execute(sql.select(holding)).all()) == 2


def test_outside_its_times_the_closest_is_given(archive: Archive) -> None:
    keep(archive, 2, [style("first")])
    keep(archive, 4, [style("last")])
    keep(archive, 6, [])
    assert held(archive, 0) == "first"
    assert held(archive, 9) == "last"
    assert held(archive, 9, "http://cdn.test/other.css") is None


def test_the_version_given_is_the_one_of_that_time(archive: Archive) -> None:
    first, second = keep(archive, 0, [style("same")]), keep(archive, 2, [style("same")])
    assert archive.versions.holding(STYLE, START + timedelta(hours=1)) == first
    assert archive.versions.holding(f"{STYLE}#part", START + timedelta(hours=3)) == second


def test_the_page_captured_last_is_asked_where_several_hold_it(archive: Archive) -> None:
    keep(archive, 0, [style("one")])
    keep(archive, 1, [style("two")], "http://other.test/")
    assert held(archive, 2) == "two"
    assert held(archive, 0.5) == "one"


def test_versions_that_come_late_or_go_change_what_is_held(archive: Archive) -> None:
    keep(archive, 0, [style("a")])
    keep(archive, 4, [style("c")])
    keep(archive, 2, [style("b")])
    assert [held(archive, hours) for hours in (1, 3, 5)] == ["a", "b", "c"]
    archive.upkeep.retain("thin 1h:1w", now=START + timedelta(days=1))
    archive.upkeep.gc()
    assert [held(archive, hours) for hours in (1, 3, 5)] == ["a", "a", "c"]
    assert archive.upkeep.verify().is_sound


def test_the_list_of_holdings_names_the_versions_that_brought_them(archive: Archive) -> None:
    first = keep(archive, 0, [style("a"), style("b", "http://cdn.test/b.css")])
    keep(archive, 2, [style("a")])
    third = keep(archive, 4, [style("c")])
    assert [(h.url, h.version) for h in archive.versions.holdings(STYLE)] == [(STYLE, first), (STYLE, third)]
    assert [(h.url, h.gone_at is None) for h in archive.versions.holdings()] == [
        (STYLE, False), (STYLE, True), ("http://cdn.test/b.css", False),
    ]  # fmt: skip


def test_wrong_holdings_are_found_and_made_again(archive: Archive) -> None:
    keep(archive, 0, [style("a")])
    with archive._catalog.writing() as connection:
        connection.execute(sql.update(holding).values(gone_at=5))
    assert [problem.kind for problem in archive.upkeep.verify().problems] == ["stays"]
    assert archive.upkeep.verify(repair=True).is_sound
    assert held(archive, 1) == "a"


def test_holdings_of_an_older_archive_are_worked_out_when_it_is_migrated(tmp_path: Path) -> None:
    with open_archive(tmp_path) as archive:
        keep(archive, 0, [style("a")])
        keep(archive, 2, [style("b")])
        keep(archive, 4, [])
        keep(archive, 1, [style("a")], "http://other.test/")
        with archive._catalog.reading() as connection:
            before = sorted(connection.execute(sql.select(holding.c.page_id, holding.c.first_at, holding.c.gone_at)))
        with archive._catalog.writing() as connection:
            connection.execute(sql.text("DROP TABLE holding"))
            connection.execute(sql.text("UPDATE alembic_version SET version_num = '0003'"))
    with open_archive(tmp_path) as archive:
        with archive._catalog.reading() as connection:
            found = sorted(connection.execute(sql.select(holding.c.page_id, holding.c.first_at, holding.c.gone_at)))
            pages = set(connection.execute(sql.select(version.c.page_id)).scalars())
            assert all(are_right(connection, number) for number in pages)
        assert found == before
        assert archive.upkeep.verify().is_sound
