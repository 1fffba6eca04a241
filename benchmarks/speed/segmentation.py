"""Speed of segmentation: snapshot to block tree, on the real pages and on pages of growing size.

python -m benchmarks.speed.segmentation
"""

from __future__ import annotations

import statistics
import sys
import time
from dataclasses import replace

from benchmarks.pages import ROOT, data_folder, load_page_snapshots, require_data, segmentation_pages, truth_of
from pagestrata.model.snapshot import Snapshot
from pagestrata.segmenting import SEGMENTERS, segment

sys.path.insert(0, str(ROOT / "tests"))

REPEATS = 3
SMALL, LARGE = 5_000, 50_000
EVERY = 8
"""Of the annotated pages, every eighth is captured again."""


def best_ms(snapshot: Snapshot, segmenter: str) -> float:
    """The fastest of a few runs, in milliseconds of processor time; nothing is remembered between them."""
    found = []
    for _ in range(REPEATS):
        assert snapshot.nodes is not None
        fresh = replace(snapshot, nodes=replace(snapshot.nodes))
        begin = time.process_time()
        segment(fresh, segmenter)
        found.append(1_000 * (time.process_time() - begin))
    return min(found)


def made_page(nodes: int) -> Snapshot:
    """A page of sections with lists and paragraphs, of about that many nodes."""
    from builders import Spec, element, snapshot, words

    sections: list[Spec] = []
    y = 0.0
    for number in range(nodes // 50):
        items = []
        for item in range(12):
            line = words(f"item {item} of {number}", (20, y, 300, 16))
            items.append(
                element(
                    "li",
                    (20, y, 600, 18),
                    element("a", (20, y, 300, 16), line, attributes={"href": f"/{number}/{item}"}),
                )
            )
            y += 20
        heading = element("h2", (0, y, 600, 30), words(f"Section {number}", (0, y, 300, 28), font_size=24.0))
        sections.append(
            element("section", (0, y - 260, 1000, 280), heading, element("ul", (0, y - 260, 800, 250), *items))
        )
        y += 40
    body = element("body", (0, 0, 1366, y), *sections)
    return snapshot(element("html", (0, 0, 1366, y), body), page_size=(1366.0, y))


def shares_of_capture() -> list[float]:
    """The time of segmenting over the time of capturing, for some of the real pages, captured again."""
    from pagestrata.capturing.browser.pool import BrowserPool
    from pagestrata.capturing.options import CaptureOptions
    from pagestrata.capturing.recorded.recordings import capture_recorded

    found = []
    with BrowserPool() as pool:
        for page in segmentation_pages()[::EVERY]:
            warc = require_data() / "segmentation" / f"{page}.warc.gz"
            begin = time.perf_counter()
            snapshot = capture_recorded(pool, warc, CaptureOptions(), url=truth_of(page)["url"])
            captured = time.perf_counter()
            segment(snapshot)
            found.append((time.perf_counter() - captured) / (captured - begin))
    return found


def measure() -> dict[str, float]:
    """Every figure by name: milliseconds, and how the time grows over ten times the nodes."""
    figures = {}
    small, large = made_page(SMALL), made_page(LARGE)
    for name in SEGMENTERS:
        figures[f"{name} growth over 10x nodes"] = best_ms(large, name) / best_ms(small, name)
    if data_folder() is not None:
        pages = [snapshot for _, snapshot, _ in load_page_snapshots()]
        for name in SEGMENTERS:
            times = [best_ms(page, name) for page in pages]
            figures[f"{name} median ms"] = statistics.median(times)
            figures[f"{name} largest ms"] = max(times)
        figures["largest share of the capture"] = max(shares_of_capture())
    return figures


if __name__ == "__main__":
    for figure, value in measure().items():
        print(f"{figure:36} {value:9.2f}")
