"""Recordings as files of this machine, wherever they are kept: those in buckets are brought here while they are needed."""

from __future__ import annotations

import contextlib
import tempfile
from collections import OrderedDict
from pathlib import Path
from types import TracebackType
from typing import Self

from pagestrata.store.objects.bucket_files import download, is_in_bucket

KEPT_AT_ONCE = 4
"""Captures of one page are often in the same few files."""


class LocalCopies:
    """A context manager; what was brought here is gone when it is left."""

    def __init__(self, most: int = KEPT_AT_ONCE) -> None:
        self._most = most
        self._copies: OrderedDict[str, Path] = OrderedDict()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._number = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    def path(self, source: str) -> Path:
        """The file of a source. A copy stays until others have come in its place: open it at once."""
        if not is_in_bucket(source):
            return Path(source)
        if source in self._copies:
            self._copies.move_to_end(source)
            return self._copies[source]
        while len(self._copies) >= self._most:
            self._copies.popitem(last=False)[1].unlink(missing_ok=True)
        copy = self._next_file(source)
        try:
            download(source, copy)
        except BaseException:
            with contextlib.suppress(OSError):
                copy.unlink(missing_ok=True)
            raise
        self._copies[source] = copy
        return copy

    def _next_file(self, source: str) -> Path:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="pagestrata-")
        self._number += 1
        return Path(self._folder.name) / f"{self._number}-{source.rpartition('/')[2][-100:]}"
