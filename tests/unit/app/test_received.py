from __future__ import annotations

from dataclasses import replace

from captures import START
from pagestrata.app.received import Received
from pagestrata.model.fetched import Fetched
from pagestrata.model.records import Visit
from pagestrata.model.snapshot import Response, Snapshot

URL = "http://site.test/"
VISIT = Visit(url=URL, visited_at=START, stage="render", version=None, kept=False)


def snapshot(dom: str, *sizes: int) -> Snapshot:
    responses = tuple(Response(url=URL, status=200, headers=(), body=b"x" * size) for size in sizes)
    return Snapshot(
        requested_url=URL, url=URL, status=200, headers=(), title="", captured_at=START, viewport=(1, 1),
        page_size=(1.0, 1.0), height_cap_px=1, nodes=None, dom=dom, screenshot_png=None, responses=responses,
    )  # fmt: skip


def test_bytes_are_counted_and_links_read_where_they_are_wanted() -> None:
    for wants, links in ((True, (f"{URL}a", f"{URL}b")), (False, ())):
        received = Received(wants_links=wants)
        assert received.plainly(None) is None
        answer = Fetched(requested_url=URL, url=URL, status=200, body=b"<a href=a>")
        assert received.plainly(answer) is answer
        page = snapshot("<a href=b>", 100, 20)
        assert received.rendered(page) is page
        received.more_bytes(7)
        found = received.noted_in(VISIT)
        assert (found.received_bytes, found.links) == (137, links)


def test_a_fault_leads_nowhere() -> None:
    received = Received(wants_links=True)
    received.rendered(snapshot("<a href=b>"))
    assert received.noted_in(replace(VISIT, fault="not found")).links == ()


def test_the_page_is_that_of_the_first_look_and_both_are_counted() -> None:
    received = Received(wants_links=False)
    first = received.rendered(snapshot("<p>one", 100, 5))
    again = snapshot("<p>two", 30)  # a second look records no files
    assert received.seen_again(again) is again
    assert received.page is first
    assert received.noted_in(VISIT).received_bytes == 140
