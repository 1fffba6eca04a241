"""A head that a second party keeps, as one file: the signed note, the public key, and short hashes of all leaves.

The note alone decides whether a log continues it. The short hashes, and what each entry is about, only say where a log that
does not was rewritten first.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pagestrata.errors import InputError
from pagestrata.proof.keys import PublicKey, find_key
from pagestrata.proof.signed_note import Head, SignedNote, read_head, read_note

SHORT_BYTES = 4
_MOST_BYTES = 256 * 1024 * 1024
_FORM = "pagestrata-head/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class PinnedHead:
    """A head kept outside the archive. `key` is None if it was not signed."""

    head: Head
    note: SignedNote | None = None
    key: PublicKey | None = None
    leaves: bytes = b""
    items: tuple[str, ...] = ()  # what each entry is about: a letter for its kind, and its number

    def short_leaves(self) -> Iterator[bytes]:
        for start in range(0, len(self.leaves), SHORT_BYTES):
            yield self.leaves[start : start + SHORT_BYTES]


def write_pinned(
    head: Head, *, note: SignedNote | None, key: PublicKey | None, leaves: Sequence[bytes], items: Sequence[str]
) -> str:
    """Return a head as a file for a second party."""
    found = {
        "format": _FORM,
        "head": note.written() if note is not None else head.text(),
        "key": {"name": key.name, "pem": key.pem} if key is not None else None,
        "leaves": base64.b64encode(b"".join(leaf[:SHORT_BYTES] for leaf in leaves)).decode(),
        "items": base64.b64encode(zlib.compress(" ".join(items).encode(), 9)).decode(),
    }
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def read_pinned(text: str) -> PinnedHead:
    """Read such a file, or a signed note alone. Raises InputError for anything else, and for a signature that is wrong."""
    if not text.lstrip().startswith("{"):
        note = read_note(text)
        return PinnedHead(head=note.head, note=note)
    try:
        found = json.loads(text)
        written, public = found["head"], found.get("key")
        leaves = base64.b64decode(found.get("leaves") or "")
        items = _items(str(found.get("items") or ""))
        key = PublicKey(name=str(public["name"]), pem=str(public["pem"])) if public else None
    except (ValueError, KeyError, TypeError, RecursionError, zlib.error) as error:
        raise InputError(f"this is not a head of a log ({error!r}); make one with `pagestrata prove --head`") from error
    if key is None:
        return PinnedHead(head=read_head(written), leaves=leaves, items=items)
    note = read_note(written)
    if not any(
        find_key([key], found) is not None and key.verifies(note.text.encode(), found.signature)
        for found in note.signatures
    ):
        raise InputError("the signature of this head does not match its key; do not trust the file")
    return PinnedHead(head=note.head, note=note, key=key, leaves=leaves, items=items)


def _items(packed: str) -> tuple[str, ...]:
    unpacked = zlib.decompressobj().decompress(base64.b64decode(packed), _MOST_BYTES) if packed else b""
    return tuple(unpacked.decode("ascii").split())
