"""A visit and a search on a PostgreSQL archive of millions of versions; rows and bytes of a version. Exit 1 above a limit.

    python -m benchmarks.scale.postgres FOLDER [--versions 1000000] [--pages 100000]

A server of its own is started in the folder and filled by `COPY` with synthetic versions (`benchmarks.synthetic_archive`: one
block, one visit, no objects each) unless it is there already. Beside them, ordinary pages of 30 paragraphs are visited, and of
their visits everything that touches the archive is measured: lease, watch, plan, load, commit and settling, in processor time of
this process and of the server's. What a version takes is measured on these pages, which have objects, changes and a memory.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.speed.archive import ask_everything, own_server, processor_time, server_process
from benchmarks.synthetic_archive import VOCABULARY, address, enter, fill, moment, time_of, word
from pagestrata.model.due import Due
from pagestrata.model.records import Watch
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog.schema import due, visit, watch
from pagestrata.visit.commit import commit
from pagestrata.visit.examine import examine
from pagestrata.visit.load import load
from pagestrata.visit.plan import plan_visit

MAX_VISIT_MS, MAX_SEARCH_MS = 20.0, 150.0
REAL_PAGES, PARAGRAPHS, WARM_VISITS, MEASURED_VISITS = 20, 30, 2, 5
Sizes = dict[str, tuple[int, int]]
_COUNTED = ("page", "version", "change", "visit", "presence", "block", "block_search", "object", "bundle", "ledger")


def fill_beside(archive: Archive, *, versions: int, pages: int) -> None:
    """Visits, watches and a schedule for the synthetic versions."""
    later = moment(versions + 10_000_000)
    with archive._catalog.writing(sealing=False) as connection:
        enter(connection, visit, (_visit_row(number, pages) for number in range(versions)))
        enter(connection, watch, ({"id": f"s{n}", "url": address(n), "facts": "{}"} for n in range(pages)))
        enter(connection, due, (_due_row(number, later + number) for number in range(pages)))
        connection.exec_driver_sql("SELECT setval('visit_id_seq', (SELECT max(id) FROM visit))")
        for name in ("page", "block", "version", "presence", "label"):
            connection.exec_driver_sql(f"SELECT setval('{name}_id_seq', (SELECT max(id) FROM {name}))")
    with archive._catalog.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as plain:
        plain.exec_driver_sql("VACUUM ANALYZE")


def _visit_row(number: int, pages: int) -> dict[str, Any]:
    facts = '{"seconds":{"fetch":0.2,"render":1.9},"reasons":["A headline is new"],"probability":0.81}'
    return {
        "id": number + 1, "page_id": number % pages + 1, "visited_at": moment(number), "stage": "render",
        "version_id": number + 1, "kept": True, "importance": 0.1, "score": 0.5, "changes": 1, "facts": facts,
        "anchor_id": None, "seal": 0,
    }  # fmt: skip


def _due_row(number: int, due_at: int) -> dict[str, Any]:
    return {
        "watch_id": f"s{number}", "host": f"site{number % 997}.test", "due_at": due_at, "last_at": due_at - 10**10,
        "rate": 0.1, "weight": 1.0, "cost": 1.0, "holder": None, "held_until": 0, "facts": '{"failures":0}',
    }  # fmt: skip


def paragraphs(chance: random.Random) -> list[str]:
    return [" ".join(word(chance.randrange(VOCABULARY)) for _ in range(25)) for _ in range(PARAGRAPHS)]


class Meter:
    """Processor milliseconds of this process and of the server's, part by part."""

    def __init__(self, server: int | None) -> None:
        self.server, self.spent = server, 0.0
        self.parts: dict[str, list[float]] = {}

    def timed(self, name: str, ask: Callable[[], Any]) -> Any:
        begin = processor_time(self.server)
        answer = ask()
        spent = processor_time(self.server) - begin
        self.parts.setdefault(name, []).append(spent)
        self.spent += spent
        return answer


def visit_once(archive: Archive, texts: list[str], url: str, now: datetime, meter: Meter) -> float:
    """What the archive's part of one visit costs; cutting and comparing the page are not counted."""
    import captures  # of the tests

    before = meter.spent
    (entry,) = meter.timed("lease", lambda: archive.due.take(now=now, holder="bench"))
    meter.timed("watch", lambda: archive.watches.to_visit(entry.watch_id))
    plan = meter.timed("plan", lambda: plan_visit(archive, url, now=now))
    state = meter.timed("load", lambda: load(archive, plan))
    shown, _ = captures.capture(texts, url=url, hours=(now - captures.START).total_seconds() / 3600, picture=False)
    findings = examine(plan, state, shown, seconds={})
    meter.timed("commit", lambda: commit(archive, findings))
    meter.timed("settle", lambda: archive.due.settle(entry, holder="bench"))
    return meter.spent - before


def visit_pages(archive: Archive, *, beginning: datetime) -> tuple[list[float], Meter, int]:
    """Milliseconds of each measured visit, and how many versions the real pages have now."""
    chance = random.Random(5)
    meter, measured = Meter(server_process(archive)), list[float]()
    pages = {f"http://real{number}.test/": paragraphs(chance) for number in range(REAL_PAGES)}
    for number, url in enumerate(pages):
        archive.watches.save(Watch(id=f"r{number}", url=url))
    for step in range(WARM_VISITS + MEASURED_VISITS):
        meter = meter if step != WARM_VISITS else Meter(meter.server)
        for number, (url, shown) in enumerate(pages.items()):
            now = beginning + timedelta(hours=step, seconds=number)
            archive.due.remove([f"r{number}"])
            archive.due.add([_due(f"r{number}", now)])
            shown[chance.randrange(PARAGRAPHS)] = (
                f"The price is {chance.randrange(10**6)} euros {word(step)} from Monday on"
            )
            spent = visit_once(archive, shown, url, now, meter)
            measured += [spent] if step >= WARM_VISITS else []
    return measured, meter, REAL_PAGES * (WARM_VISITS + MEASURED_VISITS)


def _due(name: str, now: datetime) -> Due:
    return Due(
        watch_id=name, host="real.test", due_at=now - timedelta(days=9999), rate=1.0, weight=1.0, cost=1.0, facts={}
    )


def sizes(archive: Archive) -> Sizes:
    """Rows and bytes, with indexes, of the tables that grow with versions."""
    query = "SELECT (SELECT count(*) FROM {0}), pg_total_relation_size('{0}')"
    with archive._catalog.reading() as connection:
        rows = {name: connection.exec_driver_sql(query.format(name)).one() for name in _COUNTED}
    return {name: (int(count), int(size)) for name, (count, size) in rows.items()}


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def lines_of_visits(measured: list[float], meter: Meter) -> Iterator[str]:
    yield f"visit path    p50 {percentile(measured, 0.5):.1f} ms  p95 {percentile(measured, 0.95):.1f} ms of processor"
    for name, spent in meter.parts.items():
        yield f"  {name:10} p50 {percentile(spent, 0.5):6.2f} ms  p95 {percentile(spent, 0.95):6.2f} ms"


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
    with own_server(given.folder) as place, open_archive(place) as archive:
        if not archive.versions.recent(limit=1):
            begin = time.monotonic()
            fill(archive, versions=given.versions, pages=given.pages)
            fill_beside(archive, versions=given.versions, pages=given.pages)
            print(f"filled in {time.monotonic() - begin:.0f} s", flush=True)
        synthetic = sizes(archive)
        measured, meter, visited = visit_pages(archive, beginning=time_of(given.versions) + timedelta(days=400))
        print("\n".join(lines_of_visits(measured, meter)), flush=True)
        print("\n".join(lines_of_sizes(synthetic, sizes(archive), visited)), flush=True)
        asked = ask_everything(archive, versions=given.versions, pages=given.pages, count=given.questions)
        worst = max(found["cpu ms p95"] for name, found in asked.items() if name.startswith("search"))
        for name, found in asked.items():
            print(f"{name:36} {found}")
        print(f"search, the worst of all kinds: p95 {worst} ms of processor")
    return 0 if percentile(measured, 0.95) <= MAX_VISIT_MS and worst <= MAX_SEARCH_MS else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
