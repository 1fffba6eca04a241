"""Archives as people have them after a while, for `benchmarks.speed.web`: watched, visited, failing here and there."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from benchmarks.synthetic_archive import address, enter, fill
from pagestrata.app.watches import watch_id
from pagestrata.comparing.vidiff import compare
from pagestrata.deciding.sides import Side
from pagestrata.model.blocks import Block, BlockTree, Link
from pagestrata.model.due import Due
from pagestrata.model.geometry import Box
from pagestrata.model.records import Visit, Watch
from pagestrata.model.snapshot import Response, Snapshot
from pagestrata.model.visit_result import VisitResult
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.model.weights import Decision
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.driver_statements import insert_new
from pagestrata.store.catalog.names import to_microseconds
from pagestrata.visit.examine import LEAST_RECORDED_LEAVES
from pagestrata.visit.judge import AS_LEARNED, weigh_sides
from pagestrata.visit.plan import VisitRequest
from pagestrata.visit.shown.shown_record import record_of
from pagestrata.visit.shown.single_changes import single_changes

PAGES = 1000
VERSIONS_EACH, VISITS_EACH = 20, 30
BLOCKS = 2500  # with a link, a text and a wrapper each: 10,000 nodes
STORIES = 710  # of 14 nodes each


def fill_watched(archive: Archive, pages: int = PAGES, *, versions_each: int = VERSIONS_EACH) -> None:
    """So many watched pages with all that a list of them shows."""
    fill(archive, versions=versions_each * pages, pages=pages)
    watch(archive, pages, now=datetime.now(UTC))


def watch(archive: Archive, count: int, *, now: datetime) -> None:
    """Watch so many pages of the synthetic archive as a person finds them after a month: scheduled, visited, a few paused,
    a few failing."""
    dues = []
    for number in range(count):
        url = address(number)
        settings = WatchSettings(tags=(f"t{number % 7}",), paused=True if number % 50 == 7 else None)
        record = Watch(id=watch_id(url), url=url, settings=settings)
        archive.watches.save(record)
        due_at = now + timedelta(minutes=number % 1440)
        last = now - timedelta(hours=1 + number % 40)
        dues.append(
            Due(watch_id=record.id, host="site.test", due_at=due_at, last_at=last, rate=0.05, weight=0.4, cost=1.0)
        )
    archive.due.add(dues)
    enter_visits(archive, count, now=now)


def enter_visits(archive: Archive, count: int, *, now: datetime) -> None:
    """The last visits to each page, straight into the table; at the last one, one page of 40 was not there."""
    from pagestrata.store.catalog.schema import visit as table

    rows = (
        {
            "page_id": number + 1,
            "visited_at": to_microseconds(now - timedelta(hours=back, minutes=number % 60)),
            "stage": "quick" if back % 3 else "render",
            "version_id": None,
            "kept": back % 3 == 0,
            "importance": 0.01 * (1 + (number + back) % 60),
            "score": None,
            "changes": (number + back) % 5,
            "facts": _facts(number, back),
            "anchor_id": None,
            "seal": 0,
        }
        for back in range(VISITS_EACH, 0, -1)
        for number in range(count)
    )
    with archive._catalog.writing(sealing=False) as connection:
        enter(connection, table, rows)


def _facts(number: int, back: int) -> str:
    if back == 1 and number % 40 == 3:
        return json.dumps({"fault": "not found", "error": "404 Not Found"}, separators=(",", ":"))
    said = f"Kept: the second story says something new about {number}"
    facts = {"seconds": {"fetch": 0.2, "render": 1.1}, "reasons": [said], "probability": 0.7}
    return json.dumps(facts, separators=(",", ":"))


def watch_many(archive: Archive, count: int) -> None:
    """Watch so many pages, straight into the table; one of a thousand is paused."""
    from pagestrata.store.catalog.schema import watch as table

    usual, paused = json.dumps({"tags": ["many"]}), json.dumps({"tags": ["many"], "paused": True})
    rows = [
        {"id": f"{number:012x}", "url": address(number), "facts": paused if number % 1000 == 1 else usual}
        for number in range(count)
    ]
    catalog = archive._catalog
    with catalog.writing(sealing=False) as connection:
        insert_new(connection, table, rows)


def write_visit(archive: Archive, number: int) -> None:
    """One visit that found little, as a daemon writes many."""
    url = address(number % PAGES)
    archive.record_visit(
        Visit(url=url, visited_at=datetime.now(UTC), stage="quick", version=None, kept=False, changes=1)
    )


def large_page(changed: int) -> tuple[Snapshot, BlockTree]:
    """A page of 10,000 nodes in 2,500 blocks and without a picture, of which some blocks say something else."""
    blocks = tuple(
        Block(
            ref=f"1.{number}",
            text=f"paragraph {number} says {'something new' if number < changed else 'what it always said'} of {number % 97}",
            links=(Link(f"more {number}", f"http://large.test/{number}"),),
            box=Box(0.0, 24.0 * number, 1200.0, 24.0),
            role="article",
            importance=1 / BLOCKS,
        )
        for number in range(1, BLOCKS + 1)
    )
    size = (1366.0, 24.0 * BLOCKS)
    tree = BlockTree(
        blocks=(Block(ref="1", children=blocks, box=Box(0, 0, *size)),), url="http://large.test/", page_size=size
    )
    moment = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=changed)
    page = Response(url=tree.url, status=200, headers=(), body=f"{changed}".encode(), resource_type="document")
    taken = Snapshot(
        requested_url=tree.url,
        url=tree.url,
        status=200,
        headers=(("content-type", "text/html"),),
        title="A large page",
        captured_at=moment,
        viewport=(1366, 768),
        page_size=size,
        height_cap_px=100_000,
        nodes=None,
        dom="",
        screenshot_png=None,
        responses=(page,),
    )
    return taken, tree


def keep_large(archive: Archive, steps: tuple[int, ...] = (0, 40, 80)) -> list[str]:
    """Versions of the large page as visits leave them: compared and judged. Their names."""
    return _kept(archive, [large_page(changed) for changed in steps])


def keep_long_text(archive: Archive) -> list[str]:
    """Two versions of a page with one text of 10 MB, of which a word in a thousand changed. Their names."""
    chance = random.Random(7)
    words = chance.choices(
        ["".join(chance.choices("etaoinshrdlu", k=1 + size % 9)) for size in range(30_000)], k=1_700_000
    )
    changed = [f"new{word}" if place % 1000 == 777 else word for place, word in enumerate(words)]
    captures = []
    for minutes, text in enumerate((words, changed)):
        taken, tree = large_page(minutes)
        long = Block(ref="1", text=" ".join(text), box=Box(0, 0, *tree.page_size), role="article", importance=1.0)
        captures.append((taken, replace(tree, blocks=(long,))))
    return _kept(archive, captures)


def _kept(archive: Archive, captures: list[tuple[Snapshot, BlockTree]]) -> list[str]:
    names: list[str] = []
    before = None
    for taken, tree in captures:
        visit = Visit(
            url=taken.url,
            visited_at=taken.captured_at,
            stage="render",
            version=None,
            kept=True,
            probability=0.8,
            reasons=("Kept: something new",),
        )
        found = VisitResult(visit=visit, snapshot=taken, tree=tree)
        if before is not None:
            found = _with_change(found, before, tree, names[-1])
        kept = archive.commit(found)
        assert kept is not None
        names.append(kept.id)
        before = tree
    return names


def _with_change(found: VisitResult, before: BlockTree, tree: BlockTree, name: str) -> VisitResult:
    """What a visit leaves of a change, with what a screen shows of it."""
    decision = Decision(similar=False, score=1.0, probability=0.8, reasons=())
    delta = replace(compare(before, tree), from_version=name)
    old, new = Side(tree=before), Side(tree=tree)
    weights = weigh_sides(old, delta)
    found = replace(found, delta=delta, weights=weights, decision=decision)
    if len(list(tree.leaves())) < LEAST_RECORDED_LEAVES:
        return found
    changes = single_changes(old, new, delta, AS_LEARNED)
    return replace(found, shown=record_of(changes, delta, weights, decision, AS_LEARNED))


def visited_large_page(folder: Path, steps: tuple[int, ...] = (0, 40, 80)) -> list[str]:
    """Versions of a page of 10,000 nodes that the program itself visited with its browser. Their names."""
    from pagestrata.app.session import Session

    with changing_page() as (url, say), Session(archive=folder, allow_private=True) as session:
        for changed in steps:
            say(changed)
            session.visit(VisitRequest(url))
        return [version.id for version in session.archive.versions.of(url)]


def story_page(changed: int) -> bytes:
    """A front page of 10,000 nodes."""
    stories = "".join(_story(number, is_new=number < changed) for number in range(STORIES))
    return f"""<!doctype html><title>A large page</title><style>body{{margin:0;font:14px sans-serif}}
main{{display:grid;grid-template-columns:repeat(4,1fr);gap:16px;padding:16px}}article{{border:1px solid #ccc;padding:8px}}</style>
<nav><a href=/news>News</a> <a href=/sport>Sport</a></nav><main>{stories}</main><footer>The end</footer>""".encode()


def _story(number: int, *, is_new: bool) -> str:
    said = "something new was said in parliament" if is_new else "the committee met as it always did"
    return (
        f"<article><h3><a href=/a{number}>Story {number}: {said}</a></h3><p>Paragraph {number} of the paper tells <b>what</b> "
        f"happened and why {said}.</p><ul><li>point {number}</li><li>another</li></ul><a href=/more{number}>more</a></article>"
    )


@contextmanager
def changing_page() -> Iterator[tuple[str, Callable[[int], None]]]:
    """While it lasts: its address on this machine, and how to let it say something else."""
    state = {"changed": 0}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = story_page(state["changed"]) if self.path == "/" else b""
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", lambda changed: state.update(changed=changed)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
