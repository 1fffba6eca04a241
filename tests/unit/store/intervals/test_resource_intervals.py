from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import sqlalchemy as sql

from captures import START, capture, visit_of
from pagestrata.model.records import Version
from pagestrata.model.snapshot import Response
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog.schema import holding, version
from pagestrata.store.intervals import resource_intervals

STYLE = "http://cdn.test/a.css"


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
            assert all(
                resource_intervals.recorded(connection, n) == resource_intervals.expected(connection, n) for n in pages
            )
        assert found == before
        assert archive.upkeep.verify().is_sound
