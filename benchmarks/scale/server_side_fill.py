"""Millions of synthetic versions, made by a PostgreSQL server out of numbers: several times as fast as sending the rows.

Rows have the columns and about the sizes of real ones. A version brings one new block of a dozen words with its search entry
and its stay, one object, one visit and its packed changes; ten to a page, round robin, one a minute. A text is two halves
drawn from `HALVES` texts of the vocabulary of `benchmarks.synthetic_archive`. Nothing is sealed: the ledger knows of none.
"""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sql
from sqlalchemy.schema import CreateIndex

from benchmarks.synthetic_archive import BLOCKS_PER_PAGE, ROLES, enter, moment, page_row, texts
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.names import FOREVER
from pagestrata.store.catalog.packs import pack_changes
from pagestrata.store.catalog.schema import metadata
from pagestrata.store.search import full_text, word_pairs

HALVES = 40_000
_FILLED = ("label", "page", "bundle", "object", "block", "version", "change", "presence", "visit", "watch", "due")
_OBJECTS_IN_BUNDLE = 64
_NUMBERED = ("page", "bundle", "object", "block", "version", "presence", "visit", "label")
_LABELS = sorted(set(ROLES))
_CHANGE = {
    "op": "update", "element": "text", "block": "1.4.2", "to_block": "1.4.2", "old": '"The price is 412 euros from Monday on"',
    "new": '"The price is 398 euros from Monday on"', "importance": 0.4172,
}  # fmt: skip
_VISIT_FACTS = (
    '{"seconds":{"fetch":0.2134,"render":1.9021,"segment":0.0413},"reasons":["A price is another"],"probability":0.8123,'
    '"blocks":{"1.4.2":"a3f1c2d4e5b6978812345678deadbeef"}}'
)


def fill_in_server(archive: Archive, *, versions: int, pages: int) -> None:
    """Enters everything into an empty archive, then the indexes, and lets the server look at it.

    Each table and each index is a step of its own: a fill that was ended goes on with the next one.
    """
    engine = archive._catalog.engine
    with engine.begin() as connection:
        if _is_empty(connection, "page"):
            _drop_indexes(connection)
    for name, statement in _rows(versions, pages):
        with engine.begin() as connection:
            if _is_empty(connection, name):
                _enter(connection, name, statement, pages)
    for statement in _missing_indexes(archive):
        with engine.begin() as connection:
            connection.exec_driver_sql("SET LOCAL maintenance_work_mem = '768MB'")
            connection.exec_driver_sql(statement)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as plain:
        for name in _NUMBERED:
            plain.exec_driver_sql(f"SELECT setval('{name}_id_seq', (SELECT max(id) FROM \"{name}\"))")
        plain.exec_driver_sql("VACUUM ANALYZE")


def _is_empty(connection: sql.Connection, name: str) -> bool:
    return connection.exec_driver_sql(f'SELECT 1 FROM "{name}" LIMIT 1').first() is None


def _enter(connection: sql.Connection, name: str, statement: str, pages: int) -> None:
    for setting in ("work_mem = '256MB'", "session_replication_role = replica"):
        connection.exec_driver_sql(f"SET LOCAL {setting}")
    # What is emptied in the same transaction needs no log of its rows where the server is told `wal_level = minimal`.
    connection.exec_driver_sql(f'TRUNCATE "{name}" CASCADE')
    if name == "page":  # their keys are hashes that the server cannot make
        enter(connection, metadata.tables["page"], (page_row(number) for number in range(pages)))
    elif name in {"block", "block_search"}:
        _enter_halves(connection)
    connection.exec_driver_sql(statement)


def _drop_indexes(connection: sql.Connection) -> None:
    """All but those of primary keys."""
    for name in _FILLED:
        for found in sql.inspect(connection).get_unique_constraints(name):
            connection.exec_driver_sql(f'ALTER TABLE "{name}" DROP CONSTRAINT "{found["name"]}"')
        for index in metadata.tables[name].indexes:
            connection.exec_driver_sql(f'DROP INDEX "{index.name}"')
    connection.exec_driver_sql(f"DROP INDEX block_search_words, {word_pairs.INDEX}")


def _missing_indexes(archive: Archive) -> list[str]:
    with archive._catalog.reading() as connection:
        known = {row[0] for row in connection.exec_driver_sql("SELECT indexname FROM pg_indexes")}
        made = {
            str(index.name): str(CreateIndex(index).compile(dialect=connection.dialect))
            for name in _FILLED
            for index in metadata.tables[name].indexes
        }
    for name in _FILLED:
        for constraint in metadata.tables[name].constraints:
            if isinstance(constraint, sql.UniqueConstraint):
                columns = [column.name for column in constraint.columns]
                unique = f"{name}_{'_'.join(columns)}_key"
                made[unique] = f'ALTER TABLE "{name}" ADD CONSTRAINT "{unique}" UNIQUE ({", ".join(columns)})'
    made["block_search_words"] = "CREATE INDEX block_search_words ON block_search USING gin (words)"
    made[word_pairs.INDEX] = word_pairs.CREATE_INDEX
    return [statement for name, statement in made.items() if name not in known]


def _enter_halves(connection: sql.Connection) -> None:
    connection.exec_driver_sql("CREATE TEMP TABLE half (id int PRIMARY KEY, said text, words tsvector) ON COMMIT DROP")
    with connection.connection.cursor().copy("COPY half FROM STDIN") as copy:  # type: ignore[attr-defined]
        for number, text in enumerate(texts(HALVES)):
            said = " ".join(text.split()[:6])
            copy.write_row([number, said, full_text.vector(said)])
    connection.exec_driver_sql("ANALYZE half")


def _rows(versions: int, pages: int) -> Iterator[tuple[str, str]]:
    """Tables and the statements that fill them, those that others refer to first."""
    labels = ", ".join(f"({number}, {role!r})" for number, role in enumerate(_LABELS, start=1))
    yield "label", f"INSERT INTO label (id, name) VALUES {labels}"
    yield "page", "SELECT 1"
    for name, source, columns in _columns(versions, pages):
        listed = ", ".join(f'"{column}"' for column in columns)
        yield name, f'INSERT INTO "{name}" ({listed}) SELECT {", ".join(columns.values())} FROM {source}'


def _columns(versions: int, pages: int) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Tables, where their rows are counted, and what stands in their columns."""
    first, step, stay = moment(0), moment(1) - moment(0), BLOCKS_PER_PAGE * pages
    later = first + (versions + 10_000_000) * step
    at, page = f"{first} + n::bigint * {step}", f"mod(n, {pages}) + 1"
    numbers, page_numbers = f"generate_series(0, {versions - 1}) AS n", f"generate_series(0, {pages - 1}) AS n"
    bundles = f"generate_series(0, {versions // _OBJECTS_IN_BUNDLE}) AS n"
    other = f"mod(n::bigint * 7919 + n / {HALVES}, {HALVES})"
    halves = f"{numbers} JOIN half AS a ON a.id = mod(n, {HALVES}) JOIN half AS b ON b.id = {other}"
    roles = ", ".join(str(_LABELS.index(role) + 1) for role in ROLES)
    yield "bundle", bundles, {"id": "n + 1", "digest": "sha256(('b' || n)::bytea)", "size": "9000000", "loose": "false"}
    yield "object", numbers, {
        "id": "n + 1", "digest": "substring(sha256(n::text::bytea) FOR 20)", "kind": "'t'", "codec": "'z'", "size": "9000",
        "bundle_id": f"n / {_OBJECTS_IN_BUNDLE} + 1", "start": f"mod(n, {_OBJECTS_IN_BUNDLE}) * 700", "stored": "700",
        "base_id": f"CASE WHEN n >= {pages} THEN n + 1 - {pages} END", "ordinal": f"n / {pages}",
    }  # fmt: skip
    yield "block", halves, {
        "id": "n + 1", "content_id": "substring(sha256(('c' || n)::bytea) FOR 16)", "topic": "''",
        "text": "a.said || ' ' || b.said", "seal": "n",
    }  # fmt: skip
    yield "block_search", halves, {"block_id": "n + 1", "words": "a.words || b.words"}
    yield "version", numbers, {
        "id": "n + 1", "page_id": page, "captured_at": at, "status": "200", "title": f"'Page ' || {page} || ' of a made up site'",
        "importance": "0.1", "changes": "1", "digest": "sha256(n::text::bytea)", "tree_id": "n + 1",
        "facts": """'{"page_size":[1280,4210],"segmenter":"vips"}'""", "blocks": "decode(lpad(to_hex(n), 60, '12'), 'hex')",
        "slices": "decode(lpad(to_hex(n), 60, '34'), 'hex')", "pieces": r"'\x'", "resources": r"'\x'",
        "seal": "decode(lpad(to_hex(n), 16, '0'), 'hex')",
    }  # fmt: skip
    yield "change", numbers, {"version_id": "n + 1", "data": f"'\\x{pack_changes([_CHANGE]).hex()}'::bytea"}
    yield "presence", numbers, {
        "id": "n + 1", "page_id": page, "block_id": "n + 1", "ref": "'1.4.' || mod(n, 30)", "first_at": at,
        "label_id": f"(ARRAY[{roles}])[mod(hashint4(n) & 1048575, {len(ROLES)}) + 1]",
        "gone_at": f"CASE WHEN n + {stay} < {versions} THEN {at} + {stay * step} ELSE {FOREVER} END",
    }  # fmt: skip
    yield "visit", numbers, {
        "id": "n + 1", "page_id": page, "visited_at": at, "stage": "'render'", "version_id": "n + 1", "kept": "true",
        "importance": "0.1", "score": "0.5", "changes": "1", "facts": f"'{_VISIT_FACTS}'", "seal": "n",
    }  # fmt: skip
    url = "'http://site' || mod(n, 997) || '.test/page/' || n"
    yield "watch", page_numbers, {"id": "'s' || n", "url": url, "facts": "'{}'"}
    yield "due", page_numbers, {
        "watch_id": "'s' || n", "host": "'site' || mod(n, 997) || '.test'", "due_at": f"{later} + n::bigint",
        "last_at": f"{later - 10**10} + n::bigint", "rate": "0.1", "weight": "1.0", "cost": "1.0", "held_until": "0",
        "facts": """'{"failures":0}'""", "special": "false",
    }  # fmt: skip
