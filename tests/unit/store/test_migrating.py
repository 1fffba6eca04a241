import shutil
from pathlib import Path

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from captures import capture, visit_of
from pagestrata.errors import ArchiveError, NotFoundError
from pagestrata.store.archive import open_archive
from pagestrata.store.catalog import Catalog
from pagestrata.store.migrating import HEAD, REVISIONS, revision, upgrade
from pagestrata.store.schema import metadata


def catalog_at(file: Path) -> Catalog:
    return Catalog(sql.URL.create("sqlite", database=str(file)), name=str(file))


def old_archive(folder: Path, target: str) -> None:
    """An archive as an older program would have left it."""
    (folder / "blobs").mkdir(parents=True)
    catalog = catalog_at(folder / "catalog.sqlite")
    with catalog.writing() as connection:
        upgrade(connection, target)
    catalog.close()


def tables(file: Path) -> set[str]:
    catalog = catalog_at(file)
    found = set(sql.inspect(catalog.engine).get_table_names())
    catalog.close()
    return found


@pytest.mark.parametrize("target", REVISIONS)
def test_an_older_archive_is_migrated_when_it_is_opened(tmp_path: Path, target: str) -> None:
    old_archive(tmp_path, target)
    with open_archive(tmp_path) as archive:
        taken, tree = capture(["text"], picture=False)
        version = archive.append(taken, tree, None, visit=visit_of(taken))
        assert archive.dom(version) == taken.dom
        assert archive.trails() == []
        assert revision(archive._catalog) == HEAD


def test_migrations_lead_to_the_schema_new_archives_have(tmp_path: Path) -> None:
    old_archive(tmp_path / "old", "head")
    open_archive(tmp_path / "new").close()
    assert tables(tmp_path / "old" / "catalog.sqlite") == tables(tmp_path / "new" / "catalog.sqlite")
    catalog = catalog_at(tmp_path / "old" / "catalog.sqlite")
    with catalog.reading() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    catalog.close()
    assert [found for found in differences if "block_search" not in str(found)] == []


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
    with pytest.raises(ArchiveError, match=r"is damaged \(file is not a database\); run `pagestrata verify --repair`"):
        open_archive(tmp_path)


def test_a_database_without_an_archive_is_not_found(tmp_path: Path) -> None:
    open_archive(tmp_path / "a").close()
    shutil.rmtree(tmp_path / "a")
    catalog = catalog_at(tmp_path / "empty.sqlite")
    assert revision(catalog) is None
    catalog.close()
    with pytest.raises(NotFoundError, match="there is no archive in"):
        open_archive(tmp_path / "a", create=False)
