import zipfile
from pathlib import Path

import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from captures import capture, pixels, visit_of
from pagestrata.store.archive import open_archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.migrate import HEAD, REVISIONS, bring_up_to_date, revision, upgrade
from pagestrata.store.catalog.migrations import MIGRATIONS
from pagestrata.store.catalog.schema import metadata


def test_every_revision_has_its_migration_and_says_what_it_does() -> None:
    assert tuple(MIGRATIONS) == REVISIONS
    assert [run.__name__ for run in MIGRATIONS.values()] == [f"_to_{number}" for number in REVISIONS]
    assert all(run.__doc__ for run in MIGRATIONS.values())


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


def test_migrations_lead_to_the_schema_new_archives_have(tmp_path: Path) -> None:
    migrated, new = (Catalog(tmp_path / name, name=name) for name in ("migrated.sqlite", "new.sqlite"))
    with migrated.writing(sealing=False) as connection:
        upgrade(connection)
    bring_up_to_date(new)
    assert revision(migrated) == revision(new) == HEAD
    first, second = (set(sql.inspect(catalog.engine).get_table_names()) for catalog in (migrated, new))
    assert first == second
    with migrated.reading() as connection:
        here = {"include_object": lambda item, *_: getattr(item, "_ddl_if", None) is None}
        differences = compare_metadata(MigrationContext.configure(connection, opts=here), metadata)
    migrated.close()
    new.close()
    assert [found for found in differences if "block_search" not in str(found)] == []
