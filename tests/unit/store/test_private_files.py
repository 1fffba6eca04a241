import stat
from pathlib import Path

import pytest

from archives import keep
from pagestrata.store.archive import open_archive
from pagestrata.store.private_files import make_file_in, make_private_folder


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
