from __future__ import annotations

from captures import START
from pagestrata.model.fetched import Fetched
from pagestrata.model.snapshot import Redirect
from pagestrata.visit.plain_answers import of_fetched


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
