import contextlib
import shutil
import sqlite3
from pathlib import Path

import pytest

from archives import keep
from pagestrata.errors import ArchiveError, NotFoundError, UsageError
from pagestrata.store.archive import open_archive


def test_an_archive_is_a_folder_with_a_catalog_and_blobs(tmp_path: Path) -> None:
    open_archive(tmp_path / "new").close()
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["blobs", "catalog.sqlite"]


def test_a_folder_without_an_archive_is_not_found_for_reading(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match=r"`pagestrata visit URL --archive .* starts one"):
        open_archive(tmp_path, read_only=True)


def test_a_file_is_no_archive(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(ArchiveError, match="is a file, not an archive; give the folder of an archive"):
        open_archive(tmp_path / "file")


@pytest.mark.parametrize("address", ["mysql://host/name", "s3://bucket"])
def test_an_unknown_kind_of_archive_is_a_usage_error(address: str) -> None:
    with pytest.raises(UsageError, match=r"is not an archive; give a folder, or postgresql://"):
        open_archive(address)


def test_a_server_needs_a_place_for_blobs() -> None:
    with pytest.raises(UsageError, match=r"does not name its blob storage; give postgresql://.*blobs="):
        open_archive("postgresql://user:secret@host/name")
    with pytest.raises(UsageError) as caught:
        open_archive("postgresql://user:secret@host/name")
    assert "secret" not in str(caught.value)


def test_a_server_that_is_not_there_is_an_archive_error(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"does not answer .*; start its PostgreSQL server"):
        open_archive(f"postgresql://user@/name?host={tmp_path}&blobs={tmp_path}")


@pytest.mark.parametrize("left", ["missing", "empty"])
def test_blobs_without_their_catalog_are_not_taken_over(tmp_path: Path, left: str) -> None:
    with open_archive(tmp_path) as archive:
        keep(archive, "text")
    kept = sorted(tmp_path.glob("blobs/??/*"))
    file = tmp_path / "catalog.sqlite"
    file.unlink()
    if left == "empty":
        file.touch()
    for read_only in (True, False):
        with pytest.raises(ArchiveError, match=f"catalog.sqlite is {left}, but .*blobs holds blobs; restore it"):
            open_archive(tmp_path, read_only=read_only)
    assert sorted(tmp_path.glob("blobs/??/*")) == kept


def test_readers_undo_what_a_killed_collection_left(tmp_path: Path) -> None:
    with open_archive(tmp_path / "old") as archive:
        kept = [keep(archive, f"hour {hour}", hours=hour) for hour in range(3)]
    file = tmp_path / "old" / "catalog.sqlite"
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for statement in ("PRAGMA journal_mode = DELETE", "PRAGMA cache_size = 1", "BEGIN"):
            connection.execute(statement)
        connection.execute("UPDATE version SET title = 'half done', facts = hex(zeroblob(100000))")
        shutil.copytree(tmp_path / "old", tmp_path / "killed")  # as a program that is killed now would leave it
    assert (tmp_path / "killed" / "catalog.sqlite-journal").stat().st_size
    with open_archive(tmp_path / "killed", read_only=True) as archive:
        assert archive.versions.of("http://site.test/") == kept
        assert archive.upkeep.verify().is_sound
