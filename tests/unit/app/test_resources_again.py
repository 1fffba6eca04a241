from __future__ import annotations

from dataclasses import replace

import pytest

from pagestrata.app import resources_again
from pagestrata.app.resources_again import ResourcesAgain
from pagestrata.capturing.options import CaptureOptions
from pagestrata.model.used_resources import UsedResource
from pagestrata.visit.resources import digest_of
from servers import Asked, serving

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
    monkeypatch.setattr(resources_again, limit, value)
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
