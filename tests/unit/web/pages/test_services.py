from __future__ import annotations

import asyncio

from starlette.requests import Request

from archived_site import URL
from pagestrata.web.app import create_app
from pagestrata.web.pages.services import while_allowed
from pagestrata.web.security.identify import make_token
from pagestrata.web.security.logins import EVERYBODY_HERE
from web_fixtures import NOW, REPLAY, web_client, web_context


def test_archived_pages_are_on_another_origin(tmp_path):
    with web_client(tmp_path) as client:
        for target in (f"/web/20260103030405/{URL}a%2Fb?x=1&y=%20", f"/web/{URL}", f"/web/2026id_/{URL}"):
            answer = client.get(target)
            assert (answer.status_code, answer.headers["Location"]) == (307, f"{REPLAY}{target}")


def test_lists_and_feeds_stay_where_they_were(tmp_path):
    with web_client(tmp_path) as client:
        assert "20260103030405" in client.get(f"/cdx?url={URL}").text
        assert client.get("/cdx?url=site.test&filter=original:(").status_code == 400
        assert 'rel="original"' in client.get(f"/web/timemap/link/{URL}").text
        feed = client.get("/feed/")
        assert feed.headers["Content-Type"].startswith("application/atom+xml")
        assert client.get("/feed/", headers={"If-None-Match": feed.headers["ETag"]}).status_code == 304
        assert client.head("/feed/").status_code == 200


def test_without_a_place_for_archived_content_there_is_none(tmp_path):
    with web_client(tmp_path, replay_port=None) as client:
        assert client.get(f"/web/{URL}").status_code == 404


def test_a_token_that_is_revoked_ends_its_stream(tmp_path):
    async def read(context) -> list[str]:
        token, secret = make_token(context.archive, EVERYBODY_HERE, label="x", scope="read", now=NOW)
        headers = [(b"authorization", f"Bearer {secret}".encode())]
        request = Request({"type": "http", "headers": headers, "app": create_app(context)})
        stream = while_allowed(request, context.events.listen())
        lines = [await anext(stream)]
        context.events.publish("visit", url="a")
        lines.append(await anext(stream))
        context.archive.accounts.remove_token(token.id)
        context.events.publish("visit", url="b")
        return lines + [line async for line in stream]

    with web_context(tmp_path, empty=True) as context:
        lines = asyncio.run(read(context))
    assert [line.partition("\n")[0] for line in lines] == ["retry: 3000", "event: visit"]


def test_it_says_that_it_lives_and_nothing_else(tmp_path):
    with web_client(tmp_path) as client:
        assert client.get("/health").json() == {"alive": True}
