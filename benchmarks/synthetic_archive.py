"""A large archive made up of synthetic versions, entered straight into the tables in which a real one would leave them.

Each version brings one new block of a dozen words, drawn as unevenly as those of a language, and ends the stay of the
page's oldest block. Versions come round robin over the pages, one a minute. Rows are copied in bulk: `COPY` on
PostgreSQL, `executemany` on SQLite, and the search index of PostgreSQL is built at the end.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate, islice
from typing import Any

import sqlalchemy as sql

from pagestrata.store.archive import Archive
from pagestrata.store.catalog.names import FOREVER, to_microseconds, url_key
from pagestrata.store.catalog.rows import block_seal
from pagestrata.store.catalog.schema import block, label, page, presence, version
from pagestrata.store.catalog.varints import pack
from pagestrata.store.search import full_text, word_pairs

START = datetime(2020, 1, 1, tzinfo=UTC)
VOCABULARY = 20_000
WORDS_PER_BLOCK = 12
BLOCKS_PER_PAGE = 5
ROLES = ("article", "article", "article", "article", "navigation", "navigation", "footer", "aside", "banner", "form")
_FIRST = to_microseconds(START)
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
    return _FIRST + number * 60_000_000


def time_of(number: int) -> datetime:
    return START + timedelta(minutes=number)


def fill(archive: Archive, *, versions: int, pages: int) -> None:
    """Enters everything and lets the database look at it."""
    catalog = archive._catalog
    roles = sorted(set(ROLES))
    with catalog.writing() as connection:
        if not catalog.is_sqlite:
            connection.exec_driver_sql("SET LOCAL maintenance_work_mem = '512MB'")
            connection.exec_driver_sql("SET LOCAL synchronous_commit = off")
        enter(connection, label, ({"id": number, "name": name} for number, name in enumerate(roles, start=1)))
        enter(connection, page, (page_row(number) for number in range(pages)))
        enter(connection, block, (block_row(number, text) for number, text in enumerate(texts(versions))))
        make_searchable(connection, versions, is_sqlite=catalog.is_sqlite)
        enter(connection, version, (version_row(number, pages) for number in range(versions)))
        labels = [roles.index(name) + 1 for name in ROLES]
        enter(connection, presence, (presence_row(number, pages, versions, labels) for number in range(versions)))
    with catalog.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("ANALYZE" if catalog.is_sqlite else "VACUUM ANALYZE")


def make_searchable(connection: sql.Connection, count: int, *, is_sqlite: bool) -> None:
    if is_sqlite:
        numbered = enumerate(texts(count), start=1)
        while batch := dict(islice(numbered, _BATCH)):
            full_text.index(connection, batch)
        return
    connection.exec_driver_sql(f"DROP INDEX block_search_words, {word_pairs.INDEX}")
    with connection.connection.cursor().copy("COPY block_search (block_id, words) FROM STDIN") as copy:  # type: ignore[attr-defined]
        for number, text in enumerate(texts(count), start=1):
            copy.write_row([number, full_text.vector(text)])
    connection.exec_driver_sql("CREATE INDEX block_search_words ON block_search USING gin (words)")
    connection.exec_driver_sql(word_pairs.CREATE_INDEX)


def enter(connection: sql.Connection, table: sql.Table, rows: Iterator[dict[str, Any]]) -> None:
    """Rows as fast as the driver takes them."""
    if connection.dialect.name == "postgresql":
        names = [column.name for column in table.columns]
        listed = ", ".join(f'"{name}"' for name in names)
        with connection.connection.cursor().copy(f'COPY "{table.name}" ({listed}) FROM STDIN') as copy:  # type: ignore[attr-defined]
            for row in rows:
                copy.write_row([row.get(name) for name in names])
        return
    while batch := list(islice(rows, _BATCH)):
        insert_many(connection, table, list(batch[0]), [tuple(row.values()) for row in batch])


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


def presence_row(number: int, pages: int, versions: int, labels: Sequence[int]) -> dict[str, Any]:
    gone = number + BLOCKS_PER_PAGE * pages
    return {
        "id": number + 1, "page_id": number % pages + 1, "block_id": number + 1,
        "label_id": labels[hash((number, 1)) % len(labels)], "ref": "1.1", "first_at": moment(number),
        "gone_at": moment(gone) if gone < versions else FOREVER,
    }  # fmt: skip
