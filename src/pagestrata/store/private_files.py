"""Who may read the files of an archive: only its owner, unless its folder is opened to others.

Archived pages may hold what only the archivist may see. A new archive is a folder for its owner alone; whoever opens the
folder to a group opens what is written into it from then on, and nothing else.
"""

from __future__ import annotations

import os
from pathlib import Path

PRIVATE_FOLDER = 0o700


def make_private_folder(folder: Path) -> None:
    """Makes a folder, and those above it that are missing, for its owner alone; one that is there stays as it is."""
    if not folder.exists():
        make_private_folder(folder.parent)
        folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)


def make_folder_like(folder: Path, above: Path) -> None:
    """Makes a folder below another, open to the same people."""
    if not folder.exists():
        folder.mkdir(exist_ok=True)
        os.chmod(folder, above.stat().st_mode & 0o777)


def file_mode(folder: Path) -> int:
    """The permissions of a file in this folder: those who may open the folder may read and write it as they may that."""
    return folder.stat().st_mode & 0o666


def make_file_in(folder: Path, name: str) -> None:
    """Makes an empty file with these permissions before anything is in it; one that is there stays as it is."""
    try:
        handle = os.open(folder / name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, file_mode(folder))
    except FileExistsError:
        return
    os.fchmod(handle, file_mode(folder))
    os.close(handle)
