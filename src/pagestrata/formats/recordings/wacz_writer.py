"""Write WACZ packages (version 1.1.1): WARC, index, list of pages, and a description with hashes, in one zip file.

WARC and index are stored without further compression, as the specification asks: players read parts of them.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from pagestrata.formats.recordings.cdxj import compressed_index

WACZ_VERSION = "1.1.1"
WARC_NAME = "data.warc.gz"
SignDescription = Callable[[bytes], bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedPage:
    """One line of the list of pages."""

    id: str
    url: str
    recorded_at: datetime
    title: str
    text: str = ""


def write_wacz(
    target: BinaryIO,
    warc: Path,
    *,
    index: Sequence[str],
    pages: Iterable[PackedPage],
    software: str,
    created: datetime,
    title: str = "",
    sign: SignDescription | None = None,
    extra: Mapping[str, bytes] | None = None,
) -> None:
    """Write a package around a WARC file. `index` are its CDXJ lines, with `data.warc.gz` as file name.

    `sign` makes the signed `datapackage-digest.json` of a description. `extra` are more files, by their paths.
    """
    compressed, pointers = compressed_index(index)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as package:
        writer = _Writer(package, created)
        writer.add_file(f"archive/{WARC_NAME}", warc)
        writer.add("indexes/index.cdx.gz", compressed)
        writer.add("indexes/index.idx", pointers)
        writer.add("pages/pages.jsonl", _pages(pages), compress=True)
        for name, data in (extra or {}).items():
            writer.add(name, data, compress=True)
        description = {
            "profile": "data-package",
            "wacz_version": WACZ_VERSION,
            "software": software,
            "created": _iso(created),
            **({"title": title} if title else {}),
            "resources": writer.resources,
        }
        packed = json.dumps(description, ensure_ascii=False, indent=2).encode("utf-8", "replace")
        writer.add("datapackage.json", packed, compress=True)
        digest = {"path": "datapackage.json", "hash": f"sha256:{hashlib.sha256(packed).hexdigest()}"}
        signed = sign(packed) if sign is not None else json.dumps(digest, indent=2).encode()
        writer.add("datapackage-digest.json", signed, compress=True)


def _pages(pages: Iterable[PackedPage]) -> bytes:
    lines: list[dict[str, Any]] = [{"format": "json-pages-1.0", "id": "pages", "title": "All Pages", "hasText": True}]
    lines += [
        {"id": page.id, "url": page.url, "ts": _iso(page.recorded_at), "title": page.title, "text": page.text}
        for page in pages
    ]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode("utf-8", "replace")


def _iso(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class _Writer:
    """Adds members and records their hashes."""

    def __init__(self, package: zipfile.ZipFile, created: datetime) -> None:
        self._package = package
        # zip files know no time before 1980
        self._time = max(created.astimezone(UTC).timetuple()[:6], (1980, 1, 1, 0, 0, 0))
        self.resources: list[dict[str, Any]] = []

    def add(self, name: str, data: bytes, *, compress: bool = False) -> None:
        self._package.writestr(self._entry(name, compress=compress), data)
        self._describe(name, hashlib.sha256(data).hexdigest(), len(data))

    def add_file(self, name: str, path: Path) -> None:
        entry = self._entry(name, compress=False)
        size = entry.file_size = path.stat().st_size
        digest = hashlib.sha256()
        with path.open("rb") as source, self._package.open(entry, "w") as target:
            while part := source.read(1 << 20):
                digest.update(part)
                target.write(part)
        self._describe(name, digest.hexdigest(), size)

    def _entry(self, name: str, *, compress: bool) -> zipfile.ZipInfo:
        entry = zipfile.ZipInfo(name, self._time)
        entry.compress_type = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
        entry.external_attr = 0o644 << 16
        return entry

    def _describe(self, path: str, digest: str, size: int) -> None:
        name = path.rpartition("/")[2]
        self.resources.append({"name": name, "path": path, "hash": f"sha256:{digest}", "bytes": size})
