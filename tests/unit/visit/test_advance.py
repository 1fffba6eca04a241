from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from laid_out_pages import Part, laid_out
from pagestrata.model.page_state import PageState
from pagestrata.model.snapshot import Snapshot
from pagestrata.store.archive import open_archive
from pagestrata.visit.advance import advanced
from pagestrata.visit.examine import examine
from pagestrata.visit.plan import VisitPlan
from visits import visit_page

URL = "http://site.test/"


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
