"""Records of the archive: versions, visits, trails, watches and feedback."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from pagestrata.model.geometry import EMPTY_BOX, Box
from pagestrata.model.slots import dataclass
from pagestrata.model.watch_settings import NO_SETTINGS, WatchSettings

if TYPE_CHECKING:
    from pagestrata.model.snapshot import Redirect

Stage = Literal["unchanged", "quick", "refill", "render"]
Check = Literal["agreed", "disagreed"]
FaultKind = Literal[
    "not found",
    "forbidden",
    "too many requests",
    "client error",
    "server error",
    "soft not found",
    "maintenance",
    "bot wall",
    "login wall",
    "empty",
    "suspect",
    "certificate",
    "unknown host",
    "timeout",
    "unreachable",
    "step failed",
]
"""The kinds of faults: what a visit may get instead of the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One kept version of one page."""

    id: str
    url: str
    captured_at: datetime
    status: int
    title: str
    importance: float | None = None  # E, see `weighing`
    probability: float | None = None  # that a person would keep it; None if not judged
    changes: int = 0
    digest: str = ""  # of the raw body
    etag: str | None = None
    last_modified: str | None = None
    redirects: tuple[Redirect, ...] = ()  # from the page's address to where it was found
    depth_px: int | None = None  # captured height in pixels; None: the whole page
    notes: tuple[str, ...] = ()  # as in `Snapshot`


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """One visit through the cascade and what came of it."""

    url: str
    visited_at: datetime
    stage: Stage
    version: str | None
    kept: bool
    importance: float | None = None  # E, see `weighing`
    probability: float | None = None  # that a person would keep what changed
    score: float | None = None
    changes: int = 0
    seconds: Mapping[str, float] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()  # the verdict first; fresh from a visit each is a `Reason` with block and operation
    sentence: str = ""  # what changed, of a kept version that is not the first; see `change_sentence`
    block_ids: Mapping[str, str] = field(default_factory=dict)  # leaf ref -> content id: which blocks change how often
    level: int | None = None  # the partition's, where it cut the page
    error: str | None = None
    check: Check | None = None  # of a rendering: whether the cheap stages would have missed what it kept
    skipped: str | None = None  # id of the stored result, if the visit was skipped
    retry_after_seconds: float | None = None  # as the server asked for with a fault
    fault: FaultKind | None = None  # kind of fault page shown instead of the page
    received_bytes: int = 0  # fresh from a visit only: what was received, unpacked
    links: tuple[str, ...] = ()  # fresh from a visit only: where the page leads, of pages of a watched site

    @property
    def showed_page(self) -> bool:
        """Return whether the visit showed the page itself: no fault page and no failed visit."""
        return self.fault is None and self.error is None


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedText:
    """The text of a changed block at a skipped visit; `version` is the visit in the form of a version."""

    version: Version
    block: str
    role: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """One block on one page, from the version that brought it to the last one that showed it."""

    url: str
    block: str  # content hash
    ref: str  # where it was when it came
    role: str
    topic: str
    text: str
    first_version: str
    first_seen: datetime
    last_seen: datetime
    gone_at: datetime | None = None  # time of the first version without it; None: still present


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """A resource (a style sheet, a picture) and the first of the versions of one page that held it in a row."""

    url: str
    version: Version
    gone_at: datetime | None = None  # time of the first version without it; None: still present


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedChange:
    """One operation of an archived delta, with long texts cut."""

    url: str
    version: str
    captured_at: datetime
    number: int
    op: str
    element: str
    block: str
    to_block: str | None
    old: Any
    new: Any
    importance: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trail:
    """One followed block across versions. `origin` is how a person selected it, `state` what the follower learned."""

    id: str
    url: str
    origin: Mapping[str, Any]
    state: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenImage:
    """A picture inside a followed block: where it came from, its bytes, its looks; '' is unknown."""

    address: str
    digest: str = ""
    picture_hash: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailCandidate:
    """The second best candidate for a followed block."""

    path: str
    text: str
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailEntry:
    """Where a followed block was in one version."""

    found_at: datetime
    version: str | None
    state: Literal["found", "uncertain", "lost"]
    confidence: float
    gap: float | None = None  # to the second best; None: not known
    path: str | None = None
    box: Box = EMPTY_BOX
    text: str = ""
    images: tuple[SeenImage, ...] | None = None  # None: not known
    change: str | None = None  # what became of it since the entry before
    reasons: tuple[str, ...] = ()  # for the state
    alerts: tuple[str, ...] = ()  # notes for a person to check
    other: TrailCandidate | None = None  # of an uncertain block: what it may be as well
    picture_png: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """A watched page with its settings."""

    id: str
    url: str
    settings: WatchSettings = NO_SETTINGS


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """A person's verdict on the change between two versions."""

    old_version: str
    new_version: str
    verdict: Literal["mattered", "noise"]
    given_at: datetime
    note: str = ""
    blocks: Mapping[str, str] = field(default_factory=dict)  # ref -> verdict on the change of this block alone
