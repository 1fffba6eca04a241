from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from archived_site import archived_site
from pagestrata.errors import NotFoundError
from pagestrata.store.catalog.migrate import HEAD
from pagestrata.store.objects.folder_blobs import FolderBlobs
from pagestrata.store.upkeep.condition import archive_condition, blob_problem


def test_an_archive_is_described_and_left_as_it_is(tmp_path: Path) -> None:
    with archived_site(tmp_path) as archive:
        before = archive.revision()
        found = archive_condition(str(tmp_path))
        assert archive.revision() == before
    assert found.schema == HEAD
    assert found.versions == 3
    assert found.unsealed == 0
    assert found.newest_visit_at is not None
    assert found.write_problem == ""
    assert found.server == ""


def test_versions_that_the_ledger_does_not_fit_are_counted(tmp_path: Path) -> None:
    archived_site(tmp_path).close()
    with sqlite3.connect(tmp_path / "catalog.sqlite") as connection:
        connection.execute("DELETE FROM ledger WHERE name = 'version'")
    connection.close()
    assert archive_condition(str(tmp_path)).unsealed == 3


def test_no_archive_is_made_by_looking_for_one(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        archive_condition(str(tmp_path / "none"))
    assert list(tmp_path.iterdir()) == []


def test_blobs_are_tried_and_nothing_stays(tmp_path: Path) -> None:
    assert blob_problem(FolderBlobs(tmp_path / "blobs")) == ""
    assert [path for path in (tmp_path / "blobs").rglob("*") if path.is_file()] == []
    (tmp_path / "file").write_text("no folder")
    assert "cannot write" in blob_problem(FolderBlobs(tmp_path / "file"))
