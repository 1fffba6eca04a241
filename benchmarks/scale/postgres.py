"""A visit and a search on a PostgreSQL archive of millions of versions; rows and bytes of a version. Exit 1 above a limit.

    python -m benchmarks.scale.postgres FOLDER [--versions 1000000] [--pages 100000]

A server of its own is started in the folder and filled with synthetic versions (`benchmarks.scale.server_side_fill`) unless it is
there already. Beside them, ordinary pages of 30 paragraphs are visited: once an hour with a paragraph that changed, which keeps
a version, and twice with an answer that says nothing changed. Everything that touches the archive is measured: lease, watch,
plan, load, commit and settling, in processor time of this process and of the server's; visits are leased and settled 20 at
once, as a leader does. What a version takes is measured on these pages, which have all objects, changes and a memory.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.scale.server_side_fill import fill_in_server
from benchmarks.speed.archive import ask_everything, own_server, processor_time, server_process
from benchmarks.synthetic_archive import VOCABULARY, time_of, word
from pagestrata.model.due import Due
from pagestrata.model.records import Visit, Watch
from pagestrata.model.visit_result import VisitResult
from pagestrata.store.archive import Archive, open_archive
from pagestrata.visit.commit import commit
from pagestrata.visit.examine import examine
from pagestrata.visit.load import load
from pagestrata.visit.plan import VisitRequest, plan_visit
from pagestrata.visit.remember import after_no_change

MAX_VISIT_MS, MAX_SEARCH_MS = 20.0, 150.0
REAL_PAGES, PARAGRAPHS, WARM_VISITS, MEASURED_VISITS, UNCHANGED_VISITS = 20, 30, 2, 5, 2
Sizes = dict[str, tuple[int, int]]
_SERVER_SETTINGS = ("shared_buffers = 2GB", "wal_level = minimal", "max_wal_senders = 0", "max_wal_size = 8GB")
_COUNTED = ("page", "version", "change", "visit", "presence", "block", "block_search", "object", "bundle", "ledger")


@contextlib.contextmanager
def large_server(folder: Path) -> Iterator[str]:
    """A server in the folder, set up as one for a large archive would be; what fills it is not logged row by row."""
    if not (folder / "pg" / "PG_VERSION").exists():
        with own_server(folder):
            pass
        with (folder / "pg" / "postgresql.conf").open("a") as settings:
            settings.write("".join(f"{line}\n" for line in _SERVER_SETTINGS))
    with own_server(folder) as place:
        yield place


def paragraphs(chance: random.Random) -> list[str]:
    return [" ".join(word(chance.randrange(VOCABULARY)) for _ in range(25)) for _ in range(PARAGRAPHS)]


class Meter:
    """Processor milliseconds of this process and of the server's, part by part of the visits."""

    def __init__(self, server: int | None) -> None:
        self.server = server
        self.here: dict[str, list[float]] = {}
        self.there: dict[str, list[float]] = {}

    def timed(self, name: str, ask: Callable[[], Any], visits: int = 1) -> Any:
        """What `ask` gives; what it cost is shared by so many visits."""
        begin, both = time.process_time() * 1000, processor_time(self.server)
        answer = ask()
        here = time.process_time() * 1000 - begin
        there = processor_time(self.server) - both - here
        self.here.setdefault(name, []).extend([here / visits] * visits)
        self.there.setdefault(name, []).extend([there / visits] * visits)
        return answer

    def visits(self) -> list[float]:
        """What each visit cost, here and in the server."""
        parts = zip(*self.here.values(), *self.there.values(), strict=True)
        return [sum(visit) for visit in parts]


def keep_version(archive: Archive, texts: list[str], url: str, now: datetime, meter: Meter) -> None:
    """A visit that renders a page and keeps a version; cutting and comparing it are not counted."""
    import captures  # of the tests

    plan = meter.timed("plan", lambda: plan_visit(archive, VisitRequest(url), now=now))
    state = meter.timed("load", lambda: load(archive, plan))
    shown, _ = captures.capture(texts, url=url, hours=(now - captures.START).total_seconds() / 3600, picture=False)
    findings = examine(plan, state, shown, seconds={})
    meter.timed("commit", lambda: commit(archive, findings))


def find_nothing_new(archive: Archive, url: str, now: datetime, meter: Meter) -> None:
    """A visit whose first answer says that nothing changed, as most do (`visit.cheap`)."""
    plan = meter.timed("plan", lambda: plan_visit(archive, VisitRequest(url), now=now))
    state = meter.timed("load", lambda: load(archive, plan, contents=False))
    seen = Visit(url=url, visited_at=now, stage="unchanged", version=None, kept=False, seconds={"fetch": 0.2})
    findings = VisitResult(visit=seen, memory=after_no_change(state))
    meter.timed("commit", lambda: commit(archive, findings))


def visit_all(
    archive: Archive, pages: Sequence[str], now: datetime, meter: Meter, visit: Callable[[str], None]
) -> None:
    """Visits all pages once, leased, looked up and settled together as a leader does for its workers."""
    names = [f"r{number}" for number in range(len(pages))]
    archive.due.remove(names)
    archive.due.add([_due(name, now) for name in names])
    pause = timedelta(0)
    taken = meter.timed(
        "lease", lambda: archive.due.take_turns(now=now, holder="bench", pause=pause, limit=len(pages)), len(pages)
    )
    assert len(taken) == len(pages)
    meter.timed("watch", lambda: archive.watches.all_of(names), len(pages))
    for url in pages:
        visit(url)
    pauses = {entry.host: pause for entry in taken}
    meter.timed("settle", lambda: archive.due.settle_all(taken, holder="bench", now=now, pauses=pauses), len(pages))


def visit_pages(archive: Archive, *, beginning: datetime) -> tuple[Meter, Meter]:
    """What visits cost that kept a version, and what those did that found nothing new, of the same pages."""
    chance, server = random.Random(5), server_process(archive)
    kept, unchanged = Meter(server), Meter(server)
    shown = {f"http://real{number}.test/": paragraphs(chance) for number in range(REAL_PAGES)}
    for number, url in enumerate(shown):
        archive.watches.save(Watch(id=f"r{number}", url=url))
    for step in range(WARM_VISITS + MEASURED_VISITS):
        if step == WARM_VISITS:
            kept, unchanged = Meter(server), Meter(server)
        now = beginning + timedelta(hours=step)
        for texts in shown.values():
            price = f"The price is {chance.randrange(10**6)} euros {word(step)} from Monday on"
            texts[chance.randrange(PARAGRAPHS)] = price
        visit_all(archive, list(shown), now, kept, partial(_keep, archive, shown, now, kept))
        for minutes in range(10, 10 + 10 * UNCHANGED_VISITS, 10):
            then = now + timedelta(minutes=minutes)
            visit_all(archive, list(shown), then, unchanged, partial(_pass, archive, then, unchanged))
    return kept, unchanged


def _keep(archive: Archive, shown: dict[str, list[str]], now: datetime, meter: Meter, url: str) -> None:
    keep_version(archive, shown[url], url, now, meter)


def _pass(archive: Archive, now: datetime, meter: Meter, url: str) -> None:
    find_nothing_new(archive, url, now, meter)


def _due(name: str, now: datetime) -> Due:
    then = now - timedelta(days=9999)
    return Due(watch_id=name, host=f"{name}.test", due_at=then, rate=1.0, weight=1.0, cost=1.0, facts={})


def sizes(archive: Archive) -> Sizes:
    """Rows and bytes, with indexes, of the tables that grow with versions."""
    query = "SELECT (SELECT count(*) FROM {0}), pg_total_relation_size('{0}')"
    with archive._catalog.reading() as connection:
        rows = {name: connection.exec_driver_sql(query.format(name)).one() for name in _COUNTED}
    return {name: (int(count), int(size)) for name, (count, size) in rows.items()}


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def lines_of_visits(kind: str, meter: Meter) -> Iterator[str]:
    whole = meter.visits()
    yield f"{kind}: p50 {percentile(whole, 0.5):.1f} ms  p95 {percentile(whole, 0.95):.1f} ms of processor"
    for name, here in meter.here.items():
        there = meter.there[name]
        yield f"  {name:8} p50 here {percentile(here, 0.5):6.2f} server {percentile(there, 0.5):6.2f} ms"


def lines_of_sizes(before: Sizes, after: Sizes, versions: int) -> Iterator[str]:
    for name, (rows, size) in after.items():
        more = (rows - before[name][0]) / versions
        each = size / max(rows, 1)
        yield f"{name:14} {rows:12,} rows {size / 2**20:9,.1f} MB {each:7.0f} bytes each; {more:5.1f} of a real version"


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--versions", type=int, default=1_000_000)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=40)
    given = parser.parse_args(words)
    sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
    with large_server(given.folder) as place, open_archive(place) as archive:
        if not archive.versions.recent(limit=1):
            begin = time.monotonic()
            fill_in_server(archive, versions=given.versions, pages=given.pages)
            print(f"filled in {time.monotonic() - begin:.0f} s", flush=True)
        synthetic = sizes(archive)
        newest = max(time_of(given.versions), archive.versions.recent(limit=1)[0].captured_at)
        kept, unchanged = visit_pages(archive, beginning=newest + timedelta(days=400))
        print("\n".join(lines_of_visits("a visit that finds nothing new", unchanged)), flush=True)
        print("\n".join(lines_of_visits("a visit that keeps a version", kept)), flush=True)
        visited = REAL_PAGES * (WARM_VISITS + MEASURED_VISITS)
        print("\n".join(lines_of_sizes(synthetic, sizes(archive), visited)), flush=True)
        asked = ask_everything(archive, versions=given.versions, pages=given.pages, count=given.questions)
        worst = max(found["cpu ms p95"] for name, found in asked.items() if name.startswith("search"))
        for name, found in asked.items():
            print(f"{name:36} {found}")
        print(f"search, the worst of all kinds: p95 {worst} ms of processor")
    return 0 if percentile(unchanged.visits(), 0.95) <= MAX_VISIT_MS and worst <= MAX_SEARCH_MS else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
