"""What happened to a page and its followed blocks, as events: for messages at a visit, and for feeds from the archive.

Both make the same events: of a version with its recorded changes, and of the entries of a trail.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from textwrap import shorten
from typing import Any
from urllib.parse import urlsplit

from pagestrata.errors import PagestrataError
from pagestrata.follow.series import series_of
from pagestrata.formats.pictures.screenshots import screenshot_of
from pagestrata.formats.urls import timestamp14
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.change_rows import change_rows
from pagestrata.model.change_sentence import (
    MOST_MARKED,
    change_sentence,
    first_block,
    marked_edits,
    marked_words,
    text_of,
)
from pagestrata.model.deltas import Delta
from pagestrata.model.events import NOTHING_ALIKE, Event
from pagestrata.model.geometry import Box
from pagestrata.model.page_state import PageState
from pagestrata.model.records import RecordedChange, Trail, TrailEntry, Version, Watch
from pagestrata.model.screenshots import Screenshot
from pagestrata.model.snapshot import Snapshot
from pagestrata.model.visit_result import VisitResult
from pagestrata.notify.pictures import before_and_now, marked_picture, picture_of_block
from pagestrata.notify.rules import is_about, reasons_to_notify, rule_from
from pagestrata.visit.depths import is_kept_for_depth
from pagestrata.visit.plan import VisitPlan
from pagestrata.visit.trails.block_images import share_of_others

# Imports inside functions: visits that find nothing new end without them (tests/guards/test_light_start.py).

LONGEST_TEXT = 2_000
LONGEST_COMPARED = 4_000
QUOTED_CHARACTERS = 80
ANOTHER_PICTURE = "it shows another picture"
LARGEST_AROUND = 0.4  # of the page: a larger block around the change shows too little of it


def events_of(plan: VisitPlan, state: PageState, findings: VisitResult) -> tuple[Event, ...]:
    """What the rules of a plan may report: the new version, and each followed block that a rule is about."""
    subjects = {rule.subject for rule in plan.rules if rule.kind == "trail"}
    return (*_page_events(plan, state, findings), *_trail_news(plan, state, findings, subjects))


def is_reported(plan: VisitPlan, findings: VisitResult) -> str | None:
    """Why a version must be kept for a rule: one with conditions of its own reports it; None where none does."""
    asking = [rule for rule in plan.rules if rule.conditions and rule.kind != "trail"]
    event = _page_event(plan, findings) if asking else None
    if event is None:
        return None
    for rule in asking:
        if is_about(rule, event) and (reasons := reasons_to_notify(rule_from(rule.conditions), event)):
            return f"a rule ({rule.id}) reports it: {reasons[0]}"
    return None


def _page_events(plan: VisitPlan, state: PageState, findings: VisitResult) -> Iterator[Event]:
    is_news = findings.visit.kept and not is_kept_for_depth(findings.visit)
    wanted = is_news and any(rule.kind != "trail" for rule in plan.rules)
    event = _page_event(plan, findings, pictured=state) if wanted else None
    if event is not None:
        yield event


def _page_event(plan: VisitPlan, findings: VisitResult, *, pictured: PageState | None = None) -> Event | None:
    """The version as news, with its picture where the page before is given."""
    snapshot, tree, delta = findings.snapshot, findings.tree, findings.delta
    if plan.watch is None or snapshot is None or tree is None:
        return None
    version = _version_to_be(plan, findings, snapshot)
    changes = _recorded(findings, version)
    picture = None
    if pictured is not None:
        heaviest_first = by_weight(changes)
        now = picture_of_changes(screenshot_of(snapshot), tree, delta, heaviest_first)
        before = picture_before(pictured, heaviest_first)
        picture = before_and_now(before, now) if before and now else now
    reasons = () if plan.is_import else findings.visit.reasons
    said = findings.visit.sentence or change_sentence(changes, reasons)
    event = version_event(version, changes, said=said, watch=plan.watch, picture_png=picture)
    return replace(event, marked=marked_words(changes, reasons), block=first_block(changes, reasons))


def _version_to_be(plan: VisitPlan, findings: VisitResult, snapshot: Snapshot) -> Version:
    return Version(
        id="",
        url=plan.url,
        captured_at=snapshot.captured_at,
        status=snapshot.status,
        title=snapshot.title,
        importance=findings.visit.importance,
        probability=findings.visit.probability,
    )


def _recorded(findings: VisitResult, version: Version) -> list[RecordedChange]:
    rows = change_rows(findings.delta, findings.weights)
    values = [
        {**row, **{side: json.loads(row[side]) if row[side] else None for side in ("old", "new")}} for row in rows
    ]
    return [RecordedChange(url=version.url, version="", captured_at=version.captured_at, **value) for value in values]


def _trail_news(plan: VisitPlan, state: PageState, findings: VisitResult, subjects: set[str]) -> Iterator[Event]:
    before = {known.trail.id: known.entries for known in state.trails}
    for found in findings.trails:
        if found.trail.id in subjects:
            entries = (*before.get(found.trail.id, ()), found.entry)
            for event in list(trail_events(found.trail, entries, watch=plan.watch))[-1:]:
                yield replace(event, has_version=findings.visit.kept)


def by_weight(changes: Iterable[RecordedChange]) -> list[RecordedChange]:
    """The changes, heaviest first."""
    return sorted(changes, key=lambda change: -(change.importance or 0.0))


def version_event(
    version: Version,
    changes: Sequence[RecordedChange],
    *,
    said: str = "",
    watch: Watch | None = None,
    picture_png: bytes | None = None,
) -> Event:
    """A version of a page as news. A first version has no operations: nothing has changed.

    `said` is what changed in one sentence; if missing, it is made from the changes.
    """
    heaviest_first = by_weight(changes)
    return Event(
        subject=watch.id if watch else version.url,
        kind="watch",
        name=(watch.settings.title if watch else "") or _title(version),
        url=version.url,
        version=timestamp14(version.captured_at),
        time=version.captured_at,
        probability=_probability(version) if heaviest_first else 0.0,
        marked=marked_words(heaviest_first),
        what=(said or change_sentence(heaviest_first)) if heaviest_first else "",
        operations=dict(Counter(change.op for change in changes)),
        old_text=_joined(change.old for change in heaviest_first),
        new_text=_joined(change.new for change in heaviest_first),
        tags=watch.settings.tags if watch else (),
        picture_png=picture_png,
    )


def _probability(version: Version) -> float:
    """For a version that was not judged, E is the best estimate."""
    return version.probability if version.probability is not None else version.importance or 0.0


def _quoted(value: Any) -> str:
    words = shorten(text_of(value), QUOTED_CHARACTERS, placeholder="…")
    return f"‘{words}’" if words else ""


def _title(version: Version) -> str:
    """The title of the page, not that of an error in its place."""
    return version.title if version.title and version.status < 400 else version.url


def _candidates(entry: TrailEntry) -> tuple[str, ...]:
    """What an uncertain block may say, with how likely that is."""
    if entry.state != "uncertain" or entry.other is None:
        return ()
    both = (
        (entry.text or entry.path or "", entry.confidence),
        (entry.other.text or entry.other.path, entry.other.confidence),
    )
    return tuple(f"{_quoted(text)} ({round(100 * confidence)} %)" for text, confidence in both)


def trail_events(trail: Trail, entries: Sequence[TrailEntry], *, watch: Watch | None = None) -> Iterator[Event]:
    """The entries of a trail as news, oldest first: each against the last one that was sure.

    Those that have a picture get it with the change marked.
    """
    found = [place for place, entry in enumerate(entries) if entry.state == "found"]
    numbers = dict(zip(found, series_of([entries[place].text for place in found]), strict=True))
    sure: TrailEntry | None = None
    seen: int | None = None
    uncertain_visits = 0
    for place, entry in enumerate(entries):
        uncertain_visits = uncertain_visits + 1 if entry.state == "uncertain" else 0
        if sure is not None:
            number = (numbers.get(seen) if seen is not None else None), numbers.get(place)
            before = entries[seen] if seen is not None else None
            event = _trail_event(trail, watch, entry, sure=sure, seen=before, numbers=number)
            yield replace(event, uncertain_visits=uncertain_visits, candidates=_candidates(entry))
        if entry.state != "uncertain":
            sure = entry
        if entry.state == "found":
            seen = place


def _trail_event(
    trail: Trail,
    watch: Watch | None,
    entry: TrailEntry,
    *,
    sure: TrailEntry,
    seen: TrailEntry | None,
    numbers: tuple[float | None, float | None],
) -> Event:
    old_text = seen.text if seen else ""
    others = share_of_others(seen.images if seen else None, entry.images)
    operations = {"update": int(entry.state == "found" and (entry.text != old_text or others > 0))}
    operations |= {"move": int(entry.change == "moved")}
    operations |= {"delete": int(entry.state == "lost" and sure.state == "found")}
    operations |= {"insert": int(entry.state == "found" and sure.state == "lost")}
    return Event(
        subject=trail.id,
        kind="trail",
        name=name_of_trail(trail),
        url=trail.url,
        version=timestamp14(entry.found_at),
        time=entry.found_at,
        probability=max(_share_changed(old_text, entry.text), others),
        marked=marked_edits(old_text, entry.text)[:MOST_MARKED]
        if entry.state == "found" and entry.text != old_text
        else (),
        what=ANOTHER_PICTURE if others and entry.text == old_text else "",
        operations={name: count for name, count in operations.items() if count},
        old_text=old_text,
        new_text=entry.text,
        old_number=numbers[0],
        new_number=numbers[1],
        old_state=sure.state,
        new_state=entry.state,
        why=_why(entry),
        has_other_picture=others > 0,
        tags=watch.settings.tags if watch else (),
        picture_png=_trail_picture(seen, entry),
    )


def _trail_picture(seen: TrailEntry | None, entry: TrailEntry) -> bytes | None:
    """A block before and now with the change framed; only now, where nothing is known of it before."""
    before, now = seen.picture_png if seen else None, entry.picture_png
    if now is None:
        return None
    marked = marked_picture(before, now)
    return before_and_now(before, marked) if before and before != now else marked


def _why(entry: TrailEntry) -> str:
    """Why a block is lost or in doubt: 'the row Road maintenance is gone'; '' where nothing can be said."""
    if entry.state == "uncertain":
        return entry.alerts[0] if entry.alerts else ""
    if entry.state == "found" or not entry.reasons or entry.reasons[0] == NOTHING_ALIKE:
        return ""
    return entry.reasons[0]


def name_of_trail(trail: Trail) -> str:
    """What the person called the block, or how they pointed at it."""
    name = trail.origin.get("name")
    if name:
        return str(name)
    pointed = next((str(value) for way, value in trail.origin.items() if way != "name"), "a block")
    return f"{pointed[:80]} on {urlsplit(trail.url).netloc}"


def _share_changed(old: str, new: str) -> float:
    """How much of a block's text is another, 0 to 1: what a threshold means for a block."""
    from rapidfuzz.distance import Indel

    return float(Indel.normalized_distance(old[:LONGEST_COMPARED], new[:LONGEST_COMPARED]))


def _joined(values: Iterable[Any]) -> str:
    return " · ".join(dict.fromkeys(text for text in map(text_of, values) if text))[:LONGEST_TEXT]


def picture_of_changes(
    screenshot: Screenshot | None, tree: BlockTree, delta: Delta | None, heaviest_first: Sequence[RecordedChange]
) -> bytes | None:
    """The block whose change weighs most, with everything framed that changed in it."""
    if screenshot is None or not heaviest_first:
        return None
    changed = _changed_blocks(tree, delta, heaviest_first)
    if not changed or changed[0].box.y >= (screenshot.size or (0, 0))[1]:
        return None
    around = _around(tree, changed[0])
    try:
        return picture_of_block(screenshot, around, [block.box for block in changed if not block.children])
    except PagestrataError:
        return None  # a message without its picture is better than none


def picture_before(state: PageState, heaviest_first: Sequence[RecordedChange]) -> bytes | None:
    """The block whose change weighs most as it looked before, None where it was not there or has no picture."""
    if state.screenshot is None or state.tree is None or not heaviest_first:
        return None
    blocks = state.tree.by_ref()
    found = next((blocks[change.block] for change in heaviest_first if change.block in blocks), None)
    if found is None or not found.box.area or found.box.y >= (state.screenshot.size or (0, 0))[1]:
        return None
    try:
        return picture_of_block(state.screenshot, _around(state.tree, found))
    except PagestrataError:
        return None


def _changed_blocks(tree: BlockTree, delta: Delta | None, changes: Sequence[RecordedChange]) -> list[Block]:
    """The blocks of the new version in which something changed and which have a place on the page."""
    blocks, renamed = tree.by_ref(), dict(delta.patch.renames) if delta else {}
    refs = [change.to_block or renamed.get(change.block, change.block) for change in changes]
    return [blocks[ref] for ref in refs if ref in blocks and blocks[ref].box.area]


def _around(tree: BlockTree, block: Block) -> Box:
    """The block around this one, as long as it is not most of the page."""
    width, height = tree.page_size
    parent = tree.by_ref().get(tree.parents().get(block.ref) or "")
    fits = parent is not None and 0 < parent.box.area <= LARGEST_AROUND * width * height
    return parent.box if parent is not None and fits else block.box
