from __future__ import annotations

from dataclasses import replace

import pytest

from captures import START
from laid_out_pages import URL, Part, laid_out
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Version, Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.visit.cut import cut
from pagestrata.visit.faults.suspects import LOOKS, suspect_of_page
from pagestrata.visit.plan import VisitPlan

STORY = " ".join(f"The council met on the matter number {number} and decided nothing." for number in range(20))
PAGE = laid_out(Part("h1", "", ["Town news"]), Part("main", "story", [STORY]))
PLAN = VisitPlan(url=URL, now=START)
VERSION = Version(id="20240101000000", url=URL, captured_at=START, status=200, title="Town news")
STATE = PageState(url=URL, last=VERSION, tree=cut(PAGE))
SUSPECT = Visit(url=URL, visited_at=START, stage="render", version=None, kept=False, fault="suspect")


def why(snapshot: Snapshot, state: PageState = STATE, plan: VisitPlan = PLAN) -> str:
    body = PAGE.responses[0].body
    found = suspect_of_page(plan, state, snapshot, lambda: (body, "text/html; charset=utf-8"))
    return found.why if found else ""


def of_type(kind: str) -> Snapshot:
    return replace(PAGE, headers=(("Content-Type", kind),))


def test_the_page_itself_is_not_suspect() -> None:
    assert why(of_type("text/html")) == ""
    assert why(of_type("application/xhtml+xml")) == ""


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "image/png"])
def test_another_media_type_is(kind: str) -> None:
    assert why(of_type(kind)).startswith(f"it was text/html and is {kind} now")


@pytest.mark.parametrize("left", ["Loading …", "Loading...", "Bitte warten", "Please wait"])
def test_a_shell_is(left: str) -> None:
    found = why(laid_out(Part("main", "story", [left])))
    assert ("is left of" in found) == (left != "Bitte warten")  # what it cannot read is not guessed


def test_a_question_about_cookies_is() -> None:
    wall = laid_out(Part("main", "wall", ["We use cookies. Manage your consent, or accept all cookies."]))
    assert "only a cookie notice" in why(wall)


def test_a_short_page_about_something_else_is_not() -> None:
    assert why(laid_out(Part("main", "story", ["The council is dissolved. There will be elections in May."]))) == ""


def test_a_source_that_ends_in_the_middle_is() -> None:
    response = PAGE.responses[0]
    half = replace(of_type("text/html"), responses=(replace(response, body=response.body[:-60]),))
    assert "ends in the middle" in why(half)


def test_what_was_asked_often_enough_and_what_was_asked_for_is_not() -> None:
    shell = laid_out(Part("main", "story", ["Loading …"]))
    assert why(shell, replace(STATE, history=(SUSPECT,) * (LOOKS - 1)))
    assert why(shell, replace(STATE, history=(SUSPECT,) * LOOKS)) == ""
    assert why(shell, plan=replace(PLAN, force=True)) == ""
    assert why(shell, PageState(url=URL)) == ""
