"""Packs give back what they were given, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.errors import ArchiveError
from pagestrata.store.catalog import packs


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
