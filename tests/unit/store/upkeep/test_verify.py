import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from archives import MemoryBlobs, add_user, fill_every_table, keep
from pagestrata.errors import ArchiveError
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import block, metadata, object_, page, version
from pagestrata.store.screenshots import piece_sheets
from pagestrata.store.upkeep.verify import check


def test_an_empty_archive_is_sound(catalog: Catalog, blobs: MemoryBlobs) -> None:
    report, findings = check(catalog, blobs)
    assert report.is_sound
    assert (report.versions, report.objects, report.bundles, report.notes) == (0, 0, 0, ())
    assert not findings.objects


def test_a_check_changes_nothing(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    keep(archive, "one", "two")
    (name,) = blobs.kept
    blobs.kept[name] = blobs.kept[name][:-1]
    before = dict(blobs.kept)
    first, _ = check(catalog, blobs)
    assert not first.is_sound
    assert blobs.kept == before
    assert check(catalog, blobs)[0] == first


def test_a_missing_blob_names_bundle_objects_and_versions(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs
) -> None:
    first = keep(archive, "one")
    known = set(blobs.kept)
    second = keep(archive, "two", hours=1)
    (lost,) = blobs.kept.keys() - known
    del blobs.kept[lost]
    report, findings = check(catalog, blobs)
    named = {problem.kind: problem for problem in report.problems}
    assert (named["bundle"].name, named["bundle"].versions) == (lost, (second.id,))
    assert named["version"].name == second.id
    assert len(findings.bundles) == 1
    assert first.id not in {name for problem in report.problems for name in problem.versions}


def test_an_object_stored_against_itself_is_found(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    kept = keep(archive, "one")
    with catalog.writing() as connection:
        connection.execute(sql.update(object_).where(object_.c.kind == "html").values(base_id=object_.c.id))
    report, findings = check(catalog, blobs)
    assert "it is stored against itself" in findings.objects.values()
    assert all(problem.versions == (kept.id,) for problem in report.problems)


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        (sql.update(page).values(url="http://forged.test/"), "page"),
        (sql.update(version).values(resources=b"\x80"), "version"),
        (sql.update(block).values(topic="forged"), "block"),
    ],
)
def test_forged_rows_are_told_by_kind(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs, statement: sql.Update, kind: str
) -> None:
    keep(archive, "one")
    with catalog.writing() as connection:
        connection.execute(statement)
    assert kind in {problem.kind for problem in check(catalog, blobs)[0].problems}


def test_blobs_nobody_knows_are_a_note_and_no_damage(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    keep(archive, "one")
    blobs.put("ab" * 32, b"left over")
    report, findings = check(catalog, blobs)
    assert report.is_sound
    assert report.notes == ("1 blobs belong to no version; `pagestrata gc` removes them",)
    assert findings.orphans == ["ab" * 32]


@pytest.fixture
def others(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Another program that has the catalog open."""
    connection = sqlite3.connect(tmp_path / "archive" / "catalog.sqlite", isolation_level=None)
    yield connection
    connection.close()


def is_sound(catalog: Catalog, blobs: MemoryBlobs) -> bool:
    try:
        return check(catalog, blobs)[0].is_sound
    except ArchiveError:  # so damaged that it cannot be read to the end
        return False


def another(value: Any, chance: random.Random) -> Any:
    """A value of the same kind that differs in one bit or character."""
    if value is None:
        return 1
    if isinstance(value, int):
        return value ^ 1 << chance.randrange(20)
    if isinstance(value, float):
        return value + 0.5
    if not value:
        return "x" if isinstance(value, str) else b"x"
    place = chance.randrange(len(value))
    if isinstance(value, str):
        return value[:place] + chr(ord(value[place]) ^ 1 << chance.randrange(3)) + value[place + 1 :]
    return value[:place] + bytes([value[place] ^ 1 << chance.randrange(8)]) + value[place + 1 :]


MADE_AGAIN = {"due", "site_page"}  # from the visits
PASSING = {"login_session", "host_turn"}  # end by themselves
SIGNED = {"log_head", "log_stamp"}  # by a key or a time authority; a proof with one that was changed is not valid


@pytest.mark.parametrize("table", sorted(set(metadata.tables) - MADE_AGAIN - PASSING - SIGNED))
def test_no_edited_row_goes_unseen(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs, others: sqlite3.Connection, table: str
) -> None:
    chance = random.Random(table)
    fill_every_table(archive)
    add_user(archive)
    if table == "pack":
        archive.upkeep.gc()  # fills it
    assert is_sound(catalog, blobs)
    columns = [column.name for column in metadata.tables[table].columns]
    listed = ", ".join(f'"{name}"' for name in columns)
    rows = others.execute(f'SELECT {listed} FROM "{table}"').fetchall()
    assert rows, "the test needs a row of every table"

    def write(changed: list[tuple[Any, ...]]) -> None:
        others.execute(f'DELETE FROM "{table}"')
        others.executemany(f'INSERT INTO "{table}" VALUES ({", ".join("?" * len(columns))})', changed)

    for place, column in 2 * list(enumerate(columns)):
        if column == "writer":
            continue  # only keeps lines of the ledger apart
        number = chance.randrange(len(rows))
        row = (*rows[number][:place], another(rows[number][place], chance), *rows[number][place + 1 :])
        try:
            write([*rows[:number], row, *rows[number + 1 :]])
        except sqlite3.IntegrityError:
            continue  # the database itself refuses it
        assert not is_sound(catalog, blobs), (column, rows[number][place], row[place])
    write(rows)
    assert is_sound(catalog, blobs)
    write(rows[:-1])
    assert not is_sound(catalog, blobs), "a deleted row"


def test_values_of_wrong_types_are_named_and_nothing_stumbles_over_them(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs, others: sqlite3.Connection
) -> None:
    fill_every_table(archive)
    named = ""
    for table in metadata.sorted_tables:
        column = list(table.columns)[-1]
        found = others.execute(f'SELECT "{column.name}" FROM "{table.name}"').fetchone()
        if found is None:
            continue
        wrong: Any = "text" if isinstance(column.type, sql.LargeBinary) else b"\xff"
        change = f'UPDATE "{table.name}" SET "{column.name}" = ? WHERE "{column.name}" IS ?'
        others.execute(change, [wrong, *found])
        named = f" of {table.name}: {column.name} holds a value of the type {'text' if wrong == 'text' else 'blob'}"
        assert named in check(catalog, blobs)[0].problems[-1].message
        with pytest.raises(
            ArchiveError, match=r"holds values of wrong types \(.*nothing was repaired\. Restore the catalogue"
        ):
            archive.upkeep.verify(repair=True)
        others.execute(change, [*found, wrong])
    assert named
    assert is_sound(catalog, blobs)


def test_no_flipped_bit_of_a_blob_goes_unseen(archive: Archive, catalog: Catalog, blobs: MemoryBlobs) -> None:
    chance = random.Random(1)
    fill_every_table(archive)
    for _ in range(100):
        name = chance.choice(sorted(blobs.kept))
        sound = blobs.kept[name]
        blobs.kept[name] = another(sound, chance)
        assert not is_sound(catalog, blobs)
        blobs.kept[name] = sound
    assert is_sound(catalog, blobs)


def test_a_changed_search_index_is_found_and_made_again(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs, others: sqlite3.Connection
) -> None:
    keep(archive, "rain today", "sun tomorrow")
    ((number,),) = others.execute("SELECT id FROM block WHERE text = 'rain today'")
    forget = "INSERT INTO block_search (block_search, rowid, words) VALUES ('delete', ?, 'rain today')"
    others.execute(forget, [number])
    (problem,) = check(catalog, blobs)[0].problems
    assert (problem.kind, problem.message) == ("search", "1 blocks are missing from the search index")
    assert archive.upkeep.verify(repair=True).is_sound
    assert [stay.text for stay in archive.queries.search("rain")] == ["rain today"]


def test_a_search_index_that_cannot_be_read_is_found_and_made_again(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs, others: sqlite3.Connection
) -> None:
    keep(archive, "rain today", "sun tomorrow")
    others.execute("DELETE FROM block_search_data WHERE id = (SELECT max(id) FROM block_search_data)")
    (problem,) = check(catalog, blobs)[0].problems
    assert (problem.kind, problem.message) == ("search", "2 blocks are missing from the search index")
    assert archive.upkeep.verify(repair=True).is_sound
    assert [stay.text for stay in archive.queries.search("rain")] == ["rain today"]


def test_every_object_is_looked_at_and_no_picture_unpacked(
    archive: Archive, catalog: Catalog, blobs: MemoryBlobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(archive, *(f"text number {number}" for number in range(9)), picture=True)
    decoded, read = [], piece_sheets.read_sheet
    monkeypatch.setattr(piece_sheets, "read_sheet", lambda data: decoded.append(data) or read(data))
    steps: list[tuple[int, int]] = []
    report, _ = check(catalog, blobs, lambda done, total: steps.append((done, total)))
    assert report.is_sound
    assert not decoded
    assert steps[-1] == (report.objects, report.objects)
