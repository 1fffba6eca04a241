"""Verdicts of the product on the labelled data, as a user gets them: nothing here knows how the product decides.

Pairs go through `visit.judge.judge`, as `pagestrata diff` does it. Sequences go through whole visits into an archive.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from benchmarks.kept_imports import import_snapshot
from benchmarks.pages import Renderer
from benchmarks.quality.judging_data import (
    MonitorPair,
    RealPair,
    WrittenCase,
    monitor_pairs,
    monitor_snapshots,
    written_looks,
)
from benchmarks.quality.judging_scores import Judged, Step, judgeable
from pagestrata.deciding.decide import DEFAULT_THRESHOLD
from pagestrata.deciding.sides import Side
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Version, Visit
from pagestrata.model.weights import Decision
from pagestrata.store.archive import open_archive
from pagestrata.visit.cascade import is_in_doubt, looked_again
from pagestrata.visit.examine import compare_page, examine
from pagestrata.visit.judge import AS_LEARNED, JudgeOptions, judge
from pagestrata.visit.plan import VisitPlan
from pagestrata.visit.step_timer import StepTimer

TURNS = "turns"
"""The kind of noise in a written case of which a second look shows something else."""
URL = "https://written.example/"
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def judged_written(cases: Sequence[WrittenCase], options: JudgeOptions = AS_LEARNED) -> list[Judged]:
    """Written cases at one look."""
    found = []
    for case in cases:
        decision = judge(Side(tree=case.old_tree), Side(tree=case.new_tree), options).decision
        kinds = (TURNS,) if case.second_key else ()
        found.append(replace(_judged(decision, group=case.set, fact=case.fact, name=case.name), kinds=kinds))
    return found


def judged_at_second_look(cases: Sequence[WrittenCase], options: JudgeOptions = AS_LEARNED) -> list[Judged]:
    """Written cases of which a second look shows something else, as a visit that may look again judges them."""
    looks = written_looks()
    found = []
    for case in (case for case in cases if case.second_key):
        plan = VisitPlan(url=URL, now=NOW, judging=options)
        last = Version(id="1", url=URL, captured_at=NOW, status=200, title="")
        state = PageState(url=URL, last=last, tree=case.old_tree)
        page = compare_page(plan, state, looks[case.new_key], StepTimer())
        seen = examine(plan, state, looks[case.new_key], compared=page)
        if is_in_doubt(plan, state, seen):
            seen = looked_again(plan, state, seen, page, lambda _, key=case.second_key: looks[key])  # type: ignore[misc]
        if seen.decision is not None:
            found.append(_judged(seen.decision, group=case.set, fact=case.fact, name=case.name))
    return found


def judged_pairs(
    pairs: Sequence[RealPair], options: JudgeOptions = AS_LEARNED, *, pictures: bool = True
) -> list[Judged]:
    """Pairs of real versions, each by itself, with their screenshots."""
    found = []
    with Renderer() as renderer:
        for pair in pairs:
            old = Side(
                tree=pair.old_tree, depth_px=pair.old_depth_px, screenshot_png=_png(renderer, pair, pair.old, pictures)
            )
            new = Side(
                tree=pair.new_tree, depth_px=pair.new_depth_px, screenshot_png=_png(renderer, pair, pair.new, pictures)
            )
            decision = judge(old, new, options).decision
            name = f"{pair.old} -> {pair.new}"
            found.append(_judged(decision, group=pair.site, fact=pair.dissimilar, name=name, label=pair.why))
    return found


def _png(renderer: Renderer, pair: RealPair, time: str, pictures: bool) -> bytes | None:
    return renderer.version(pair.site, pair.url, time).screenshot_png if pictures else None


def _judged(decision: Decision, *, group: str, fact: bool, name: str, label: str = "") -> Judged:
    return Judged(
        group=group,
        fact=fact,
        alarm=not decision.similar,
        name=name,
        why=str(decision.reasons[0]) if decision.reasons else "",
        label=label,
        probability=decision.probability,
    )


def monitored_pair_by_pair(site: str, options: JudgeOptions = AS_LEARNED, *, pictures: bool = True) -> list[Judged]:
    """The labelled pairs of a site, each visit compared with the one before it.

    Every version is kept, so that the next visit is compared with it, and every page is rendered. An alarm is a
    probability above the threshold: a version would have been kept without being asked for.
    """
    threshold = DEFAULT_THRESHOLD if options.threshold is None else options.threshold
    visits = _visits(site, options, keep_all=True, pictures=pictures)
    alarms = {time: (visit.probability or 0.0) > threshold and visit.fault is None for time, visit in visits.items()}
    return [_of_visit(pair, visits, alarms) for pair in _labelled(site)]


def monitored_as_it_runs(site: str, options: JudgeOptions = AS_LEARNED, *, pictures: bool = True) -> list[Judged]:
    """The labelled pairs of a site visited as a watch visits it: cheap stages first, compared with the last kept version.

    An alarm is a version that was kept. Left out are pairs whose label does not say what was right (see `judgeable`).
    """
    visits = _visits(site, options, keep_all=False, pictures=pictures)
    labels = {pair.new: pair for pair in _labelled(site)}
    steps = [
        Step(alarm=visit.kept, fact=labels[time].dissimilar if time in labels else None)
        for time, visit in visits.items()
    ]
    alarms = {time: visit.kept for time, visit in visits.items()}
    usable = dict(zip(visits, judgeable(steps), strict=True))
    return [_of_visit(pair, visits, alarms) for pair in labels.values() if usable[pair.new]]


def _labelled(site: str) -> list[MonitorPair]:
    return [pair for pair in monitor_pairs() if pair.site == site]


def _visits(site: str, options: JudgeOptions, *, keep_all: bool, pictures: bool) -> dict[str, Visit]:
    """The visits to every version of a site in order, by their times, into an archive of their own."""
    visits = {}
    with tempfile.TemporaryDirectory() as folder, open_archive(f"{folder}/archive") as archive:
        for time, snapshot in monitor_snapshots(site):
            seen = snapshot if pictures else replace(snapshot, screenshot_png=None)
            visits[time] = import_snapshot(archive, seen, only_important=True, force=keep_all, judging=options)
    return visits


def _of_visit(pair: MonitorPair, visits: dict[str, Visit], alarms: dict[str, bool]) -> Judged:
    visit = visits[pair.new]
    reasons = [str(reason) for reason in visit.reasons] or [f"stage {visit.stage}"]
    return Judged(
        group=pair.site,
        fact=pair.dissimilar,
        alarm=alarms[pair.new],
        name=f"{pair.old} -> {pair.new}",
        why="; ".join(reasons[:2]),
        label=pair.why,
        probability=visit.probability,
        kinds=pair.noise,
        visit=list(visits).index(pair.new) + 1,
    )
