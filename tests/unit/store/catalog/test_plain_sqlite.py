from __future__ import annotations

import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from captures import START, capture, visit_of
from pagestrata.errors import ArchiveError
from pagestrata.model.page_state import PageMemory
from pagestrata.model.records import Visit
from pagestrata.model.visit_result import VisitResult
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog import ledger
from pagestrata.store.catalog.driver_statements import ask, tell
from pagestrata.store.catalog.schema import metadata

URL = "http://site.test/"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with open_archive(tmp_path) as archive:
        taken, tree = capture(["A page"], url=URL)
        archive.append(taken, tree, None, visit=visit_of(taken))
    return tmp_path


def is_plain(archive: Archive) -> bool:
    return archive._catalog._engine is None


def unchanged_visit(hours: int) -> Visit:
    return Visit(url=URL, visited_at=START + timedelta(hours=hours), stage="unchanged", version=None, kept=False)


def unchanged(archive: Archive, hours: int) -> None:
    archive.commit(VisitResult(visit=unchanged_visit(hours), memory=PageMemory(used_refs={"1": str(hours)})))


def test_visits_that_keep_nothing_are_read_and_written_by_the_driver_alone(folder: Path) -> None:
    with open_archive(folder) as archive:
        for hours in (1, 2):
            unchanged(archive, hours)
            assert archive.visits.memory(URL).used_refs == {"1": str(hours)}
        plain = archive.versions.before(URL, START + timedelta(days=1), faults=False), archive.visits.of(URL)
        assert archive.watches.covering(URL) is None
        assert archive.trails.of(URL) == []
        assert archive.outbox.rules() == []
        assert archive.outbox.unsent() == 0
        assert is_plain(archive)
        archive.versions.recent(limit=1)
        assert not is_plain(archive)
        assert (archive.versions.before(URL, START + timedelta(days=1), faults=False), archive.visits.of(URL)) == plain
        assert [visit.stage for visit in plain[1]] == ["unchanged", "unchanged", "render"]
        assert [visit.kept for visit in plain[1]] == [False, False, True]


def test_what_the_driver_alone_wrote_is_sealed_and_in_the_log(folder: Path) -> None:
    with open_archive(folder) as archive:
        unchanged(archive, 1)
        assert is_plain(archive)
        assert archive.upkeep.verify().is_sound
        with archive._catalog.reading() as connection:
            assert ledger.written_down(connection) == ledger.counted(connection)


def test_the_columns_that_visits_write_are_those_of_the_schema() -> None:
    for name, columns in ledger.VISITED.items():
        assert columns == tuple(column.name for column in metadata.tables[name].columns)


def test_the_driver_alone_writes_no_table_that_the_ledger_would_not_hear_of(folder: Path) -> None:
    with open_archive(folder) as archive:
        with (
            pytest.raises(ArchiveError, match="not authorized"),
            archive._catalog.writing(driver_only=True) as connection,
        ):
            tell(connection, "INSERT INTO label (name) VALUES (?)", [("unheard",)])
        unchanged(archive, 1)
        assert is_plain(archive)
        assert len(archive.visits.of(URL)) == 2


def test_a_transaction_of_the_driver_happens_as_a_whole_or_not_at_all(folder: Path) -> None:
    with open_archive(folder) as archive:
        rows = [('{"lost": 1}',), ("{}", "one too many")]
        with pytest.raises(ArchiveError), archive._catalog.writing(driver_only=True) as connection:
            tell(connection, "UPDATE page SET facts = ?", rows)
        with archive._catalog.reading_by_driver() as connection:
            assert ask(connection, "SELECT facts FROM page") == [("{}",)]
        unchanged(archive, 1)
        assert archive.upkeep.verify().is_sound


def test_an_archive_opened_for_reading_is_asked_for_its_history_by_the_driver_alone(folder: Path) -> None:
    with open_archive(folder) as archive:
        unchanged(archive, 1)
    with open_archive(folder, read_only=True) as archive:
        latest = archive.versions.latest(URL)
        assert latest is not None
        assert archive.versions.at(URL, latest.id) == archive.versions.named(latest.id) == latest
        assert list(archive.versions.pages()) == [URL]
        assert archive.queries.changes(URL) == []
        assert archive.visits.reasons(latest) == ()
        assert archive.visits.sentences([latest.id]) == {}
        assert archive.versions.removed(URL) == []
        assert archive.versions.all_removed() == {}
        assert is_plain(archive)
        assert list(archive.versions.recent(limit=5)) == [latest]  # SQLAlchemy opens the same file
        assert not is_plain(archive)
        with (
            pytest.raises(ArchiveError, match="read-only"),
            archive._catalog.reading_by_driver() as connection,
        ):
            tell(connection, "UPDATE page SET facts = ?", [("{}",)])


def test_a_view_asks_at_one_moment_and_goes_on_with_sqlalchemy(folder: Path) -> None:
    with open_archive(folder) as archive, open_archive(folder) as other:
        with archive.one_view():
            assert len(archive.visits.of(URL)) == 1
            unchanged(other, 1)
            assert len(archive.visits.of(URL)) == 1
            assert archive.versions.latest(URL) is not None
            assert not is_plain(archive)
        assert len(archive.visits.of(URL)) == 2


def test_a_damaged_catalog_is_said_to_be_damaged(folder: Path) -> None:
    with open_archive(folder) as archive:
        with sqlite3.connect(folder / "catalog.sqlite") as writer:
            writer.execute("ALTER TABLE visit RENAME TO gone")
        with pytest.raises(ArchiveError, match="no such table"):
            archive.visits.of(URL)
        with pytest.raises(ArchiveError, match="no such table"):
            archive.record_visit(unchanged_visit(1))
