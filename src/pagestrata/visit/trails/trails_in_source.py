"""The followed blocks of a page that was not rendered: what each says now, where its source tells that for certain.

A block that changed is found with its new text, which is why the page is rendered then: a change of a followed block keeps a
version. The follower learns nothing here, since what it learns from is the rendered page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.geometry import Box
from pagestrata.model.page_state import PageState
from pagestrata.model.records import TrailEntry
from pagestrata.model.visit_result import TrailFinding
from pagestrata.segmenting.refill.alignment import Step
from pagestrata.segmenting.refill.element_texts import find_element_text

SEEN = "seen in the page's source; its position is from the last rendering"


def find_trails_in_source(
    state: PageState, tree: BlockTree, delta: Delta, steps: Sequence[Step], now: datetime
) -> tuple[TrailFinding, ...] | None:
    """What each followed block says in a refilled page; None where only a rendering can tell."""
    changed = _changed_boxes(tree, delta)
    found = []
    for trail in state.trails:
        entry = _entry(trail.last, changed, steps, now)
        if entry is None:
            return None
        found.append(TrailFinding(trail=trail.trail, entry=entry))
    return tuple(found)


def _changed_boxes(tree: BlockTree, delta: Delta) -> list[Box]:
    blocks = tree.by_ref()
    return [blocks[ref].box for change in delta.changes for ref in {change.block, change.to_block} if ref in blocks]


def _entry(last: TrailEntry | None, changed: Sequence[Box], steps: Sequence[Step], now: datetime) -> TrailEntry | None:
    """The next entry of a trail; None where it is uncertain."""
    if last is None or last.state != "found" or not last.box.area:
        return None
    text = _text_in_source(last, steps) if last.text else _still_wordless(last, changed, steps)
    if text is None:
        return None
    change = "text" if text != last.text else None
    seen = replace(last, found_at=now, version=None, text=text, change=change)
    return replace(seen, alerts=(), reasons=(SEEN,), picture_png=None)


def _text_in_source(last: TrailEntry, steps: Sequence[Step]) -> str | None:
    """What a block says; its path says how deep it is, body first."""
    if not last.path or not last.path.startswith("body"):
        return None
    return find_element_text(steps, last.text, last.path.count("/") + 1)


def _still_wordless(last: TrailEntry, changed: Sequence[Box], steps: Sequence[Step]) -> str | None:
    """Of a picture: it is the same where none on the page changed, and nothing around it."""
    others = any(step.changed and step.kind in {"image", "other"} for step in steps)
    return None if others or any(last.box.intersection(box).area > 0 for box in changed) else ""
