"""A saved HTML file with its assets, answered as if a server sent them.

The page keeps the address that the browser noted when it saved the page (`<!-- saved from url=… -->`), else it gets one
under a host that cannot exist. Addresses below the page's folder are files below the file's folder; nothing outside
that folder, no hidden file and no symbolic link out of it is ever read.
"""

from __future__ import annotations

import mimetypes
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Self
from urllib.parse import quote, unquote, urljoin, urlsplit

from pagestrata.errors import InputError
from pagestrata.formats.charsets import declared_charset, detect_charset
from pagestrata.formats.urls import canonical_url
from pagestrata.model.snapshot import Response

MAX_FILE_BYTES = 100 * 1024 * 1024
SYNTHETIC_ORIGIN = "http://saved.invalid/"

_SAVED_FROM = re.compile(rb"<!--\s*saved from url=\(\d+\)(\S+)\s*-->")
_TYPES = {
    ".xhtml": "application/xhtml+xml",
    ".xht": "application/xhtml+xml",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedPage:
    """One saved page: its address, when it was saved, and its files."""

    path: Path
    folder: Path
    url: str
    saved_at: datetime
    body: bytes = field(repr=False)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Raises InputError for a file that cannot be read, is empty or too large."""
        try:
            size, modified = path.stat().st_size, path.stat().st_mtime
            if size > MAX_FILE_BYTES:
                raise InputError(f"{path} has {size} bytes, more than {MAX_FILE_BYTES}; it is not read as a saved page")
            body = path.read_bytes()
        except OSError as error:
            raise InputError(f"cannot read {path}: {error.strerror or error}; check the path and its rights") from error
        if not body.strip():
            raise InputError(f"{path} is empty; save the page again")
        return cls(
            path=path,
            folder=path.parent.resolve(),
            url=_address(path, body),
            saved_at=datetime.fromtimestamp(modified, UTC).replace(microsecond=0),
            body=body,
        )

    def respond(self, method: str, url: str) -> Response | None:
        """The file behind an address, or None for addresses that were not saved with the page."""
        if method not in {"GET", "HEAD"}:
            return None
        if url.partition("#")[0] == self.url:
            return _response(url, _page_type(self.path, self.body), self.body)
        path = self._file(url)
        if path is None or path.stat().st_size > MAX_FILE_BYTES:
            return None
        return _response(url, _type(path), path.read_bytes())

    def _file(self, url: str) -> Path | None:
        folder_url = urljoin(self.url, ".")
        if not url.startswith(folder_url):
            return None
        inside = unquote(urlsplit(url[len(folder_url) :]).path)
        names = inside.replace("\\", "/").split("/")
        if "\0" in inside or any(name.startswith(".") for name in names):
            return None
        path = (self.folder / inside).resolve()
        return path if path.is_relative_to(self.folder) and path.is_file() else None


def _address(path: Path, body: bytes) -> str:
    noted = _SAVED_FROM.search(body, 0, 4096)
    if noted is not None:
        url = noted[1].decode("utf-8", "replace")
        if url.startswith(("http://", "https://")):
            try:
                return canonical_url(url)
            except InputError:
                pass  # a note that makes no sense is no reason to refuse the page
    return SYNTHETIC_ORIGIN + quote(path.name)


def _page_type(path: Path, body: bytes) -> str:
    kind = _TYPES.get(path.suffix.lower(), "text/html")
    if declared_charset(body, None) is not None:
        return kind  # the browser finds it too
    return f"{kind}; charset={detect_charset(body, None)}"


def _type(path: Path) -> str:
    suffix = path.suffix.lower()
    return _TYPES.get(suffix) or mimetypes.types_map.get(suffix) or ""


def _response(url: str, content_type: str, body: bytes) -> Response:
    # without a type the browser looks at the bytes, which serves style sheets saved under names such as 'css'
    headers = (("Content-Type", content_type),) if content_type else ()
    return Response(url=url, status=200, headers=headers, body=body)
