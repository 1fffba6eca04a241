from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sql

from pagestrata.store.archive import open_archive
from pagestrata.store.catalog.driver_statements import (
    SEPARATOR,
    ask,
    batches,
    delete_rows,
    insert_numbered,
    joined_columns,
    values_by_key,
)
from pagestrata.store.catalog.schema import label


def test_finds_the_wanted_rows_however_many(tmp_path: Path) -> None:
    with open_archive(tmp_path) as archive, archive._catalog.writing() as connection:
        connection.execute(sql.insert(label), [{"id": number, "name": f"n{number}"} for number in range(1, 12_001)])
        found = values_by_key(connection, label.c.name, label.c.id, [f"n{number}" for number in range(6_000, 18_000)])
    assert found == {f"n{number}": number for number in range(6_000, 12_001)}


def test_asks_nothing_for_nothing(tmp_path: Path) -> None:
    with open_archive(tmp_path) as archive, archive._catalog.reading() as connection:
        assert values_by_key(connection, label.c.name, label.c.id, []) == {}


@pytest.mark.parametrize("piece", [1, 3, 20_000])
@pytest.mark.parametrize("numbers", [[], [1], [1, 2, 3], [-9, 0, 5, 6, 7, 10**15, 2**63 - 1]])
def test_columns_come_whole_whatever_their_rows(
    monkeypatch: pytest.MonkeyPatch, piece: int, numbers: list[int]
) -> None:
    monkeypatch.setattr("pagestrata.store.catalog.driver_statements._PIECE", piece)
    engine = sql.create_engine("sqlite://")
    with engine.connect() as connection:
        connection.exec_driver_sql("CREATE TABLE t (name TEXT)")
        for number in numbers:
            connection.exec_driver_sql("INSERT INTO t (rowid, name) VALUES (?, ?)", (number, f"page {number}, of many"))
        pieces = list(joined_columns(connection, "t", ["rowid", "name"]))
    assert [int(each) for rows, _ in pieces for each in rows.split(SEPARATOR)] == numbers
    assert [name for _, names in pieces for name in names.split(SEPARATOR)] == [
        f"page {number}, of many" for number in numbers
    ]
    engine.dispose()


def test_batches_are_in_order_and_the_last_one_is_what_is_left() -> None:
    assert list(batches("abcde", 2)) == ["ab", "cd", "e"]
    assert list(batches([])) == []


def test_only_the_rows_of_the_named_keys_are_deleted(tmp_path: Path) -> None:
    with open_archive(tmp_path) as archive, archive._catalog.writing() as connection:
        numbers = insert_numbered(connection, label.c.name, [{"name": name} for name in "abc"])
        delete_rows(connection, label.c.id, [numbers["a"], numbers["c"], 10**6])
        assert [name for (name,) in ask(connection, "SELECT name FROM label")] == ["b"]
