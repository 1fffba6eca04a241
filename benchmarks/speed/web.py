"""Speed of the web application: screens of large archives, lists to their end, many readers beside a writer, memory.

python -m benchmarks.speed.web [screens|watches|compare|readers|memory]…

The application runs in a process of its own under uvicorn and is asked over loopback, one connection each. For every
screen the median and the 95th percentile by the clock are shown, and the processor time of the server for one request:
on a machine that others use too, the last is what the program can be held to.
"""

from __future__ import annotations

import json
import multiprocessing
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import psutil

from benchmarks.synthetic_archive import address, enter, fill
from pagestrata.app.watches import watch_id
from pagestrata.comparing.vidiff import compare
from pagestrata.model.blocks import Block, BlockTree, Link
from pagestrata.model.due import Due
from pagestrata.model.geometry import Box
from pagestrata.model.records import Visit, Watch
from pagestrata.model.snapshot import Response, Snapshot
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog.names import to_microseconds

PAGES, WATCHES = 1000, 100_000
VISITS_EACH = 30
COMPARED_BLOCKS = 2500  # with a link, a text and a wrapper each: 10,000 nodes
READERS, READER_REQUESTS = 50, 12
READER_PAUSES = (5.0, 0.0)  # seconds between two requests of one reader: as people read, and as programs do
MEMORY_REQUESTS = 10_000
SCREENS = ("/", "/?view=rows", "/search?q=w00001", "/reports", "/plan", "/api/v1/pages", "/api/v1/watches")


def serve(folder: str, port: Any, readied: Any) -> None:
    """The server's process."""
    import uvicorn

    from pagestrata.web.app import create_app
    from pagestrata.web.context import WebContext
    from pagestrata.web.serving import listen

    with open_archive(folder) as archive:
        place = listen("127.0.0.1", 0)
        port.value = place.getsockname()[1]
        config = uvicorn.Config(create_app(WebContext(archive=archive)), log_level="warning", http="h11", ws="none")
        readied.set()
        uvicorn.Server(config).run(sockets=[place])


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A server that answers."""

    base: str
    process: psutil.Process

    def processor_seconds(self) -> float:
        times = self.process.cpu_times()
        return float(times.user + times.system)

    def memory_mb(self) -> float:
        return float(self.process.memory_info().rss) / 1e6


@contextmanager
def running(folder: Path) -> Iterator[Running]:
    """While it lasts: the application over the archive in this folder."""
    methods = multiprocessing.get_context("spawn")
    port, readied = methods.Value("i", 0), methods.Event()
    process = methods.Process(target=serve, args=(str(folder), port, readied), daemon=True)
    process.start()
    assert readied.wait(300), "the server did not begin"
    try:
        yield Running(base=f"http://127.0.0.1:{port.value}", process=psutil.Process(process.pid))
    finally:
        process.terminate()
        process.join(30)


def percentile(numbers: list[float], share: float) -> float:
    return sorted(numbers)[min(len(numbers) - 1, int(share * len(numbers)))]


def asked(server: Running, client: httpx.Client, path: str, times: int = 20) -> None:
    """Ask for a screen again and again, and say how long it took."""
    client.get(path).raise_for_status()
    before, taken = server.processor_seconds(), []
    for _ in range(times):
        begin = time.perf_counter()
        size = len(client.get(path).raise_for_status().content)
        taken.append(1000 * (time.perf_counter() - begin))
    cost = 1000 * (server.processor_seconds() - before) / times
    middle, late = statistics.median(taken), percentile(taken, 0.95)
    print(
        f"{path:34} {middle:8.1f} ms, p95 {late:8.1f} ms, processor {cost:7.1f} ms, {size / 1000:8.1f} kB", flush=True
    )


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
    """Watch so many pages, straight into the table."""
    from pagestrata.store.catalog.schema import watch as table

    facts = json.dumps({"tags": ["many"]})
    rows = [{"id": f"{number:012x}", "url": address(number), "facts": facts} for number in range(count)]
    catalog = archive._catalog
    with catalog.writing(sealing=False) as connection:
        catalog.insert_new(connection, table, rows)


def screens(folder: Path) -> None:
    """The screens of an archive with 1,000 watched pages and 20,000 versions."""
    with open_archive(folder) as archive:
        fill(archive, versions=20 * PAGES, pages=PAGES)
        watch(archive, PAGES, now=datetime.now(UTC))
    with running(folder) as server, httpx.Client(base_url=server.base, timeout=120) as client:
        for path in SCREENS:
            asked(server, client, path)


def watches(folder: Path) -> None:
    """All of 100,000 watches, page by page: the last must cost what the first did."""
    with open_archive(folder) as archive:
        watch_many(archive, WATCHES)
    with running(folder) as server, httpx.Client(base_url=server.base, timeout=120) as client:
        taken, after, seen = [], None, 0
        while after is not None or not seen:
            begin = time.perf_counter()
            found = client.get("/api/v1/watches", params={"limit": 200} | ({"after": after} if after else {})).json()
            taken.append(1000 * (time.perf_counter() - begin))
            seen, after = seen + len(found["items"]), found["next"]
        first, last = statistics.median(taken[:50]), statistics.median(taken[-50:])
        print(f"{seen} watches in {len(taken)} stretches: first 50 {first:.1f} ms, last 50 {last:.1f} ms each")
        asked(server, client, "/")
        asked(server, client, "/?sort=address&view=rows")


def large_page(changed: int) -> tuple[Snapshot, BlockTree]:
    """A page of 10,000 nodes, of which some blocks say something else."""
    blocks = tuple(
        Block(
            ref=f"1.{number}",
            text=f"paragraph {number} says {'something new' if number < changed else 'what it always said'} of {number % 97}",
            links=(Link(f"more {number}", f"http://large.test/{number}"),),
            box=Box(0.0, 24.0 * number, 1200.0, 24.0),
            role="article",
        )
        for number in range(1, COMPARED_BLOCKS + 1)
    )
    size = (1366.0, 24.0 * COMPARED_BLOCKS)
    tree = BlockTree(
        blocks=(Block(ref="1", children=blocks, box=Box(0, 0, *size)),), url="http://large.test/", page_size=size
    )
    moment = datetime(2026, 1, 1, changed % 24, tzinfo=UTC)
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


def compared(folder: Path) -> None:
    """Two versions of a page of 10,000 nodes, compared for the first time and again."""
    with open_archive(folder) as archive:
        names, before = [], None
        for changed in (0, 40):
            taken, tree = large_page(changed)
            visit = Visit(url=taken.url, visited_at=taken.captured_at, stage="render", version=None, kept=True)
            delta = compare(before, tree) if before is not None else None
            names.append(archive.append(taken, tree, delta, visit=visit).id)
            before = tree
    with running(folder) as server, httpx.Client(base_url=server.base, timeout=300) as client:
        for path in (f"/compare/{names[0]}/{names[1]}", f"/api/v1/compare/{names[0]}/{names[1]}"):
            begin = time.perf_counter()
            client.get(path).raise_for_status()
            print(f"first look {1000 * (time.perf_counter() - begin):.0f} ms")
            asked(server, client, path, times=10)


def readers(folder: Path) -> None:
    """50 readers while visits are written: as people read, and each without a pause, which is all the server can do."""
    with open_archive(folder) as archive:
        fill(archive, versions=20 * PAGES, pages=PAGES)
        watch(archive, PAGES, now=datetime.now(UTC))
        with running(folder) as server:
            stop = threading.Event()
            written = [0]
            writer = threading.Thread(target=_write, args=(archive, stop, written))
            writer.start()
            try:
                for pause in READER_PAUSES:
                    begun = written[0]
                    taken, failed = _read_together(server, pause)
                    middle, late = statistics.median(taken), percentile(taken, 0.95)
                    print(
                        f"{READERS} readers, {pause:g} s between requests: {len(taken)} requests, {failed} errors, "
                        f"{written[0] - begun} visits written meanwhile, median {middle:.0f} ms, p95 {late:.0f} ms",
                        flush=True,
                    )
            finally:
                stop.set()
                writer.join()


def _write(archive: Archive, stop: threading.Event, written: list[int]) -> None:
    while not stop.is_set():
        url = address(written[0] % PAGES)
        archive.record_visit(
            Visit(url=url, visited_at=datetime.now(UTC), stage="quick", version=None, kept=False, changes=1)
        )
        written[0] += 1
        stop.wait(0.05)


def _read_together(server: Running, pause: float) -> tuple[list[float], int]:
    taken: list[float] = []
    failed = [0]

    def read(number: int) -> None:
        time.sleep(pause * number / READERS)  # nobody begins together
        with httpx.Client(base_url=server.base, timeout=120) as client:
            for turn in range(READER_REQUESTS):
                begin = time.perf_counter()
                answer = client.get(("/", "/api/v1/pages", "/search?q=w00007", "/api/v1/watches")[(number + turn) % 4])
                taken.append(1000 * (time.perf_counter() - begin))
                failed[0] += answer.status_code != 200
                time.sleep(pause)

    threads = [threading.Thread(target=read, args=(number,)) for number in range(READERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return taken, failed[0]


def memory(folder: Path) -> None:
    """10,000 requests: what the server takes at the beginning and at the end."""
    with open_archive(folder) as archive:
        fill(archive, versions=5 * PAGES, pages=PAGES)
        watch(archive, 200, now=datetime.now(UTC))
    paths = ("/api/v1/pages?limit=10", "/api/v1/watches?limit=10", "/api/v1/health", "/api/v1/versions?limit=10")
    with running(folder) as server, httpx.Client(base_url=server.base, timeout=120) as client:
        for number in range(MEMORY_REQUESTS + 1):
            path = ("/", "/search?q=w00003", "/plan")[number // 50 % 3] if number % 50 == 0 else paths[number % 4]
            client.get(path).raise_for_status()
            if number % (MEMORY_REQUESTS // 5) == 0 or number == 500:
                print(f"after {number:6} requests {server.memory_mb():8.1f} MB", flush=True)


PARTS: dict[str, Callable[[Path], None]] = {
    "screens": screens,
    "watches": watches,
    "compare": compared,
    "readers": readers,
    "memory": memory,
}


def main(chosen: list[str]) -> None:
    for name in chosen or list(PARTS):
        print(f"-- {name}: {PARTS[name].__doc__}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            PARTS[name](Path(folder) / "archive")


if __name__ == "__main__":
    main(sys.argv[1:])
