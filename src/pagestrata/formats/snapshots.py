"""A snapshot as one file, to record a capture and work on it later without a browser.

The file is a zip archive: `snapshot.json` (everything small), `columns.npz` (the node table), `dom.html`,
`screenshot.png` and `responses/N`.

Such a file may come from a stranger. Reading never unpickles, checks sizes before it unpacks, replaces numbers that are
not finite, and refuses nodes that form no tree: algorithms walk up parents and along siblings until they end.
"""

from __future__ import annotations

import base64
import io
import json
import math
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
MAX_BYTES = 1024 * 1024 * 1024
"""Of all members together."""

_SPARSE = ("attributes", "text", "links", "images", "tags", "displays", "positions")
_COLUMNS = tuple(field.name for field in fields(NodeTable) if field.name not in _SPARSE)
_KINDS = {"IntColumn": "iu", "ColourColumn": "iu", "FloatColumn": "f", "BoolColumn": "b"}
_KIND_OF = {field.name: _KINDS[str(field.type)] for field in fields(NodeTable) if field.name not in _SPARSE}
_BOXES = frozenset({"box", "clipped", "border", "rects"})
_CODES = {"tag": "tags", "display": "displays", "position": "positions"}
"""Columns of indexes, and the vocabularies they point into."""
_PLAIN = (
    "requested_url", "url", "status", "headers", "title", "viewport", "device_pixel_ratio", "page_size",
    "height_cap_px", "height_capped", "notes",
)  # fmt: skip
_HEAD_KINDS = {
    "requested_url": str, "url": str, "status": int, "title": str, "device_pixel_ratio": float, "height_cap_px": int,
    "height_capped": bool,
}  # fmt: skip


# What the readers underneath raise on damaged data: zip, deflate, JSON and numpy each have their own ways.
_DAMAGE = (
    zipfile.BadZipFile, zlib.error, struct.error, KeyError, ValueError, TypeError, IndexError, AttributeError, EOFError,
    OverflowError, OSError, NotImplementedError, RuntimeError, MemoryError,
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
            _check_sizes(archive)
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
        **{name: _of_kind(head[name], kind, name) for name, kind in _HEAD_KINDS.items()},
        headers=_pairs(head["headers"]),
        viewport=_two(head["viewport"], int, "viewport"),
        page_size=_two(head["page_size"], float, "page_size"),
        notes=tuple(map(str, head["notes"])),
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


def _of_kind(value: Any, kind: type, name: str) -> Any:
    """A value of the head. Raises ValueError for one of another kind, and for a number that is not finite."""
    is_kind = isinstance(value, (int, float) if kind is float else kind) and isinstance(value, bool) == (kind is bool)
    if not is_kind or (kind is float and not math.isfinite(value)):
        raise ValueError(f"{name} is {str(value)[:40]!r}")
    return value


def _two(values: Any, kind: type, name: str) -> tuple[Any, Any]:
    first, second = values
    return _of_kind(first, kind, name), _of_kind(second, kind, name)


def _headers(entry: dict[str, Any]) -> dict[str, Any]:
    return {"headers": _pairs(entry["headers"]), "request_headers": _pairs(entry.get("request_headers", ()))}


def _certificates(entry: dict[str, Any]) -> tuple[bytes, ...]:
    return tuple(map(base64.b64decode, entry.get("certificates", ())))


def _check_sizes(archive: zipfile.ZipFile) -> None:
    """Raises ValueError for a file that would fill the memory. Members may share their bytes, so that many cost nothing."""
    for info in archive.infolist():
        if info.file_size > MAX_MEMBER_BYTES:
            raise ValueError(f"{info.filename} would unpack to {info.file_size} bytes, more than {MAX_MEMBER_BYTES}")
    total = sum(info.file_size for info in archive.infolist())
    if total > MAX_BYTES:
        raise ValueError(f"it would unpack to {total} bytes, more than {MAX_BYTES}")


def _member(archive: zipfile.ZipFile, name: str) -> bytes:
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


def _table(head: dict[str, Any], stored: bytes) -> NodeTable:
    columns = _columns(stored)
    count = len(columns["parent"])
    _check_tree(columns["parent"], columns["end"], columns["depth"])
    for name, words in _CODES.items():
        if not _are_below(columns[name], len(head[words])):
            raise ValueError(f"column {name} points outside its {len(head[words])} words")
    attributes, text = head["attributes"], head["text"]
    links = {int(row): str(address) for row, address in head["links"].items()}
    images = {
        int(row): PageImage(**{name: str(value) for name, value in image.items()})
        for row, image in head["images"].items()
    }
    if not all(0 <= row < count for row in (*links, *images)):
        raise ValueError("a link or an image is in no row")
    return NodeTable(
        **columns,
        attributes=tuple(_texts(attributes.get(str(row), {})) for row in range(count)),
        text=tuple(str(text.get(str(row), "")) for row in range(count)),
        links=links,
        images=images,
        tags=tuple(map(str, head["tags"])),
        displays=tuple(map(str, head["displays"])),
        positions=tuple(map(str, head["positions"])),
    )


def _columns(stored: bytes) -> dict[str, Any]:
    """The columns in an npz file, each of its kind and shape. Raises ValueError."""
    with zipfile.ZipFile(io.BytesIO(stored)) as packed:
        _check_sizes(packed)
    with np.load(io.BytesIO(stored), allow_pickle=False) as found:
        loaded = {name: found[name] for name in _COLUMNS}
    count = len(loaded["parent"])
    rows = {"rects": len(loaded["rects"]), "rect_start": count + 1}
    for name, column in loaded.items():
        shape = (rows.get(name, count), 4) if name in _BOXES else (rows.get(name, count),)
        if column.shape != shape or column.dtype.kind not in _KIND_OF[name]:
            raise ValueError(f"column {name} has the shape {column.shape} and the type {column.dtype}, not {shape}")
        if column.dtype.kind == "f":
            np.nan_to_num(column, copy=False, nan=0.0, posinf=0.0, neginf=0.0)
    starts = loaded["rect_start"]
    if not _are_below(starts, rows["rects"] + 1) or (starts[1:] < starts[:-1]).any():
        raise ValueError("column rect_start points outside the rectangles")
    return loaded


def _check_tree(parent: Any, end: Any, depth: Any) -> None:
    """Raises ValueError where parents do not come before their children, or subtrees are no slices that lie in one another."""
    count = len(parent)
    is_tree = count > 0 and parent[0] == -1 and _are_below(parent[1:], np.arange(1, count))
    if not (is_tree and _are_below(end - 1, count) and (end > np.arange(count)).all()):
        raise ValueError("its nodes form no tree")
    begun, ended = np.ones(count + 1, np.int64), np.bincount(end, minlength=count + 1)
    above = np.cumsum(begun - ended)[:-1] - 1  # subtrees that a row is in, but for its own
    if (depth != above).any() or (depth[1:] != depth[parent[1:]] + 1).any() or (end[1:] > end[parent[1:]]).any():
        raise ValueError("its nodes form no tree")


def _are_below(column: Any, bound: Any) -> bool:
    """Whether all numbers are at least 0 and below a bound."""
    return bool(((column >= 0) & (column < bound)).all())


def _texts(values: dict[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in values.items()}
