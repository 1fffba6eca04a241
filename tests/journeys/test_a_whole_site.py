"""Somebody watches a whole site: its pages are found in the browser, limits and robots.txt are kept, traps are recognised."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from command_line import Called, call
from servers import Asked, serving

pytestmark = pytest.mark.browser
MOST_PAGES = 6


def html(title: str, *links: str, script: str = "") -> str:
    listed = "".join(f"<li><a href='{link}'>to {link}</a></li>" for link in links)
    words = "The council met on Tuesday and agreed on the plan for the old bridge after a long debate."
    return f"<!doctype html><title>{title}</title><h1>{title}</h1><p>{words}</p><ul>{listed}</ul>{script}"


BY_SCRIPT = """<script>
    const link = document.createElement("a");
    link.href = "/by-script";
    link.text = "more";
    document.body.append(link);
</script>"""
PAGES = {
    "/": html(
        "The town", "/news", "/private/plans", "/calendar?month=2099-01", "/x/x/x/x/x", "https://elsewhere.test/",
script=BY_SCRIPT,
    ),
    "/news": html("News", "/news/bridge", "/news/school", "/calendar?month=2099-02"),
    "/by-script": html("Found by a script"),
    "/news/bridge": html("The bridge", "/", "/news/bridge/deeper"),
    "/news/school": html("The school", "/news/bridge/deeper"),
    "/only-in-the-sitemap": html("Hidden"),
    **{f"/more/{number}": html(f"More {number}") for number in range(12)},
}  # fmt: skip


@contextmanager
def town() -> Iterator[tuple[str, list[str]]]:
    """The site, and what it was asked for."""
    asked: list[str] = []

    def answer(request: Asked) -> bytes:
        asked.append(request.path)
        body, kind, status = PAGES.get(request.path, ""), "text/html", "200 OK" if request.path in PAGES else "404 No"
        if request.path == "/robots.txt":
            body, kind, status = f"User-agent: *\nDisallow: /private\nSitemap: {url}map.xml", "text/plain", "200 OK"
        elif request.path == "/map.xml":
            listed = [f"<url><loc>{url.rstrip('/')}{path}</loc></url>" for path in ("/only-in-the-sitemap",)]
            body, kind, status = f"<urlset>{''.join(listed)}</urlset>", "application/xml", "200 OK"
        elif request.path.startswith("/calendar"):
            body, status = html("A month", f"{request.path}1"), "200 OK"
        sent = body.encode()
        head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(sent)}\r\nConnection: close\r\n\r\n"
        return head.encode() + sent

    with serving(answer) as server:
        url = server.url
        yield url, asked


def test_a_site_is_found_visited_and_left_where_it_never_ends(
    tmp_path: Path,
    capfdbinary: pytest.CaptureFixture[bytes],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PAGESTRATA_ARCHIVE", str(tmp_path / "archive"))
    monkeypatch.setenv("PAGESTRATA_ALLOW_PRIVATE", "1")

    def say(*words: object) -> Called:
        return call(capfdbinary, *words)

    def crawl() -> None:
        """Until nothing is due: each run visits what the one before it found."""
        for _ in range(8):
            done = say("run", "--once", "--budget", "1000000/hour", "--host-delay", "0", "--format", "json")
            assert done.code == 0, done.err
            if done.json["visits"] == 0:
                return
        raise AssertionError("the crawl does not end")

    with town() as (url, asked), caplog.at_level(logging.INFO, "pagestrata"):
        added = say(
            "watch", "add", url, "--scope", "host", "--depth", 2, "--max-pages", MOST_PAGES, "--interval", "30d"
        )
        assert added.code == 0
        assert say("watch", "add", f"{url}private/plans", "--interval", "30d").code == 0
        crawl()
        shown = say("watch", "show", url, "--format", "json").json
        found = {page["url"].removeprefix(url): page["depth"] for page in shown["pages"]}
        assert found == {
            "news": 1, "by-script": 1, "only-in-the-sitemap": 1, "news/bridge": 2, "news/school": 2
        }  # fmt: skip
        pages = [path for path in asked if path in PAGES]
        assert {path.lstrip("/") for path in pages} == {"", *found}
        # robots.txt: the page that was asked for by name says so, the link to it was not followed
        assert not [path for path in asked if path.startswith("/private")]
        visits = say("log", f"{url}private/plans", "--visits").text
        assert "robots.txt does not allow it" in visits
        # traps
        assert not [path for path in asked if path.startswith(("/calendar", "/x/"))]
        assert "not added: a calendar far from today" in caplog.text
        assert "not added: a path that repeats itself" in caplog.text
        # a version of every page
        for path in ("", *found):
            assert say("log", f"{url}{path}").code == 0


def test_no_more_pages_are_found_than_somebody_allows(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGESTRATA_ARCHIVE", str(tmp_path / "archive"))
    monkeypatch.setenv("PAGESTRATA_ALLOW_PRIVATE", "1")
    monkeypatch.setitem(PAGES, "/", html("The town", *(f"/more/{number}" for number in range(12))))
    with town() as (url, asked):
        call(capfdbinary, "watch", "add", url, "--scope", "prefix", "--max-pages", 3, "--exclude", "more/[01]$")
        for _ in range(3):
            call(capfdbinary, "run", "--once", "--budget", "1000000/hour", "--host-delay", "0")
        shown = call(capfdbinary, "watch", "show", url, "--format", "json").json
        assert shown["site_pages"] == 3
        more = {path for path in asked if path.startswith("/more/")}
        assert len(more) <= 3
        assert not more & {"/more/0", "/more/1"}
