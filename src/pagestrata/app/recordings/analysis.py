"""Analyse collections of recordings, page by page, into tables for research and optionally into an archive.

A page is one address with its captures in time order. Pages are independent, so an engine may give each to another worker. What
a worker has written is final: repeat the call to continue with the rest. Without an archive, a visit passes the state of its
page on to the next one.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pagestrata.app.recordings.collection import SNAPSHOT, recorded_snapshot
from pagestrata.app.recordings.imports import LocalCopies, RecordedPage
from pagestrata.app.session import Session
from pagestrata.capturing.recorded.recordings import capture_recorded, recorded_response
from pagestrata.engine.dispatch import Done, dispatch
from pagestrata.errors import PagestrataError
from pagestrata.formats.analysis_tables import TABLES, check_installed, is_written, write_part
from pagestrata.formats.pictures.screenshots import screenshot_of
from pagestrata.formats.recordings.http_messages import find_header
from pagestrata.formats.urls import timestamp14
from pagestrata.model.blocks import Block
from pagestrata.model.change_rows import change_rows
from pagestrata.model.fetched import Fetched
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Version
from pagestrata.model.snapshot import Snapshot
from pagestrata.model.visit_result import VisitResult
from pagestrata.visit.commit import commit
from pagestrata.visit.examine import examine
from pagestrata.visit.faults.failing import examine_fault
from pagestrata.visit.faults.page_faults import fault_of_page
from pagestrata.visit.feeds import as_page
from pagestrata.visit.plain_answers import examine_fetched
from pagestrata.visit.plan import HISTORY_VISITS, VisitPlan
from pagestrata.visit.step_timer import StepTimer

if TYPE_CHECKING:
    from pagestrata.capturing.options import CaptureOptions
    from pagestrata.interfaces import Engine
    from pagestrata.store.archive import Archive


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysedPage:
    """The result of one page."""

    url: str
    captures: int = 0
    kept: int = 0
    problems: tuple[str, ...] = ()
    was_done: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysed:
    """The result of a collection: its pages, and problems while reading it."""

    pages: tuple[AnalysedPage, ...]
    problems: tuple[str, ...] = ()


def analyse(
    engine: Engine,
    pages: Sequence[RecordedPage],
    output: Path,
    *,
    archive: str | None = None,
    browser: str | None = None,
    options: CaptureOptions | None = None,
) -> Iterator[AnalysedPage]:
    """Analyse every page that is not in the tables yet, and yield each result as it ends.

    With `archive`, captures that the tables call kept become versions there and all others visits, once.
    """
    check_installed()
    waiting = []
    for page in pages:
        if is_written(output, page.key):
            yield AnalysedPage(url=page.url, captures=len(page.captures), was_done=True)
        else:
            waiting.append(page)
    work = PageAnalysis(output=output.resolve(), archive=archive, browser=browser, options=options)
    for done in dispatch(engine, work, largest_first(waiting)):
        yield _answer(done)


def largest_first(pages: Sequence[RecordedPage]) -> list[RecordedPage]:
    """Pages by the amount of work, largest first, so that no worker is busy long after all others have ended.

    All files in buckets count the same: requesting a size takes as long as a small page.
    """
    captures = Counter(capture.source for page in pages for capture in page.captures)
    bytes_each = {source: _size(source) / count for source, count in captures.items()}
    return sorted(pages, key=lambda page: -sum(bytes_each[capture.source] for capture in page.captures))


def _size(source: str) -> int:
    try:
        return Path(source).stat().st_size
    except OSError:
        return 1


def _answer(done: Done) -> AnalysedPage:
    if done.error is None:
        found: AnalysedPage = done.result
        return found
    if isinstance(done.error, PagestrataError):
        return AnalysedPage(url=done.item.url, problems=(str(done.error),))
    raise done.error


@dataclass(frozen=True, slots=True, kw_only=True)
class PageAnalysis:
    """The work of an engine: analyse one page at a time; a browser is started if a capture must be rendered."""

    output: Path
    archive: str | None = None
    browser: str | None = None
    options: CaptureOptions | None = None

    @contextmanager
    def __call__(self) -> Iterator[Callable[[RecordedPage], AnalysedPage]]:
        with (
            Session(archive=self.archive, browser=self.browser, options=self.options) as session,
            LocalCopies() as copies,
        ):
            archive = session.archive if self.archive is not None else None
            yield lambda page: analyse_page(session, copies, page, self.output, archive)


def analyse_page(
    session: Session, copies: LocalCopies, page: RecordedPage, output: Path, archive: Archive | None = None
) -> AnalysedPage:
    """Analyse the captures of one page in order, into its part of the tables and, if given, the archive."""
    rows, state, problems = AnalysisRows(page.url), PageState(url=page.url), []
    known = {visit.visited_at for visit in archive.visits.of(page.url)} if archive is not None else set()
    for capture in page.captures:
        plan = VisitPlan(url=page.url, now=capture.recorded_at)
        try:
            findings = _examined(session, plan, state, copies.path(capture.source))
        except PagestrataError as error:
            problems.append(f"{page.url[:200]} at {capture.recorded_at.isoformat()}: {error}")
            rows.add_error(capture.recorded_at, capture.source, str(error))
            continue
        rows.add(capture.source, state, findings)
        state = advanced(state, findings)
        if archive is not None:
            if findings.visit.visited_at not in known:
                commit(archive, findings)
            state = _as_archived(archive, state)
    write_part(output, page.key, rows.tables)
    return AnalysedPage(url=page.url, captures=len(page.captures), kept=rows.kept, problems=tuple(problems))


def _as_archived(archive: Archive, state: PageState) -> PageState:
    """The page state with the id of its last version in the archive: changes are stored with the version they start from."""
    if state.last is None:
        return state
    found = archive.versions.before(state.url, state.last.captured_at, faults=False)
    is_same = found is not None and found.captured_at == state.last.captured_at
    return replace(state, last=replace(state.last, id=found.id)) if found is not None and is_same else state


def _examined(session: Session, plan: VisitPlan, state: PageState, source: Path) -> VisitResult:
    """Examine one capture and compare it with the version before."""
    timer = StepTimer()
    first, render = _capture(session, plan, source)
    unchanged = examine_fetched(plan, state, first, seconds=timer.seconds)
    if unchanged is not None:
        return unchanged
    with timer.step("render"):
        rendered = render()
    snapshot = as_page(rendered)
    fault = fault_of_page(snapshot, state)
    if fault is not None:
        return examine_fault(plan, state, fault, snapshot, seconds=timer.seconds)
    return examine(plan, state, snapshot, seconds=timer.seconds)


def _capture(session: Session, plan: VisitPlan, source: Path) -> tuple[Fetched, Callable[[], Snapshot]]:
    """The main response of a capture, and a function that renders it."""
    if source.name.lower().endswith(SNAPSHOT):
        snapshot = recorded_snapshot(source)
        body = snapshot.responses[0].body if snapshot.responses else b""
        first = Fetched(requested_url=plan.url, url=snapshot.url, status=snapshot.status, body=body)
        return first, lambda: snapshot

    found = recorded_response(source, url=plan.url, at=plan.now)
    first = Fetched(requested_url=plan.url, url=found.url, status=found.status, headers=found.headers, body=found.body)
    return first, lambda: capture_recorded(
        session.pool, source, session.options, url=plan.url, at=plan.now, as_visited=True
    )


def advanced(state: PageState, findings: VisitResult) -> PageState:
    """The page state after a visit, without followed blocks."""
    history = (findings.visit, *state.history)[:HISTORY_VISITS]
    known = replace(state, history=history, memory=findings.memory or state.memory)
    snapshot, tree = findings.snapshot, findings.tree
    if not findings.visit.kept or findings.visit.fault or snapshot is None or tree is None:
        return known
    return replace(known, last=_version(state.url, findings, snapshot), tree=tree, screenshot=screenshot_of(snapshot))


def _version(url: str, findings: VisitResult, snapshot: Snapshot) -> Version:
    body = snapshot.responses[0].body if snapshot.responses else b""
    return Version(
        id=timestamp14(snapshot.captured_at),
        url=url,
        captured_at=snapshot.captured_at,
        status=snapshot.status,
        title=snapshot.title,
        importance=findings.visit.importance,
        probability=findings.visit.probability,
        changes=findings.visit.changes,
        digest=hashlib.sha256(body).hexdigest(),
        etag=find_header(snapshot.headers, "etag"),
        last_modified=find_header(snapshot.headers, "last-modified"),
        redirects=snapshot.redirects,
        depth_px=snapshot.depth_px,
    )


class AnalysisRows:
    """The rows of one page in the four tables of an analysis."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.tables: dict[str, list[dict[str, Any]]] = {table: [] for table in TABLES}

    @property
    def kept(self) -> int:
        """The number of kept captures."""
        return sum(row["kept"] for row in self.tables["visits"])

    def add(self, source: str, before: PageState, findings: VisitResult) -> None:
        """Add the rows of one capture; `before` is the page state before it."""
        seen = {"url": self._url, "visited_at": findings.visit.visited_at}
        self.tables["visits"].append({**seen, "source": source, **_visit_row(findings)})
        if findings.tree is not None and not findings.visit.fault:
            self.tables["blocks"] += [{**seen, **row} for row in _block_rows(findings.tree.blocks, "")]
        compared = before.last.captured_at if before.last is not None else None
        self.tables["changes"] += [
            {**seen, "compared_with": compared, "operation": row.pop("op"), **row}
            for row in change_rows(findings.delta, findings.weights)
        ]
        if findings.weights is not None:
            names = ("block", "importance", "amount", "share", "reason")
            self.tables["importance"] += [
                {**seen, **{name: getattr(share, name) for name in names}} for share in findings.weights.shares
            ]

    def add_error(self, recorded_at: datetime, source: str, error: str) -> None:
        """Add the row of a capture that could not be shown."""
        row = {"url": self._url, "visited_at": recorded_at, "source": source, "kept": False, "changes": 0}
        self.tables["visits"].append({**row, "error": error, "reasons": []})


def _visit_row(findings: VisitResult) -> dict[str, Any]:
    visit, snapshot, tree = findings.visit, findings.snapshot, findings.tree
    seconds = dict(visit.seconds)
    leaves = list(tree.leaves()) if tree is not None else []
    return {
        "stage": visit.stage,
        "status": snapshot.status if snapshot is not None else None,
        "title": snapshot.title if snapshot is not None else None,
        "kept": visit.kept,
        "probability": visit.probability,
        "importance": visit.importance,
        "changes": visit.changes,
        "blocks": len(leaves) if tree is not None else None,
        "words": sum(len(leaf.text.split()) for leaf in leaves) if tree is not None else None,
        "fault": visit.fault,
        "error": visit.error,
        "reasons": [str(reason) for reason in visit.reasons],
        "render_seconds": seconds.pop("render", 0.0),
        "own_seconds": sum(seconds.values()),
    }


def _block_rows(blocks: tuple[Block, ...], parent: str) -> Iterator[dict[str, Any]]:
    for block in blocks:
        yield {
            "block": block.ref,
            "parent": parent or None,
            "is_leaf": not block.children,
            "role": block.role,
            "layer": block.layer,
            "importance": block.importance,
            "topic": block.topic or None,
            "content_id": block.id,
            "text": block.text,
            "links": [link.address for link in block.links],
            "images": [image.address for image in block.images],
            "x": block.box.x,
            "y": block.box.y,
            "width": block.box.width,
            "height": block.box.height,
        }
        yield from _block_rows(block.children, block.ref)
