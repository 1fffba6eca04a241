"""What a visit found out, as one record: made without an archive at hand, then committed to one in one transaction."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pagestrata.model.page_state import PageMemory
from pagestrata.model.records import Trail, TrailEntry, Visit

if TYPE_CHECKING:
    from pagestrata.model.blocks import BlockTree
    from pagestrata.model.deltas import Delta
    from pagestrata.model.events import Event
    from pagestrata.model.snapshot import Snapshot
    from pagestrata.model.weights import Decision, Weights


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailFinding:
    """Where a followed block is now, and the trail with what its follower learned from that."""

    trail: Trail
    entry: TrailEntry


SKIPPED_DAYS = 30.0
"""How long it can be looked at what a skipped visit found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitResult:
    """The outcome of a visit. What a stage did not get to is None; the version's name comes with the commit.

    `snapshot` without nodes is the plain answer that a cheap stage looked at.
    """

    visit: Visit
    snapshot: Snapshot | None = field(default=None, repr=False)
    tree: BlockTree | None = field(default=None, repr=False)
    delta: Delta | None = None
    weights: Weights | None = None
    decision: Decision | None = None
    shown: bytes = field(default=b"", repr=False)  # what a screen shows of the delta of a version that is kept
    trails: tuple[TrailFinding, ...] = ()
    events: tuple[Event, ...] = ()
    memory: PageMemory | None = None
    skipped_days: float = SKIPPED_DAYS
    doubted: tuple[str, ...] = ()  # of a cheap stage: what changed in the source that only a rendering can judge
