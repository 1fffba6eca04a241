from __future__ import annotations

import pytest
import sqlalchemy as sql

from pagestrata.store.catalog.joined_columns import SEPARATOR, joined_columns


@pytest.mark.parametrize("piece", [1, 3, 20_000])
@pytest.mark.parametrize("numbers", [[], [1], [1, 2, 3], [-9, 0, 5, 6, 7, 10**15, 2**63 - 1]])
def test_columns_come_whole_whatever_their_rows(
    monkeypatch: pytest.MonkeyPatch, piece: int, numbers: list[int]
) -> None:
    monkeypatch.setattr("pagestrata.store.catalog.joined_columns._PIECE", piece)
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
