from __future__ import annotations

from pathlib import Path

import sqlalchemy as sql

from pagestrata.store.archive import open_archive
from pagestrata.store.catalog.driver_statements import values_by_key
from pagestrata.store.catalog.schema import label


def test_finds_the_wanted_rows_however_many(tmp_path: Path) -> None:
    with open_archive(tmp_path) as archive, archive._catalog.writing() as connection:
        connection.execute(sql.insert(label), [{"id": number, "name": f"n{number}"} for number in range(1, 12_001)])
        found = values_by_key(connection, label.c.name, label.c.id, [f"n{number}" for number in range(6_000, 18_000)])
    assert found == {f"n{number}": number for number in range(6_000, 12_001)}


def test_asks_nothing_for_nothing(tmp_path: Path) -> None:
    with open_archive(tmp_path) as archive, archive._catalog.reading() as connection:
        assert values_by_key(connection, label.c.name, label.c.id, []) == {}
