"""Captures among hostile pages. Exit 1 when something is left behind or an ordinary page suffered.

python -m benchmarks.soak --captures 500 [--ceiling-mb 1200] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

import psutil

from benchmarks.soak.left_behind import Traces, left_since
from benchmarks.soak.memory_samples import MemorySamples, longest_above
from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import MEGABYTE, CaptureOptions
from pagestrata.errors import CaptureError

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
from attacks.canaries import internet, message
from attacks.hostile_pages import HOST, HUNG, HUNGRY, PAGES, HostilePage

ROUND = 25  # captures; in each, one page hangs, one takes all memory, and one browser is killed


def page_of(number: int) -> HostilePage:
    """Which page comes at a place of the soak: always the same one."""
    place = number % ROUND
    return HUNG if place == 7 else HUNGRY if place == 15 else PAGES[number % len(PAGES)]


def soak(captures: int, ceiling_mb: float) -> dict[str, object]:
    """The figures of a soak."""
    before, started, memory = Traces.now(), time.monotonic(), psutil.Process().memory_info
    outcomes: Counter[str] = Counter()
    taken: Counter[str] = Counter()
    unexpected: list[str] = []
    begun_mb = 0.0
    with BrowserPool(memory_ceiling_mb=ceiling_mb) as pool, MemorySamples(pool) as watched:
        for number in range(captures):
            if number % ROUND == 20 and (process := pool._workers[0].process) is not None:
                os.killpg(process.pid, signal.SIGKILL)
            begun = time.monotonic()
            outcome, complaint = _capture(pool, page_of(number))
            outcomes[outcome] += 1
            taken[page_of(number).kind] += time.monotonic() - begun  # type: ignore[assignment]
            unexpected += [f"capture {number}, {complaint}"] if complaint else []
            if number == ROUND:
                begun_mb = memory().rss / MEGABYTE
        grown_mb = memory().rss / MEGABYTE - begun_mb if captures > ROUND else 0.0
    return {
        "captures": captures,
        "seconds": round(time.monotonic() - started),
        "outcomes": dict(outcomes),
        "slowest": {kind: round(seconds, 1) for kind, seconds in taken.most_common(6)},
        "unexpected": unexpected,
        "left": left_since(before),
        "ceiling_mb": ceiling_mb,
        "highest_mb": round(max(watched.samples, default=0.0)),
        "looks_in_a_row_above": longest_above(watched.samples, ceiling_mb),
        "python_grew_mb": round(grown_mb, 1),
    }


def _capture(pool: BrowserPool, page: HostilePage) -> tuple[str, str]:
    """What became of one page, and what is wrong with that."""
    nothing = message("", status="404 Not Found")
    usual = {
        "page_seconds": 600.0,
        "load_seconds": 300.0,
        "settle_seconds": 1.0,
        "screenshot": False,
        "max_resource_bytes": 5 * MEGABYTE,
    }
    with internet(lambda url: page.answers.get(urlsplit(url).path, nothing)) as far:
        options = CaptureOptions(**{**usual, "proxy": far.proxy, **page.options})  # type: ignore[arg-type]
        try:
            found = pool.capture(f"{HOST}/", options)
        except CaptureError as error:
            return f"failed: {type(error).__name__}", f"{page.kind}: {error}" if page.words else ""
    text = found.nodes.text_of(0) if found.nodes is not None else ""
    return "captured", "" if page.words in text else f"{page.kind}: without its words"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--captures", type=int, default=500)
    parser.add_argument("--ceiling-mb", type=float, default=1200)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="s") as folder:  # what others on this machine leave is not ours
        tempfile.tempdir = os.environ["TMPDIR"] = folder
        figures = soak(arguments.captures, arguments.ceiling_mb)
    print(json.dumps(figures) if arguments.json else "\n".join(f"{name:22} {value}" for name, value in figures.items()))
    return 1 if figures["unexpected"] or any(dict(figures["left"]).values()) else 0  # type: ignore[call-overload]


if __name__ == "__main__":
    sys.exit(main())
