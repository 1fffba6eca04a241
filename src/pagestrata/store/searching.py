"""Full text over the texts of blocks, the same on both databases: SQLite FTS5 and PostgreSQL tsvector.

Texts are folded here, not by the database, so that both find the same: compatibility forms and letter case unified,
accents dropped, and each Chinese, Japanese or Korean character a word of its own (a word in such a script is then a
phrase).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

import sqlalchemy as sql

MAX_INDEXED_CHARACTERS = 200_000
_IDEOGRAPHS = re.compile(r"([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff])")


def fold(text: str) -> str:
    """The words of a text as they are indexed and looked up."""
    if text.isascii():
        return text.lower()
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return _IDEOGRAPHS.sub(r" \1 ", unicodedata.normalize("NFC", plain))


def create(connection: sql.Connection, *, is_sqlite: bool) -> None:
    """The index itself; not a plain table, so not part of the schema's metadata."""
    if is_sqlite:
        statements = ["CREATE VIRTUAL TABLE block_search USING fts5(words, content='', tokenize='unicode61')"]
    else:
        statements = [
            "CREATE TABLE block_search (block_id BIGINT PRIMARY KEY REFERENCES block (id), words tsvector NOT NULL)",
            "CREATE INDEX block_search_words ON block_search USING gin (words)",
        ]
    for statement in statements:
        connection.execute(sql.text(statement))


def index(connection: sql.Connection, texts: Mapping[int, str], *, is_sqlite: bool) -> None:
    """Makes the texts of new blocks searchable."""
    rows = [{"id": number, "words": fold(text)[:MAX_INDEXED_CHARACTERS]} for number, text in sorted(texts.items())]
    if is_sqlite:
        statement = "INSERT INTO block_search (rowid, words) VALUES (:id, :words)"
    else:
        values = "(:id, to_tsvector('simple', :words)) ON CONFLICT DO NOTHING"
        statement = f"INSERT INTO block_search (block_id, words) VALUES {values}"
    if rows:
        connection.execute(sql.text(statement), rows)
