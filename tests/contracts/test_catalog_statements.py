"""Statements that go straight to the driver, and views that several questions share, on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sql

from captures import START, capture, visit_of
from pagestrata.errors import ArchiveError
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog import ledger
from pagestrata.store.catalog.driver_statements import (
    COPIED_ROWS,
    BuiltStatement,
    Question,
    among,
    append_rows,
    ask,
    insert_numbered,
    insert_rows,
    tell,
)
from pagestrata.store.catalog.schema import label, page, presence, version

URL = "http://site.test/"


@pytest.fixture
def archive(place: str) -> Iterator[Archive]:
    with open_archive(place) as archive:
        yield archive


def test_rows_get_numbers_whether_they_are_new_or_there_already(archive: Archive) -> None:
    catalog = archive._catalog
    with catalog.writing() as connection:
        first = insert_numbered(connection, label.c.name, [{"name": f"n{n:04}"} for n in range(1200)])
        both = insert_numbered(connection, label.c.name, [{"name": name} for name in ("n0003", "new")])
        assert insert_numbered(connection, label.c.name, []) == {}
        assert both == {"n0003": first["n0003"], "new": both["new"]}
        assert len(set(first.values()) | set(both.values())) == 1201
        stored = dict(map(tuple, connection.execute(sql.select(label.c.name, label.c.id))))
    assert stored == first | both


def test_words_of_any_kind_go_through_lists_as_they_are(archive: Archive) -> None:
    odd = [
        "",
        "NULL",
        "null",
        "a,b",
        "{a}",
        '"quoted"',
        "back\\slash",
        "'",
        " blank ",
        "é\n\t",
        "\\x41",
        "%s ?",
        "\U0001f600",
    ]
    catalog = archive._catalog
    with catalog.writing() as connection:
        numbers = insert_numbered(connection, label.c.name, [{"name": name} for name in odd])
        assert set(numbers) == set(odd)
        statement = "SELECT name, id FROM label WHERE name {wanted}"
        assert dict(map(tuple, among(connection, statement, odd))) == numbers
        keys = [bytes(range(256)), b"", b"\\x00"]
        rows = [{"url_key": key, "url": key.hex(), "first_at": 2**60, "facts": "{}"} for key in keys]
        pages = insert_numbered(connection, page.c.url_key, rows)
        assert set(pages) == set(keys)
        found = among(connection, "SELECT url_key, id FROM page WHERE url_key {wanted}", keys)
        assert {bytes(key): number for key, number in found} == pages


@pytest.mark.parametrize("send", [insert_rows, append_rows])
def test_many_rows_at_once_are_those_that_go_one_by_one(archive: Archive, send: Any) -> None:
    names = ["page_id", "block_id", "label_id", "ref", "first_at", "gone_at"]
    catalog = archive._catalog
    archive.append(*capture(["one", "two"]), None, visit=visit_of(capture(["one", "two"])[0]))
    with catalog.writing() as connection:
        found = ask(connection, f"SELECT {', '.join(names)} FROM presence ORDER BY id")
        rows = [(*row[:3], f"{n}.'é\\\t,{{}}\n", n, 2**60 + n) for n in range(700) for row in found[:1]]
        send(connection, presence, names, rows[: COPIED_ROWS - 1])
        send(connection, presence, names, rows[COPIED_ROWS - 1 :])
        send(connection, presence, names, [])
        marks = ", ".join("?" * len(names))
        tell(connection, f"INSERT INTO presence ({', '.join(names)}) VALUES ({marks})", rows[:3])
        every = sorted(ask(connection, f"SELECT {', '.join(names)} FROM presence WHERE gone_at < {2**61}"))
        assert list(map(tuple, every)) == sorted([*rows, *rows[:3]])
    with catalog.reading() as connection:
        assert ledger.written_down(connection) == ledger.counted(connection)


def test_a_question_in_words_gives_the_rows_of_sqlalchemy(archive: Archive) -> None:
    for hour in range(3):
        taken, tree = capture([f"hour {hour}", "stays"], hours=hour)
        archive.append(taken, tree, None, visit=visit_of(taken))
    query = sql.select(version.c.id, page.c.url, version.c.digest).join(page).order_by(version.c.id).limit(2)
    question = Question(
        "id url digest",
        "SELECT version.id, page.url, version.digest FROM version JOIN page ON page.id = version.page_id "
        "WHERE version.id > ? ORDER BY version.id LIMIT 2",
    )
    with archive._catalog.reading() as connection:
        for least in (0, 1, 0, 99):
            expected = connection.execute(query.where(version.c.id > least)).all()
            found = question.all(connection, least)
            assert [(row.id, row.url, row.digest) for row in found] == list(map(tuple, expected))
            assert (question.first(connection, least) is None) == (least == 99)


def test_a_statement_built_once_gives_the_rows_of_sqlalchemy(archive: Archive) -> None:
    for hour in range(3):
        taken, tree = capture([f"hour {hour}", "stays"], hours=hour)
        archive.append(taken, tree, None, visit=visit_of(taken))
    query = (
        sql.select(version, page.c.url).join(page).where(version.c.id > sql.bindparam("least")).order_by(version.c.id)
    )
    built = BuiltStatement(query.limit(2))
    with archive._catalog.reading() as connection:
        for least in (0, 1, 0, 99):
            expected = connection.execute(query.limit(2), {"least": least}).all()
            found = built.all(connection, least=least)
            assert list(map(tuple, found)) == list(map(tuple, expected))
            assert [(row.id, row.url, row.digest) for row in found] == [(r.id, r.url, r.digest) for r in expected]
            assert (built.first(connection, least=least) is None) == (least == 99)


def test_a_view_stays_as_it_is_and_only_for_its_thread(archive: Archive) -> None:
    def append(hour: int) -> None:
        taken, tree = capture([f"hour {hour}"], hours=hour)
        archive.append(taken, tree, None, visit=visit_of(taken))

    append(0)
    with archive.one_view():
        assert len(archive.versions.of(URL)) == 1
        append(1)
        with archive.one_view():
            assert len(archive.versions.of(URL)) == 1
        assert archive.versions.before(URL, START + timedelta(days=1)) == archive.versions.of(URL)[-1]
    assert len(archive.versions.of(URL)) == 2


def test_what_the_database_refuses_is_an_error_of_the_archive(archive: Archive) -> None:
    for send in (
        lambda connection: ask(connection, "SELECT nothing FROM page WHERE id = ?", [1]),
        lambda connection: tell(connection, "INSERT INTO label (name) VALUES (?)", [("a",), ("a",)]),
        lambda connection: list(among(connection, "SELECT id FROM nowhere WHERE id {wanted}", [1])),
    ):
        with pytest.raises(ArchiveError) as caught, archive._catalog.writing() as connection:
            send(connection)
        assert isinstance(caught.value.__cause__, sql.exc.DBAPIError)
    assert archive.versions.of(URL) == []
