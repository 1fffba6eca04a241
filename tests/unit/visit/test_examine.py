from __future__ import annotations

import pickle
from dataclasses import replace
from datetime import timedelta

import pytest

from captures import START, capture
from pagestrata.app.chosen_blocks import Choice, add_trail
from pagestrata.app.notifications import add_rule
from pagestrata.app.watches import watch_for
from pagestrata.model.only_if import WishAnswer, WishQuestion
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Visit
from pagestrata.model.visit_result import VisitResult
from pagestrata.store.archive import Archive
from pagestrata.visit.cascade import visit
from pagestrata.visit.examine import examine
from pagestrata.visit.load import load
from pagestrata.visit.plan import VisitPlan, VisitRequest, plan_visit
from visits import visit_page

URL = "http://site.test/"
PLAN = VisitPlan(url=URL, now=START)
TEXTS = ["Rain is expected in the north", "Boots cost 99 crowns today", "Imprint and contact of the paper"]


WISH = "the ferry is cancelled"
NO = WishAnswer(is_met=False, model="small", prompt_digest="0123456789abcdef")
YES = replace(NO, is_met=True)
NOTHING = WishAnswer(is_met=None, problem="it did not answer in time")


def at_hour(archive: Archive, hour: float, texts: list[str]) -> VisitResult:
    """What a visit at that hour would find, nothing of it stored."""
    plan = plan_visit(archive, VisitRequest(URL), now=START + timedelta(hours=hour))
    return examine(plan, load(archive, plan), capture(texts, hours=hour)[0])


def test_examining_stores_nothing_and_its_findings_can_be_sent(archive: Archive) -> None:
    visit_page(archive, capture(TEXTS)[0])
    found = at_hour(archive, 1, [TEXTS[0], "Boots cost 79 € today", TEXTS[2]])
    assert (found.visit.kept, found.visit.version, found.visit.changes) == (True, None, 1)
    assert (len(archive.versions.of(URL)), len(archive.visits.of(URL))) == (1, 1)
    sent = pickle.loads(pickle.dumps(found))
    assert (sent.visit, sent.tree, sent.delta, sent.weights) == (found.visit, found.tree, found.delta, found.weights)


def test_a_change_in_a_followed_block_keeps_its_version(archive: Archive) -> None:
    texts = ["Last updated 12:01", *TEXTS]
    taken, _ = capture(texts)
    kept = visit_page(archive, taken)
    found = at_hour(archive, 1, ["Last updated 12:07", *TEXTS])
    assert not found.visit.kept
    add_trail(archive, taken, Choice(text="Last updated"), url=URL, version=kept.version)
    followed = at_hour(archive, 1, ["Last updated 12:07", *TEXTS])
    assert followed.visit.kept
    assert str(followed.visit.reasons[0]).startswith("Kept: a followed block")
    assert followed.trails[0].entry.change == "text"


def test_what_a_rule_with_conditions_reports_is_kept(archive: Archive) -> None:
    visit_page(archive, capture(["Last updated 12:01", *TEXTS])[0])
    watch_for(archive, URL)
    add_rule(archive, URL, channel="terminal", now=START)  # every change that is kept: keeps none by itself
    assert not at_hour(archive, 1, ["Last updated 12:07", *TEXTS]).visit.kept
    add_rule(archive, URL, channel="terminal", conditions={"words": ["12:07"]}, now=START)
    found = at_hour(archive, 1, ["Last updated 12:07", *TEXTS])
    assert found.visit.kept
    assert "reports it: '12:07' appeared" in str(found.visit.reasons[0])
    assert len(found.events) == 1


def test_an_import_is_kept_whatever_it_is_worth(archive: Archive) -> None:
    visit_page(archive, capture(TEXTS)[0])
    plan = plan_visit(archive, VisitRequest(URL, is_import=True), now=START + timedelta(hours=1))
    found = examine(plan, load(archive, plan), capture(TEXTS, hours=1)[0])
    assert (found.visit.kept, [str(reason) for reason in found.visit.reasons]) == (True, ["imported"])


def test_names_once_used_are_remembered_with_kept_versions_only(archive: Archive) -> None:
    visit_page(archive, capture(["Last updated 12:01", *TEXTS])[0])
    before = archive.visits.memory(URL).used_refs
    skipped = at_hour(archive, 1, ["Last updated 12:07", *TEXTS]).memory
    assert skipped is not None
    assert skipped.used_refs == before
    assert skipped.volatility
    visit_page(archive, capture(["Storms are expected in the south", *TEXTS], hours=1)[0])
    assert set(before) <= set(archive.visits.memory(URL).used_refs)


def test_what_is_missing_of_a_capture_is_said_by_the_visit() -> None:
    notes = (
        "an overlay that covered the page was taken away",
        "the page is 30,000 px high; what is below 20,000 px was left out",
    )
    taken = replace(capture(TEXTS)[0], notes=notes, height_capped=True, page_size=(1366.0, 20_000.0))
    found = examine(PLAN, PageState(url=URL), taken)
    assert [(reason.kind, str(reason)) for reason in found.visit.reasons[1:]] == [
        ("depth", "only the first 20,000 px of the page were examined"),
        ("capture", "an overlay that covered the page was taken away"),
    ]


def visited(
    archive: Archive, texts: list[str], hours: int, answer: WishAnswer = NO
) -> tuple[Visit, list[WishQuestion]]:
    asked: list[WishQuestion] = []

    def ask(question: WishQuestion) -> WishAnswer:
        asked.append(question)
        return answer

    taken = capture(texts, hours=hours)[0]
    plan = plan_visit(archive, VisitRequest(URL, stage="render"), now=taken.captured_at)
    return visit(plan, archive=archive, fetch=lambda _: None, render=lambda _: taken, ask_wish=ask), asked


@pytest.fixture
def wished(archive: Archive) -> Archive:
    watch_for(archive, URL, {"only_if": WISH})
    first, asked = visited(archive, ["The mayor opened the new harbour", "Ferry ticket: 18.00 €"], 0)
    assert (first.kept, asked) == (True, [])
    return archive


def test_what_is_not_wished_is_skipped_and_says_so(wished: Archive) -> None:
    found, asked = visited(wished, ["The council closed the old theatre", "Ferry ticket: 18.00 €"], 1)
    assert not found.kept
    assert str(found.reasons[0]).startswith(
        "Skipped: Not what you asked for, according to the language model (small, record 0123"
    )
    assert [question.wish for question in asked] == [WISH]
    assert any("theatre" in new for _, new in asked[0].changes)
    assert len(wished.versions.of(URL)) == 1


def test_what_is_wished_is_kept(wished: Archive) -> None:
    found, _ = visited(wished, ["The ferry is cancelled until Monday", "Ferry ticket: 18.00 €"], 1, YES)
    assert found.kept
    assert "is what you asked for" in str(found.reasons[-1])


def test_a_guarded_fact_is_kept_unless_the_person_says_so(wished: Archive) -> None:
    found, _ = visited(wished, ["The mayor opened the new harbour", "Ferry ticket: 24.00 €"], 1)
    assert found.kept
    assert "a guarded fact changed" in str(found.reasons[-1])
    watch_for(wished, URL, {"only_if_overrules": True})
    found, _ = visited(wished, ["The mayor opened the new harbour", "Ferry ticket: 29.00 €"], 2)
    assert not found.kept


def test_without_an_answer_the_visit_decides_and_without_a_change_nothing_is_asked(wished: Archive) -> None:
    same, asked = visited(wished, ["The mayor opened the new harbour", "Ferry ticket: 18.00 €"], 1)
    assert (same.kept, asked) == (False, [])
    found, _ = visited(wished, ["The council closed the old theatre", "Ferry ticket: 18.00 €"], 2, NOTHING)
    assert found.kept
    assert "Decided without the language model: it did not answer in time" in str(found.reasons[-1])
