from datetime import UTC, datetime

from pagestrata.model.records import Version
from pagestrata.replay import own_pages
from pagestrata.replay.memento import Addresses

HOSTILE = 'http://x.test/"><script>alert(1)</script>'


def test_titles_and_addresses_are_text():
    version = Version(id="1", url=HOSTILE, captured_at=datetime(2026, 1, 2, tzinfo=UTC), status=200, title="<b>x</b>")
    for answer in (own_pages.versions([version], HOSTILE, Addresses()), own_pages.pages([HOSTILE], Addresses())):
        assert b"<script" not in answer.body
        assert b"<b>" not in answer.body
        assert answer.header("Content-Type") == "text/html; charset=utf-8"


def test_a_long_list_is_cut():
    answer = own_pages.pages((f"http://x.test/{number}" for number in range(1005)), Addresses())
    assert answer.body.count(b"<li>") == 1001
    assert b"and 5 more" in answer.body


def test_messages_are_plain():
    answer = own_pages.message(404, "no <b>", ("X", "y"))
    assert (answer.status, answer.body, answer.header("x")) == (404, b"no <b>\n", "y")
    assert answer.header("Content-Type") == "text/plain; charset=utf-8"
