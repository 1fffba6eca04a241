"""What is asked of one page at one visit (the request), and what that comes to in an archive (the plan)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from pagestrata.model.notices import NoticeRule
from pagestrata.model.records import Stage, Visit, Watch
from pagestrata.model.slots import dataclass
from pagestrata.model.visit_result import SKIPPED_DAYS
from pagestrata.notify.rules import subjects_of
from pagestrata.visit.cut import BEST_AND_FINE, SegmentOptions
from pagestrata.visit.judge import AS_LEARNED, JudgeOptions
from pagestrata.visit.time_limit import EXAMINE_SECONDS

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

# Imports inside functions: visits that find nothing new end without them (tests/guards/test_light_start.py).

log = logging.getLogger(__name__)

HISTORY_VISITS = 50
"""How many earlier visits say how often a block changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitRequest:
    """A visit as the command line, the API or the web asks for it. The watch of the page fills in what is not said."""

    url: str = field(kw_only=False)
    segmentation: SegmentOptions | None = None
    judging: JudgeOptions = AS_LEARNED
    stage: Stage | None = None  # the stage that ends the visit at the latest; 'render': no other is asked
    force: bool = False  # keep a version whatever the changes are worth
    keep_errors: bool = False  # also keep error pages, logins and bot checks
    is_import: bool = False  # somebody archived it: kept whatever it is worth
    may_look_again: bool = True  # False: ask the server for the page only once


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitPlan:
    """The visit to be made. Everything in it can be sent to another process; the rules carry no channel."""

    url: str
    now: datetime
    segmentation: SegmentOptions = BEST_AND_FINE
    judging: JudgeOptions = AS_LEARNED
    watch: Watch | None = None
    rules: tuple[NoticeRule, ...] = ()
    force: bool = False  # keep a version whatever the changes are worth
    is_import: bool = False  # somebody archived it: kept whatever it is worth
    stage: Stage | None = None  # the stage that ends the visit at the latest; 'render': no other is asked
    skipped_days: float = SKIPPED_DAYS  # how long what the visit found can be looked at where it keeps no version
    keep_errors: bool = False  # also keep error pages, logins and bot checks
    examine_seconds: float = EXAMINE_SECONDS  # a page that takes longer to be cut, compared and judged is a fault


def plan_visit(
    archive: Archive, request: VisitRequest, *, now: datetime, examine_seconds: float = EXAMINE_SECONDS
) -> VisitPlan:
    """Return the plan for a request, completed by the watch of the page and the settings of the archive."""
    url, is_import = request.url, request.is_import
    with archive.one_view(by_driver=True):
        watch = archive.watches.covering(url)
        return VisitPlan(
            url=url,
            now=now,
            segmentation=_segmentation(archive, url, watch, request.segmentation),
            judging=judging_in(archive, watch, request.judging),
            watch=watch,
            rules=tuple(replace(rule, channel="") for rule in _rules_about(archive, url, watch)),
            force=request.force,
            is_import=is_import,
            stage=request.stage,
            skipped_days=_skipped_days(archive, watch),
            keep_errors=request.keep_errors or is_import or bool(watch and watch.settings.keep_errors),
            examine_seconds=examine_seconds,
        )


def _skipped_days(archive: Archive, watch: Watch | None) -> float:
    """As the watch says, else as the archive does."""
    if watch is not None and watch.settings.skipped_days is not None:
        return watch.settings.skipped_days
    asked = archive.settings.get("skipped_days")
    return SKIPPED_DAYS if asked is None else float(asked)


def _rules_about(archive: Archive, url: str, watch: Watch | None) -> list[NoticeRule]:
    subjects = {("trail", trail.id) for trail in archive.trails.of(url)} | (subjects_of(watch) if watch else set())
    return list(archive.outbox.rules_about(subjects))


def judging_of(watch: Watch | None, asked: JudgeOptions = AS_LEARNED) -> JudgeOptions:
    """How a page is judged: as asked, and as its watch says where nothing was."""
    return asked.over(JudgeOptions.from_settings(watch.settings)) if watch else asked


def judging_in(archive: Archive, watch: Watch | None, asked: JudgeOptions = AS_LEARNED) -> JudgeOptions:
    """How a page of an archive is judged, by the model that was trained for it where there is one.

    Of two judges named in one place, the paper's or a model of one's own, neither goes before the other: what is asked
    goes before what the watch says, and that before the archive's model.
    """
    judging = judging_of(watch, asked)
    if judging.threshold is None and judging.judge is None and judging.leaning is None:
        judging = replace(judging, threshold=archive.settings.get("threshold"))
    if asked.judge is not None:
        return replace(judging, model=None)
    if asked.model is not None:
        return replace(judging, judge=None)
    name = (watch.settings.model if watch else None) or (None if judging.judge else archive.settings.get("model"))
    return replace(judging, model=archive.settings.model(name)) if name else judging


def segmentation_of(archive: Archive, url: str, asked: SegmentOptions | None = None) -> SegmentOptions:
    """How a page is cut: as asked, else as its watch says, with the level its visits settled on."""
    return _segmentation(archive, url, archive.watches.covering(url) if asked is None else None, asked)


def _segmentation(archive: Archive, url: str, watch: Watch | None, asked: SegmentOptions | None) -> SegmentOptions:
    if asked is None:
        asked = SegmentOptions.from_settings(watch.settings) if watch else BEST_AND_FINE
    if asked.segmenter is None or asked.level is not None:
        return asked
    from pagestrata.segmenting import PARTITION

    if asked.segmenter != PARTITION:
        return asked
    return _with_remembered_level(asked, url, archive.visits.of(url, limit=HISTORY_VISITS))


def _with_remembered_level(options: SegmentOptions, url: str, history: Sequence[Visit]) -> SegmentOptions:
    """The options with the level that the page's visits settled on."""
    from pagestrata.segmenting import adjusted_level, partition_level

    visits = sorted(history, key=lambda visit: visit.visited_at)
    level = adjusted_level(visits, default=partition_level(options.pdoc))
    last = next((visit.level for visit in reversed(visits) if visit.level is not None), level)
    if level != last:
        why = "its blocks kept breaking" if level < last else "most of its blocks changed at every visit"
        log.info("%s: cut at level %d from now on, %d before: %s", url, level, last, why)
    return replace(options, level=level)
