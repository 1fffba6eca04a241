"""Finding versions and giving back what they were made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import sqlalchemy as sql

from pagestrata.errors import ArchiveError, InputError, NotFoundError
from pagestrata.formats.urls import parse_time
from pagestrata.interfaces import BlobStore
from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.records import Version
from pagestrata.model.snapshot import Response
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.names import canonical, to_microseconds, url_key, version_name, version_number
from pagestrata.store.catalog.rows import to_version
from pagestrata.store.catalog.schema import layout, page, version
from pagestrata.store.catalog.varints import unpack
from pagestrata.store.objects import layouts as layouts
from pagestrata.store.objects import trees
from pagestrata.store.objects.responses import ListedResponse, read_responses
from pagestrata.store.objects.stored_bytes import StoredObject, ancestry, decode, ids_of, with_ancestry
from pagestrata.store.screenshots import block_pictures, webp_sheets

_LISTED = 10


def pages(catalog: Catalog) -> Sequence[str]:
    query = sql.select(page.c.url).where(sql.exists().where(version.c.page_id == page.c.id)).order_by(page.c.url)
    with catalog.reading() as connection:
        return list(connection.execute(query).scalars())


def _of_page(url: str) -> sql.Select[Any]:
    return (
        sql.select(version, page.c.url)
        .join(page, page.c.id == version.c.page_id)
        .where(page.c.url_key == url_key(canonical(url)))
    )


def latest(catalog: Catalog, url: str) -> Version | None:
    query = _of_page(url).order_by(version.c.captured_at.desc()).limit(1)
    with catalog.reading() as connection:
        row = connection.execute(query).one_or_none()
    return to_version(row) if row is not None else None


def recent_versions(catalog: Catalog, *, urls: Sequence[str] | None, limit: int) -> Sequence[Version]:
    query = sql.select(version, page.c.url).join(page, page.c.id == version.c.page_id)
    if urls is not None:
        query = query.where(page.c.url_key.in_([url_key(canonical(url)) for url in urls]))
    with catalog.reading() as connection:
        rows = connection.execute(query.order_by(version.c.id.desc()).limit(limit))  # no walk over all versions
        return [to_version(row) for row in rows]


def versions(catalog: Catalog, url: str, *, since: datetime | None, until: datetime | None) -> Sequence[Version]:
    query = _of_page(url).order_by(version.c.captured_at)
    if since is not None:
        query = query.where(version.c.captured_at >= to_microseconds(since))
    if until is not None:
        query = query.where(version.c.captured_at <= to_microseconds(until))
    with catalog.reading() as connection:
        return [to_version(row) for row in connection.execute(query)]


def version_at(catalog: Catalog, url: str, when: str | datetime) -> Version:
    """The version valid then: the last one not after that time, the first for an earlier time."""
    newest_first = version.c.captured_at.desc()
    query = _of_page(url).limit(1)
    back = re.fullmatch(r"~(\d{1,9})", when) if isinstance(when, str) else None
    number = version_number(when) if isinstance(when, str) and re.fullmatch(r"\d{14}-\d+", when) else None
    if when == "first":
        query = query.order_by(version.c.captured_at)
    elif when == "latest" or back:
        query = query.order_by(newest_first).offset(int(back[1]) if back else 0)
    elif number is not None:
        query = query.where(version.c.id == number)
    else:
        moment = to_microseconds(parse_time(when) if isinstance(when, str) else when)
        # 14 digits name a whole second
        moment += 999_999 if isinstance(when, str) and not moment % 1_000_000 else 0
        query = query.where(version.c.captured_at <= moment).order_by(newest_first)
    with catalog.reading() as connection:
        row = connection.execute(query).one_or_none()
        if row is None and not back and number is None:
            row = connection.execute(_of_page(url).order_by(version.c.captured_at).limit(1)).one_or_none()
    if row is None:
        raise NotFoundError(_what_exists(catalog, url, when))
    return to_version(row)


def _what_exists(catalog: Catalog, url: str, when: str | datetime) -> str:
    found = versions(catalog, url, since=None, until=None)
    if found:
        times = ", ".join(f"{v.captured_at:%Y%m%d%H%M%S}" for v in found[-_LISTED:])
        more = f" and {len(found) - _LISTED} earlier" if len(found) > _LISTED else ""
        return f"{url[:200]} has no version {when}; it has {len(found)}: {times}{more}"
    known = pages(catalog)
    listed = ", ".join(address[:100] for address in known[:_LISTED]) or "no page at all"
    return f"{url[:200]} is not in the archive, which holds {listed}; `pagestrata visit URL` archives a page"


def _row(connection: sql.Connection, wanted: Version) -> sql.Row[Any]:
    number = version_number(wanted.id)
    row = connection.execute(sql.select(version).where(version.c.id == number)).one_or_none()
    if row is None or version_name(row.id, row.captured_at) != wanted.id:
        raise NotFoundError(
            f"version {wanted.id} of {wanted.url[:200]} is no longer in the archive; see `pagestrata log`"
        )
    return row


def _read(connection: sql.Connection, blobs: BlobStore, numbers: Sequence[int]) -> list[bytes]:
    contents = decode(with_ancestry(connection, numbers), numbers, blobs)
    return [contents[number] for number in numbers]


def _missing(wanted: Version, what: str) -> NotFoundError:
    return NotFoundError(f"version {wanted.id} of {wanted.url[:200]} was stored without {what}")


def listed_responses(connection: sql.Connection, blobs: BlobStore, row: sql.Row[Any]) -> Sequence[ListedResponse]:
    number = row.responses_id
    return read_responses(_read(connection, blobs, [number])[0]) if number is not None else ()


def response(catalog: Catalog, blobs: BlobStore, wanted: Version, url: str | None) -> Response:
    with catalog.reading() as connection:
        row = _row(connection, wanted)
        listed = listed_responses(connection, blobs, row)
        if not listed:
            raise _missing(wanted, "responses")
        found = listed[0] if url is None else _find(listed, url)
        if found is None:
            raise _missing(wanted, f"a response for {url}; see its list of resources")
        number = ids_of(connection, [found.digest]).get(found.digest) if found.digest else row.body_id
        if number is None:
            raise _missing(wanted, f"the body of {found.url}; run `pagestrata verify`")
        return found.with_body(_read(connection, blobs, [number])[0])


def _find(listed: Sequence[ListedResponse], url: str) -> ListedResponse | None:
    exact = next((found for found in listed if found.url == url), None)
    return exact or next((found for found in listed if _spelling(found.url) == _spelling(url)), None)


def _spelling(url: str) -> str:
    """One spelling per address; what pages load is not always an address."""
    try:
        return canonical(url)
    except InputError:
        return url


def resources(catalog: Catalog, blobs: BlobStore, wanted: Version) -> Sequence[str]:
    with catalog.reading() as connection:
        return [found.url for found in listed_responses(connection, blobs, _row(connection, wanted))[1:]]


def dom(catalog: Catalog, blobs: BlobStore, wanted: Version) -> str:
    with catalog.reading() as connection:
        row = _row(connection, wanted)
        if row.layout_id is None:
            raise _missing(wanted, "a rendered document; its bytes are the response's")
        outline = connection.execute(sql.select(layout.c.object_id).where(layout.c.id == row.layout_id)).scalar_one()
        first, *slices = _read(connection, blobs, [outline, *unpack(row.slices)])
    return layouts.join(first, slices)


def screenshot(catalog: Catalog, blobs: BlobStore, wanted: Version) -> bytes | None:
    with catalog.reading() as connection:
        row = _row(connection, wanted)
        if row.recipe_id is None:
            return None
        numbers = unpack(row.pieces)
        recipe = _read(connection, blobs, [row.recipe_id])[0]
        if recipe == b"png":
            return _read(connection, blobs, numbers)[0]
        pieces = read_pieces(with_ancestry(connection, numbers), numbers, blobs)
    return block_pictures.compose(recipe, [pieces[number] for number in numbers])


def read_pieces(
    rows: Mapping[int, StoredObject], numbers: Iterable[int], blobs: BlobStore
) -> dict[int, block_pictures.Pixels]:
    """The pixels of pieces, each sheet decoded once."""
    by_sheet: dict[int, list[StoredObject]] = {}
    for number in set(numbers):
        row = ancestry(rows, number)[0]
        by_sheet.setdefault(row.base_id if row.base_id is not None else number, []).append(row)
    found = {}
    for sheet_id, wanted in by_sheet.items():
        sheet = webp_sheets.read_sheet(decode(rows, [sheet_id], blobs)[sheet_id])
        for row in wanted:
            piece = found[row.id] = webp_sheets.crop(sheet, row.start, row.size)
            if block_pictures.piece_digest(piece) != row.digest:
                raise ArchiveError(f"screenshot piece {row.id} is damaged; run `pagestrata verify`")
    return found


def tree(catalog: Catalog, blobs: BlobStore, wanted: Version) -> BlockTree:
    with catalog.reading() as connection:
        number = _row(connection, wanted).tree_id
        if number is None:
            raise _missing(wanted, "a block tree")
        data = _read(connection, blobs, [number])[0]
    return replace(trees.read_tree(data), url=wanted.url, captured_at=wanted.captured_at, version=wanted.id)


def delta(catalog: Catalog, blobs: BlobStore, wanted: Version) -> Delta | None:
    with catalog.reading() as connection:
        row = _row(connection, wanted)
        if row.delta_id is None:
            return None
        before = (version.c.page_id == row.page_id) & (version.c.captured_at < row.captured_at)
        query = sql.select(version.c.id, version.c.captured_at).where(before).order_by(version.c.captured_at.desc())
        previous = connection.execute(query.limit(1)).one_or_none()
        found = trees.read_delta(_read(connection, blobs, [row.delta_id])[0])
    named = found.from_version or (version_name(previous.id, previous.captured_at) if previous else "")
    return replace(found, from_version=named, to_version=wanted.id)
