"""Screenshots whose pieces had rows of their own are the same pictures afterwards, without those rows."""

from __future__ import annotations

import zipfile
from pathlib import Path

import sqlalchemy as sql

from captures import capture, pixels, visit_of
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog.schema import object_, version

_DATA = Path(__file__).parents[1] / "catalog" / "data" / "archive_0004.zip"
URL = "http://site.test/"


def crops(archive: Archive) -> int:
    with archive._catalog.reading() as connection:
        query = sql.select(sql.func.count()).select_from(object_).where(object_.c.codec == "crop")
        return int(connection.execute(query).scalar_one())


def old_archive(folder: Path) -> Path:
    with zipfile.ZipFile(_DATA) as packed:
        packed.extractall(folder)
    return folder


def test_the_pictures_stay_and_the_rows_of_pieces_go(tmp_path: Path) -> None:
    with open_archive(old_archive(tmp_path)) as archive:
        first = archive.versions.of(URL)[0]
        before = pixels(archive.contents.screenshot(first))
        assert crops(archive) > 0
        archive.upkeep.gc()
        assert crops(archive) == 0
        assert pixels(archive.contents.screenshot(first)) == before
        assert archive.upkeep.verify().is_sound


def test_a_new_version_uses_the_pieces_of_an_older_one(tmp_path: Path) -> None:
    with open_archive(old_archive(tmp_path)) as archive:
        taken, tree = capture(["rain today", "the weather"], hours=0.5)
        kept = archive.append(taken, tree, None, visit=visit_of(taken))
        assert pixels(archive.contents.screenshot(kept)) == pixels(taken.screenshot_png)
        with archive._catalog.reading() as connection:
            query = sql.select(object_.c.id).where(object_.c.kind == "screenshot", object_.c.codec == "raw")
            assert len(connection.execute(query).all()) == 1


def test_a_version_that_was_edited_is_left_as_it_is(tmp_path: Path) -> None:
    with open_archive(old_archive(tmp_path)) as archive:
        with archive._catalog.writing(sealing=False) as connection:
            connection.execute(sql.update(version).values(title="forged"))
        archive.upkeep.gc()
        assert crops(archive) > 0
        assert not archive.upkeep.verify().is_sound
