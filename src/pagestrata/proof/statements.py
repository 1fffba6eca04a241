"""What a leaf of the log says: one JSON object in its only possible spelling, so that anybody can hash it again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def canonical(statement: Mapping[str, Any]) -> bytes:
    """Return the bytes of a statement: UTF-8, keys in order, no white space, nothing but ASCII."""
    return _ENCODER.encode(statement).encode("ascii")


def moment_text(microseconds: int) -> str:
    """Return a moment as UTC text with microseconds, of one length."""
    return (_EPOCH + timedelta(microseconds=microseconds)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
