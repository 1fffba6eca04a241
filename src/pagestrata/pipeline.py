"""One visit to one page, from the address to the archive: the product in one function.

A visit is a cascade: each step is cheaper than the next and may end it; `docs/explanation/architecture.md` tells
the same flow in words. The stages are given as functions, so that a recorded page, another segmenter or a cluster
needs no other pipeline.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import ParamSpec, Protocol, TypeVar

from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.reasons import Reason
from pagestrata.model.records import Version, Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.model.weights import Decision, Weights

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

HISTORY_VISITS = 50  # how many earlier visits say how often a block changes
FIRST_VERSION = Decision(
    similar=False, score=1.0, probability=1.0, reasons=(Reason("first version of this page", kind="first"),)
)


class VersionKeeper(Protocol):
    """What a visit needs of an archive."""

    def latest(self, url: str) -> Version | None: ...
    def tree(self, version: Version) -> BlockTree: ...
    def screenshot(self, version: Version) -> bytes | None: ...
    def visits(self, url: str, *, limit: int | None = None) -> Sequence[Visit]: ...
    def record_visit(self, visit: Visit) -> None: ...
    def append(
        self, snapshot: Snapshot, tree: BlockTree, delta: Delta | None, *, visit: Visit, weights: Weights | None = None
    ) -> Version: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """The last kept version and the page as it is now, side by side, and what happened at earlier visits."""

    old: BlockTree
    new: BlockTree
    old_picture: bytes | None
    new_picture: bytes | None
    history: Sequence[Visit]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stages:
    """The steps of a visit, as functions."""

    unchanged: Callable[[str, Version], bool]  # a cheap request says so
    capture: Callable[[str], Snapshot]
    segment: Callable[[Snapshot, BlockTree | None], BlockTree]
    compare: Callable[[Sides], Delta]
    weigh: Callable[[Sides, Delta], Weights]
    decide: Callable[[Sides, Delta, Weights], Decision]
    follow: Callable[[Snapshot, Visit], None]  # finds the blocks that people follow again
    tell: Callable[[Visit, Delta | None], None]


@dataclass(slots=True)
class StopWatch:
    """Adds up the seconds of each step."""

    seconds: dict[str, float] = field(default_factory=dict)

    def timed(
        self, step: str, function: Callable[Given, Answer], *values: Given.args, **options: Given.kwargs
    ) -> Answer:
        begin = time.perf_counter()
        try:
            return function(*values, **options)
        finally:
            self.seconds[step] = round(self.seconds.get(step, 0.0) + time.perf_counter() - begin, 6)


def visit(url: str, *, archive: VersionKeeper, stages: Stages, now: datetime, force: bool = False) -> Visit:
    """Visit a page once and keep a version if its changes matter (or always, with `force`)."""
    watch, last, delta, weights, decision = StopWatch(), archive.latest(url), None, None, FIRST_VERSION
    if last is not None and not force and watch.timed("fetch", stages.unchanged, url, last):
        outcome = Visit(url=url, visited_at=now, stage="unchanged", version=None, kept=False, seconds=watch.seconds)
        archive.record_visit(outcome)
        return outcome
    snapshot = watch.timed("render", stages.capture, url)
    old = archive.tree(last) if last is not None else None
    tree = watch.timed("segment", stages.segment, snapshot, old)
    if last is not None and old is not None:
        sides = Sides(
            old=old,
            new=tree,
            old_picture=archive.screenshot(last),
            new_picture=snapshot.screenshot_png,
            history=archive.visits(url, limit=HISTORY_VISITS),
        )
        delta = watch.timed("compare", stages.compare, sides)
        weights = watch.timed("weigh", stages.weigh, sides, delta)
        decision = watch.timed("weigh", stages.decide, sides, delta, weights)
        if snapshot.nodes is None:
            decision = by_bytes(snapshot, last)
    outcome = _outcome(url, now, tree, delta, weights, decision, kept=force or not decision.similar, watch=watch)
    if outcome.kept:
        version = watch.timed("store", archive.append, snapshot, tree, delta, visit=outcome, weights=weights)
        outcome = replace(outcome, version=version.id, seconds=watch.seconds)
    else:
        archive.record_visit(outcome)
    stages.follow(snapshot, outcome)
    stages.tell(outcome, delta)
    return outcome


def by_bytes(snapshot: Snapshot, last: Version) -> Decision:
    """The decision about what has no blocks (a PDF, a picture, JSON): another byte is another version."""
    body = snapshot.responses[0].body if snapshot.responses else b""
    same = hashlib.sha256(body).hexdigest() == last.digest
    reason = Reason(
        f"no blocks ({snapshot.content_type or 'unknown type'}): the bytes {'are the same' if same else 'differ'}",
        kind="bytes",
    )
    return Decision(similar=same, score=-1.0 if same else 1.0, probability=0.0 if same else 1.0, reasons=(reason,))


def _outcome(
    url: str,
    now: datetime,
    tree: BlockTree,
    delta: Delta | None,
    weights: Weights | None,
    decision: Decision,
    *,
    kept: bool,
    watch: StopWatch,
) -> Visit:
    return Visit(
        url=url,
        visited_at=now,
        stage="render",
        version=None,
        kept=kept,
        importance=weights.total if weights else None,
        score=decision.score,
        changes=len(delta.changes) if delta else 0,
        seconds=watch.seconds,
        reasons=decision.reasons,
        block_ids={block.ref: block.id for block in tree.leaves()},
        level=tree.level,
    )
