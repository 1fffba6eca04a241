"""CDXJ: the sorted index that tells replay tools where in which WARC file an address at a time is.

One line per record: SURT key, 14-digit timestamp, JSON. The compressed form (ZipNum) is the lines in gzip members of a
thousand lines or so, with a second index that names the first line of each member; WACZ packages use it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Sequence
from itertools import islice

from pagestrata.errors import InputError
from pagestrata.formats.recordings.warc_writer import WrittenRecord
from pagestrata.formats.urls import surt_key, timestamp14

LINES_PER_MEMBER = 1024
REVISIT_TYPE = "warc/revisit"


def cdxj_line(record: WrittenRecord, *, filename: str) -> str:
    """The line of one record, without its line end."""
    fields = {
        "url": record.url,
        "mime": REVISIT_TYPE if record.kind == "revisit" else record.content_type or "unk",
        **({} if record.status is None else {"status": str(record.status)}),
        "digest": record.payload_digest,
        "length": str(record.length),
        "offset": str(record.offset),
        "filename": filename,
    }
    return f"{_key(record.url)} {timestamp14(record.recorded_at)} {json.dumps(fields)}"


def _key(url: str) -> str:
    try:
        key = surt_key(url).replace(" ", "%20")
        # replay tools drop the last slash of addresses that are not http, too
        return key if ")/" in key else key.rstrip("/")
    except (InputError, ValueError):  # an invalid address still gets a line
        return "".join(url.split()).lower() or "-"


def cdxj_lines(records: Iterable[WrittenRecord], *, filename: str) -> list[str]:
    """The lines of an index in the order of their bytes, as replay tools search them."""
    lines = {cdxj_line(record, filename=filename) for record in records}
    return sorted(lines, key=lambda line: line.encode("utf-8", "surrogatepass"))


def plain_index(lines: Iterable[str]) -> bytes:
    """The index as a file: `index.cdxj`, or `index.cdx` in WACZ."""
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def compressed_index(lines: Sequence[str], *, filename: str = "index.cdx.gz") -> tuple[bytes, bytes]:
    """The compressed index and the index to it (`index.idx`)."""
    members: list[bytes] = []
    pointers = [f'!meta 0 {{"format": "cdxj-gzip-1.0", "filename": {json.dumps(filename)}}}']
    offset = 0
    remaining = iter(lines)
    while chunk := list(islice(remaining, LINES_PER_MEMBER)):
        member = gzip.compress(plain_index(chunk), mtime=0)
        key, time, _ = chunk[0].split(" ", 2)
        digest = f"sha256:{hashlib.sha256(member).hexdigest()}"
        where = {"offset": offset, "length": len(member), "digest": digest, "filename": filename}
        pointers.append(f"{key} {time} {json.dumps(where)}")
        members.append(member)
        offset += len(member)
    return b"".join(members), plain_index(pointers)
