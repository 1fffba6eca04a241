"""Labels of bundles, after their payloads: enough to recover pages if the whole catalogue is lost.

Where stored bytes begin, what they are stored against and which version they belong to is in the catalogue. A label
repeats a minimum of it: per stored object the first bytes of its name and of its base's,
its coding and its lengths, and per version of which the bundle holds something new its address, time, status, title and
the names of raw page, list of responses and block tree. Parts of documents and pieces of screenshots are not named: they
are many. About 25 bytes an object and 120 a version; readers of objects never look at it.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pagestrata.errors import ArchiveError
from pagestrata.store.catalog.varints import pack, unpack

NAME_BYTES = 8
_END = struct.Struct(">III8s")
_MAGIC = b"PSLABEL1"
_CODECS = ("raw", "zstd")


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledObject:
    """One payload of a bundle; `start` is where it begins."""

    name: bytes
    codec: str
    size: int
    start: int
    stored: int
    base: bytes  # b"" for none


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionNote:
    """One version, and the names of the objects to recover it from; b"" for missing parts."""

    url: str
    captured_at: int  # microseconds since 1970
    status: int
    title: str
    body: bytes = b""
    responses: bytes = b""
    tree: bytes = b""


@dataclass(frozen=True, slots=True)
class Label:
    objects: tuple[LabelledObject, ...]
    notes: tuple[VersionNote, ...]


def short_name(digest: bytes | None) -> bytes:
    """Return the name of an object in labels."""
    return digest[:NAME_BYTES] if digest else b""


def write_label(objects: Sequence[LabelledObject], notes: Iterable[VersionNote]) -> bytes:
    """Return the label to write after the payloads, which are in the order of the objects."""
    names = b"".join(found.name + found.base.ljust(NAME_BYTES, b"\0") for found in objects)
    numbers = pack(n for found in objects for n in (_CODECS.index(found.codec), found.size, found.stored))
    versions = [
        [n.url, n.captured_at, n.status, n.title, n.body.hex(), n.responses.hex(), n.tree.hex()]
        for n in sorted(set(notes), key=lambda note: (note.captured_at, note.url))
    ]
    text = zlib.compress(json.dumps(versions, separators=(",", ":")).encode(), 9)
    return names + numbers + text + _END.pack(len(names), len(numbers), len(text), _MAGIC)


def read_label(data: bytes) -> Label | None:
    """Return the label of a bundle; None if it has no valid label."""
    if len(data) < _END.size or not data.endswith(_MAGIC):
        return None
    names_size, numbers_size, text_size, _ = _END.unpack(data[-_END.size :])
    start = len(data) - _END.size - names_size - numbers_size - text_size
    if start < 0:
        return None
    names = data[start : start + names_size]
    numbers = data[start + names_size : start + names_size + numbers_size]
    text = data[start + names_size + numbers_size : -_END.size]
    try:
        return Label(_objects(names, unpack(numbers)), _notes(zlib.decompress(text)))
    except (ArchiveError, ValueError, TypeError, IndexError, zlib.error):
        return None


def _objects(names: bytes, numbers: Sequence[int]) -> tuple[LabelledObject, ...]:
    found, start = [], 0
    for number, (codec, size, stored) in enumerate(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)):
        pair = names[2 * NAME_BYTES * number :][: 2 * NAME_BYTES]
        name, base = pair[:NAME_BYTES], pair[NAME_BYTES:].rstrip(b"\0") and pair[NAME_BYTES:]
        found.append(LabelledObject(name=name, codec=_CODECS[codec], size=size, start=start, stored=stored, base=base))
        start += stored
    return tuple(found)


def _notes(text: bytes) -> tuple[VersionNote, ...]:
    return tuple(
        VersionNote(
            url=str(url), captured_at=int(at), status=int(status), title=str(title),
            body=bytes.fromhex(body), responses=bytes.fromhex(responses), tree=bytes.fromhex(tree),
        )
        for url, at, status, title, body, responses, tree in json.loads(text)
    )  # fmt: skip
