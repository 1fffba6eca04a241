"""The result of a visit as one record: made without access to an archive, then stored in one transaction."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from pagestrata.model.page_state import PageMemory
from pagestrata.model.records import Trail, TrailEntry, Visit
from pagestrata.model.slots import dataclass

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
"""Days for which the result of a skipped visit is stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitResult:
    """The result of a visit. Steps that were not reached are None; the commit assigns the version's name.

    A `snapshot` without nodes is the plain answer that a cheap stage examined.
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
