"""Reads objects, and keeps what it read last for versions that are read one after the other.

The next version of a page is stored against this one, and most of its resources and pictures are the same objects. Who
reads both through one reader decodes no chain from its beginning again and checks no content twice.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping

from pagestrata.interfaces import BlobStore
from pagestrata.store.objects.stored_bytes import StoredObject, decode

KEPT_BYTES = 32 * 1024 * 1024


class ObjectReader:
    """Contents are kept by their digests: the numbers of objects may be given to others."""

    def __init__(self, blobs: BlobStore, *, most_bytes: int = KEPT_BYTES) -> None:
        self._blobs = blobs
        self._most_bytes = most_bytes
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def read(self, rows: Mapping[int, StoredObject], wanted: Iterable[int]) -> dict[int, bytes]:
        """The contents of the wanted objects, checked against their digests; `rows` holds them with their ancestry."""
        numbers = list(wanted)
        with self._lock:
            known = {row.id: self._kept[row.digest] for row in rows.values() if row.digest in self._kept}
        found = decode(rows, numbers, self._blobs, known=known)
        self._keep({rows[number].digest: found[number] for number in numbers})
        return found

    def _keep(self, contents: Mapping[bytes, bytes]) -> None:
        with self._lock:
            for digest, content in contents.items():
                if digest not in self._kept:
                    self._kept[digest] = content
                    self._bytes += len(content)
                self._kept.move_to_end(digest)
            while self._kept and self._bytes > self._most_bytes:
                self._bytes -= len(self._kept.popitem(last=False)[1])
