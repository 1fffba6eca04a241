"""Packs give back what they were given, and nothing else."""

from __future__ import annotations

import pytest
import sqlalchemy as sql
from hypothesis import given
from hypothesis import strategies as st

from archives import keep
from pagestrata.errors import ArchiveError
from pagestrata.model.deltas import Change, Delta
from pagestrata.store.archive import Archive
from pagestrata.store.catalog import packs
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.packs import changes_of, pack_changes, unpack_changes
from pagestrata.store.catalog.schema import change


@given(st.lists(st.binary(max_size=200), max_size=40))
def test_a_pack_gives_its_entries_back(entries: list[bytes]) -> None:
    assert packs.read_pack(packs.write_pack(entries)) == entries


def test_a_damaged_pack_is_an_error() -> None:
    data = packs.write_pack([b"one" * 50, b"two" * 50])
    for damaged in (data[:-3], b"\xff" * 4 + data[4:], data[:4], b""):
        assert packs.is_damaged(damaged), damaged
        with pytest.raises(ArchiveError):
            packs.read_pack(damaged)


@given(st.integers(0, 2**40), st.integers(0, packs.MOST_ENTRIES - 1))
def test_a_place_names_its_pack(pack: int, entry: int) -> None:
    assert packs.pack_of(packs.place_of(pack, entry)) == pack
    assert packs.marked_place(packs.changes_mark(packs.place_of(pack, entry))) == packs.place_of(pack, entry)


@pytest.mark.parametrize("facts", ['{"packed":', '{"packed":"x"}', '{"packed":-1}', '{"packed":99999999999999999999}'])
def test_facts_that_name_no_place_are_taken_as_they_are(facts: str) -> None:
    assert packs.facts_place(facts) is None


def test_a_mark_of_facts_keeps_the_names_that_queries_look_for() -> None:
    mark = packs.facts_mark(7, '{"seconds":{},"blocks":{},"fault":"x","error":"y","probability":0.25}')
    assert packs.facts_place(mark) == 7
    assert '"blocks":' in mark
    assert '"fault":' in mark
    assert '"error":' in mark
    assert '"probability":0.25' in mark


@given(st.text(), st.text())
def test_blocks_come_back(topic: str, text: str) -> None:
    topic, text = (part.encode("utf-8", "replace").decode() for part in (topic, text))
    assert packs.read_block_entry(packs.block_entry(topic, text)) == (topic, text)


WORDS = st.text(st.characters(codec="utf-8"))
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "op": WORDS,
            "element": WORDS,
            "block": WORDS,
            "to_block": st.none() | WORDS,
            "old": st.none() | WORDS,
            "new": st.none() | WORDS,
            "importance": st.none() | st.floats(0, 1),
        }
    ),
    min_size=1,
)


@given(ROWS)
def test_what_was_packed_comes_back(rows: list[dict[str, object]]) -> None:
    assert unpack_changes(pack_changes(rows)) == [{"number": number, **row} for number, row in enumerate(rows)]


@pytest.mark.parametrize("data", [b"", b"x", pack_changes([])[:-3], b"x\x9c\x03\x00\x00\x00\x00\x01"])
def test_anything_else_is_damage(data: bytes) -> None:
    with pytest.raises(ArchiveError, match="run `pagestrata verify`"):
        unpack_changes(data)


def test_operations_that_repeat_take_next_to_nothing() -> None:
    row = {
        "op": "update",
        "element": "text",
        "block": "1.2",
        "to_block": None,
        "old": '"a"',
        "new": '"b"',
        "importance": 0.1,
    }
    assert len(pack_changes([row] * 200)) < 3 * len(pack_changes([row]))


def test_versions_with_damaged_operations_have_none(archive: Archive, catalog: Catalog) -> None:
    found = Change(op="update", element="text", block="1.1", old="a", new="b")
    keep(archive, "a")
    keep(archive, "b", hours=1, delta=Delta(changes=(found,)))
    with catalog.reading() as connection:
        (number,) = connection.execute(sql.select(change.c.version_id)).scalars()
        assert [row["old"] for row in changes_of(connection, [number, 999])[number]] == ['"a"']
    with catalog.writing() as connection:
        connection.execute(sql.update(change).values(data=b"damage"))
        assert changes_of(connection, [number]) == {}
    assert not archive.upkeep.verify().is_sound
