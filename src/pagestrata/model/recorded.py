"""Pages of a collection of recordings."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, order=True)
class RecordedCapture:
    """Where one capture of a page is."""

    recorded_at: datetime
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedPage:
    """One address with its captures, oldest first; `key` is the name of its part in the tables."""

    url: str
    captures: tuple[RecordedCapture, ...]

    @property
    def key(self) -> str:
        said = "\n".join(
            [self.url, *(f"{capture.recorded_at.isoformat()} {capture.source}" for capture in self.captures)]
        )
        return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:32]
