"""Capture speed and cleanliness.

python -m benchmarks.speed.capture share [--versions 2]     own Python time against the browser's, recorded sites
python -m benchmarks.speed.capture nodes                    cost against the number of nodes
python -m benchmarks.speed.capture soak [--captures 500]    memory, zombies, leaked profiles; crashed and hung pages
"""

from __future__ import annotations

import argparse
import gc
import os
import signal
import statistics
import tempfile
import time
from pathlib import Path

import psutil

from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions
from pagestrata.capturing.recorded.recordings import capture_recorded, recorded_versions
from pagestrata.errors import CaptureError
from pagestrata.model.snapshot import Response

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("PAGESTRATA_DATA", ROOT.parent / "shared" / "data"))
ADDRESS = "http://page.test/"
MEGABYTE = 1024 * 1024


def share(versions: int) -> None:
    """Own Python time of captures of the recorded sites, as a share of the time spent waiting for the browser."""
    ratios, owns, browsers = [], [], []
    with BrowserPool() as pool:
        for path in sorted((DATA / "sequences").glob("*.warc.gz")):
            times = [found.isoformat() for _, found in recorded_versions(path)]
            for at in times[:: max(1, len(times) // versions)][:versions]:
                found = capture_recorded(pool, path, CaptureOptions(), at=at)
                own, browser = found.seconds["own"], found.seconds["browser"]
                rows = len(found.nodes) if found.nodes is not None else 0
                print(
                    f"{path.name[:36]:36} {rows:6} rows  own {own:.3f} s, browser {browser:.3f} s: {own / browser:.1%}"
                )
                ratios.append(own / browser)
                owns.append(own)
                browsers.append(browser)
    print(
        f"{len(ratios)} captures: own/browser in all {sum(owns) / sum(browsers):.1%}, "
        f"median {statistics.median(ratios):.1%}, worst {max(ratios):.1%}; "
        f"median own {statistics.median(owns) * 1000:.0f} ms, browser {statistics.median(browsers) * 1000:.0f} ms"
    )


def nodes() -> None:
    """Time against the number of nodes; each page is read with one snapshot call."""
    last: tuple[int, float] | None = None
    with BrowserPool() as pool:
        _capture(pool, "<p>warm-up")
        for count in (1_000, 10_000, 100_000):
            piece = "<div class='a b'><p>some <b>words</b> and <a href=/x>a link</a></p></div>"
            markup = "<!doctype html><body>" + piece * (count // 8)
            options = CaptureOptions(screenshot=False, page_seconds=300, load_seconds=120, settle_seconds=30)
            runs = [_timed(pool, markup, options) for _ in range(3 if count < 100_000 else 1)]
            rows, snapshot, own = min(runs, key=lambda run: run[2])
            growth = f"  {rows / last[0]:.1f}x rows, {own / last[1]:.1f}x own time" if last else ""
            print(f"{rows:7} rows  snapshot call {snapshot:.3f} s  own {own:.3f} s{growth}")
            last = rows, own


def _timed(pool: BrowserPool, markup: str, options: CaptureOptions) -> tuple[int, float, float]:
    found = _capture(pool, markup, options)
    assert found.nodes is not None
    return len(found.nodes), found.seconds["snapshot"], found.seconds["own"]


def _capture(pool: BrowserPool, markup: str, options: CaptureOptions | None = None):  # type: ignore[no-untyped-def]
    page = Response(url=ADDRESS, status=200, headers=(("content-type", "text/html"),), body=markup.encode())
    return pool.capture(ADDRESS, options, responder=lambda _, url: page if url == ADDRESS else None)


def soak(captures: int) -> None:
    """Many captures of mixed pages, some hung and some with a killed browser."""
    me = psutil.Process()
    tempfile.tempdir = tempfile.mkdtemp(prefix="soak-")  # other programs on the machine may capture pages, too
    before_profiles, before_children = _profiles(), {child.pid for child in me.children(recursive=True)}
    pages = [
        "<p>plain" * 50,
        "<body>" + "<div><p>some <b>words</b></p></div>" * 2000,
        "<p style='height:9000px'>tall<script>setInterval(() => document.body.append('x'), 50)</script>",
        "<script>for (let i = 0; i < 9; i++) alert(i)</script><p>dialogs",
        "<iframe srcdoc='<p>frame'></iframe><canvas></canvas><svg></svg>",
    ]
    baseline = highest = 0.0
    started = time.monotonic()
    with BrowserPool() as pool:
        for number in range(captures):
            try:
                if number % 50 == 25:
                    _capture(pool, "<script>while (true) {}</script>", CaptureOptions(page_seconds=2.0))
                elif number % 50 == 40 and (process := pool._workers[0].process) is not None:
                    os.killpg(process.pid, signal.SIGKILL)
                _capture(pool, pages[number % len(pages)], CaptureOptions(settle_seconds=1.0))
            except CaptureError as error:
                if number % 50 != 25:
                    print(f"capture {number}: {error}")
            highest = max(highest, pool.memory_mb())
            if number == min(20, captures // 4):
                gc.collect()
                baseline = me.memory_info().rss / MEGABYTE
            if number % 50 == 49:
                print(f"{number + 1} captures: python {me.memory_info().rss / MEGABYTE:.0f} MB, browser {pool.memory_mb():.0f} MB")  # noqa: E501 # fmt: skip
        gc.collect()
        grown = me.memory_info().rss / MEGABYTE - baseline
    left = [child for child in me.children(recursive=True) if child.pid not in before_children]
    zombies = [child for child in left if child.status() == psutil.STATUS_ZOMBIE]
    print(
        f"{captures} captures in {time.monotonic() - started:.0f} s: python grew by {grown:.1f} MB, "
        f"browsers at most {highest:.0f} MB, {len(zombies)} zombies, {len(left)} processes left, "
        f"{len(_profiles() - before_profiles)} profile folders left"
    )


def _profiles() -> set[Path]:
    return set(Path(tempfile.gettempdir()).glob("pagestrata-browser-*"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["share", "nodes", "soak"])
    parser.add_argument("--versions", type=int, default=2, help="versions of each recorded site")
    parser.add_argument("--captures", type=int, default=500)
    arguments = parser.parse_args()
    if arguments.what == "share":
        share(arguments.versions)
    elif arguments.what == "nodes":
        nodes()
    else:
        soak(arguments.captures)


if __name__ == "__main__":
    main()
