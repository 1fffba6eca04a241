"""An archive of an earlier program with 1,000 versions, followed blocks, users and rules loses nothing when it is upgraded.

The archive was made at schema 0018 (`tests/thousand_versions.py`), and what that program read in it was recorded. Every field of
every record is compared, and every column of every row.
"""

from __future__ import annotations

import json
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog.migrate import HEAD, revision
from thousand_versions import PAGES, RECORD, TRAILS_EACH, USERS, VERSIONS_EACH, contents_in, everything_in, losses

FILE = Path(__file__).parent / "data" / "thousand_versions_0018.zip"
MAY_DIFFER = {"alembic_version", "ledger"}
"""Tables that say something about the catalogue itself."""
MOST_SHOWN = 10


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("old")
    with zipfile.ZipFile(FILE) as packed:
        packed.extractall(made)
    return made


@pytest.fixture(scope="module")
def rows(folder: Path) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of the old catalogue, with its columns, before anybody opens it."""
    return tables_of(folder, {})


@pytest.fixture(scope="module")
def archive(folder: Path, rows: object) -> Iterator[Archive]:
    with open_archive(folder) as opened:
        yield opened


def tables_of(folder: Path, columns: dict[str, list[str]]) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table by its name, first of all the names of the columns; `columns`: only these."""
    found = {}
    with sqlite3.connect(f"file:{folder / 'catalog.sqlite'}?mode=ro", uri=True) as connection:
        names = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            if not name.startswith(("sqlite_", "block_search"))
        ]
        for name in names:
            has = [column[1] for column in connection.execute(f'PRAGMA table_info("{name}")')]
            wanted = columns.get(name, has)
            listed = ", ".join(f'"{column}"' for column in wanted if column in has)
            selected = connection.execute(f'SELECT {listed} FROM "{name}" ORDER BY {listed}').fetchall()
            found[name] = [tuple(column for column in wanted if column in has), *selected]
    connection.close()
    return found


def test_no_field_of_any_record_is_lost(folder: Path, archive: Archive) -> None:
    before = json.loads((folder / RECORD).read_text("utf-8"))
    assert sum(len(versions) for versions in before["versions"].values()) >= PAGES * VERSIONS_EACH == 1000
    assert len(before["trails"]) >= PAGES * TRAILS_EACH
    assert len(before["rules"]) >= PAGES * TRAILS_EACH
    assert len(before["users"]) >= USERS
    assert [name for name, held in before.items() if not held] == []
    assert revision(archive._catalog) == HEAD
    assert list(losses(before, everything_in(archive)))[:MOST_SHOWN] == []


def test_no_column_of_any_row_is_lost(folder: Path, archive: Archive, rows: dict[str, list[tuple[Any, ...]]]) -> None:
    now = tables_of(folder, {name: list(found[0]) for name, found in rows.items()})
    other = [name for name, found in rows.items() if name not in MAY_DIFFER and now.get(name) != found]
    assert other == []
    assert {"version", "visit", "trail_entry", "notice_rule", "account", "api_token", "audit", "feedback"} <= set(rows)


def test_every_byte_verifies_after_it_was_made_small(folder: Path, archive: Archive, rows: object) -> None:
    before = json.loads((folder / RECORD).read_text("utf-8"))["contents"]
    assert archive.upkeep.verify().is_sound
    archive.upkeep.gc()
    assert archive.upkeep.verify().is_sound
    now = contents_in(archive, every=25)
    assert len(now) > 40
    assert list(losses({name: before[name] for name in now}, now))[:MOST_SHOWN] == []


def test_a_loss_is_noticed() -> None:
    before = {"a": [{"id": 1, "text": "x"}], "b": None}
    assert list(losses(before, {"a": [{"id": 1, "text": "x", "new": 2}], "b": None, "c": 3})) == []
    assert list(losses(before, {"a": [{"id": 1}]})) == ["/a/0/text is gone", "/b is gone"]
    assert list(losses(before, {"a": [], "b": 0})) == [
        "/a was [{'id': 1, 'text': 'x'}] and is []",
        "/b was None and is 0",
    ]
