import shutil
import zipfile
from pathlib import Path

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from captures import capture, pixels, visit_of
from old_schemas import create_old_schema
from pagestrata.errors import ArchiveError, NotFoundError
from pagestrata.store.archive import open_archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.migrate import HEAD, REVISIONS, bring_up_to_date, revision
from pagestrata.store.catalog.schema import metadata


def catalog_at(file: Path) -> Catalog:
    return Catalog(sql.URL.create("sqlite", database=str(file)), name=str(file))


def old_archive(folder: Path, target: str) -> None:
    """An archive as an older program would have left it."""
    (folder / "blobs").mkdir(parents=True)
    catalog = catalog_at(folder / "catalog.sqlite")
    with catalog.writing() as connection:
        create_old_schema(connection, target)
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


def test_everything_of_an_archive_of_the_version_before_is_still_there(tmp_path: Path) -> None:
    # Made by the program as it was at revision 0004: three versions of a page with a style sheet, one of another.
    with zipfile.ZipFile(Path(__file__).parent / "data" / "archive_0004.zip") as packed:
        packed.extractall(tmp_path)
    with open_archive(tmp_path) as archive:
        assert revision(archive._catalog) == HEAD
        kept, before = archive.versions.of("http://site.test/"), None
        for hour, (version, text) in enumerate(zip(kept, ("rain today", "sun today", "rain again"), strict=True)):
            css = b"p{color:red}" if hour < 2 else b"p{color:blue}"
            taken, tree = capture([text, "the weather"], hours=hour, picture=hour == 0)
            assert archive.contents.response(version) == taken.responses[0]
            assert archive.contents.response(version, "http://site.test/style.css").body == css * 9
            assert archive.contents.dom(version) == taken.dom
            assert archive.contents.tree(version) == tree
            assert (archive.contents.delta(version) is None) == (before is None)
            before = tree
        screenshot, taken = archive.contents.screenshot(kept[0]), capture(["rain today", "the weather"])[0]
        assert screenshot is not None
        assert taken.screenshot_png is not None
        assert pixels(screenshot) == pixels(taken.screenshot_png)
        assert [visit.seconds for visit in archive.visits.of("http://site.test/")] == [
            {"fetch": 0.5},
            {"fetch": 0.5},
            {},
        ]
        assert [stay.text for stay in archive.queries.search('"rain again"')] == ["rain again"]
        assert [watch.settings.threshold for watch in archive.watches.all()] == [0.2]
        assert [(found.number, found.op, found.old, found.new) for found in archive.queries.changes()] == [
            (0, "delete", "sun today", None),
            (1, "insert", None, "rain again"),
            (0, "update", "rain today", "sun today"),
        ]
        taken, tree = capture(["rain for ever", "the weather"], hours=3, picture=False)
        added = archive.append(taken, tree, None, visit=visit_of(taken))
        archive.upkeep.gc()
        assert [archive.contents.response(version).body for version in (*kept, added)][-1] == taken.responses[0].body
        assert archive.upkeep.verify().is_sound


@pytest.mark.parametrize("target", REVISIONS)
def test_an_upgraded_archive_has_the_schema_of_a_new_one(tmp_path: Path, target: str) -> None:
    old, new = (catalog_at(tmp_path / name) for name in ("old.sqlite", "new.sqlite"))
    with old.writing() as connection:
        create_old_schema(connection, target)
    for catalog in (old, new):
        bring_up_to_date(catalog)
        assert revision(catalog) == HEAD
    first, second = (set(sql.inspect(catalog.engine).get_table_names()) for catalog in (old, new))
    assert first == second
    with old.reading() as connection:
        here = {"include_object": lambda item, *_: getattr(item, "_ddl_if", None) is None}
        differences = compare_metadata(MigrationContext.configure(connection, opts=here), metadata)
    old.close()
    new.close()
    assert [found for found in differences if "block_search" not in str(found)] == []
