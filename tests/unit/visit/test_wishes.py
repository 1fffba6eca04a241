"""'Tell me only if …' at a visit: what a model says can skip a version, and never a guarded fact by itself."""

from dataclasses import replace

import pytest

from captures import capture
from pagestrata.app.watches import watch_for
from pagestrata.model.only_if import WishAnswer, WishQuestion
from pagestrata.model.records import Visit
from pagestrata.store.archive import Archive
from pagestrata.visit.cascade import visit
from pagestrata.visit.plan import VisitRequest, plan_visit

URL = "http://site.test/"
WISH = "the ferry is cancelled"
NO = WishAnswer(is_met=False, model="small", prompt_digest="0123456789abcdef")
YES = replace(NO, is_met=True)
NOTHING = WishAnswer(is_met=None, problem="it did not answer in time")


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
        "Skipped: Not what you asked for, says the language model (small, record 0123"
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
