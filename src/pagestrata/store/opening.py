"""Open archives: a folder, or a PostgreSQL database with its blobs in a folder or a bucket.

Opening an archive also begins the log of one that has none, and signs the heads of the log from then on.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from pagestrata.errors import ArchiveError, DamagedCatalogError, NotFoundError, UsageError
from pagestrata.formats.urls import without_secrets
from pagestrata.interfaces import BlobStore
from pagestrata.store.catalog import log_entries, migrate
from pagestrata.store.catalog.database import BUSY_TIMEOUT_SECONDS, Catalog
from pagestrata.store.catalog.driver_statements import ask, batches
from pagestrata.store.catalog.later import sql
from pagestrata.store.catalog.log_entries import OF_ROWS, LogEnd
from pagestrata.store.merkle_log.entering import new_entries
from pagestrata.store.objects.folder_blobs import FolderBlobs, make_file_in, make_folder_like, make_private_folder

if TYPE_CHECKING:
    from pagestrata.proof.keys import Signer

# Imports inside functions: psycopg is optional, and light commands start without the others.

CATALOG_FILE = "catalog.sqlite"
BLOB_FOLDER = "blobs"
PLACE_FILE = "blobs.place"  # where the blobs are, for an archive in a folder that keeps them elsewhere
_EXAMPLE = "postgresql://user@host/name?blobs=FOLDER or postgresql://user@host/name?blobs=s3://bucket/prefix"


def open_parts(place: str | Path, *, create: bool, read_only: bool) -> tuple[Catalog, BlobStore]:
    """Open the catalog of an archive, upgraded to the current schema, and its blobs."""
    text = str(place)
    if text.startswith(("postgresql://", "postgres://")):
        catalog, blobs = _on_server(text, read_only=read_only)
    elif "://" in text.partition("?blobs=")[0]:
        raise UsageError(f"{without_secrets(text)[:100]!r} is not an archive; give a folder, or {_EXAMPLE}")
    else:
        folder, _, elsewhere = text.partition("?blobs=")
        catalog, blobs = _in_folder(Path(folder), elsewhere, create=create, read_only=read_only)
    try:
        if not isinstance(blobs, FolderBlobs) or not catalog.is_sqlite:
            _refuse_blobs_of_another(catalog, blobs)
            if create and not catalog.read_only:
                _refuse_weak_store(catalog, blobs)
        migrate.bring_up_to_date(catalog, create=create)
        begin_where_missing(catalog)
        catalog.sign_head = HeadSigner()
    except BaseException:
        catalog.close()
        raise
    return catalog, blobs


def _in_folder(folder: Path, elsewhere: str, *, create: bool, read_only: bool) -> tuple[Catalog, BlobStore]:
    """Open an archive in a folder; `elsewhere` is another place for its blobs, recorded in the folder."""
    file = folder / CATALOG_FILE
    if folder.exists() and not folder.is_dir():
        raise ArchiveError(f"{folder} is a file, not an archive; give the folder of an archive")
    _refuse_blobs_alone(folder, file)
    if not file.exists():
        if read_only or not create:
            raise NotFoundError(
                f"there is no archive in {folder}; `pagestrata visit URL --archive {folder}` starts one"
            )
        try:
            make_private_folder(folder)
            make_folder_like(folder / BLOB_FOLDER, folder)
            make_file_in(folder, CATALOG_FILE)
            if elsewhere:
                (folder / PLACE_FILE).write_text(elsewhere, encoding="utf-8")
        except OSError as error:
            raise ArchiveError(
                f"cannot create an archive in {folder} ({error.strerror or error}); choose a folder you may write to"
            ) from error
    frozen = False
    if read_only:
        _roll_back(folder, file)
        # A read-only medium has no room for the write-ahead log; nothing changes the file either.
        unfinished = any((folder / f"{CATALOG_FILE}-{name}").exists() for name in ("wal", "journal"))
        frozen = not os.access(folder, os.W_OK) and not unfinished
    place = _place_of_blobs(folder, elsewhere)
    blobs = open_blobs(place) if place else FolderBlobs(folder / BLOB_FOLDER)
    return Catalog(file, name=str(folder), read_only=read_only, immutable=frozen), blobs


def _place_of_blobs(folder: Path, wanted: str) -> str:
    """Return where an archive keeps its blobs, '' for its own folder. Raises UsageError if `wanted` is another place."""
    file = folder / PLACE_FILE
    known = file.read_text(encoding="utf-8").strip() if file.is_file() else ""
    if wanted and wanted != known:
        raise UsageError(f"the blobs of {folder} are in {known or folder / BLOB_FOLDER}; give the folder alone")
    return known


def blob_place(place: str | Path) -> str:
    """Return where an archive keeps its blobs: a folder or the address of a bucket; "" if its address does not name it."""
    text = str(place)
    if text.startswith(("postgresql://", "postgres://")):
        try:
            found = sql.make_url(text).query.get("blobs", "")
        except (sql.exc.ArgumentError, ValueError):
            return ""
        return found if isinstance(found, str) else ""
    folder, _, elsewhere = text.partition("?blobs=")
    return elsewhere or _place_of_blobs(Path(folder), "") or str(Path(folder) / BLOB_FOLDER)


def open_blobs(place: str, *, patience_seconds: float | None = None) -> BlobStore:
    """Open the blobs in a folder or bucket; `patience_seconds` is the timeout for a bucket that does not answer."""
    if "://" in place:
        from pagestrata.store.objects.bucket_blobs import BucketBlobs

        return BucketBlobs.open(place, patience_seconds=patience_seconds)
    return FolderBlobs(Path(place))


def _roll_back(folder: Path, file: Path) -> None:
    """Roll back what a killed collection left behind while compacting the catalog; a read-only connection cannot."""
    if (folder / f"{CATALOG_FILE}-journal").exists() and os.access(folder, os.W_OK):
        with (
            contextlib.suppress(sqlite3.Error),
            contextlib.closing(sqlite3.connect(file, timeout=BUSY_TIMEOUT_SECONDS)) as connection,
        ):
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()


def _refuse_blobs_alone(folder: Path, file: Path) -> None:
    """Raise DamagedCatalogError for blobs without a catalog: the next collection would delete them."""
    if file.exists() and (not file.is_file() or file.stat().st_size):
        return
    if next((folder / BLOB_FOLDER).glob("??/*"), None) is not None:
        state = "is empty" if file.exists() else "is missing"
        raise DamagedCatalogError(
            f"{file} {state}, but {folder / BLOB_FOLDER} holds blobs; restore it from a backup, recover what the blobs "
            "contain with `pagestrata verify --repair`, or move the blobs elsewhere to start again"
        )


def start_again(folder: Path) -> tuple[Catalog, BlobStore, Path | None]:
    """Create an empty catalogue for blobs whose catalogue is unreadable; also return where the old one is kept.

    Raises DamagedCatalogError and changes nothing if some version can still be read.
    """
    file, aside = folder / CATALOG_FILE, None
    if file.exists() and file.stat().st_size:
        if _has_readable_version(file):
            raise DamagedCatalogError(
                f"{file} is damaged, but parts of it can be read; restore it from a backup, "
                "or move it away to recover only what the blobs contain"
            )
        aside = next(
            path for n in itertools.count(1) if not (path := file.with_name(f"{file.name}.damaged-{n}")).exists()
        )
    for name in ("", "-wal", "-shm", "-journal"):
        old = folder / f"{CATALOG_FILE}{name}"
        if aside is not None and old.exists():
            old.rename(folder / f"{aside.name}{name}")
        else:
            old.unlink(missing_ok=True)
    make_file_in(folder, CATALOG_FILE)
    catalog = Catalog(sql.URL.create("sqlite", database=str(file)), name=str(folder))
    migrate.bring_up_to_date(catalog)
    return catalog, FolderBlobs(folder / BLOB_FOLDER), aside


def _has_readable_version(file: Path) -> bool:
    try:
        with contextlib.closing(sqlite3.connect(f"file:{quote(str(file.absolute()))}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT * FROM version LIMIT 1").fetchone() is not None
    except sqlite3.Error:
        return False


def _refuse_blobs_of_another(catalog: Catalog, blobs: BlobStore) -> None:
    """Refuse a new database on a server next to existing blobs: the name is more likely wrong than new."""
    if migrate.revision(catalog) is not None or next(iter(blobs.digests()), None) is None:
        return
    if migrate.revision(catalog) is None:  # check again: another program may have created the archive
        raise ArchiveError(
            f"the database {catalog.name} contains no archive, but its blob storage is not empty; "
            "check the name of the database, or use another blob storage"
        )


def _refuse_weak_store(catalog: Catalog, blobs: BlobStore) -> None:
    """Refuse to create an archive in a bucket that would overwrite objects."""
    if not isinstance(blobs, FolderBlobs) and migrate.revision(catalog) is None:
        from pagestrata.store.objects.bucket_blobs import BucketBlobs

        if isinstance(blobs, BucketBlobs):
            blobs.refuse_without_conditions()


def _on_server(text: str, *, read_only: bool) -> tuple[Catalog, BlobStore]:
    try:
        url = sql.make_url(text).set(drivername="postgresql+psycopg")
        import psycopg  # noqa: F401 - only to say what to install
    except (sql.exc.ArgumentError, ValueError) as error:
        shown = without_secrets(text)[:100]
        raise UsageError(f"{shown!r} is not an address of an archive; give {_EXAMPLE}") from error
    except ImportError as error:
        raise UsageError("archives on PostgreSQL need an extra package: pip install 'pagestrata[postgres]'") from error
    place = url.query.get("blobs")
    if not isinstance(place, str) or not place:
        raise UsageError(f"{_shown(url)[:100]} does not name its blob storage; give {_EXAMPLE}")
    address = url.difference_update_query(["blobs"])
    return Catalog(address, name=_shown(address), read_only=read_only), open_blobs(place)


def _shown(url: sql.URL) -> str:
    """Return the address for messages: without the driver, the password hidden."""
    return without_secrets(url.set(drivername="postgresql").render_as_string())


_ENTRIES_AT_ONCE = 2000
_HAS_NO_LOG = """
    SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM log_entry) AND (EXISTS (SELECT 1 FROM version) OR
    EXISTS (SELECT 1 FROM visit) OR EXISTS (SELECT 1 FROM audit))"""


def begin_where_missing(catalog: Catalog) -> None:
    """Begin the log of an archive that has versions, visits or audit lines and no log; change nothing else."""
    if catalog.read_only:
        return
    with catalog.reading_by_driver() as connection:
        has_no_log = bool(ask(connection, _HAS_NO_LOG))
    if has_no_log:
        with catalog.writing(alone=True) as connection:
            if ask(connection, _HAS_NO_LOG):  # another program may have been faster
                _begin_log(connection)


def _begin_log(connection: sql.Connection) -> None:
    log_entries.wait_for_the_end(connection)
    counts = {kind.table: int(ask(connection, f"SELECT count(*) FROM {kind.table}")[0][0]) for kind in OF_ROWS}  # noqa: S608
    log_entries.enter(connection, [log_entries.beginning(**counts)])
    for kind in OF_ROWS:
        numbers = [number for (number,) in ask(connection, f"SELECT id FROM {kind.table} ORDER BY id")]  # noqa: S608 - no input
        for batch in batches(numbers, _ENTRIES_AT_ONCE):
            log_entries.enter(connection, new_entries(connection, kind, batch))


class HeadSigner:
    """Signs the head after each transaction; without a usable key, transactions go on unsigned.

    Key and name of the log are read again when the log has a new entry about keys.
    """

    def __init__(self) -> None:
        self._place: int | None = None
        self._signer: Signer | None = None
        self._log = ""

    def __call__(self, connection: sql.Connection, end: LogEnd) -> None:
        place = end.last_key
        if place is None:
            return
        from pagestrata.store.merkle_log.heads import sign_new_head, signer_now  # only now: most archives have no key

        if place != self._place:
            (self._signer, self._log), self._place = signer_now(connection), place
        if self._signer is not None:
            sign_new_head(connection, self._signer, self._log, end)
