"""HEAD gets the status and headers of GET, and no body."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
from fastapi import FastAPI
from fastapi.responses import StreamingResponse
from fastapi.testclient import TestClient

from pagestrata.web.dependencies import PUBLIC_PATHS as OPEN
from pagestrata.web.head_requests import HeadRequests
from pagestrata.web.security.logins import Role, add_user
from web_fixtures import client_of, web_client, web_context


@pytest.mark.parametrize(
    "path", ["/", "/search", "/settings", "/login", "/api/v1/pages", "/static/css/base.css", "/nowhere"]
)
def test_head_has_the_status_and_type_of_get_without_its_body(tmp_path, path):
    with web_client(tmp_path) as client:
        wanted, answer = client.get(path), client.head(path)
    assert (answer.status_code, answer.content) == (wanted.status_code, b"")
    assert answer.headers.get("Content-Type") == wanted.headers.get("Content-Type")


def test_head_does_not_make_a_change(tmp_path):
    with web_client(tmp_path) as client:
        assert client.head("/logout").status_code == client.get("/logout").status_code


def test_head_is_refused_where_get_is(tmp_path):
    with web_context(tmp_path) as context, client_of(context) as client:
        add_user(context.archive, "ada", "a long password", Role.ADMIN, now=datetime(2026, 3, 2, tzinfo=UTC))
        paths = sorted({route.path for route in client.app.routes if "GET" in route.methods and "{" not in route.path})
        statuses = {path: client.get(path, follow_redirects=False).status_code for path in paths if path not in OPEN}
        assert len(statuses) > 20
        assert set(statuses.values()) <= {303, 401}, statuses
        for path, status in statuses.items():
            assert client.head(path, follow_redirects=False).status_code == status, path


def test_head_of_a_stream_without_end_ends() -> None:
    app = FastAPI()
    app.add_middleware(HeadRequests)

    async def ticks() -> AsyncIterator[str]:
        while True:
            yield "data: tick\n\n"
            await asyncio.sleep(0.01)

    app.add_api_route("/ticks", lambda: StreamingResponse(ticks(), media_type="text/event-stream"))
    answer = TestClient(app).head("/ticks")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.content == b""
