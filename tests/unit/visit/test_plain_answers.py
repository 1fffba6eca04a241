from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from captures import START
from pagestrata.model.fetched import Fetched
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Version
from pagestrata.model.snapshot import Redirect
from pagestrata.visit.plain_answers import examine_fetched, of_fetched
from pagestrata.visit.plan import VisitPlan

URL = "http://site.test/"
PLAN = VisitPlan(url=URL, now=START)
LAST = Version(id="1", url=URL, captured_at=START, status=200, title="", digest="")


def test_the_answer_is_recorded_under_the_address_that_was_asked_for() -> None:
    hop = Redirect(url="http://a.test/", status=302, location="/b")
    fetched = Fetched(
        requested_url="http://a.test/", url="http://a.test/b", status=200, headers=(("ETag", '"1"'),), body=b"<p>w",
        redirects=(hop,),
    )  # fmt: skip
    found = of_fetched(fetched, START)
    assert (found.requested_url, found.url, found.redirects) == ("http://a.test/", "http://a.test/b", (hop,))
    assert [(answer.url, answer.body, answer.headers) for answer in found.responses] == [
        ("http://a.test/b", b"<p>w", (("ETag", '"1"'),))
    ]
    assert (found.nodes, found.screenshot_png, found.captured_at) == (None, None, START)


def fetched(body: bytes, **fields: object) -> Fetched:
    return Fetched(**{"requested_url": URL, "url": URL, "status": 200, "body": body, **fields})  # type: ignore[arg-type]


def known(body: bytes) -> PageState:
    return PageState(url=URL, last=replace(LAST, digest=hashlib.sha256(body).hexdigest()))


@pytest.mark.parametrize(("body", "ends"), [(b"<p>static", True), (b"<SCRIPT>1</SCRIPT>", False)])
def test_the_same_bytes_count_unless_a_script_may_show_something_new(body: bytes, ends: bool) -> None:
    assert (examine_fetched(PLAN, known(body), fetched(body)) is not None) is ends
    assert examine_fetched(PLAN, known(body), fetched(body + b"!")) is None
    assert examine_fetched(PLAN, known(body), fetched(b"", status=304, not_modified=True)) is not None
    assert examine_fetched(replace(PLAN, is_import=True), known(body), fetched(body)) is not None


def test_a_forced_and_a_first_visit_are_rendered() -> None:
    assert examine_fetched(replace(PLAN, force=True), known(b"x"), fetched(b"", not_modified=True)) is None
    assert examine_fetched(PLAN, PageState(url=URL), fetched(b"", not_modified=True)) is None
