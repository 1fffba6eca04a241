"""Where an archive is: a folder, or a PostgreSQL server with the blobs elsewhere."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sql

from pagestrata.errors import ArchiveError, NotFoundError, UsageError
from pagestrata.interfaces import BlobStore
from pagestrata.store import migrating
from pagestrata.store.blobs import FolderBlobs
from pagestrata.store.catalog import Catalog

CATALOG_FILE = "catalog.sqlite"
BLOB_FOLDER = "blobs"


def open_parts(place: str | Path, *, create: bool, read_only: bool) -> tuple[Catalog, BlobStore]:
    """The catalog, of the current schema, and the blobs of an archive."""
    text = str(place)
    if text.startswith(("postgresql://", "postgres://")):
        return _on_server(text, create=create, read_only=read_only)
    if "://" in text:
        raise UsageError(f"{text[:100]!r} is no archive; give a folder or postgresql://user@host/name?blobs=FOLDER")
    return _in_folder(Path(place), create=create, read_only=read_only)


def _in_folder(folder: Path, *, create: bool, read_only: bool) -> tuple[Catalog, BlobStore]:
    file = folder / CATALOG_FILE
    if not file.exists():
        if read_only or not create:
            raise NotFoundError(
                f"there is no archive in {folder}; `pagestrata visit URL --archive {folder}` starts one"
            )
        if folder.exists() and not folder.is_dir():
            raise ArchiveError(f"{folder} is a file, not a folder; give a folder for the archive")
        try:
            (folder / BLOB_FOLDER).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ArchiveError(
                f"cannot create an archive in {folder} ({error.strerror or error}); choose a folder you may write to"
            ) from error
    url = sql.URL.create("sqlite", database=str(file))
    catalog = Catalog(url, read_only=read_only)
    migrating.bring_up_to_date(catalog)
    return catalog, FolderBlobs(folder / BLOB_FOLDER)


def _on_server(text: str, *, create: bool, read_only: bool) -> tuple[Catalog, BlobStore]:
    raise NotImplementedError
