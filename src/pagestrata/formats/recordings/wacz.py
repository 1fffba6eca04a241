"""Open a WACZ package: a zip file with WARC files under `archive/` and a list of its pages.

The zip directory is the sender's claim. Names that would leave the package are refused, and so are members that claim
to unpack to far more than they occupy, or that share their bytes. WARC files inside are read in place, nothing is unpacked
to disk.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, BinaryIO, cast

from pagestrata.errors import InputError
from pagestrata.formats.recordings.warc import WarcIndex
from pagestrata.formats.urls import parse_time

MAX_MEMBERS = 100_000
MAX_PACKED_WARC_BYTES = 2 * 1024**3
MAX_PAGES_BYTES = 64 * 1024 * 1024
MAX_RATIO = 200
ZIP_DAMAGES = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError, KeyError)
"""Exceptions raised by damaged zip files; NotImplementedError means an unknown compression."""
_WARC_SUFFIXES = (".warc", ".warc.gz")


@dataclass(frozen=True, slots=True, kw_only=True)
class WaczPage:
    """One line of pages.jsonl: a page that the recording was made for."""

    url: str
    recorded_at: datetime
    title: str = ""


def open_wacz(path: str | Path) -> WarcIndex:
    """The WARC files of a package as one index. Raises InputError for anything that is not a sound package."""
    with _opened(path) as package:
        members = [info for info in package.infolist() if _is_warc(info)]
        if not members:
            raise InputError(f"{path} holds no WARC file under archive/; check that it is a WACZ package")
        sources = [_source(Path(path), info) for info in members]
    return WarcIndex.of_sources(sources, name=str(path))


def read_pages(path: str | Path) -> list[WaczPage]:
    """Return the pages that the package lists, in its order. Invalid lines are omitted."""
    with _opened(path) as package:
        try:
            info = package.getinfo("pages/pages.jsonl")
        except KeyError:
            return []
        if info.file_size > MAX_PAGES_BYTES:
            raise InputError(f"{path}: pages.jsonl claims {info.file_size} bytes, more than {MAX_PAGES_BYTES}")
        try:
            lines = package.read(info).decode("utf-8", "replace").splitlines()
        except ZIP_DAMAGES as error:
            raise InputError(f"{path}: the list of pages is damaged ({error}); fetch the package again") from error
    return [page for page in map(_page, lines) if page is not None]


def _opened(path: str | Path) -> zipfile.ZipFile:
    try:
        package = zipfile.ZipFile(path)
    except (OSError, zipfile.BadZipFile, ValueError) as error:
        raise InputError(f"cannot open {path} as a WACZ package ({error}); check that it is complete") from error
    try:
        _check(package, path)
    except InputError:
        package.close()
        raise
    return package


def _check(package: zipfile.ZipFile, path: str | Path) -> None:
    if len(package.infolist()) > MAX_MEMBERS:
        raise InputError(f"{path} has {len(package.infolist())} members, more than {MAX_MEMBERS}")
    size = Path(path).stat().st_size
    if sum(info.compress_size for info in package.infolist()) > size:
        raise InputError(f"{path}: its members claim more than its {size} bytes, so they overlap; that is a zip bomb")
    for info in package.infolist():
        name = info.orig_filename.replace("\\", "/")
        if name.startswith("/") or ".." in name.split("/") or ":" in name.split("/")[0] or "\0" in name:
            raise InputError(f"{path}: the member name {name[:100]!r} points outside the package; do not trust it")
        if info.flag_bits & 1:
            raise InputError(f"{path}: the member {name[:100]!r} is encrypted; WACZ packages are not")
        if info.file_size > 1_000_000 and info.file_size > MAX_RATIO * max(info.compress_size, 1):
            raise InputError(f"{path}: the member {name[:100]!r} unpacks to {info.file_size} bytes; that is a zip bomb")


def _is_warc(info: zipfile.ZipInfo) -> bool:
    return info.filename.lower().endswith(_WARC_SUFFIXES) and not info.is_dir()


def _page(line: str) -> WaczPage | None:
    try:
        found = json.loads(line)
        return WaczPage(url=str(found["url"]), recorded_at=parse_time(found["ts"]), title=str(found.get("title", "")))
    except (ValueError, KeyError, TypeError, AttributeError, InputError, RecursionError):
        return None


def _source(path: Path, info: zipfile.ZipInfo) -> _StoredMember | _PackedMember:
    if info.compress_type == zipfile.ZIP_STORED:
        return _StoredMember(path=path, member=info.filename, header_at=info.header_offset, size=info.file_size)
    if info.file_size > MAX_PACKED_WARC_BYTES:
        raise InputError(
            f"{path}: {info.filename} is compressed and claims {info.file_size} bytes; "
            f"pack it uncompressed (zip -0), as the WACZ specification asks"
        )
    return _PackedMember(path=path, member=info.filename)


@dataclass(frozen=True, slots=True, kw_only=True)
class _StoredMember:
    """An uncompressed member: a window into the package, with cheap seeking."""

    path: Path
    member: str
    header_at: int
    size: int

    @property
    def name(self) -> str:
        return f"{self.path}!{self.member}"

    def open(self) -> BinaryIO:
        file = self.path.open("rb")
        file.seek(self.header_at)
        header = file.read(30)
        if len(header) < 30 or header[:4] != b"PK\x03\x04":
            file.close()
            raise OSError(f"no zip member at byte {self.header_at}")
        lengths = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
        return cast(BinaryIO, _Window(file, self.header_at + 30 + lengths, self.size))


@dataclass(frozen=True, slots=True, kw_only=True)
class _PackedMember:
    """A compressed member: correct, but every step back unpacks it again."""

    path: Path
    member: str

    @property
    def name(self) -> str:
        return f"{self.path}!{self.member}"

    def open(self) -> BinaryIO:
        try:
            with zipfile.ZipFile(self.path) as package:
                return cast(BinaryIO, _Unpacked(package.open(self.member)))
        except ZIP_DAMAGES as error:
            raise OSError(str(error)) from error


class _Unpacked(io.RawIOBase):
    """A compressed member; damage raises the exceptions of an ordinary file."""

    def __init__(self, member: IO[bytes]) -> None:
        super().__init__()
        self._member = member

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        try:
            return self._member.seek(offset, whence)
        except ZIP_DAMAGES as error:
            raise OSError(str(error)) from error

    def read(self, size: int = -1) -> bytes:
        try:
            return self._member.read(size)
        except ZIP_DAMAGES as error:
            raise OSError(str(error)) from error

    def close(self) -> None:
        self._member.close()
        super().close()


class _Window(io.RawIOBase):
    """A part of a file that looks like a file."""

    def __init__(self, file: BinaryIO, start: int, size: int) -> None:
        super().__init__()
        self._file, self._start, self._size, self._at = file, start, size, 0

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if whence != io.SEEK_SET:
            raise io.UnsupportedOperation("only absolute positions")
        self._at = offset
        return offset

    def read(self, size: int = -1) -> bytes:
        left = max(0, self._size - self._at)
        self._file.seek(self._start + self._at)
        data = self._file.read(left if size < 0 else min(size, left))
        self._at += len(data)
        return data

    def close(self) -> None:
        self._file.close()
        super().close()
