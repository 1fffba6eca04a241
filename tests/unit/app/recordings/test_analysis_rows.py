from __future__ import annotations

from datetime import UTC, datetime

from laid_out_pages import Part, laid_out
from pagestrata.app.recordings.analysis import advanced
from pagestrata.app.recordings.analysis_rows import AnalysisRows
from pagestrata.formats.analysis_tables import COLUMNS
from pagestrata.model.page_state import PageState
from pagestrata.visit.examine import examine
from pagestrata.visit.plan import VisitPlan

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
