"""Full text over the texts of blocks, the same on both databases: SQLite FTS5 and PostgreSQL tsvector.

Texts are cut into words here, not by the database, so that both find the same: compatibility forms and letter case
unified, accents dropped, only letters and digits kept, and each Chinese, Japanese or Korean character a word of its own
(a word in such a script is then looked up as a phrase). PostgreSQL is given ready vectors instead of text, and looks phrases up
by their pairs of words (`search.word_pairs`).

Which blocks came until a moment, or between two: where a search that is bounded in time begins and ends.

Blocks are numbered as they come, mostly in the order of their times, but an import may bring old ones later. On PostgreSQL
a few bytes for each stretch of the table say which blocks and times are in it, so that only stretches are read that can
hold an answer.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any

import sqlalchemy as sql

from pagestrata.errors import UsageError
from pagestrata.model.words import search_index_words
from pagestrata.store.catalog import packs
from pagestrata.store.catalog.driver_statements import array_of, batches, is_sqlite, tell
from pagestrata.store.catalog.schema import block
from pagestrata.store.search import word_pairs

MAX_WORDS = 16_000  # PostgreSQL counts positions up to 16,383
_MAX_POSITIONS = 255  # per word, in PostgreSQL
_MERGED_PAGES = 500  # of the index, at a time
_TERMS = re.compile(r'"([^"]*)"?|(\S+)')


_LAST_VERSIONS = 20  # of which at least one brought a block that was new
_LAST_SQLITE = sql.text("SELECT block_id FROM presence WHERE first_at <= :moment ORDER BY block_id DESC LIMIT 1")
_SHORTLY_BEFORE = sql.text("""
    SELECT min(captured_at)
    FROM (SELECT captured_at FROM version WHERE captured_at <= :moment ORDER BY captured_at DESC LIMIT :versions) AS shown""")
# The server takes numbers and times for independent of each other and would walk over all blocks above the known one.
_BY_STRETCHES_ONLY = sql.text("""
    SELECT set_config(name, :state, true)
    FROM unnest(ARRAY['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan']) AS name""")
_KNOWN_POSTGRES = sql.text("SELECT max(block_id + 0) FROM presence WHERE first_at >= :shortly AND first_at <= :moment")
_LAST_POSTGRES = sql.text("SELECT max(block_id + 0) FROM presence WHERE block_id >= :known AND first_at <= :moment")
_MANY_VERSIONS = 20_000
_IS_LONG = sql.text("SELECT 1 FROM version WHERE captured_at >= :since AND captured_at <= :until LIMIT 1 OFFSET :many")
_CAME_BETWEEN = sql.text("SELECT block_id FROM presence WHERE first_at >= :since AND first_at <= :until LIMIT :most")


def create(connection: sql.Connection) -> None:
    """Create the index; it is not a plain table and therefore not in the schema's metadata."""
    if is_sqlite(connection):
        statements = ["CREATE VIRTUAL TABLE block_search USING fts5(words, content='', tokenize='unicode61')"]
    else:
        statements = [
            "CREATE TABLE block_search (block_id BIGINT PRIMARY KEY REFERENCES block (id), words tsvector NOT NULL)",
            "CREATE INDEX block_search_words ON block_search USING gin (words)",
        ]
    for statement in statements:
        connection.execute(sql.text(statement))


_INSERT_SQLITE = "INSERT INTO block_search (rowid, words) VALUES (?, ?)"
_INSERT_POSTGRES = """
    INSERT INTO block_search (block_id, words) SELECT number, CAST(said AS tsvector)
    FROM unnest(CAST(? AS bigint[]), CAST(? AS text[])) AS given (number, said) ON CONFLICT DO NOTHING"""
_DELETE_SQLITE = sql.text("INSERT INTO block_search (block_search, rowid, words) VALUES ('delete', :id, :words)")
_DELETE_POSTGRES = sql.text("DELETE FROM block_search WHERE block_id = :id")


def index(connection: sql.Connection, texts: Mapping[int, str]) -> None:
    """Add the texts of new blocks to the index."""
    numbers = sorted(texts)
    if is_sqlite(connection):
        tell(connection, _INSERT_SQLITE, [(number, _line(texts[number])) for number in numbers])
    elif numbers:
        vectors = (vector(texts[number]) for number in numbers)
        tell(connection, _INSERT_POSTGRES, [(array_of(numbers), array_of(vectors))])


def forget(connection: sql.Connection, texts: Mapping[int, str]) -> None:
    """Remove blocks from the index; FTS5 needs their texts for that."""
    rows = [{"id": number, "words": _line(text)} for number, text in sorted(texts.items())]
    if rows:
        connection.execute(_DELETE_SQLITE if is_sqlite(connection) else _DELETE_POSTGRES, rows)


def matching(query: str, *, is_sqlite: bool) -> sql.TextClause:
    """Return a condition on block.id: all words of the query; "…" is a phrase, a trailing * any ending."""
    values = {"query": expression(query, is_sqlite=is_sqlite)}
    found = MATCH_SQLITE
    if not is_sqlite:
        condition, more = found_by_pairs(query)
        found, values = f"SELECT block_id FROM block_search WHERE {condition}", values | more  # noqa: S608 - no input
    return sql.text(f"block.id IN ({found})").bindparams(**values)


def matching_among(connection: sql.Connection, query: str, numbers: Sequence[int]) -> Sequence[int]:
    """Return which of some thousand blocks match, on PostgreSQL: reading each is faster than finding all matches."""
    values = {"query": expression(query, is_sqlite=False), "numbers": list(numbers)}
    return connection.execute(_MATCHING_AMONG_POSTGRES, values).scalars().all()


def among(numbers: Sequence[int], *, is_sqlite: bool) -> sql.TextClause:
    """Return a condition on presence.block_id: one of these ids, of which there may be thousands."""
    if is_sqlite:
        listed = sql.text("presence.block_id IN (SELECT value FROM json_each(:numbers))")
        return listed.bindparams(numbers=json.dumps(list(numbers)))
    return sql.text("presence.block_id = ANY(:numbers)").bindparams(numbers=list(numbers))


MATCH_SQLITE = "SELECT rowid FROM block_search WHERE block_search MATCH :query"
SAYS_POSTGRES = "words @@ CAST(:query AS tsquery)"
_MATCHING_AMONG_POSTGRES = sql.text("""
    WITH given AS MATERIALIZED (SELECT block_id, words FROM block_search WHERE block_id = ANY(:numbers))
    SELECT block_id FROM given WHERE words @@ CAST(:query AS tsquery)""")


def found_by_pairs(query: str) -> tuple[str, dict[str, str]]:
    """Return a condition on block_search that uses the index of word pairs, and its values besides `query`.

    Without a phrase of two words it is the plain condition, without further values. Each block that has the pairs is read
    for the phrase: with @@ the server would also join the word lists of the phrase, which pairs are meant to avoid, so the
    condition uses the function behind @@, for which it uses no index.
    """
    terms = _terms(query)
    phrases = [words[:-1] if open_ended else words for words, open_ended in terms]
    phrases = [words for words in phrases if len(words) > 1]
    if not phrases:
        return SAYS_POSTGRES, {}
    condition = (
        "word_pairs(words) @> word_pairs(CAST(:pairs AS tsvector)) AND ts_match_vq(words, CAST(:query AS tsquery))"
    )
    values = {"pairs": _as_vector(word_pairs.phrases_apart(phrases, most_words=MAX_WORDS))}
    others = [(words[-1:], open_ended) for words, open_ended in terms if open_ended or len(words) == 1]
    if others:
        return f"{condition} AND words @@ CAST(:others AS tsquery)", values | {"others": _as_tsquery(others)}
    return condition, values


def expression(query: str, *, is_sqlite: bool) -> str:
    """Return a query in the syntax of the database."""
    terms = _terms(query)
    if is_sqlite:
        return " AND ".join(f'"{" ".join(words)}"' + ("*" if open_ended else "") for words, open_ended in terms)
    return _as_tsquery(terms)


def _as_tsquery(terms: Sequence[tuple[list[str], bool]]) -> str:
    return " & ".join(
        "(" + " <-> ".join(f"'{word}'" for word in words) + (":*" if open_ended else "") + ")"
        for words, open_ended in terms
    )


def _terms(query: str) -> Sequence[tuple[list[str], bool]]:
    found = []
    for phrase, word in _TERMS.findall(query):
        words = search_index_words(phrase or word)
        if words:
            found.append((words, (phrase or word).endswith("*")))
    if not found:
        raise UsageError(f"{query!r} has no word to search for; give at least one letter or digit")
    return found


def says(text: str, query: str) -> bool:
    """Return whether a text that is not indexed matches a query, by the rules of the index."""
    line = f" {_line(text)} "
    return all(f" {' '.join(words)}{'' if open_ended else ' '}" in line for words, open_ended in _terms(query))


def _line(text: str) -> str:
    return " ".join(search_index_words(text)[:MAX_WORDS])


def vector(text: str) -> str:
    """Return a text as a PostgreSQL vector; words are letters and digits only, so nothing needs escaping."""
    return _as_vector((word, place) for place, word in enumerate(search_index_words(text)[:MAX_WORDS], start=1))


def _as_vector(placed: Iterable[tuple[str, int]]) -> str:
    places: dict[str, list[int]] = {}
    for word, place in placed:
        places.setdefault(word, []).append(place)
    return " ".join(f"'{word}':{','.join(map(str, found[:_MAX_POSITIONS]))}" for word, found in places.items())


def rebuild(connection: sql.Connection) -> None:
    """Rebuild the index from the texts of all blocks."""
    if is_sqlite(connection):
        connection.execute(sql.text("DROP TABLE IF EXISTS block_search"))
        create(connection)
    else:
        connection.execute(sql.text("DELETE FROM block_search"))
    for texts in _all_texts(connection):
        index(connection, texts)


def merge_segments(connection: sql.Connection, *, seconds: float) -> None:
    """Merge the parts of SQLite's index into one, which is smaller; after some seconds it stops, and the next call continues."""
    if not is_sqlite(connection):
        return
    end, pages = time.monotonic() + seconds, -_MERGED_PAGES  # negative: any number of them
    while time.monotonic() < end:
        before = connection.exec_driver_sql("SELECT total_changes()").scalar_one()
        connection.exec_driver_sql("INSERT INTO block_search (block_search, rank) VALUES ('merge', ?)", (pages,))
        if connection.exec_driver_sql("SELECT total_changes()").scalar_one() - before < 2:
            return  # as SQLite's manual says: nothing was left to do
        pages = _MERGED_PAGES


def wrongly_indexed(connection: sql.Connection, every_text: Iterable[Mapping[int, str]] | None = None) -> set[int]:
    """Return the ids of blocks whose index entry does not match their text.

    `every_text`: the texts of all blocks by id, in batches, if the caller reads them anyway.
    """
    texts = every_text if every_text is not None else _all_texts(connection)
    return _wrong_in_sqlite(connection, texts) if is_sqlite(connection) else _wrong_in_postgres(connection, texts)


def _wrong_in_sqlite(connection: sql.Connection, every_text: Iterable[Mapping[int, str]]) -> set[int]:
    """Build a second index and compare both, word by word, because the index itself stores no texts."""
    was_read_only = connection.exec_driver_sql("PRAGMA query_only").scalar_one()
    connection.exec_driver_sql("PRAGMA query_only = OFF")  # it forbids temporary tables too
    try:
        for statement in _COMPARED:
            connection.exec_driver_sql(statement)
        for texts in every_text:
            rows = [(number, _line(text)) for number, text in texts.items()]
            if rows:
                connection.exec_driver_sql("INSERT INTO temp.right_search (rowid, words) VALUES (?, ?)", rows)
        try:
            if _are_same(connection, "right_words", "found_words"):
                return set()
            found = _words_by_block(connection, "found_words")
        except (sql.exc.DatabaseError, connection.dialect.loaded_dbapi.DatabaseError):
            found = {}  # parts of the index are missing or unreadable: no search can be trusted
        right = _words_by_block(connection, "right_words")
    finally:
        for name in ("right_words", "found_words", "right_search"):
            connection.exec_driver_sql(f"DROP TABLE IF EXISTS temp.{name}")
        connection.exec_driver_sql(f"PRAGMA query_only = {was_read_only}")
    return {number for number in right.keys() | found.keys() if right.get(number) != found.get(number)}


_COMPARED_AT_ONCE = 5000
_COMPARED = (
    "CREATE VIRTUAL TABLE temp.right_search USING fts5(words, content='', tokenize='unicode61')",
    "CREATE VIRTUAL TABLE temp.right_words USING fts5vocab('temp', 'right_search', 'instance')",
    "CREATE VIRTUAL TABLE temp.found_words USING fts5vocab('main', 'block_search', 'instance')",
)
_MIXED = "((doc * 1000003 + offset * 7919) % 2147483647)"
"""Block and place as one number below 2 ** 31, whose square is below 2 ** 62: nothing overflows."""


def _are_same(connection: sql.Connection, first_name: str, second_name: str) -> bool:
    """Return whether two indexes have the same words at the same places, comparing one checksum for each word."""
    with closing(connection.connection.cursor()) as first, closing(connection.connection.cursor()) as second:
        for cursor, name in ((first, first_name), (second, second_name)):
            cursor.execute(
                f"SELECT term, count(*), sum(({_MIXED} * {_MIXED}) % 2147483647) FROM temp.{name} GROUP BY term"  # noqa: S608
            )
        while rows := first.fetchmany(_COMPARED_AT_ONCE):
            if rows != second.fetchmany(_COMPARED_AT_ONCE):
                return False
        return not second.fetchmany(1)


def _words_by_block(connection: sql.Connection, name: str) -> dict[int, int]:
    """Return a hash of all words and their positions for each block."""
    sums: dict[int, int] = {}
    for term, number, place in connection.exec_driver_sql(f"SELECT term, doc, offset FROM temp.{name}"):  # noqa: S608
        sums[number] = sums.get(number, 0) + hash((term, place))
    return sums


def _wrong_in_postgres(connection: sql.Connection, every_text: Iterable[Mapping[int, str]]) -> set[int]:
    wrong: set[int] = set()
    for texts in every_text:
        values = {"ids": list(texts), "words": [vector(text) for text in texts.values()]}
        wrong.update(connection.execute(_DIFFERING_POSTGRES, values).scalars())
    return wrong


_DIFFERING_POSTGRES = sql.text(
    "SELECT b.id FROM unnest(CAST(:ids AS bigint[]), CAST(:words AS text[])) AS b (id, words)"
    " LEFT JOIN block_search AS s ON s.block_id = b.id WHERE s.words IS DISTINCT FROM CAST(b.words AS tsvector)"
)


def _all_texts(connection: sql.Connection) -> Iterator[dict[int, str]]:
    for _, topics_and_texts in all_block_texts(connection):
        yield {number: text for number, (_, text) in topics_and_texts.items()}


def all_block_texts(connection: sql.Connection) -> Iterator[tuple[Sequence[Any], Mapping[int, tuple[str, str]]]]:
    """Yield all rows of blocks in batches, with topic and text by id as far as they are readable."""
    rows = connection.execute(sql.select(block)).all()
    rows = sorted(rows, key=lambda row: row.packed or 0)  # each pack is unpacked once
    for batch in batches(rows, 1000):
        yield batch, packs.readable_block_texts(connection, batch)


def last_until(connection: sql.Connection, moment: int) -> int:
    """Return the largest id of a block that appeared up to a time, 0 if none did."""
    if is_sqlite(connection):
        return connection.execute(_LAST_SQLITE, {"moment": moment}).scalar_one_or_none() or 0
    values = {"moment": moment, "versions": _LAST_VERSIONS}
    shortly = connection.execute(_SHORTLY_BEFORE, values).scalar_one()
    connection.execute(_BY_STRETCHES_ONLY, {"state": "off"})
    known = connection.execute(_KNOWN_POSTGRES, values | {"shortly": shortly}).scalar_one() or 0
    last = connection.execute(_LAST_POSTGRES, values | {"known": known}).scalar_one() or 0
    connection.execute(_BY_STRETCHES_ONLY, {"state": "on"})  # should this not be reached, the transaction is over
    return int(last)


def came_between(connection: sql.Connection, since: int, until: int, *, most: int) -> Sequence[int] | None:
    """Return the ids of the blocks that appeared on any page between two times, on PostgreSQL; None if they are many."""
    values = {"since": since, "until": until, "most": most + 1, "many": _MANY_VERSIONS}
    if connection.execute(_IS_LONG, values).first() is not None:
        return None
    found = connection.execute(_CAME_BETWEEN, values).scalars().all()
    return None if len(found) > most else found
