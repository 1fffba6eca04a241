"""The steps of a visit, made from the packages that do them."""

from __future__ import annotations

import hashlib
import logging
from typing import TYPE_CHECKING

from pagestrata.app.cutting import BEST_AND_FINE, SegmentOptions, cut
from pagestrata.app.judging import AS_LEARNED, JudgeOptions, compare_sides, decide_sides, weigh_sides
from pagestrata.errors import CaptureError
from pagestrata.model.deltas import Delta
from pagestrata.model.records import Version, Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.pipeline import Stages

if TYPE_CHECKING:
    from pagestrata.capturing.browser.pool import BrowserPool
    from pagestrata.capturing.options import CaptureOptions
    from pagestrata.store.archive import Archive

log = logging.getLogger(__name__)


def make_stages(
    pool: BrowserPool,
    options: CaptureOptions,
    archive: Archive,
    *,
    segmentation: SegmentOptions = BEST_AND_FINE,
    judging: JudgeOptions = AS_LEARNED,
) -> Stages:
    """The stages of a visit with a real browser."""
    from pagestrata.app.trails import is_followed_up

    return Stages(
        unchanged=lambda url, last: is_followed_up(archive, last) and not_modified(url, last, options),
        capture=lambda url: pool.capture(url, options),
        segment=lambda snapshot, previous: cut(
            snapshot, segmentation, previous=previous, importance=judging.importance
        ),
        compare=compare_sides,
        weigh=lambda sides, delta: weigh_sides(sides, delta, judging),
        decide=lambda sides, delta, weights: decide_sides(sides, delta, weights, judging),
        follow=lambda snapshot, visit: follow_blocks(archive, snapshot, visit),
        tell=tell_terminal,
    )


def not_modified(url: str, last: Version, options: CaptureOptions) -> bool:
    """Ask the server cheaply. Only a plain 'not modified' or the same bytes count; whatever fails goes to the browser.

    A page that needs scripts, cookies or steps may show something new behind the same bytes: those are always rendered.
    """
    from pagestrata.capturing.http.fetch import fetch

    if options.steps or options.cookies or options.storage_state:
        return False
    try:
        answer = fetch(url, etag=last.etag, last_modified=last.last_modified, allow_private=options.allow_private)
    except CaptureError as error:
        log.info("%s: the cheap request failed (%s); opening the page in the browser", url, error)
        return False
    if answer.not_modified:
        return True
    same_bytes = answer.status == last.status and hashlib.sha256(answer.body).hexdigest() == last.digest
    return same_bytes and b"<script" not in answer.body.lower()


def follow_blocks(archive: Archive, snapshot: Snapshot, visit: Visit) -> None:
    """Find the followed blocks of the page again and say where they went."""
    from pagestrata.app.trails import follow_trails

    for trail, entry in follow_trails(archive, snapshot, url=visit.url, version=visit.version):
        log.info("%s: followed block %s is %s: %s", visit.url, trail.id, entry.state, entry.change or "no change")


def tell_terminal(visit: Visit, delta: Delta | None) -> None:
    """Say on standard error what a visit came to."""
    verdict = "kept" if visit.kept else "nothing worth keeping"
    why = f": {visit.reasons[0]}" if visit.reasons else ""
    log.info("%s: %s, %d changes%s", visit.url, verdict, len(delta.changes) if delta else 0, why)
