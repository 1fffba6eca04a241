"""How fast a large archive answers: log, lookup by time and search, on both databases; and 100 kills during ingest.

    python -m benchmarks.speed.archive FOLDER [--versions 1000000] [--pages 50000]
    python -m benchmarks.speed.archive postgresql://user@host/name?blobs=FOLDER [...]
    python -m benchmarks.speed.archive --kills 100 FOLDER

The versions are synthetic and entered straight into the tables, in which a real archive would have left them: each
version brings one new block of a dozen words, drawn like words of a language, and ends the stay of one other.
Floors: log and lookup p95 under 20 ms, search p95 under 200 ms.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import Any

import sqlalchemy as sql

from pagestrata.store import searching
from pagestrata.store.addresses import to_microseconds, url_key
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.packing import pack
from pagestrata.store.records import block_seal
from pagestrata.store.schema import FOREVER, block, label, page, presence, version

START = datetime(2020, 1, 1, tzinfo=UTC)
VOCABULARY = 20_000
WORDS_PER_BLOCK = 12
BLOCKS_PER_PAGE = 5
MAX_LOOKUP_MS, MAX_SEARCH_MS = 20.0, 200.0
_BATCH = 20_000


def word(number: int) -> str:
    return f"w{number:05d}"


def texts(count: int) -> Iterator[str]:
    """Texts whose words are as uneven as those of a language."""
    chance = random.Random(7)
    weights = list(accumulate(1 / (rank + 10) for rank in range(VOCABULARY)))
    names = [word(number) for number in range(VOCABULARY)]
    for _ in range(count):
        yield " ".join(chance.choices(names, cum_weights=weights, k=WORDS_PER_BLOCK))


def address(number: int) -> str:
    return f"http://site{number % 997}.test/page/{number}"


def moment(number: int) -> int:
    """Versions come round robin over the pages, one a minute."""
    return to_microseconds(START + timedelta(minutes=number))


def fill(archive: Archive, *, versions: int, pages: int) -> None:
    catalog = archive._catalog
    with catalog.writing() as connection:
        connection.execute(sql.insert(label), [{"id": 1, "name": "article"}])
        enter(connection, page, (page_row(number) for number in range(pages)))
        enter(connection, block, (block_row(number, text) for number, text in enumerate(texts(versions))))
        for start in range(0, versions, _BATCH):
            query = sql.select(block.c.id, block.c.text).where(block.c.id > start, block.c.id <= start + _BATCH)
            found = {row.id: row.text for row in connection.execute(query)}
            searching.index(connection, found, is_sqlite=catalog.is_sqlite)
        enter(connection, version, (version_row(number, pages) for number in range(versions)))
        enter(connection, presence, (presence_row(number, pages, versions) for number in range(versions)))
    with catalog.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("ANALYZE")


def enter(connection: sql.Connection, table: sql.Table, rows: Iterator[dict[str, Any]]) -> None:
    """Rows as fast as the driver takes them."""
    if connection.dialect.name == "postgresql":
        names = [column.name for column in table.columns]
        listed = ", ".join(f'"{name}"' for name in names)
        with connection.connection.cursor().copy(f'COPY "{table.name}" ({listed}) FROM STDIN') as copy:  # type: ignore[attr-defined]
            for row in rows:
                copy.write_row([row.get(name) for name in names])
        return
    names = []
    batch: list[tuple[Any, ...]] = []
    for row in rows:
        names = names or list(row)
        batch.append(tuple(row.values()))
        if len(batch) == _BATCH:
            insert_many(connection, table, names, batch)
            batch = []
    if batch:
        insert_many(connection, table, names, batch)


def insert_many(
    connection: sql.Connection, table: sql.Table, names: Sequence[str], rows: list[tuple[Any, ...]]
) -> None:
    marks = ", ".join("?" for _ in names)
    cursor = connection.connection.cursor()
    cursor.executemany(f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({marks})", rows)


def page_row(number: int) -> dict[str, Any]:
    url = address(number)
    return {"id": number + 1, "url_key": url_key(url), "url": url, "first_at": moment(number), "facts": "{}"}


def block_row(number: int, text: str) -> dict[str, Any]:
    key = (number + 1).to_bytes(16, "big")
    return {"id": number + 1, "content_id": key, "topic": "", "text": text, "seal": block_seal("", text)}


def version_row(number: int, pages: int) -> dict[str, Any]:
    before = [number - step * pages + 1 for step in range(BLOCKS_PER_PAGE) if number >= step * pages]
    return {
        "id": number + 1, "page_id": number % pages + 1, "captured_at": moment(number), "status": 200,
        "title": f"page {number % pages}", "importance": 0.1, "changes": 1, "digest": bytes(32), "etag": None,
        "last_modified": None, "facts": "{}", "body_id": None, "responses_id": None, "layout_id": None,
        "recipe_id": None, "tree_id": None, "delta_id": None, "blocks": pack(before), "slices": b"", "pieces": b"",
        "resources": b"", "seal": bytes(12),
    }  # fmt: skip


def presence_row(number: int, pages: int, versions: int) -> dict[str, Any]:
    gone = number + BLOCKS_PER_PAGE * pages
    return {
        "id": number + 1, "page_id": number % pages + 1, "block_id": number + 1, "label_id": 1, "ref": "1.1",
        "first_at": moment(number), "gone_at": moment(gone) if gone < versions else FOREVER,
    }  # fmt: skip


def timed(ask: Callable[[int], object], count: int) -> dict[str, float]:
    wall, cpu = [], []
    for number in range(count):
        begin, burnt = time.perf_counter(), time.process_time()
        ask(number)
        wall.append((time.perf_counter() - begin) * 1000)
        cpu.append((time.process_time() - burnt) * 1000)
    wall.sort()
    cpu.sort()
    p50, p95 = count // 2, int(count * 0.95)
    return {"p50 ms": round(wall[p50], 1), "p95 ms": round(wall[p95], 1), "p95 cpu ms": round(cpu[p95], 1)}


def ask_everything(archive: Archive, *, versions: int, pages: int, count: int) -> dict[str, Any]:
    chance = random.Random(3)

    def any_page() -> str:
        return address(chance.randrange(pages))

    def any_time() -> datetime:
        return START + timedelta(minutes=chance.randrange(versions))

    def rank() -> int:
        return int(VOCABULARY ** chance.random())

    return {
        "log": timed(lambda _: archive.versions(any_page()), count),
        "version at a time": timed(lambda _: archive.version_at(any_page(), any_time()), count),
        "latest": timed(lambda _: archive.latest(any_page()), count),
        "search one word": timed(lambda _: archive.search(word(rank())), count),
        "search the most frequent word": timed(lambda n: archive.search(word(n % 3)), count),
        "search two words": timed(lambda _: archive.search(f"{word(rank())} {word(rank())}"), count),
        "search a phrase": timed(lambda _: archive.search(f'"{word(rank())} {word(rank())}"'), count),
        "search since": timed(lambda _: archive.search(word(rank()), since=any_time()), count),
        "search in a time": timed(lambda _: _in_a_week(archive, word(rank()), any_time()), count),
        "search changed since": timed(lambda _: archive.search(word(rank()), since=any_time(), changed=True), count),
        "search on a page": timed(lambda _: archive.search(word(rank()), url=any_page()), count),
    }


def _in_a_week(archive: Archive, words: str, when: datetime) -> object:
    return archive.search(words, since=when, until=when + timedelta(days=7))


def kill(place: str, count: int) -> dict[str, Any]:
    """So many writers killed at random moments of their work; then everything committed must be there and sound."""
    import os
    import signal
    import sys
    from pathlib import Path

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
        found = {kept.id for kept in archive.versions("http://site.test/")}
        report = archive.verify()
        result = {"kills": count, "committed": len(committed), "lost": len(committed - found), "versions": len(found)}
        return result | {"problems": len(report.problems), "leftovers": report.notes}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("place")
    parser.add_argument("--versions", type=int, default=1_000_000)
    parser.add_argument("--pages", type=int, default=50_000)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--kills", type=int)
    options = parser.parse_args()
    if options.kills:
        result = kill(options.place, options.kills)
        print(json.dumps(result, indent=2))
        raise SystemExit(1 if result["lost"] or result["problems"] else 0)
    with open_archive(options.place) as archive:
        begin = time.perf_counter()
        if not archive.pages():
            fill(archive, versions=options.versions, pages=options.pages)
        filled = round(time.perf_counter() - begin)
        result = ask_everything(archive, versions=options.versions, pages=options.pages, count=options.queries)
        print(json.dumps({"versions": options.versions, "filled in s": filled, **result}, indent=2))
    slow = [
        name
        for name, found in result.items()
        if found["p95 ms"] > (MAX_SEARCH_MS if "search" in name else MAX_LOOKUP_MS)
    ]
    raise SystemExit(f"too slow: {', '.join(slow)}" if slow else 0)


if __name__ == "__main__":
    main()
