from __future__ import annotations

import sqlite3
from pathlib import Path

from archived_site import archived_site
from pagestrata.app.doctor.archives import look_at_archive
from pagestrata.model.check_results import State


def test_an_archive_that_is_well_is_fine(tmp_path: Path) -> None:
    archived_site(tmp_path).close()
    condition, (line,) = look_at_archive(str(tmp_path))
    assert condition is not None
    assert line.state is State.FINE
    assert "3 versions, writable, sealed" in line.found


def test_no_archive_yet_is_fine_where_one_can_be_made(tmp_path: Path) -> None:
    condition, (line,) = look_at_archive(str(tmp_path / "archive"))
    assert condition is None
    assert line.state is State.FINE
    assert "the first visit starts one" in line.found
    assert list(tmp_path.iterdir()) == []


def test_versions_beside_the_ledger_are_told(tmp_path: Path) -> None:
    archived_site(tmp_path).close()
    with sqlite3.connect(tmp_path / "catalog.sqlite") as connection:
        connection.execute("DELETE FROM ledger WHERE name = 'version'")
    connection.close()
    _, (line,) = look_at_archive(str(tmp_path))
    assert line.state is State.MISSING
    assert "3 of 3 versions do not fit the ledger" in line.found
    assert "verify --repair" in line.advice


def test_an_archive_of_a_newer_program_is_told(tmp_path: Path) -> None:
    archived_site(tmp_path).close()
    with sqlite3.connect(tmp_path / "catalog.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    _, (line,) = look_at_archive(str(tmp_path))
    assert line.state is State.MISSING
    assert "has schema 9999" in line.found
    assert line.advice == "upgrade Pagestrata"


def test_an_archive_of_an_older_program_is_left_as_it_is(tmp_path: Path) -> None:
    archived_site(tmp_path).close()
    with sqlite3.connect(tmp_path / "catalog.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0016'")
    connection.close()
    _, (line,) = look_at_archive(str(tmp_path))
    assert line.state is State.WEAK
    assert "older schema 0016" in line.found
    assert "upgrades it" in line.advice


def test_a_server_that_is_away_is_told_and_its_password_is_not(tmp_path: Path) -> None:
    _, lines = look_at_archive(f"postgresql://me:secret@127.0.0.1:1/pages?blobs={tmp_path}/blobs")
    assert [(line.name, line.state) for line in lines] == [("PostgreSQL", State.MISSING), ("blobs", State.FINE)]
    assert "does not answer" in lines[0].found
    assert "secret" not in str(lines)


def test_a_bucket_in_memory_is_fine(tmp_path: Path) -> None:
    _, lines = look_at_archive(f"{tmp_path}/archive?blobs=memory:///pages")
    assert [(line.name, line.state) for line in lines][1:] == [("bucket", State.FINE)]
