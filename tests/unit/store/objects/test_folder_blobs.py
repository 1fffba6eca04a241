import os
import stat
from pathlib import Path

import pytest

from archives import keep
from pagestrata.errors import ArchiveError
from pagestrata.store.archive import open_archive
from pagestrata.store.objects.folder_blobs import FolderBlobs, make_file_in, make_private_folder

DIGEST = "ab" + "c" * 62


def test_a_blob_is_one_file_named_by_its_digest_that_its_owner_may_read(tmp_path: Path) -> None:
    FolderBlobs(tmp_path / "blobs").put(DIGEST, b"data")
    (file,) = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert file == tmp_path / "blobs" / "ab" / ("c" * 62)
    assert file.read_bytes() == b"data"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_blob_that_is_there_is_never_written_again(tmp_path: Path) -> None:
    blobs = FolderBlobs(tmp_path)
    blobs.put(DIGEST, b"data")
    blobs.put(DIGEST, b"other")
    assert blobs.get(DIGEST) == b"data"


def test_a_write_that_fails_leaves_nothing_and_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    blobs = FolderBlobs(tmp_path)
    with pytest.raises(ArchiveError, match=r"cannot write 4 bytes to .*No space left.*free some space"):
        blobs.put(DIGEST, b"data")
    assert not blobs.has(DIGEST)
    assert list(blobs.digests()) == []


def test_what_a_killed_writer_left_is_listed_for_the_collection(tmp_path: Path) -> None:
    blobs = FolderBlobs(tmp_path)
    blobs.put(DIGEST, b"data")
    (tmp_path / "ab" / "new-half").write_bytes(b"da")
    assert list(blobs.digests()) == [DIGEST, "abnew-half"]
    blobs.delete("abnew-half")
    assert list(blobs.digests()) == [DIGEST]


def test_reading_behind_the_end_gives_what_there_is(tmp_path: Path) -> None:
    blobs = FolderBlobs(tmp_path)
    blobs.put(DIGEST, b"data")
    assert blobs.read([(DIGEST, 2, 100), (DIGEST, 9, 1), (DIGEST, 0, 2)]) == [b"ta", b"", b"da"]


def test_a_blob_that_cannot_be_read_or_deleted_is_an_archive_error(tmp_path: Path) -> None:
    (tmp_path / "ab" / ("c" * 62)).mkdir(parents=True)
    blobs = FolderBlobs(tmp_path)
    assert not blobs.has(DIGEST)
    with pytest.raises(ArchiveError, match=f"cannot read blob {DIGEST} in "):
        blobs.get(DIGEST)
    with pytest.raises(ArchiveError, match=f"cannot delete blob {DIGEST} in "):
        blobs.delete(DIGEST)


def modes(folder: Path) -> dict[str, set[str]]:
    """The permissions of all folders and of all files in a folder, itself included."""
    found = [folder, *folder.rglob("*")]
    return {
        "folders": {oct(stat.S_IMODE(path.stat().st_mode)) for path in found if path.is_dir()},
        "files": {oct(stat.S_IMODE(path.stat().st_mode)) for path in found if path.is_file()},
    }


def test_a_new_archive_is_for_its_owner_alone(tmp_path: Path) -> None:
    with open_archive(tmp_path / "new" / "archive") as archive:
        keep(archive, "text", picture=True)
        assert modes(tmp_path / "new") == {"folders": {"0o700"}, "files": {"0o600"}}


@pytest.mark.parametrize(("mode", "files"), [(0o750, 0o640), (0o777, 0o666), (0o700, 0o600)])
def test_what_is_written_is_open_to_those_its_folder_is_open_to(tmp_path: Path, mode: int, files: int) -> None:
    folder = tmp_path / "archive"
    folder.mkdir()
    folder.chmod(mode)
    with open_archive(folder) as archive:
        keep(archive, "text")
        assert modes(folder) == {"folders": {oct(mode)}, "files": {oct(files)}}


def test_what_is_there_stays_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make_private_folder(tmp_path)
    (tmp_path / "file").write_text("here")
    make_file_in(tmp_path, "file")
    assert (tmp_path / "file").read_text() == "here"
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
