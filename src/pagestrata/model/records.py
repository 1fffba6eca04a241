"""What an archive remembers: pages, their versions, and the visits that made them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

Stage = Literal["unchanged", "quick", "refill", "render"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One kept version of one page."""

    id: str
    url: str
    captured_at: datetime
    status: int
    title: str
    importance: float | None = None
    changes: int = 0
    digest: str = ""  # of the raw body
    etag: str | None = None
    last_modified: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """One visit through the cascade and what came of it."""

    url: str
    visited_at: datetime
    stage: Stage
    version: str | None
    kept: bool
    importance: float | None = None
    score: float | None = None
    changes: int = 0
    seconds: Mapping[str, float] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()
    block_ids: Mapping[str, str] = field(default_factory=dict)  # leaf ref -> content id: which blocks change how often
    error: str | None = None
