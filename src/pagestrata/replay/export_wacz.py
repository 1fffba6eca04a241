"""Archived versions written out as one WACZ package: WARC, index and list of pages."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from pagestrata.formats.recordings.cdxj import cdxj_lines
from pagestrata.formats.recordings.wacz_writer import WARC_NAME, PackedPage, SignDescription, write_wacz
from pagestrata.formats.recordings.warc_writer import WrittenRecord
from pagestrata.interfaces import ArchiveReader
from pagestrata.model.records import Version
from pagestrata.replay.export_warc import ExportedVersion, export_warc


def export_wacz(
    archive: ArchiveReader,
    versions: Iterable[Version],
    target: BinaryIO,
    *,
    software: str,
    created: datetime,
    folder: Path | None = None,
    sign: SignDescription | None = None,
    extra: Mapping[str, bytes] | None = None,
) -> list[WrittenRecord]:
    """Write the versions to an open file and return what its WARC holds. `folder`: place for the temporary WARC.

    `sign` signs the package; `extra` are more files in it.
    """
    records: list[WrittenRecord] = []
    pages: list[PackedPage] = []
    with tempfile.TemporaryDirectory(dir=folder, prefix=".pagestrata-") as place:
        warc = Path(place) / WARC_NAME
        with warc.open("wb") as file:
            for exported in export_warc(archive, versions, file, filename=WARC_NAME, software=software):
                records.extend(exported.records)
                pages.append(_page(exported))
        index = cdxj_lines(records, filename=WARC_NAME)
        write_wacz(target, warc, index=index, pages=pages, software=software, created=created, sign=sign, extra=extra)
    return records


def _page(exported: ExportedVersion) -> PackedPage:
    version = exported.version
    return PackedPage(
        id=version.id,
        url=version.url,
        recorded_at=version.captured_at,
        title=version.title,
        text=exported.text,
    )
