"""A snapshot as one file, to record a capture and work on it later without a browser.

The file is a zip archive: `snapshot.json` (everything small), `columns.npz` (the node table), `dom.html`,
`screenshot.png` and `responses/N`. Reading never unpickles, checks sizes before it unpacks, and replaces numbers that
are not finite.
"""

from __future__ import annotations

import base64
import io
import json
import struct
import zipfile
import zlib
from dataclasses import asdict, fields
from datetime import datetime
from typing import Any

import numpy as np

from pagestrata.errors import InputError
from pagestrata.model.snapshot import NodeTable, PageImage, Redirect, Response, Snapshot

FORMAT = 1
MAX_MEMBER_BYTES = 512 * 1024 * 1024

_SPARSE = ("attributes", "text", "links", "images", "tags", "displays", "positions")
_COLUMNS = tuple(field.name for field in fields(NodeTable) if field.name not in _SPARSE)
_PLAIN = (
    "requested_url", "url", "status", "headers", "title", "viewport", "device_pixel_ratio", "page_size",
    "height_cap_px", "height_capped", "notes",
)  # fmt: skip


# What the readers underneath raise on damaged data: zip, deflate, JSON and numpy each have their own ways.
_DAMAGE = (
    zipfile.BadZipFile, zlib.error, struct.error, KeyError, ValueError, TypeError, IndexError, AttributeError, EOFError,
    OverflowError, OSError, NotImplementedError, RuntimeError,
)  # fmt: skip


def write_snapshot(snapshot: Snapshot) -> bytes:
    """The snapshot as the bytes of one file."""
    head: dict[str, Any] = {"format": FORMAT, "captured_at": snapshot.captured_at.isoformat()}
    head |= {name: getattr(snapshot, name) for name in _PLAIN}
    head["software"] = snapshot.software
    head["seconds"] = dict(snapshot.seconds)
    head["redirects"] = [asdict(redirect) for redirect in snapshot.redirects]
    head["responses"] = [
        {
            "url": r.url,
            "status": r.status,
            "headers": r.headers,
            "method": r.method,
            "resource_type": r.resource_type,
            "server_address": r.server_address,
            "request_headers": r.request_headers,
            "certificates": [base64.b64encode(der).decode() for der in r.certificates],
        }
        for r in snapshot.responses
    ]
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        if snapshot.nodes is not None:
            head["nodes"] = _table_head(snapshot.nodes)
            columns = io.BytesIO()
            np.savez(columns, **{name: getattr(snapshot.nodes, name) for name in _COLUMNS})
            archive.writestr("columns.npz", columns.getvalue())
        archive.writestr("snapshot.json", json.dumps(head))
        archive.writestr("dom.html", snapshot.dom.encode("utf-8", "surrogatepass"))
        if snapshot.screenshot_png is not None:
            archive.writestr("screenshot.png", snapshot.screenshot_png, zipfile.ZIP_STORED)
        for number, response in enumerate(snapshot.responses):
            archive.writestr(f"responses/{number}", response.body)
    return target.getvalue()


def read_snapshot(data: bytes) -> Snapshot:
    """The snapshot in such a file. Raises InputError for anything else."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _read(archive)
    except _DAMAGE as error:
        raise InputError(
            f"not a recorded snapshot ({error}); record one with `pagestrata capture URL -o FILE`"
        ) from error


def _read(archive: zipfile.ZipFile) -> Snapshot:
    head = json.loads(_member(archive, "snapshot.json"))
    if head.get("format") != FORMAT:
        raise ValueError(f"format {head.get('format')!r}, this program reads format {FORMAT}")
    names = set(archive.namelist())
    return Snapshot(
        **{name: head[name] for name in _PLAIN if name not in {"headers", "viewport", "page_size", "notes"}},
        headers=_pairs(head["headers"]),
        viewport=tuple(head["viewport"]),
        page_size=tuple(head["page_size"]),
        notes=tuple(head["notes"]),
        captured_at=datetime.fromisoformat(head["captured_at"]),
        redirects=tuple(Redirect(**redirect) for redirect in head["redirects"]),
        nodes=_table(head["nodes"], _member(archive, "columns.npz")) if "nodes" in head else None,
        dom=_member(archive, "dom.html").decode("utf-8", "surrogatepass"),
        screenshot_png=_member(archive, "screenshot.png") if "screenshot.png" in names else None,
        responses=tuple(
            Response(
                **{**entry, **_headers(entry), "certificates": _certificates(entry)},
                body=_member(archive, f"responses/{number}"),
            )
            for number, entry in enumerate(head["responses"])
        ),
        software=str(head.get("software", "")),
        seconds=head["seconds"],
    )


def _headers(entry: dict[str, Any]) -> dict[str, Any]:
    return {"headers": _pairs(entry["headers"]), "request_headers": _pairs(entry.get("request_headers", ()))}


def _certificates(entry: dict[str, Any]) -> tuple[bytes, ...]:
    return tuple(map(base64.b64decode, entry.get("certificates", ())))


def _member(archive: zipfile.ZipFile, name: str) -> bytes:
    size = archive.getinfo(name).file_size
    if size > MAX_MEMBER_BYTES:
        raise ValueError(f"{name} would unpack to {size} bytes, more than {MAX_MEMBER_BYTES}")
    return archive.read(name)


def _pairs(values: list[list[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((str(name), str(value)) for name, value in values)


def _table_head(nodes: NodeTable) -> dict[str, Any]:
    return {
        "attributes": {row: dict(found) for row, found in enumerate(nodes.attributes) if found},
        "text": {row: text for row, text in enumerate(nodes.text) if text},
        "links": dict(nodes.links),
        "images": {row: asdict(image) for row, image in nodes.images.items()},
        "tags": nodes.tags,
        "displays": nodes.displays,
        "positions": nodes.positions,
    }


def _table(head: dict[str, Any], columns: bytes) -> NodeTable:
    with np.load(io.BytesIO(columns), allow_pickle=False) as stored:
        loaded = {name: stored[name] for name in _COLUMNS}
    count = len(loaded["parent"])
    for name, column in loaded.items():
        if column.dtype.kind == "f":
            np.nan_to_num(column, copy=False, nan=0.0, posinf=0.0, neginf=0.0)
        if name not in {"rects", "rect_start"} and len(column) != count:
            raise ValueError(f"column {name} has {len(column)} rows instead of {count}")
    attributes, text = head["attributes"], head["text"]
    return NodeTable(
        **loaded,
        attributes=tuple(attributes.get(str(row), {}) for row in range(count)),
        text=tuple(text.get(str(row), "") for row in range(count)),
        links={int(row): address for row, address in head["links"].items()},
        images={int(row): PageImage(**image) for row, image in head["images"].items()},
        tags=tuple(head["tags"]),
        displays=tuple(head["displays"]),
        positions=tuple(head["positions"]),
    )
