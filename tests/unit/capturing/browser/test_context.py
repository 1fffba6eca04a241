from __future__ import annotations

import json
from pathlib import Path

import pytest

from pagestrata.capturing.browser.context import cookies_for
from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import InputError, UsageError
from servers import serving

PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>x<script>document.title = localStorage.key(0)</script>"


@pytest.mark.browser
def test_the_server_sees_what_was_asked_for(pool: BrowserPool, tmp_path: Path) -> None:
    with serving(PAGE) as server:
        state = tmp_path / "state.json"
        origin = {"origin": server.url.rstrip("/"), "localStorage": [{"name": "logged-in", "value": "yes"}]}
        state.write_text(json.dumps({"cookies": [], "origins": [origin]}))
        options = CaptureOptions(
            allow_private=True, screenshot=False, headers={"X-Mine": "1"}, cookies=({"name": "a", "value": "b"},),
            storage_state=state, contact="mailto:a@b.test",
        )  # fmt: skip
        found = pool.capture(server.url, options)
        asked = server.asked[0].headers
    assert asked["x-mine"] == "1"
    assert asked["cookie"] == "a=b"
    assert asked["user-agent"].endswith("(+mailto:a@b.test)")
    assert found.title == "logged-in"


@pytest.mark.browser
def test_another_user_agent_and_viewport(pool: BrowserPool) -> None:
    with serving(PAGE) as server:
        options = CaptureOptions(allow_private=True, screenshot=False, user_agent="Strata/1", viewport=(400, 300))
        found = pool.capture(server.url, options)
        assert server.asked[0].headers["user-agent"] == "Strata/1"
    assert found.page_size == (400.0, 300.0)


@pytest.mark.browser
def test_captures_do_not_share_cookies(pool: BrowserPool) -> None:
    page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSet-Cookie: seen=1\r\n\r\n<p>x"
    with serving(page) as server:
        options = CaptureOptions(allow_private=True, screenshot=False)
        pool.capture(server.url, options)
        pool.capture(server.url, options)
        assert all("cookie" not in asked.headers for asked in server.asked if asked.path == "/")


@pytest.mark.browser
def test_a_missing_storage_state(pool: BrowserPool, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"the storage state .*none\.json is not a file"):
        pool.capture("http://x.test/", CaptureOptions(storage_state=tmp_path / "none.json"), responder=lambda *_: None)


def test_cookies_belong_to_the_page_unless_they_say_otherwise() -> None:
    mine = cookies_for("https://a.test/x", ({"name": "n", "value": "v", "id": 7},))
    assert mine == [{"name": "n", "value": "v", "domain": "a.test", "path": "/"}]
    assert cookies_for("https://a.test/", ({"name": "n", "value": "v", "url": "https://b.test/"},)) == [
        {"name": "n", "value": "v", "url": "https://b.test/"}
    ]


def test_a_cookie_without_a_name() -> None:
    with pytest.raises(UsageError, match="cookie 1 has no name"):
        cookies_for("https://a.test/", ({"value": "v"},))
