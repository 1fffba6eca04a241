"""What an import costs beside the browser, and how much memory it takes.

    python -m benchmarks.speed.visit share [SITE…] [--versions 3]     own processor time against the browser's, recorded sites
    python -m benchmarks.speed.visit tall [SITE…]                     the same on pages cut at 30,000 px
    python -m benchmarks.speed.visit kept [SITE…] [--versions 3]      own processor time of storing kept renderings
    python -m benchmarks.speed.visit memory [--imports 500]           peak memory over imports of kept renderings
    python -m benchmarks.speed.visit plain [--versions 3]             processor time of `visit` on a plain page, all processes

`share` goes the whole way of `pagestrata import`: recording, browser, blocks, comparison, archive. Own time is the processor
time of this process with all its threads, everything counted; the browser's is that of its processes, counted from the same
moments, so that both are slowed by a busy machine alike. The program between them (Playwright's driver) is neither and is
listed by itself. How long the page was in the browser by the clock is printed beside it, and says little on a busy machine. The
ratio of processor times is gated: at most 10 % at the median, 15 % at the median of the tall pages.

`kept` cuts, compares, judges and stores renderings that were kept earlier, every one as a version, without a browser. To compare
two programs, run them in turns and take the least of several rounds.

`plain` calls the program as a person does, on a small page of loopback: a first visit, with every process it starts, and one that
is told 'not modified'. The best of its rounds counts; the first one compiles the program, which an installer has done.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from benchmarks.kept_imports import import_kept_versions, import_snapshot
from benchmarks.pages import load_sequence_snapshots, require_data, sequence_index
from pagestrata.app.recordings.imports import import_recording
from pagestrata.app.session import Session
from pagestrata.capturing.options import CaptureOptions
from pagestrata.cli.main import CALM_COLLECTOR
from pagestrata.store.archive import open_archive

MAX_SHARE = 0.10
MAX_TALL_SHARE = 0.15
TALL_PX = 30_000
TALL_SITES = ("planet.sympy.org", "welt.de_hourly", "backbonejs.org")
MAX_MEGABYTES = 400
MAX_FIRST_SECONDS, MAX_UNCHANGED_SECONDS = 2.0, 0.3
SAMPLE_SECONDS = 0.02
PLAIN_PAGE = (
    b"<!doctype html><title>Plain page</title><h1>Plain page</h1><p>A plain page with a few paragraphs and a list.</p>"
    b"<ul><li>one</li><li>two</li><li>three</li></ul><p>It has no pictures and no scripts.</p>"
)


class Spent(NamedTuple):
    """Processor seconds so far."""

    own: float
    browser: float
    driver: float


def spent() -> Spent:
    """What this process, its browser and its driver have used, those of their processes that ended included."""
    own = time.process_time()  # first: looking for the others takes some milliseconds of this process
    browser = driver = 0.0
    for child in psutil.Process().children(recursive=True):
        try:
            times, is_driver = child.cpu_times(), "node" in child.name()
        except psutil.Error:
            continue
        used = times.user + times.system + times.children_user + times.children_system
        browser, driver = (browser, driver + used) if is_driver else (browser + used, driver)
    return Spent(own, browser, driver)


def imports(session: Session, site: str, versions: int) -> Iterator[dict[str, Any]]:
    """One line for each version that was rendered; the first of a session starts the browser and is left out."""
    before, rendered = spent(), 0
    for outcome in import_recording(session, require_data() / "sequences" / f"{site}.warc.gz"):
        now = spent()
        own, browser, driver = (after - earlier for after, earlier in zip(now, before, strict=True))
        before = now._replace(own=time.process_time())
        if outcome.visit is None or outcome.visit.stage != "render":
            continue
        rendered += 1
        yield {
            "site": site, "own": own, "browser": browser, "driver": driver, "share": own / max(browser, 0.001),
            "seconds": {stage: round(value, 3) for stage, value in outcome.visit.seconds.items()},
        }  # fmt: skip
        if rendered >= versions:
            return


def share(sites: Sequence[str], versions: int, *, height_px: int, most: float) -> dict[str, Any]:
    lines = []
    with tempfile.TemporaryDirectory(prefix="visit") as folder:
        options = CaptureOptions(height_cap_px=height_px)
        with Session(archive=Path(folder) / "archive", options=options) as session:
            for site in sites:
                for line in imports(session, site, versions):
                    print({key: round(v, 3) if isinstance(v, float) else v for key, v in line.items()}, flush=True)
                    lines.append(line)
    kept = lines[1:]  # the first started the browser and loaded the models
    median = statistics.median(line["share"] for line in kept)
    return {
        "visits": len(kept),
        "own s, median": round(statistics.median(line["own"] for line in kept), 3),
        "browser s, median": round(statistics.median(line["browser"] for line in kept), 3),
        "driver s, median": round(statistics.median(line["driver"] for line in kept), 3),
        "own of browser, median": round(median, 4),
        "own of the seconds a page was in the browser, median": round(
            statistics.median(line["own"] / max(line["seconds"].get("render", 0.0), 0.001) for line in kept), 4
        ),
        "own of browser, all together": round(sum(x["own"] for x in kept) / sum(x["browser"] for x in kept), 4),
        "peak MB": peak_megabytes(),
        "passed": median <= most,
    }


def peak_megabytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def memory(count: int) -> dict[str, Any]:
    """Imports of kept renderings, site after site and again into another archive, until there are enough."""
    done, seconds = 0, []
    while done < count:
        with tempfile.TemporaryDirectory(prefix="visit") as folder, open_archive(Path(folder) / "archive") as archive:
            for site in sorted(sequence_index()):
                before = time.process_time()
                for _ in import_kept_versions(archive, site, most=count - done):
                    done += 1
                    seconds.append(time.process_time() - before)
                    before = time.process_time()
                print(f"{site}: {done} imports, peak {peak_megabytes()} MB", flush=True)
    peak = peak_megabytes()
    return {
        "imports": done,
        "peak MB": peak,
        "own s with reading the kept page, median": round(statistics.median(seconds), 3),
        "passed": peak <= MAX_MEGABYTES,
    }


def kept(sites: Sequence[str], versions: int) -> dict[str, Any]:
    """Store the first versions of each site in an archive of its own."""
    first, later, kilobytes = [], [], 0
    for site in sites:
        with tempfile.TemporaryDirectory(prefix="visit") as folder, open_archive(Path(folder) / "archive") as archive:
            for number, snapshot in enumerate(itertools.islice(load_sequence_snapshots(site), versions)):
                before = time.process_time()
                import_snapshot(archive, snapshot, force=True)
                (later if number else first).append(time.process_time() - before)
                print(f"{site} {number}: own {(later if number else first)[-1]:.3f} s", flush=True)
            kilobytes += sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file()) // 1024
    return {
        "own s of a first version, median": round(statistics.median(first), 3),
        "own s of a later version, median": round(statistics.median(later), 3) if later else None,
        "KB per version": round(kilobytes / (len(first) + len(later)), 1),
        "peak MB": peak_megabytes(),
        "passed": True,
    }


class PlainHost(BaseHTTPRequestHandler):
    """One page that never changes, and says so."""

    def do_GET(self) -> None:
        is_known = self.headers.get("If-None-Match") == '"1"'
        self.send_response(304 if is_known else 200 if self.path == "/page" else 404)
        body = PLAIN_PAGE if self.path == "/page" and not is_known else b""
        for name, value in (("ETag", '"1"'), ("Content-Type", "text/html"), ("Content-Length", str(len(body)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


def used_by_all(*words: str, compiled: str) -> dict[str, float]:
    """Processor seconds of a program and of all that it starts, by what they are, looked at every few milliseconds.

    Python keeps what it made of the source in the folder `compiled`, as it does beside an installed program.
    """
    used: dict[int, tuple[str, float]] = {}
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment) as started:
        root = psutil.Process(started.pid)
        while started.poll() is None:
            for process in family_of(root):
                try:
                    times, name = process.cpu_times(), process.name()
                except psutil.Error:
                    continue
                kind = "own" if process.pid == root.pid else "driver" if "node" in name else "browser"
                used[process.pid] = (kind, times.user + times.system)
            time.sleep(SAMPLE_SECONDS)
    sums = {kind: sum(seconds for other, seconds in used.values() if other == kind) for kind, _ in used.values()}
    return sums | {"all": sum(sums.values())}


def family_of(root: psutil.Process) -> list[psutil.Process]:
    try:
        return [root, *root.children(recursive=True)]
    except psutil.Error:
        return []


def plain(rounds: int) -> dict[str, Any]:
    """First visits, each into an archive of its own, and as many that find nothing new."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), PlainHost)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    url, first, unchanged = f"http://127.0.0.1:{host.server_port}/page", [], []
    with tempfile.TemporaryDirectory(prefix="visit") as folder:
        for number in range(rounds):
            call = (sys.executable, "-m", "pagestrata.cli.main", "visit", url, "--allow-private", "--archive")
            archive, compiled = os.path.join(folder, str(number)), os.path.join(folder, "compiled")
            first.append(used_by_all(*call, archive, compiled=compiled))
            unchanged.append(used_by_all(*call, archive, compiled=compiled))
            print(
                {name: round(value, 2) for name, value in first[-1].items()}, round(unchanged[-1]["all"], 2), flush=True
            )
    host.shutdown()
    seconds = [min(found["all"] for found in visits) for visits in (first, unchanged)]
    return {
        "first visit, processor s": round(seconds[0], 3),
        "not modified, processor s": round(seconds[1], 3),
        "passed": seconds[0] <= MAX_FIRST_SECONDS and seconds[1] <= MAX_UNCHANGED_SECONDS,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["share", "tall", "kept", "memory", "plain"])
    parser.add_argument("sites", nargs="*")
    parser.add_argument("--versions", type=int, default=3)
    parser.add_argument("--imports", type=int, default=500)
    options = parser.parse_args()
    gc.set_threshold(*CALM_COLLECTOR)  # as every command does
    if options.what == "memory":
        result = memory(options.imports)
    elif options.what == "kept":
        result = kept(options.sites or sorted(sequence_index()), options.versions)
    elif options.what == "plain":
        result = plain(options.versions)
    elif options.what == "tall":
        sites = options.sites or list(TALL_SITES)
        result = share(sites, options.versions, height_px=TALL_PX, most=MAX_TALL_SHARE)
    else:
        sites = options.sites or sorted(sequence_index())
        height_px = CaptureOptions().height_cap_px
        result = share(sites, options.versions, height_px=height_px, most=MAX_SHARE)
    print(json.dumps(result, indent=2))
    raise SystemExit(0 if result["passed"] else 1)


if __name__ == "__main__":
    main()
