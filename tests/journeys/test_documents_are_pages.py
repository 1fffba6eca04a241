"""Somebody watches a text, a JSON address and a PDF as any page: their words are compared; where the address says what they
are, no browser is needed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from command_line import call
from pdfs import pdf
from servers import Asked, serving

Body = Callable[[str], bytes]


def text(hours: str) -> bytes:
    return f"The library\n\nOpening hours: {hours}.\n\nBooks may be kept for four weeks.\n".encode()


def as_json(hours: str) -> bytes:
    books = [{"id": number, "title": f"Book number {number}"} for number in range(3)]
    return json.dumps({"name": "The library", "hours": hours, "books": books}).encode()


def as_pdf(hours: str) -> bytes:
    return pdf(
        ["The library", "", f"Opening hours: {hours}.", "", "Books may be kept for four weeks."], title="Library"
    )


@pytest.mark.core
@pytest.mark.parametrize(
    ("name", "content_type", "body"),
    [
        ("library.txt", "text/plain; charset=utf-8", text),
        ("library.json", "application/json", as_json),
        ("library.pdf", "application/pdf", as_pdf),
    ],
)
def test_a_document_is_visited_compared_followed_found_and_brought_back(
    name: str, content_type: str, body: Body, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    sent = [body("9 to 17")]

    def answer(_: Asked) -> bytes:
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nContent-Length: {len(sent[0])}\r\n\r\n"
        return head.encode() + sent[0]

    def run(*words: object, code: int = 0, archive: str = "archive") -> str:
        done = call(capfdbinary, "--allow-private", *words, "--archive", tmp_path / archive)
        assert done.code == code, done.err
        return done.out.decode()

    with serving(answer) as server:
        url = f"{server.url}{name}"

        def visit() -> dict[str, Any]:
            found: dict[str, Any] = json.loads(run("visit", url, "--json"))
            return found

        assert visit()["kept"]
        trail = json.loads(run("follow", "add", url, "--text", "9 to 17", "--json"))["id"]
        assert visit()["stage"] == "unchanged"
        sent[0] = body("10 to 18")
        changed = visit()
        assert changed["kept"]
        assert changed["changes"] == 1

        difference = run("diff", f"{url}@first", f"{url}@latest", code=1)
        assert "10 to 18" in difference
        assert "four weeks" not in difference
        assert "bytes differ" not in run("log", url)
        assert url in run("search", "library")
        assert "10 to 18" in run("show", f"{url}@latest", "--format", "text")
        history = json.loads(run("follow", "history", trail, "--json"))
        assert "10 to 18" in json.dumps(history)

        run("export", "--warc", "-o", tmp_path / "all.warc.gz")
        run("import", tmp_path / "all.warc.gz", archive="second")
        again = run("diff", f"{url}@first", f"{url}@latest", code=1, archive="second")
        assert "10 to 18" in again
        brought_back = call(capfdbinary, "show", f"{url}@latest", "--format", "raw", "--archive", tmp_path / "second")
        assert brought_back.out == sent[0]
        assert json.loads(run("import", tmp_path / "all.warc.gz", archive="second"))["files"][0]["known"] == 2


def test_files_of_this_machine_are_compared_by_their_words(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    bodies: dict[str, Body] = {"txt": text, "json": as_json, "pdf": as_pdf}
    for suffix, body in bodies.items():
        old, new = tmp_path / f"old.{suffix}", tmp_path / f"new.{suffix}"
        old.write_bytes(body("9 to 17"))
        new.write_bytes(body("10 to 18"))
        assert call(capfdbinary, "diff", old, old).code == 0
        different = call(capfdbinary, "diff", old, new)
        assert different.code == 1
        assert "10 to 18" in different.text
    broken = tmp_path / "broken.json"
    broken.write_bytes(b"{")
    refused = call(capfdbinary, "diff", broken, broken)
    assert refused.code == 2
    assert "the document cannot be shown: this is not JSON" in refused.err


@pytest.mark.core
@pytest.mark.browser
def test_documents_at_addresses_that_do_not_say_so_are_met_in_a_real_browser(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    documents: dict[str, tuple[str, Body]] = {
        "notice": ("text/plain; charset=utf-8", text),
        "status": ("application/json", as_json),
        "handbook": ("application/pdf", as_pdf),
    }
    hours, user_agents = ["9 to 17"], set[str]()

    def answer(asked: Asked) -> bytes:
        name = asked.path.strip("/")
        if name not in documents:
            return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        if "Chrom" in asked.headers.get("user-agent", ""):
            user_agents.add(name)
        content_type, body = documents[name]
        sent = body(hours[0])
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nContent-Length: {len(sent)}\r\n\r\n"
        return head.encode() + sent

    def run(*words: object, code: int = 0) -> str:
        done = call(capfdbinary, "--allow-private", *words, "--archive", tmp_path / "archive")
        assert done.code == code, done.err
        return done.out.decode()

    with serving(answer) as server:
        urls = [f"{server.url}{name}" for name in documents]
        first = json.loads(run("visit", *urls, "--json"))
        assert [visit["stage"] for visit in first] == ["render"] * 3
        assert user_agents == set(documents)
        trails = {url: json.loads(run("follow", "add", url, "--text", "9 to 17", "--json"))["id"] for url in urls}
        hours[0] = "10 to 18"
        second = json.loads(run("visit", *urls, "--stage", "render", "--json"))
        assert [(visit["kept"], visit["changes"]) for visit in second] == [(True, 1)] * 3

        for url in urls:
            difference = run("diff", f"{url}@first", f"{url}@latest", code=1)
            assert "10 to 18" in difference
            assert "four weeks" not in difference
            report = run("diff", f"{url}@first", f"{url}@latest", "--format", "html", code=1)
            assert "10 to 18" in report
            assert "bytes differ" not in report
            history = json.dumps(json.loads(run("follow", "history", trails[url], "--json")))
            assert "9 to 17" in history
            assert "10 to 18" in history
            assert "lost" not in json.dumps(
                json.loads(run("follow", "replay", f"{url}@first", "--text", "9 to 17", "--json"))
            )
