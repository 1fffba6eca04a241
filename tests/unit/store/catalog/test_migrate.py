import shutil
from pathlib import Path

import pytest
import sqlalchemy as sql

from captures import capture, visit_of
from pagestrata.errors import ArchiveError, NotFoundError
from pagestrata.store.archive import open_archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.migrate import HEAD, REVISIONS, revision, upgrade


def catalog_at(file: Path) -> Catalog:
    return Catalog(sql.URL.create("sqlite", database=str(file)), name=str(file))


def old_archive(folder: Path, target: str) -> None:
    """An archive as an older program would have left it."""
    (folder / "blobs").mkdir(parents=True)
    catalog = catalog_at(folder / "catalog.sqlite")
    with catalog.writing() as connection:
        upgrade(connection, target)
    catalog.close()


@pytest.mark.parametrize("target", REVISIONS)
def test_an_older_archive_is_migrated_when_it_is_opened(tmp_path: Path, target: str) -> None:
    old_archive(tmp_path, target)
    with open_archive(tmp_path) as archive:
        taken, tree = capture(["text"], picture=False)
        version = archive.append(taken, tree, None, visit=visit_of(taken))
        assert archive.contents.dom(version) == taken.dom
        assert archive.trails.of() == []
        assert revision(archive._catalog) == HEAD


def test_a_newer_archive_is_refused(tmp_path: Path) -> None:
    open_archive(tmp_path).close()
    catalog = catalog_at(tmp_path / "catalog.sqlite")
    with catalog.writing() as connection:
        connection.execute(sql.text("UPDATE alembic_version SET version_num = '9999'"))
    catalog.close()
    with pytest.raises(ArchiveError, match=f"has schema 9999, newer than {HEAD} of this program; upgrade Pagestrata"):
        open_archive(tmp_path)


def test_an_older_archive_is_not_migrated_for_reading(tmp_path: Path) -> None:
    old_archive(tmp_path, "0001")
    with pytest.raises(ArchiveError, match="has the older schema 0001; open it once for writing"):
        open_archive(tmp_path, read_only=True)


def test_a_file_that_is_no_database_is_an_archive_error(tmp_path: Path) -> None:
    (tmp_path / "catalog.sqlite").write_bytes(b"no database " * 500)
    with pytest.raises(ArchiveError, match=r"is damaged \(file is not a database\); `pagestrata verify --repair` may"):
        open_archive(tmp_path)


def test_a_database_without_an_archive_is_not_found(tmp_path: Path) -> None:
    open_archive(tmp_path / "a").close()
    shutil.rmtree(tmp_path / "a")
    catalog = catalog_at(tmp_path / "empty.sqlite")
    assert revision(catalog) is None
    catalog.close()
    with pytest.raises(NotFoundError, match="there is no archive in"):
        open_archive(tmp_path / "a", create=False)


def test_an_archive_that_another_version_upgraded_meanwhile_is_not_written(tmp_path: Path) -> None:
    with open_archive(tmp_path / "archive") as archive:
        archive.check_current()
        other = catalog_at(tmp_path / "archive" / "catalog.sqlite")
        with other.writing() as connection:
            connection.execute(sql.text("UPDATE alembic_version SET version_num = '9999'"))
        other.close()
        with pytest.raises(ArchiveError, match=r"upgraded to schema 9999.*nothing was changed"):
            archive.check_current()
