"""Whether the stages without a browser miss anything, on every pair of consecutive versions of the real sites.

    python -m benchmarks.quality cheap

The truth is the rendering of both versions: their words, links and pictures, their blocks, the decision about them, and the
labels of the pairs that have one. A visit goes through `examine_source` as any visit does, without the renderings that check
it every so often, and with its files the same behind the same address: only their addresses are recorded. Scripts and styles
in the source that changed are rendered until they are known to be harmless, as visits in this order would find. Decisions
are made without screenshots. The zone of the comparison with a zone is the page's first main,
article or #content: what is called changed in it must be called changed without it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from statistics import quantiles
from typing import Any, NamedTuple

from benchmarks.pages import load_sequence_snapshots, require_data, sequence_index
from benchmarks.quality.follow import tracks_by_site
from benchmarks.training.train_follow import rows_by_unique_id
from pagestrata.comparing.quick.quick_compare import quick_compare
from pagestrata.comparing.vidiff import compare, compare_versions
from pagestrata.deciding.sides import Side
from pagestrata.errors import InputError
from pagestrata.formats.html.html_source import parse_html
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.fetched import Fetched
from pagestrata.model.page_state import PageMemory, PageState, TrailState
from pagestrata.model.records import Trail, TrailEntry, Version
from pagestrata.model.snapshot import Snapshot
from pagestrata.segmenting import segment
from pagestrata.segmenting.refill.refill import Refilled, read_known, refill_source
from pagestrata.visit.cheap import examine_source
from pagestrata.visit.cut import weighed
from pagestrata.visit.judge import decide_sides, weigh_sides
from pagestrata.visit.plan import VisitPlan
from pagestrata.visit.resources import after_rendering
from pagestrata.visit.trails.trails_in_source import find_trails_in_source
from pagestrata.weighing.volatility import Volatility

NOW = datetime(2026, 1, 1, tzinfo=UTC)
ZONE = "main, article, #content"
FORGETFUL = PageMemory()


class Rendered(NamedTuple):
    """A version: its time, its source and the blocks of its rendering."""

    time: str
    body: bytes
    content_type: str | None
    tree: BlockTree
    followed: Mapping[str, TrailEntry] = {}
    """By its id, where each element of a track was and what it said."""


def measure() -> dict[str, float]:
    return measure_sites(_sites())


def measure_sites(sites: Iterator[tuple[str, Sequence[Rendered]]]) -> dict[str, float]:
    """The figures over all sites; what each site saved is printed."""
    labels = {(pair["site"], pair["old"], pair["new"]): pair["label"] for pair in _labelled()}
    total: Counter[str] = Counter()
    gaps: list[float] = []
    print(f"  {'site':30} pairs  unchanged or quick  refill  rendered  without a browser")
    for site, versions in sites:
        found: Counter[str] = Counter()
        memory = PageMemory()
        for old, new in pairwise(versions):
            stage, doubted = stage_of(old, new, memory)
            is_kept = is_kept_by_rendering(old, new)
            found.update(_pair(old, new, labels.get((site, old.time, new.time), ""), stage, is_kept=is_kept))
            if stage is None:
                memory = after_rendering(memory, (), None, changed=doubted, kept=is_kept)
                found["rendered for scripts or styles"] += bool(doubted)
            if is_kept:
                gaps.append((_time(new.time) - _time(old.time)).total_seconds() / 3_600)
        rendered = found["pairs"] - found["quick"] - found["refill"]
        share = 1 - rendered / max(1, found["pairs"])
        print(f"  {site:30} {found['pairs']:5} {found['quick']:19} {found['refill']:7} {rendered:9} {share:18.0%}")
        total.update(found)
    _print_gaps(gaps, total)
    return _figures(total)


def _time(written: str) -> datetime:
    return datetime.fromisoformat(written)


def _print_gaps(hours: Sequence[float], total: Counter[str]) -> None:
    """What the defaults of forced renderings rest on: how soon the next change that matters follows, and what was missed."""
    if len(hours) > 1:
        quarters = ", ".join(f"{value:.1f}" for value in quantiles(hours, n=4))
        print(f"  hours between versions of which the later is kept, by quarters: {quarters}")
    print(f"  {total['rendered for scripts or styles']} visits were rendered for scripts or styles in the source alone")
    ended = total["quick"] + total["refill"]
    print(
        f"  {ended} visits ended without a browser, {total['kept skipped']} of them would have been kept by rendering"
    )


def _figures(total: Counter[str]) -> dict[str, float]:
    return {
        "pairs": total["pairs"],
        "recall of changes that show": total["changed, found"] / total["changed"],
        "recall with a zone": total["zone changed, found"] / max(1, total["zone changed"]),
        "same pairs called unchanged": total["same, found"] / total["same"],
        "same structure refilled": total["refilled"] / total["same structure"],
        "refilled with the operations of the rendering": total["same operations"] / max(1, total["refilled"]),
        "blocks of refilled pages with the text of the rendering": total["same text"] / max(1, total["blocks"]),
        "labelled dissimilar, kept by rendering and not skipped": 1 - total["dissimilar skipped"] / total["dissimilar"],
        "kept by rendering and not skipped": 1 - total["kept skipped"] / total["pairs"],
        "followed blocks of refilled pages with the text of the rendering": total["track same text"]
        / max(1, total["track certain"]),
        "followed blocks of refilled pages that need no rendering": total["track certain"]
        / max(1, total["track steps"]),
        "ended without a browser": (total["quick"] + total["refill"]) / total["pairs"],
    }


def _sites() -> Iterator[tuple[str, Sequence[Rendered]]]:
    tracks = tracks_by_site()
    for site in sequence_index():
        times = [version["time"] for version in sequence_index()[site]["versions"]]
        snapshots = zip(times, load_sequence_snapshots(site), strict=True)
        yield site, [_rendered(time, one, tracks.get(site, ())) for time, one in snapshots if one.responses]


def _rendered(time: str, snapshot: Snapshot, tracks: Sequence[Mapping[str, Any]]) -> Rendered:
    found = snapshot.responses[0]
    wanted = {track["id"] for track in tracks if time in track["times"]}
    kind = dict(found.headers).get("content-type")
    return Rendered(time, found.body, kind, segment(snapshot), dict(_followed(snapshot, wanted)))


def _followed(snapshot: Snapshot, wanted: set[str]) -> Iterator[tuple[str, TrailEntry]]:
    """The elements with these ids as the entries of trails that have just found them."""
    nodes = snapshot.nodes
    for name, row in rows_by_unique_id(nodes).items() if nodes is not None and wanted else ():
        if name in wanted and nodes is not None:
            places = {"path": nodes.path_of(row), "box": nodes.box_of(row), "text": nodes.text_of(row)}
            yield name, TrailEntry(found_at=NOW, version=None, state="found", confidence=1.0, **places)  # type: ignore[arg-type]


def is_kept_by_rendering(old: Rendered, new: Rendered) -> bool:
    """Whether a visit that renders both versions keeps the later one: judged as any visit judges, without a history."""
    before, judging = weighed(old.tree), VisitPlan(url=old.tree.url, now=NOW).judging
    after, delta = compare_versions(before, weighed(new.tree), used_refs={})
    sides = Side(tree=before), Side(tree=after)
    weights = weigh_sides(sides[0], delta, judging, volatility=Volatility())
    return not decide_sides(*sides, delta, weights, judging).similar


def _labelled() -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads((require_data() / "pairs.json").read_text())
    return found


def _pair(old: Rendered, new: Rendered, label: str, stage: str | None, *, is_kept: bool) -> Iterator[str]:
    yield "pairs"
    yield from _quick(old, new)
    yield from _refill(old, new)
    if label == "dissimilar":
        yield "dissimilar"
    if stage is None:
        return
    yield "refill" if stage == "refill" else "quick"
    if is_kept:
        yield "kept skipped"
        if label == "dissimilar":
            yield "dissimilar skipped"


def _quick(old: Rendered, new: Rendered) -> Iterator[str]:
    changed = _shown(old.tree) != _shown(new.tree)
    yield "changed" if changed else "same"
    if _quickly_changed(old, new, None) is changed:
        yield "changed, found" if changed else "same, found"
    if _quickly_changed(old, new, ZONE):
        yield "zone changed"
        if _quickly_changed(old, new, None):
            yield "zone changed, found"


def _quickly_changed(old: Rendered, new: Rendered, zone: str | None) -> bool:
    try:
        return quick_compare(
            old.body, new.body, zone=zone, old_type=old.content_type, new_type=new.content_type
        ).changed
    except InputError:
        return True  # rendered


def _shown(tree: BlockTree) -> tuple[list[str], list[tuple[str, str]], list[tuple[str, str]]]:
    """All words, links and pictures, wherever they are."""
    leaves = list(tree.leaves())
    words = sorted(word for leaf in leaves for word in leaf.text.split())
    return (
        words,
        sorted(link for leaf in leaves for link in leaf.links),
        sorted(i for leaf in leaves for i in leaf.images),
    )


def _refill(old: Rendered, new: Rendered) -> Iterator[str]:
    if [_shape(block) for block in old.tree.blocks] != [_shape(block) for block in new.tree.blocks]:
        return
    yield "same structure"
    refilled = _refilled(old, new)
    if refilled is None:
        return
    yield "refilled"
    yield from _follow(old, new, refilled)
    found = refilled.tree
    for mine, rendered in zip(found.leaves(), new.tree.leaves(), strict=True):
        yield "blocks"
        if mine.text == rendered.text:
            yield "same text"
    if _operations(compare(old.tree, found)) == _operations(compare(old.tree, new.tree)):
        yield "same operations"


def _refilled(old: Rendered, new: Rendered) -> Refilled | None:
    try:
        known = read_known(old.tree, old.body, old.content_type)
        return refill_source(old.tree, known, parse_html(new.body, new.content_type))
    except InputError:
        return None


def _follow(old: Rendered, new: Rendered, refilled: Refilled) -> Iterator[str]:
    """The elements of tracks, found in the refilled page, beside what they say in the rendering."""
    delta = compare(old.tree, refilled.tree)
    for name in old.followed.keys() & new.followed.keys():
        yield "track steps"
        trail = Trail(id=name, url=old.tree.url, origin={}, state={})
        state = PageState(url=old.tree.url, last=None, trails=(TrailState(trail=trail, entries=(old.followed[name],)),))
        found = find_trails_in_source(state, refilled.tree, delta, refilled.steps, NOW)
        if found is not None:
            yield "track certain"
            if found[0].entry.text == new.followed[name].text:
                yield "track same text"


def _shape(block: Block) -> tuple[object, ...]:
    return tuple(_shape(child) for child in block.children)


def _operations(delta: Delta) -> Counter[tuple[str, ...]]:
    """What happened to texts, links and pictures."""
    content = {"text", "link", "image"}
    return Counter((c.op, c.element, str(c.old), str(c.new)) for c in delta.changes if c.element in content)


def stage_of(old: Rendered, new: Rendered, memory: PageMemory = FORGETFUL) -> tuple[str | None, tuple[str, ...]]:
    """The stage that would end a visit, None where a browser is needed; and what changed in the source that only it can judge."""
    last = Version(id="1", url=old.tree.url, captured_at=NOW, status=200, title="")
    tree = weighed(old.tree)
    state = PageState(url=last.url, last=last, tree=tree, body=old.body, body_type=old.content_type, memory=memory)
    headers = (("content-type", new.content_type or "text/html"),)
    fetched = Fetched(requested_url=last.url, url=last.url, status=200, headers=headers, body=new.body)
    found = examine_source(VisitPlan(url=last.url, now=NOW), state, fetched)
    if found is None or found.doubted:
        return None, found.doubted if found is not None else ()
    return found.visit.stage, ()
