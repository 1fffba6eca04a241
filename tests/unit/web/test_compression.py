"""Packed answers for those who are far away, and for nobody else."""

from collections.abc import AsyncIterator, Callable

import pytest
from fastapi import FastAPI, Response
from fastapi.responses import StreamingResponse
from fastapi.testclient import TestClient

from pagestrata.web.compression import Compression

PAGE = "<p>the same again</p>" * 200


def app() -> FastAPI:
    made = FastAPI()
    made.add_middleware(Compression)

    async def pieces() -> AsyncIterator[str]:
        for _ in range(3):
            yield f"data: {PAGE}\n\n"

    answers: dict[str, Callable[[], Response]] = {
        "/page": lambda: Response(PAGE, media_type="text/html"),
        "/short": lambda: Response("<p>short</p>", media_type="text/html"),
        "/picture": lambda: Response(PAGE.encode(), media_type="image/png"),
        "/missing": lambda: Response(PAGE, media_type="text/html", status_code=404),
        "/events": lambda: StreamingResponse(pieces(), media_type="text/event-stream"),
        "/streamed": lambda: StreamingResponse(pieces(), media_type="text/html"),
    }
    for path, answer in answers.items():
        made.add_api_route(path, answer, methods=["GET", "POST"])
    return made


def client(host: str = "203.0.113.5") -> TestClient:
    return TestClient(app(), client=(host, 50_000))


def test_a_large_screen_is_packed_for_those_who_are_far_away() -> None:
    answer = client().get("/page")
    assert answer.text == PAGE
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(PAGE) / 10
    assert answer.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "a name"])
def test_nothing_is_packed_on_this_machine(host: str) -> None:
    answer = client(host).get("/page")
    assert "content-encoding" not in answer.headers
    assert answer.text == PAGE


@pytest.mark.parametrize("path", ["/short", "/picture", "/missing", "/events", "/streamed"])
def test_what_is_short_or_a_file_or_a_stream_is_sent_as_it_is(path: str) -> None:
    answer = client().get(path)
    assert "content-encoding" not in answer.headers
    assert answer.content


def test_who_cannot_unpack_gets_the_page_and_answers_to_forms_are_never_packed() -> None:
    assert "content-encoding" not in client().get("/page", headers={"Accept-Encoding": "br"}).headers
    assert "content-encoding" not in client().post("/page").headers
