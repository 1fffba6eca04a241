"""How fast two sources are compared without a browser, beside the parser alone, and how that grows.

    python -m benchmarks.speed.cheap [--rendered]

With `--rendered`, visits to real pages are timed with and without the browser in the same run (minutes, needs the real pages).

Limits: 281 nodes in 1.5 ms, 10,000 nodes in 40 ms, 114 KB parsed and compared in 3 times lexbor's parse of both sources
together, ten times the nodes in at most 12 times the time. One teaser in twenty changed. Times are processor time, the
best of the runs, since a loaded machine only ever adds to them.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator

from pagestrata.comparing.quick.quick_compare import quick_compare
from pagestrata.formats.html.html_source import LexborHTMLParser

NODES_PER_TEASER = 4
SIZES = (281, 1_000, 3_200, 10_000)
RUNS = 15
LEAST_SECONDS = 0.5
"""Short actions run as often as fits, so that some run is not disturbed."""


def milliseconds(action: Callable[[], object]) -> float:
    """The least processor time of an action."""
    times: list[float] = []
    while len(times) < RUNS or sum(times) < LEAST_SECONDS:
        began = time.process_time()
        action()
        times.append(time.process_time() - began)
    return 1_000 * min(times)


def made_page(nodes: int, *, changed: bool) -> bytes:
    """A page of teasers inside one element, as most pages are."""
    teasers = [
        f'<div class="teaser c{n % 7}"><h2>Title number {n}</h2><p id=p{n}>Some words '
        f'{"new" if changed and n % 20 == 0 else "here"} about item {n} and more of it <a href="/x{n}">link {n}</a></p></div>'
        for n in range(nodes // NODES_PER_TEASER)
    ]
    return f"<html><head><title>Page</title></head><body><div id=page>{''.join(teasers)}</div></body></html>".encode()


SITES = ("openbsd.org_errata75", "dplyr.tidyverse.org", "ota_github_tos", "ota_buffer_tos", "struts.apache.org")


def compare_with_rendering() -> None:
    """The same visit twice: ended by the source of the page, and by opening it in the browser and cutting it. Wall time."""
    ratios = []
    print("site                            cheap ms   rendered ms   times")
    for site, cheap, rendered in _visits():
        ratios.append(rendered / cheap)
        print(f"{site:30} {1_000 * cheap:9.1f} {1_000 * rendered:13.0f} {ratios[-1]:7.0f}")
    print(f"median of {len(ratios)} visits: {statistics.median(ratios):.0f} times as fast as rendering")


def _visits() -> Iterator[tuple[str, float, float]]:
    """Visits that end without a browser, with the seconds they take without and with one."""
    from benchmarks.pages import Renderer, require_data, sequence_index
    from benchmarks.quality.cheap import Rendered, stage_of
    from pagestrata.segmenting import segment
    from pagestrata.visit.cut import with_importance

    is_warm = False
    with Renderer() as renderer:
        for site in SITES:
            entry, warc = sequence_index()[site], require_data() / "sequences" / f"{site}.warc.gz"
            before = None
            for version in entry["versions"][-4:]:
                began = time.perf_counter()
                snapshot = renderer.saved(warc, url=entry["url"], at=version["time"])
                tree = with_importance(segment(snapshot))
                taken = time.perf_counter() - began
                kind = dict(snapshot.responses[0].headers).get("content-type")
                after = Rendered(version["time"], snapshot.responses[0].body, kind, tree)
                if before is not None and not is_warm:  # imports and models are loaded once
                    is_warm = stage_of(before, after)[0] is not None
                    before = None
                began = time.perf_counter()
                if before is not None and stage_of(before, after)[0] is not None:
                    yield site, time.perf_counter() - began, taken
                before = after


def main() -> None:
    if "--rendered" in sys.argv:
        compare_with_rendering()
        return
    print("nodes      KB   parse both ms   same ms   changed ms   changed / parse both")
    taken = {}
    for nodes in SIZES:
        old, new = made_page(nodes, changed=False), made_page(nodes, changed=True)
        parse = milliseconds(lambda old=old, new=new: (LexborHTMLParser(old), LexborHTMLParser(new)))  # type: ignore[misc]
        same = milliseconds(lambda old=old: quick_compare(old, old + b"<!-- x -->"))  # type: ignore[misc]
        taken[nodes] = milliseconds(lambda old=old, new=new: quick_compare(old, new))  # type: ignore[misc]
        print(
            f"{nodes:6} {len(old) // 1000:6} {parse:15.2f} {same:9.2f} {taken[nodes]:12.2f} {taken[nodes] / parse:12.1f}"
        )
    print(f"1,000 to 10,000 nodes: {taken[10_000] / taken[1_000]:.1f} times the time")


if __name__ == "__main__":
    main()
