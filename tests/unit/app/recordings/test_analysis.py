from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from engine_work import Here
from laid_out_pages import Part, laid_out
from pagestrata.app.recordings.analysis import AnalysedPage, AnalysisRows, advanced, analyse, largest_first
from pagestrata.app.recordings.collection import read_collection, recordings_among
from pagestrata.app.recordings.imports import RecordedCapture, RecordedPage
from pagestrata.app.session import Session
from pagestrata.formats.analysis_tables import COLUMNS
from pagestrata.formats.recordings.warc_writer import WarcWriter
from pagestrata.model.page_state import PageState
from pagestrata.model.snapshot import Response, Snapshot
from pagestrata.store.archive import open_archive
from pagestrata.visit.examine import examine
from pagestrata.visit.plan import VisitPlan
from recorded_pages import HARBOUR, SHOP, record_pages
from visits import visit_page

URL = "http://site.test/"


def run(sources: Path, output: Path, **options: Any) -> tuple[dict[str, AnalysedPage], Here]:
    engine = Here()
    found = read_collection(engine, recordings_among([sources]))
    engine.done = 0
    return {page.url: page for page in analyse(engine, found.pages, output, **options)}, engine


def query(output: Path, asked: str) -> list[tuple[Any, ...]]:
    import duckdb

    with duckdb.connect() as database:
        for table in ("visits", "blocks", "changes", "importance"):
            database.execute(f"CREATE VIEW {table} AS SELECT * FROM '{output}/{table}/*.parquet'")
        return database.execute(asked).fetchall()


def test_duckdb_answers_from_the_tables(tmp_path: Path) -> None:
    record_pages(tmp_path / "in")
    pages, _ = run(tmp_path / "in", tmp_path / "out")
    assert pages[HARBOUR] == AnalysedPage(url=HARBOUR, captures=4, kept=3)
    assert query(tmp_path / "out", "SELECT url, kept FROM visits ORDER BY url, visited_at") == [
        *[(HARBOUR, kept) for kept in (True, False, True, True)],
        *[(SHOP, kept) for kept in (True, False)],
    ]
    said = query(tmp_path / "out", "SELECT new FROM changes WHERE new IS NOT NULL ORDER BY visited_at")
    assert "closed until further notice" in said[0][0]
    assert query(tmp_path / "out", "SELECT stage FROM visits WHERE NOT kept") == [("unchanged",), ("unchanged",)]
    shares = query(tmp_path / "out", "SELECT sum(share) > 0, count(DISTINCT url) FROM importance")
    assert shares == [(True, 1)]
    roles = query(tmp_path / "out", "SELECT DISTINCT role FROM blocks WHERE is_leaf AND text LIKE '%storm%'")
    assert len(roles) == 1


def test_a_second_call_does_only_what_is_new(tmp_path: Path) -> None:
    record_pages(tmp_path / "in")
    run(tmp_path / "in", tmp_path / "out")
    visits = next((tmp_path / "out" / "visits").glob("*.parquet"))
    visits.unlink()  # as after a crash: three parts are there, the one that says 'done' is not
    (tmp_path / "out" / "visits" / ".a.parquet.1.partial").write_bytes(b"half")
    pages, engine = run(tmp_path / "in", tmp_path / "out")
    assert engine.done == 1
    assert sorted(page.was_done for page in pages.values()) == [False, True]
    assert query(tmp_path / "out", "SELECT count(*) FROM visits") == [(6,)]


def test_pages_with_much_to_do_come_first(tmp_path: Path) -> None:
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    for name, size in {"small": 10, "large": 1000}.items():
        (tmp_path / name).write_bytes(b"x" * size)
    sources = {"few": ["small"], "many": ["small", "small"], "heavy": ["large"], "away": ["s3://bucket/a.warc"]}
    pages = [
        RecordedPage(url=url, captures=tuple(RecordedCapture(moment, _place(tmp_path, name)) for name in names))
        for url, names in sources.items()
    ]
    assert [page.url for page in largest_first(pages)] == ["heavy", "many", "few", "away"]


def _place(folder: Path, name: str) -> str:
    return name if "://" in name else str(folder / name)


@pytest.mark.parametrize("left", [0, 3, 200], ids=["empty", "a few bytes", "without its end"])
def test_a_part_that_a_crash_left_half_written_is_made_again(tmp_path: Path, left: int) -> None:
    record_pages(tmp_path / "in")
    run(tmp_path / "in", tmp_path / "out")
    asked = "SELECT url, epoch_us(visited_at), kept FROM visits ORDER BY ALL"
    whole = query(tmp_path / "out", asked)
    visits = next((tmp_path / "out" / "visits").glob("*.parquet"))
    visits.write_bytes(visits.read_bytes()[:left])
    _, engine = run(tmp_path / "in", tmp_path / "out")
    assert engine.done == 1
    assert query(tmp_path / "out", asked) == whole


def archived(place: Path) -> dict[str, list[tuple[Any, ...]]]:
    """What an archive holds: times, names and bytes of versions; times and outcomes of visits."""
    with open_archive(place) as archive:
        return {
            url: [
                *((v.captured_at, v.digest, archive.contents.response(v).body) for v in archive.versions.of(url)),
                *((visit.visited_at, visit.kept, visit.changes) for visit in archive.visits.of(url)),
            ]
            for url in (HARBOUR, SHOP)
        }


def test_what_the_tables_call_kept_is_a_version_of_the_archive(tmp_path: Path) -> None:
    record_pages(tmp_path / "in")
    run(tmp_path / "in", tmp_path / "out", archive=str(tmp_path / "archive"))
    with open_archive(tmp_path / "archive") as archive:
        assert [len(archive.versions.of(url)) for url in (HARBOUR, SHOP)] == [3, 1]
        assert [len(archive.visits.of(url)) for url in (HARBOUR, SHOP)] == [4, 2]
        last, before, _ = archive.versions.of(HARBOUR)[:3]
        delta = archive.contents.delta(max(last, before, key=lambda version: version.captured_at))
        assert delta is not None
        assert delta.from_version == min(last, before, key=lambda version: version.captured_at).id
        assert archive.upkeep.verify().is_sound
    run(tmp_path / "in", tmp_path / "plain")
    asked = "SELECT url, epoch_us(visited_at), kept, changes FROM visits ORDER BY ALL"
    assert query(tmp_path / "out", asked) == query(tmp_path / "plain", asked)


def test_a_page_that_was_archived_in_part_is_archived_once(tmp_path: Path) -> None:
    record_pages(tmp_path / "in")
    run(tmp_path / "in", tmp_path / "out", archive=str(tmp_path / "archive"))
    whole = archived(tmp_path / "archive")
    run(tmp_path / "in", tmp_path / "again", archive=str(tmp_path / "archive"))  # as after a crash before the tables
    assert archived(tmp_path / "archive") == whole


@pytest.mark.browser
def test_recorded_pages_are_rendered_and_judged_as_an_import_judges_them(tmp_path: Path) -> None:
    from pagestrata.app.recordings.imports import import_recording

    file = tmp_path / "site.warc.gz"
    texts = ["The first report.", "The first report.", "A second report: the harbour is closed."]
    with file.open("wb") as opened:
        writer = WarcWriter(opened, filename=file.name, software="test")
        for day, text in enumerate(texts, 1):
            body = f"<!doctype html><title>Site</title><h1>News</h1><p>{text}</p>".encode()
            page = Response(url="http://site.test/", status=200, headers=(("Content-Type", "text/html"),), body=body)
            writer.response(page, recorded_at=datetime(2024, 1, day, tzinfo=UTC))
    run(file, tmp_path / "out")
    with Session(archive=tmp_path / "archive") as session:
        visits = [entry.visit for entry in import_recording(session, file, only_important=True)]
    stored = [(visit.kept, visit.changes) for visit in visits if visit is not None]
    assert query(tmp_path / "out", "SELECT kept, changes FROM visits ORDER BY visited_at") == stored
    assert [kept for kept, _ in stored] == [True, False, True]


def history() -> list[Snapshot]:
    """Twelve visits: a counter always changes, the story twice."""
    stories = (
        ["The mayor opened the bridge."] * 5 + ["The mayor resigned on Monday."] * 4 + ["A new mayor was elected."] * 3
    )
    return [
        laid_out(
            Part("header", "top", ["The Harbour Post"]),
            Part("main", "story", [story]),
            Part("footer", "count", [f"{1000 + 7 * number} views"]),
            minutes=60 * number,
            url=URL,
        )
        for number, story in enumerate(stories)
    ]


def test_a_page_that_is_carried_along_is_judged_as_one_that_is_stored_and_loaded(tmp_path: Path) -> None:
    with open_archive(tmp_path / "archive") as archive:
        stored = [visit_page(archive, shown, stage="render") for shown in history()]
    state, carried = PageState(url=URL), []
    for shown in history():
        findings = examine(VisitPlan(url=URL, now=shown.captured_at), state, shown)
        carried.append(findings.visit)
        state = advanced(state, findings)
    assert [visit.kept for visit in stored] == [number in {0, 5, 9} for number in range(12)]
    for one, other in zip(stored, carried, strict=True):
        assert (one.kept, one.changes, one.probability) == (other.kept, other.changes, other.probability)
        assert [str(reason) for reason in one.reasons] == [str(reason) for reason in other.reasons]


def test_what_was_not_kept_leaves_the_version_that_the_next_visit_is_compared_with() -> None:
    first, second = history()[:2]
    state = PageState(url=URL)
    state = advanced(state, examine(VisitPlan(url=URL, now=first.captured_at), state, first))
    after = advanced(state, examine(VisitPlan(url=URL, now=second.captured_at), state, second))
    assert after.last is not None
    assert after.last == state.last
    assert after.last.captured_at == first.captured_at
    assert [visit.visited_at for visit in after.history] == [second.captured_at, first.captured_at]


def test_a_fault_is_remembered_as_a_visit_and_compared_with_nothing() -> None:
    first = history()[0]
    state = PageState(url=URL)
    found = examine(VisitPlan(url=URL, now=first.captured_at), state, first)
    failed = replace(found, visit=replace(found.visit, fault="not found"))
    assert advanced(state, failed).last is None


URL = "http://site.test/"


def two_captures() -> AnalysisRows:
    rows, state = AnalysisRows(URL), PageState(url=URL)
    for number, story in enumerate(["The bridge is open.", "The bridge is closed for repairs until May."]):
        shown = laid_out(Part("h1", "top", ["News"]), Part("main", "story", [story]), minutes=number, url=URL)
        findings = examine(VisitPlan(url=URL, now=shown.captured_at), state, shown)
        rows.add("file.warc", state, findings)
        state = advanced(state, findings)
    return rows


def test_every_row_has_only_columns_of_its_table() -> None:
    rows = two_captures()
    for table, found in rows.tables.items():
        assert found
        assert {name for row in found for name in row} <= set(COLUMNS[table])


def test_blocks_name_their_parents_and_changes_what_they_were_compared_with() -> None:
    tables = two_captures().tables
    refs = {row["block"] for row in tables["blocks"]}
    assert {row["parent"] for row in tables["blocks"]} - {None} <= refs
    first = tables["visits"][0]["visited_at"]
    assert {row["compared_with"] for row in tables["changes"]} == {first}
    assert two_captures().kept == 2


def test_a_capture_that_could_not_be_shown_is_a_row_with_its_error() -> None:
    rows = AnalysisRows(URL)
    rows.add_error(datetime(2024, 1, 1, tzinfo=UTC), "file.warc", "the page did not end")
    (row,) = rows.tables["visits"]
    assert (row["kept"], row["error"]) == (False, "the page did not end")
    assert rows.kept == 0
