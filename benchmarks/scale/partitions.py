"""What a visit's statements cost a PostgreSQL server with versions and visits in one table each, and in hash partitions by page.

    python -m benchmarks.scale.partitions FOLDER [--partitions 16]

FOLDER holds a server that `benchmarks.scale.postgres` filled. Beside its tables, `version` and `visit` are copied into
partitioned ones with the same indexes, of which the keys are what PostgreSQL allows there: a number is unique only together
with its page. Then the statements that a visit sends about them are timed, prepared as a visit has them, in processor
time of the server.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from benchmarks.scale.postgres import large_server
from pagestrata.store.archive import open_archive
from pagestrata.store.catalog.names import url_key

_ROUNDS, _WARM, _TIMES = 7, 10, 100
_NEWEST = """
    SELECT v.* FROM {version} AS v JOIN page ON page.id = v.page_id WHERE page.url_key = %s ORDER BY v.captured_at DESC LIMIT 1"""
_HISTORY = """
    SELECT w.*, v.captured_at FROM {visit} AS w JOIN page ON page.id = w.page_id LEFT JOIN {version} AS v ON v.id = w.version_id
    WHERE page.url_key = %s ORDER BY w.visited_at DESC LIMIT 50"""
_HISTORY_BY_PAGE = _HISTORY.replace("v.id = w.version_id", "v.id = w.version_id AND v.page_id = w.page_id")
_BY_NUMBER = "SELECT * FROM {version} WHERE id = %s"
_BY_NUMBER_AND_PAGE = "SELECT * FROM {version} WHERE id = %s AND page_id = (SELECT id FROM page WHERE url_key = %s)"
_APPEND = """
    INSERT INTO {visit}
    SELECT %s, page_id, visited_at + 1, stage, version_id, kept, importance, score, changes, facts, anchor_id, seal
    FROM {visit} WHERE page_id = %s ORDER BY visited_at DESC LIMIT 1"""


def copied(connection: sql.Connection, partitions: int) -> None:
    """The partitioned twins of both tables, where they are not there yet."""
    for name, columns in (("version", "page_id, captured_at"), ("visit", "page_id, visited_at")):
        connection.exec_driver_sql(
            f"CREATE TABLE parted_{name} (LIKE {name} INCLUDING DEFAULTS) PARTITION BY HASH (page_id)"
        )
        for number in range(partitions):
            part = f"FOR VALUES WITH (MODULUS {partitions}, REMAINDER {number})"
            connection.exec_driver_sql(f"CREATE TABLE parted_{name}_{number} PARTITION OF parted_{name} {part}")
        connection.exec_driver_sql(f"INSERT INTO parted_{name} SELECT * FROM {name}")
        connection.exec_driver_sql(f"ALTER TABLE parted_{name} ADD PRIMARY KEY (id, page_id)")
        connection.exec_driver_sql(f"CREATE INDEX ON parted_{name} ({columns})")
        connection.exec_driver_sql(f"ANALYZE parted_{name}")
    connection.exec_driver_sql("CREATE INDEX ON parted_version (captured_at)")
    connection.exec_driver_sql("CREATE INDEX ON parted_visit (version_id)")


def worked(server: int) -> float:
    return int(Path(f"/proc/{server}/schedstat").read_text().split()[0]) / 1e6


def measured(driver: Any, statement: str, values: Callable[[], tuple[Any, ...]]) -> float:
    """Milliseconds of the server for one statement; the median of several rounds, since others use the machine too."""
    server = driver.info.backend_pid
    for _ in range(_WARM):
        driver.execute(statement, values(), prepare=True)
    rounds = []
    for _ in range(_ROUNDS):
        begin = worked(server)
        for _ in range(_TIMES):
            driver.execute(statement, values(), prepare=True)
        rounds.append((worked(server) - begin) / _TIMES)
    return statistics.median(rounds)


def compared(driver: Any) -> Iterator[str]:
    chance, number = random.Random(2), iter(range(2_000_000_000, 2**31))
    urls, last = [row[0] for row in driver.execute("SELECT url FROM page ORDER BY id LIMIT 5000")], 5000

    def page() -> tuple[Any, ...]:
        return (url_key(chance.choice(urls)),)

    questions: tuple[tuple[str, str, str, Callable[[], tuple[Any, ...]]], ...] = (
        ("newest version of a page", _NEWEST, _NEWEST, page),
        ("visits of a page with their versions", _HISTORY, _HISTORY, page),
        ("the same, page named twice", _HISTORY, _HISTORY_BY_PAGE, page),
        ("a version by its number", _BY_NUMBER, _BY_NUMBER, lambda: (chance.randrange(1, last),)),
        ("a visit more", _APPEND, _APPEND, lambda: (next(number), chance.randrange(1, last))),
    )
    for name, plain, parted, values in questions:
        one = measured(driver, plain.format(version="version", visit="visit"), values)
        many = measured(driver, parted.format(version="parted_version", visit="parted_visit"), values)
        yield f"{name:40} one table {one:6.3f} ms, partitions {many:6.3f} ms of the server's processor"
    by_page = _BY_NUMBER_AND_PAGE.format(version="parted_version")
    found = measured(driver, by_page, lambda: (chance.randrange(1, last), url_key(chance.choice(urls))))
    yield f"a version by number and page, partitions {found:6.3f} ms"


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--partitions", type=int, default=16)
    given = parser.parse_args(words)
    with large_server(given.folder) as place, open_archive(place) as archive:
        with archive._catalog.engine.begin() as connection:
            if not sql.inspect(connection).has_table("parted_version"):
                copied(connection, given.partitions)
        with archive._catalog.engine.connect() as connection:
            for line in compared(connection.connection.driver_connection):
                print(line, flush=True)
            connection.rollback()  # what was appended is not kept


if __name__ == "__main__":
    main(sys.argv[1:])
