"""An index of pairs of neighbouring words, by which PostgreSQL finds phrases of frequent words.

PostgreSQL's index of words knows which blocks contain a word, but not where. For a phrase it joins the lists of all its words
and reads every block that is left; if the words are frequent, those are a million blocks of which hardly one contains the
phrase. Two neighbouring words are rarer than either of them, so an index of pairs leaves few blocks to read, as in
the nextword index of Williams, Zobel and Bahle ("Fast phrase querying with combined indexes", ACM TOIS 22 (4), 2004).

Where this departs from it: an entry is a number made of the two words, one of a million, and says nothing of places. Different
pairs may share a number, so the blocks found are still read. That bounds what the index takes. All pairs are entered, not only
those of frequent words: which words are frequent depends on the archive and changes with it.

The pairs are made by the server from the vector of words that the table already has. So an older archive needs an
index and no other rows, nothing is stored twice, and what `verify` says of the vectors holds for the pairs. SQLite's index
knows places and needs none of this.
"""

from __future__ import annotations

from collections.abc import Sequence

from pagestrata.store.catalog.later import sql

INDEX = "block_search_pairs"
_DIFFERENT_PAIRS = 2**20
# Window functions and not a join: the server would plan one for short texts and take minutes for a long one.
CREATE_FUNCTION = f"""
    CREATE OR REPLACE FUNCTION word_pairs(words tsvector) RETURNS integer[]
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
    BEGIN
        RETURN (
            SELECT array_agg(hashtext(word_before || ' ' || lexeme) & {_DIFFERENT_PAIRS - 1})
            FROM (
                SELECT lexeme, place, lag(lexeme) OVER in_order AS word_before, lag(place) OVER in_order AS place_before
                FROM unnest(words) AS said, unnest(said.positions) AS place WINDOW in_order AS (ORDER BY place)
            ) AS neighbours
            WHERE place = place_before + 1
        );
    END $$"""  # noqa: S608 - no input
CREATE_INDEX = f"CREATE INDEX IF NOT EXISTS {INDEX} ON block_search USING gin (word_pairs(words))"


def create(connection: sql.Connection) -> None:
    """Create the index of a PostgreSQL archive if it is missing."""
    connection.exec_driver_sql(CREATE_FUNCTION)
    connection.exec_driver_sql(CREATE_INDEX)


def phrases_apart(phrases: Sequence[Sequence[str]], *, most_words: int) -> list[tuple[str, int]]:
    """Return the words of phrases with positions, at which they form the pairs of the phrases and no others."""
    placed, place = [], 0
    for words in phrases:
        for word in words:
            place += 1
            placed.append((word, place))
        place += 1
    return placed[:most_words]
