"""Speed of the web application: screens of large archives, lists to their end, many readers beside a writer, memory.

    python -m benchmarks.speed.web [screens|watches|compare|long_text|readers|memory|browser|visited]…

The application runs in a process of its own, as `pagestrata serve` runs it, and is asked over loopback. Of every screen are
shown the median and the 95th percentile by the clock and the processor time of the server for one request: on a machine that
others use too, the last is what the program can be held to, and what is gated. A screen is asked for after somebody wrote to
the archive (so that it has to be made), and again (where it may be kept).

`browser` is the time, in a real Chromium, from the beginning of a navigation until a key is answered; `visited` is a page of
10,000 nodes that the program visited by itself, `compare` one of 2,500 blocks without pictures, which is the harder one.
"""

from __future__ import annotations

import multiprocessing
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psutil

from benchmarks.speed.web_archives import (
    fill_watched,
    keep_large,
    keep_long_text,
    visited_large_page,
    watch_many,
    write_visit,
)
from benchmarks.speed.web_browser import usable_after
from benchmarks.speed.web_readers import READERS, read_together, written_beside
from pagestrata.store.archive import Archive, open_archive

WATCHES = 100_000
READER_PAUSES = (5.0, 0.0)
MEMORY_REQUESTS = 10_000
SCREENS = (
    "/", "/?view=rows", "/?state=fine", "/?state=failing", "/?state=paused", "/?state=lost", "/?tag=t3&sort=next",
    "/search?q=w00001", "/reports", "/plan", "/api/v1/pages", "/api/v1/watches",
)  # fmt: skip
MOST_MS = 100.0
"""Of processor time for a screen that is made."""
MOST_KEPT_MS = 15.0
MOST_SLOWER = 2.0
"""The last stretches of a long list against the first."""
MOST_READER_MS = 300.0
MOST_GROWTH = 1.1
MOST_LONG_TEXT_S = 5.0

MISSED: list[str] = []
"""What was asked for and not reached."""


def hold(what: str, value: float, most: float, unit: str = "ms") -> None:
    """Remember a figure that is above what it may be."""
    if value > most:
        MISSED.append(f"{what}: {value:.1f} {unit}, at most {most:g} is asked")


def serve(folder: str, port: Any, readied: Any) -> None:
    """The server's process."""
    from pagestrata.web.app import create_app
    from pagestrata.web.context import WebContext
    from pagestrata.web.serving import Server, listen, warm_up

    with open_archive(folder) as archive:
        place = listen("127.0.0.1", 0)
        port.value = place.getsockname()[1]
        context = WebContext(archive=archive)
        app = create_app(context)
        context.jobs.submit(warm_up, app).add_done_callback(lambda _: readied.set())
        Server(app).run(sockets=[place])


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A server that answers."""

    base: str
    process: psutil.Process

    def processor_ms(self) -> float:
        times = self.process.cpu_times()
        return 1000 * float(times.user + times.system)

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


@contextmanager
def client_of(server: Running) -> Iterator[httpx.Client]:
    """While it lasts: somebody who keeps one connection."""
    with httpx.Client(base_url=server.base, timeout=300) as client:
        yield client


def percentile(numbers: list[float], share: float) -> float:
    return sorted(numbers)[min(len(numbers) - 1, int(share * len(numbers)))]


def asked(
    server: Running, client: httpx.Client, path: str, *, times: int = 15, change: Callable[[], None] | None = None
) -> float:
    """Ask for a screen again and again, each time after a change; print how long it took. Processor time of one in ms."""
    client.get(path).raise_for_status()
    cost, taken = 0.0, []
    for _ in range(times):
        if change is not None:
            change()
        before, begin = server.processor_ms(), time.perf_counter()
        size = len(client.get(path).raise_for_status().content)
        taken.append(1000 * (time.perf_counter() - begin))
        cost += (server.processor_ms() - before) / times
    how = "again" if change is None else "made"
    middle, late = statistics.median(taken), percentile(taken, 0.95)
    print(
        f"{path:40.40} {how:5} {middle:8.1f} ms, p95 {late:8.1f} ms, processor {cost:7.1f} ms, {size / 1000:8.1f} kB",
        flush=True,
    )
    return cost


def screens(folder: Path) -> None:
    """The screens of an archive with 1,000 watched pages, 20,000 versions and 30,000 visits."""
    with open_archive(folder) as archive:
        fill_watched(archive)
        with running(folder) as server, client_of(server) as client:
            for path in SCREENS:
                made = asked(server, client, path, change=lambda: write_visit(archive, 999))
                hold(f"{path} made", made, MOST_MS)
                hold(f"{path} again", asked(server, client, path), MOST_KEPT_MS)


def watches(folder: Path) -> None:
    """All of 100,000 watches, page by page: the last must cost what the first did."""
    with open_archive(folder) as archive:
        watch_many(archive, WATCHES)
        with running(folder) as server, client_of(server) as client:
            first, last = _walked(server, client)
            hold("the last watches against the first", last / max(first, 1.0), MOST_SLOWER, "times")
            for path in ("/", "/?sort=address&view=rows", "/?state=paused", "/?state=new", "/?state=failing"):
                change = _setting_changer(archive)
                hold(f"{path} of {WATCHES} watches", asked(server, client, path, change=change), MOST_MS)


def _walked(server: Running, client: httpx.Client) -> tuple[float, float]:
    """Processor time of the first and of the last 50 stretches, in ms each."""
    marks, after, seen = [server.processor_ms()], None, 0
    while after is not None or not seen:
        found = client.get("/api/v1/watches", params={"limit": 200} | ({"after": after} if after else {})).json()
        marks.append(server.processor_ms())
        seen, after = seen + len(found["items"]), found["next"]
    first, last = (marks[51] - marks[1]) / 50, (marks[-1] - marks[-51]) / 50
    print(
        f"{seen} watches in {len(marks) - 1} stretches: processor of the first 50 {first:.1f}, last 50 {last:.1f} ms each"
    )
    return first, last


def _setting_changer(archive: Archive) -> Callable[[], None]:
    return lambda: archive.settings.set("benchmark", time.time())


def compared(folder: Path) -> None:
    """Versions of a page of 10,000 nodes in 2,500 blocks, compared for the first time and again."""
    with open_archive(folder) as archive:
        names = keep_large(archive)
    _compare(folder, names)


def visited(folder: Path) -> None:
    """The same of a page of 10,000 nodes that the program visited with its browser."""
    _compare(folder, visited_large_page(folder))


def _compare(folder: Path, names: list[str]) -> None:
    with running(folder) as server, client_of(server) as client:
        first = first_look(server, client, "first look at all", f"/compare/{names[0]}/{names[1]}")
        next_one = first_look(server, client, "first look at the next change", f"/compare/{names[1]}/{names[2]}")
        others = first_look(server, client, "at two that no visit compared", f"/compare/{names[0]}/{names[2]}")
        hold("first look at all", first, MOST_MS)
        hold("first look at the next change", next_one, MOST_MS)
        hold("first look at two that no visit compared", others, MOST_MS)
        for path in (f"/compare/{names[0]}/{names[1]}", f"/compare/{names[0]}/{names[1]}?mode=slider"):
            hold("compare again", asked(server, client, path), MOST_MS)
        asked(server, client, f"/api/v1/compare/{names[0]}/{names[1]}")


def first_look(server: Running, client: httpx.Client, what: str, path: str) -> float:
    before, begin = server.processor_ms(), time.perf_counter()
    client.get(path).raise_for_status()
    cost = server.processor_ms() - before
    print(f"{what}: {1000 * (time.perf_counter() - begin):.0f} ms, processor {cost:.0f} ms", flush=True)
    return cost


def long_text(folder: Path) -> None:
    """A text of 10 MB of which a word in a thousand changed."""
    with open_archive(folder) as archive:
        old, new = keep_long_text(archive)
    with running(folder) as server, client_of(server) as client:
        cost = first_look(server, client, "first look", f"/compare/{old}/{new}")
        hold("10 MB of text", cost / 1000, MOST_LONG_TEXT_S, "s")
        asked(server, client, f"/compare/{old}/{new}", times=5)


def readers(folder: Path) -> None:
    """50 readers with open screens beside a daemon of 20 visits a second: as people read (a screen every 5 s each), and
    each without a pause, which is all that the server can do."""
    with open_archive(folder) as archive:
        fill_watched(archive)
        with running(folder) as server, written_beside(archive) as written:
            for pause in READER_PAUSES:
                begun, before, begin = written(), server.processor_ms(), time.perf_counter()
                taken, failed = read_together(server.base, pause)
                seconds, cost = time.perf_counter() - begin, server.processor_ms() - before
                late = percentile(taken, 0.95)
                print(
                    f"{READERS} readers, {pause:g} s between requests: {len(taken)} requests in {seconds:.1f} s, "
                    f"{failed} errors, {written() - begun} visits written meanwhile, median {statistics.median(taken):.0f} ms, "
                    f"p95 {late:.0f} ms, processor {cost / len(taken):.1f} ms a request, load {cost / seconds / 10:.0f} %",
                    flush=True,
                )
                hold("errors of readers", failed, 0, "")
                if pause:
                    hold("p95 of 50 readers as people read, by the clock", late, MOST_READER_MS)


def memory(folder: Path) -> None:
    """10,000 requests: what the server takes at the beginning and at the end."""
    with open_archive(folder) as archive:
        fill_watched(archive, versions_each=5)
    paths = ("/api/v1/pages?limit=10", "/api/v1/watches?limit=10", "/api/v1/health", "/api/v1/versions?limit=10")
    taken: list[float] = []
    with running(folder) as server, client_of(server) as client:
        for number in range(MEMORY_REQUESTS + 1):
            path = ("/", "/search?q=w00003", "/plan")[number // 50 % 3] if number % 50 == 0 else paths[number % 4]
            client.get(path).raise_for_status()
            if number % (MEMORY_REQUESTS // 5) == 0 or number == 500:
                taken.append(server.memory_mb())
                print(f"after {number:6} requests {taken[-1]:8.1f} MB", flush=True)
    hold("memory at the end against that after 500 requests", taken[-1] / taken[1], MOST_GROWTH, "times")


def browser(folder: Path) -> None:
    """From the beginning of a navigation until a key is answered, in Chromium on this machine."""
    with open_archive(folder) as archive:
        fill_watched(archive)
        names = keep_large(archive)
    with running(folder) as server:
        paths = ("/", "/?view=rows", f"/compare/{names[0]}/{names[1]}", f"/compare/{names[0]}/{names[1]}?mode=overlay")
        for path, found in usable_after(server.base, paths).items():
            said = ", ".join(f"{value:.0f}" for value in found)
            print(f"{path:60.60} answers a key after {said} ms (the first time, and again)", flush=True)


PARTS: dict[str, Callable[[Path], None]] = {
    "screens": screens,
    "watches": watches,
    "compare": compared,
    "long_text": long_text,
    "readers": readers,
    "memory": memory,
    "browser": browser,
    "visited": visited,
}


def main(chosen: list[str]) -> None:
    for name in chosen or list(PARTS):
        print(f"-- {name}: {PARTS[name].__doc__}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            PARTS[name](Path(folder) / "archive")
    print("\n".join(MISSED) or "everything that is asked for was reached")
    raise SystemExit(1 if MISSED else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
