"""Somebody watches a feed as any page: visits, follows an item, and is told; no browser is needed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from command_line import call


class _Feed:
    """A feed on a server of its own, to which items can be added."""

    def __init__(self) -> None:
        self.prices = [6, 7]
        feed = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = feed.body() if self.path == "/feed.xml" else b""
                self.send_response(200 if body else 404)
                self.send_header("Content-Type", "application/rss+xml")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/feed.xml"

    def body(self) -> bytes:
        items = "".join(
            f"<item><guid>g{n}</guid><title>Offer number {n}</title><link>http://shop.test/{n}</link>"
            f"<description>It costs {price} crowns</description></item>"
            for n, price in reversed(list(enumerate(self.prices, start=1)))
        )
        return f"<rss version='2.0'><channel><title>Offers</title>{items}</channel></rss>".encode()


@pytest.fixture
def feed() -> Iterator[_Feed]:
    made = _Feed()
    thread = Thread(target=made.server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield made
    finally:
        made.server.shutdown()
        thread.join()
        made.server.server_close()


@pytest.mark.core
def test_a_feed_is_visited_compared_followed_and_reported(
    feed: _Feed, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    def run(*words: object, code: int = 0) -> str:
        done = call(capfdbinary, *words, "--archive", tmp_path / "archive")
        assert done.code == code, done.err
        return done.out.decode()

    def visit() -> dict[str, object]:
        found: dict[str, object] = json.loads(run("--allow-private", "visit", feed.url, "--json"))
        return found

    assert visit()["kept"]
    run("watch", "add", feed.url)
    trail = json.loads(run("--allow-private", "follow", "add", feed.url, "--text", "6 crowns", "--json"))["id"]
    run("notify", "add", trail, "--to", "file:block.txt")
    run("notify", "add", feed.url, "--to", "file:page.txt")

    feed.prices = [7, 7, 9]
    visited = visit()
    assert visited["kept"]

    log = run("log", feed.url)
    assert "first version" in log
    assert len(log.splitlines()) == 2
    visits = run("log", feed.url, "--visits")
    assert len([line for line in visits.splitlines() if line.startswith("visit ")]) == 2
    difference = run("diff", f"{feed.url}@first", f"{feed.url}@latest", code=1)  # they differ
    assert "Offer number 3" in difference
    history = json.loads(run("follow", "history", trail, "--json"))
    assert "It costs 7 crowns" in json.dumps(history)
    assert "Offer number" not in json.dumps([one.get("text") for one in history])
    assert "7 crowns" in (tmp_path / "archive" / "block.txt").read_text()
    assert "Offer number 3" in (tmp_path / "archive" / "page.txt").read_text()
