"""The page memory: what all visits to a page showed, in one small row.

Every visit writes it, so it is compressed by the fastest codec: for the 60 KB of a real page zstd takes a fifth of zlib's time
and less space. Rows of older archives are compressed by zlib and can still be read.
"""

from __future__ import annotations

import json
import zlib
from datetime import datetime
from typing import Any

import zstandard

from pagestrata.model.change_rows import clean
from pagestrata.model.page_state import PageMemory
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.driver_statements import ask, upsert
from pagestrata.store.catalog.later import schema, sql
from pagestrata.store.catalog.names import canonical, host_of, to_microseconds, url_key
from pagestrata.store.history.pages import page_number

_PACKED_BY_ZSTD = b"\x28\xb5\x2f\xfd"  # how its frames begin
_MEMORY = "SELECT data FROM page_memory JOIN page ON page.id = page_memory.page_id WHERE page.url_key = ?"
_OF_SITE = """
    SELECT page_memory.data FROM page_host JOIN page_memory ON page_memory.page_id = page_host.page_id
    WHERE page_host.host = ? AND page_host.page_id NOT IN (SELECT id FROM page WHERE url_key = ?)
    ORDER BY page_host.page_id DESC LIMIT ?"""
_NAMES = "SELECT DISTINCT ref FROM presence JOIN page ON page.id = presence.page_id WHERE page.url_key = ?"
_REMEMBER = """
    INSERT INTO page_memory (page_id, data) SELECT id, ? FROM page WHERE url_key = ?
    ON CONFLICT (page_id) DO UPDATE SET data = excluded.data RETURNING page_id"""


def save_memory(connection: sql.Connection, url: str, memory: PageMemory, moment: datetime) -> None:
    """Store the memory of a page in an open transaction."""
    values: dict[str, Any] = {"used_refs": dict(memory.used_refs), "volatility": dict(memory.volatility)}
    if memory.changes:
        values["changes"] = dict(memory.changes)
    if memory.designs:
        values["designs"] = [dict(design) for design in memory.designs]
    if memory.resources:
        values["resources"] = dict(memory.resources)
    data = _packed(json.dumps(values, separators=(",", ":")).encode("utf-8", "surrogatepass"))
    address = clean(canonical(url))
    if not ask(connection, _REMEMBER, (data, url_key(address))):  # the page has no row yet
        page_id = page_number(connection, address, to_microseconds(moment))
        upsert(connection, schema.page_memory, ["page_id"], {"page_id": page_id, "data": data})


def load_memory(catalog: Catalog, url: str) -> PageMemory:
    """Return the memory of a page; an empty one for a new page, or if it is unreadable: later visits fill it again."""
    key = url_key(canonical(url))
    with catalog.reading_by_driver() as connection:
        found = ask(connection, _MEMORY, [key])
        if not found:  # new, or from an archive without memories, where presence rows still name its blocks
            return PageMemory(used_refs={ref: "" for (ref,) in ask(connection, _NAMES, [key])})
    return _read(found[0][0])


def load_site_memories(catalog: Catalog, url: str, most: int) -> tuple[PageMemory, ...]:
    """Return the memories of the newest other pages on this host."""
    address = canonical(url)
    with catalog.reading_by_driver() as connection:
        found = ask(connection, _OF_SITE, [host_of(address), url_key(address), most])
    return tuple(_read(data) for (data,) in found)


def _read(data: bytes) -> PageMemory:
    try:
        values = json.loads(_unpacked(data))
        return PageMemory(
            used_refs=values.get("used_refs", {}),
            volatility=values.get("volatility", {}),
            changes=values.get("changes", {}),
            designs=tuple(values.get("designs", ())),
            resources=values.get("resources", {}),
        )
    except (zlib.error, ValueError, AttributeError, TypeError):
        return PageMemory()


def _packed(data: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(data)


def _unpacked(data: bytes) -> bytes:
    if not data.startswith(_PACKED_BY_ZSTD):
        return zlib.decompress(data)
    try:  # streaming: a damaged frame may claim a size that exceeds all memory
        return zstandard.ZstdDecompressor().decompressobj().decompress(data)
    except zstandard.ZstdError as error:
        raise ValueError(str(error)) from error
