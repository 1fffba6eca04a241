from __future__ import annotations

import pytest
import sqlalchemy as sql
from hypothesis import given
from hypothesis import strategies as st

from archives import keep
from pagestrata.errors import ArchiveError
from pagestrata.model.deltas import Change, Delta
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.packed_changes import changes_of, pack_changes, unpack_changes
from pagestrata.store.catalog.schema import change

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
