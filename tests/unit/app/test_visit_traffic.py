from __future__ import annotations

from dataclasses import replace

import pytest

from captures import START
from pagestrata.app import visit_traffic
from pagestrata.app.visit_traffic import Received, ResourcesAgain
from pagestrata.capturing.options import CaptureOptions
from pagestrata.model.fetched import Fetched
from pagestrata.model.page_state import UsedResource
from pagestrata.model.records import Visit
from pagestrata.model.snapshot import Response, Snapshot
from pagestrata.visit.resources import digest_of
from servers import Asked, serving

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


OPTIONS = CaptureOptions(allow_private=True)


def answer(asked: Asked) -> bytes:
    if asked.headers.get("if-none-match") == '"1"':
        return b"HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n"
    body = b"crane" if asked.path == "/crane.jpg" else b"pier"
    status = b"404 Not Found" if asked.path == "/gone.jpg" else b"200 OK"
    return b"HTTP/1.1 %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % (status, len(body)) + body


def test_validators_come_first_then_bytes() -> None:
    with serving(answer) as server:
        known = UsedResource(url=f"{server.url}crane.jpg", kind="image", digest=digest_of(b"pier"), etag='"1"')
        pier = replace(known, url=f"{server.url}pier.jpg", etag=None)
        gone = replace(known, url=f"{server.url}gone.jpg", etag=None)
        received: list[int] = []
        again = ResourcesAgain(page_url=server.url, options=OPTIONS, received=received.append)
        assert again([known, replace(known, etag=None), pier, gone]) == [True, False, True, False]
        assert sorted(received) == [0, 4, 4, 5]
        assert again([pier]) == [True]
        assert server.asked[0].headers["accept"].startswith("image/avif")
        refused = ResourcesAgain(page_url=server.url, options=replace(OPTIONS, allow_private=False))
        assert refused([pier]) == [False]


@pytest.mark.parametrize(("limit", "value"), [("MOST_BYTES", 0), ("ALL_SECONDS", -1.0), ("LARGEST_FILE", 1)])
def test_what_exceeds_the_budget_is_not_the_same(monkeypatch: pytest.MonkeyPatch, limit: str, value: float) -> None:
    monkeypatch.setattr(visit_traffic, limit, value)
    with serving(answer) as server:
        pier = UsedResource(url=f"{server.url}pier.jpg", kind="image", digest=digest_of(b"pier"))
        assert ResourcesAgain(page_url=server.url, options=OPTIONS)([pier, pier]) == [False, False]


def test_headers_for_the_page_do_not_go_elsewhere() -> None:
    options = replace(OPTIONS, headers={"X-Secret": "1"})
    with serving(answer) as server:
        pier = UsedResource(url=f"{server.url}pier.jpg", kind="image", digest=digest_of(b"pier"))
        ResourcesAgain(page_url=server.url, options=options)([pier])
        ResourcesAgain(page_url="http://other.test/", options=options)([pier])
        assert ["x-secret" in asked.headers for asked in server.asked] == [True, False]
