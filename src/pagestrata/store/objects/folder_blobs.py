"""Blobs as files in a folder, named by their hash.

Only its owner may read the files of an archive, unless its folder is opened to others.

Archived pages may contain confidential data. A new archive is a folder for its owner alone; opening the
folder to a group opens only what is written into it from then on.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from pagestrata.errors import ArchiveError, CollectedMeanwhileError
from pagestrata.interfaces import Span

PRIVATE_FOLDER = 0o700


def make_private_folder(folder: Path) -> None:
    """Create a folder and its missing parents, accessible to the owner only; an existing folder stays as it is."""
    if not folder.exists():
        make_private_folder(folder.parent)
        folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)


def make_folder_like(folder: Path, above: Path) -> None:
    """Create a folder below another with the same permissions."""
    if not folder.exists():
        folder.mkdir(exist_ok=True)
        os.chmod(folder, above.stat().st_mode & 0o777)


def file_mode(folder: Path) -> int:
    """Return the permissions for a file in this folder, derived from those of the folder."""
    return folder.stat().st_mode & 0o666


def make_file_in(folder: Path, name: str) -> None:
    """Create an empty file with the permissions of its folder; an existing file stays as it is."""
    try:
        handle = os.open(folder / name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, file_mode(folder))
    except FileExistsError:
        return
    os.fchmod(handle, file_mode(folder))
    os.close(handle)


class FolderBlobs:
    """Keeps each blob in the file `ab/cdef...`; it appears under that name only once all its bytes are on the disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, digest: str, data: bytes) -> None:
        path = self._path(digest)
        if path.exists():
            return
        try:
            make_private_folder(self._folder)
            make_folder_like(path.parent, self._folder)
            handle, name = tempfile.mkstemp(prefix="new-", dir=path.parent)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.chmod(name, file_mode(self._folder))
                os.replace(name, path)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(name)
                raise
            _sync_folder(path.parent)
        except OSError as error:
            raise ArchiveError(
                f"cannot write {len(data)} bytes to {path.parent} ({error.strerror or error}); "
                "free some space or check its permissions, then try again: the archive is unchanged"
            ) from error

    def get(self, digest: str) -> bytes:
        with self._open(digest) as file:
            return file.read()

    def read(self, spans: Sequence[Span]) -> Sequence[bytes]:
        found = [b""] * len(spans)
        for digest, places in itertools.groupby(
            sorted(range(len(spans)), key=spans.__getitem__), lambda n: spans[n][0]
        ):
            with self._open(digest) as file:
                for place in places:
                    _, start, length = spans[place]
                    file.seek(start)
                    found[place] = file.read(length)
        return found

    def has(self, digest: str) -> bool:
        return self._path(digest).is_file()

    def delete(self, digest: str) -> None:
        try:
            self._path(digest).unlink(missing_ok=True)
        except OSError as error:
            raise ArchiveError(f"cannot delete blob {digest} in {self._folder}: {error.strerror or error}") from error

    def digests(self) -> Iterator[str]:
        """Yield all blobs, and partial files of killed writers, whose names are no digests."""
        for path in sorted(self._folder.glob("??/*")):
            yield path.parent.name + path.name

    def _path(self, digest: str) -> Path:
        return self._folder / digest[:2] / digest[2:]

    @contextlib.contextmanager
    def _open(self, digest: str) -> Iterator[io.FileIO]:
        try:
            # no Path: one reading opens thousands, and making paths took longer than opening them
            with open(f"{self._folder}/{digest[:2]}/{digest[2:]}", "rb", buffering=0) as file:
                yield file
        except FileNotFoundError as error:
            raise CollectedMeanwhileError(
                f"blob {digest} is missing in {self._folder}; run `pagestrata verify --repair`"
            ) from error
        except OSError as error:
            raise ArchiveError(f"cannot read blob {digest} in {self._folder}: {error.strerror or error}") from error


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
