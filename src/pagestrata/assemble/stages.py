"""The steps of a visit, made from the packages that do them."""

from __future__ import annotations

import hashlib
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from pagestrata.errors import CaptureError
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.records import Version, Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.model.weights import Decision, Weights
from pagestrata.pipeline import Sides, Stages

if TYPE_CHECKING:
    from pagestrata.capture.options import CaptureOptions
    from pagestrata.capture.pool import BrowserPool
    from pagestrata.store.archive import Archive

log = logging.getLogger(__name__)


def make_stages(
    pool: BrowserPool,
    options: CaptureOptions,
    archive: Archive,
    *,
    threshold: float | None = None,
    model: bytes | None = None,
) -> Stages:
    """The stages of a visit with a real browser; `model` is a decision model of the person's own."""
    from pagestrata.assemble.following import is_followed_up

    return Stages(
        unchanged=lambda url, last: is_followed_up(archive, last) and not_modified(url, last, options),
        capture=lambda url: pool.capture(url, options),
        segment=lambda snapshot, previous: cut(snapshot, previous=previous),
        compare=compare_sides,
        weigh=weigh_sides,
        decide=lambda sides, delta, weights: decide_sides(sides, delta, weights, threshold=threshold, model=model),
        follow=lambda snapshot, visit: follow_blocks(archive, snapshot, visit),
        tell=tell_terminal,
    )


def not_modified(url: str, last: Version, options: CaptureOptions) -> bool:
    """Ask the server cheaply. Only a plain 'not modified' or the same bytes count; whatever fails goes to the browser.

    A page that needs scripts, cookies or steps may show something new behind the same bytes: those are always rendered.
    """
    from pagestrata.capture.http import fetch

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


def cut(
    snapshot: Snapshot,
    *,
    segmenter: str | None = None,
    pdoc: int | str = "fine",
    level: int | None = None,
    previous: BlockTree | None = None,
) -> BlockTree:
    """The blocks of a snapshot with their importance; blocks of the previous version keep their refs."""
    from pagestrata.segment import DEFAULT_SEGMENTER, keep_refs, segment
    from pagestrata.weigh.blocks import weigh_blocks

    tree = segment(snapshot, segmenter=segmenter or DEFAULT_SEGMENTER, pdoc=pdoc, level=level)
    if previous is not None:
        tree = keep_refs(tree, previous)
    return with_importance(tree, weigh_blocks(tree))


def weighed(tree: BlockTree) -> BlockTree:
    """The tree with the importance of its blocks; as it is where they have one."""
    from pagestrata.weigh.blocks import weigh_blocks

    known = all(block.importance is not None for block in tree.walk())
    return tree if known else with_importance(tree, weigh_blocks(tree))


def with_topics(tree: BlockTree, snapshot: Snapshot) -> BlockTree:
    """The tree with the topics of its blocks, as an archive would store them."""
    from pagestrata.store.topics import with_topics as named

    return named(tree, snapshot.nodes)


def with_importance(tree: BlockTree, importance: dict[str, float]) -> BlockTree:
    """The same tree, every leaf with its importance and every inner block with the sum of its leaves."""

    def weighed(block: Block) -> Block:
        children = tuple(weighed(child) for child in block.children)
        own = sum(child.importance or 0.0 for child in children) if children else importance.get(block.ref, 0.0)
        return replace(block, children=children, importance=min(1.0, round(own, 6)))

    return replace(tree, blocks=tuple(weighed(block) for block in tree.blocks))


def compare_sides(sides: Sides) -> Delta:
    from pagestrata.compare.changes import compare
    from pagestrata.compare.visual import compare_pictures

    delta = compare(sides.old, sides.new)
    if sides.old_picture is None or sides.new_picture is None:
        return delta
    return compare_pictures(sides.old_picture, sides.new_picture, sides.old, sides.new, delta)


def weigh_sides(sides: Sides, delta: Delta) -> Weights:
    from pagestrata.weigh.changes import weigh
    from pagestrata.weigh.volatility import Volatility

    return weigh(sides.old, delta, history=Volatility.from_visits(sides.history))


def decide_sides(
    sides: Sides, delta: Delta, weights: Weights, *, threshold: float | None = None, model: bytes | None = None
) -> Decision:
    from pagestrata.weigh.decide import DEFAULT, DEFAULT_THRESHOLD, decide
    from pagestrata.weigh.sides import Side
    from pagestrata.weigh.volatility import Volatility

    return decide(
        Side(tree=sides.old, screenshot_png=sides.old_picture),
        Side(tree=sides.new, screenshot_png=sides.new_picture),
        delta=delta,
        weights=weights,
        history=Volatility.from_visits(sides.history),
        threshold=DEFAULT_THRESHOLD if threshold is None else threshold,
        model=DEFAULT if model is None else model,
    )


def follow_blocks(archive: Archive, snapshot: Snapshot, visit: Visit) -> None:
    """Find the followed blocks of the page again and say where they went."""
    from pagestrata.assemble.following import follow_trails

    for trail, entry in follow_trails(archive, snapshot, url=visit.url, version=visit.version):
        log.info("%s: followed block %s is %s: %s", visit.url, trail.id, entry.state, entry.change or "no change")


def tell_terminal(visit: Visit, delta: Delta | None) -> None:
    """Say on standard error what a visit came to."""
    verdict = "kept" if visit.kept else "nothing worth keeping"
    why = f": {visit.reasons[0]}" if visit.reasons else ""
    log.info("%s: %s, %d changes%s", visit.url, verdict, len(delta.changes) if delta else 0, why)
