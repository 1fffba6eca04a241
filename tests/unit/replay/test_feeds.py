from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory_archive import MemoryArchive
from pagestrata.errors import NotFoundError
from pagestrata.replay.feeds import FeedDocument, FeedLink, feed_answer, feed_path
from pagestrata.replay.messages import ReplayRequest, ReplayResponse
from pagestrata.replay.routes import Replay

UPDATED = datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC)


class Feeds:
    """Feeds that say what they were asked for."""

    body = b"<feed/>"

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []

    def document(self, kind: str, name: str, *, root: str) -> FeedDocument:
        if name == "nothing":
            raise NotFoundError("there is no trail 'nothing' in this archive")
        self.asked.append((kind, name, root))
        return FeedDocument(body=self.body, updated_at=UPDATED)

    def links(self, url: str | None) -> list[FeedLink]:
        return [FeedLink("<Every> change" if url is None else f"Changes of {url}", feed_path("page", url or "x"))]


def ask(target: str, feeds: Feeds | None = None, **headers: str) -> ReplayResponse:
    request = ReplayRequest(
        target=target, root="http://me.test", headers={name.replace("_", "-"): value for name, value in headers.items()}
    )
    return feed_answer(feeds or Feeds(), request)


@pytest.mark.parametrize(
    ("target", "kind", "name"),
    [
        ("/feed/", "", ""),
        ("/feed/trail/ab12", "trail", "ab12"),
        ("/feed/watch/ab12", "watch", "ab12"),
        ("/feed/tag/two%20words", "tag", "two words"),
        ("/feed/page/http://site.test/?a=1&b=2", "page", "http://site.test/?a=1&b=2"),
        ("/feed/page/http:/site.test/", "page", "http://site.test/"),
    ],
)
def test_addresses_of_feeds(target: str, kind: str, name: str) -> None:
    feeds = Feeds()
    answer = ask(target, feeds)
    assert feeds.asked == [(kind, name, "http://me.test")]
    assert (answer.status, answer.body) == (200, b"<feed/>")
    assert answer.header("content-type") == "application/atom+xml; charset=utf-8"
    assert answer.header("last-modified") == "Fri, 02 Jan 2026 03:04:05 GMT"
    assert answer.header("x-content-type-options") == "nosniff"


@pytest.mark.parametrize("name", ["two words", "a/b", "ä#?%"])
def test_paths_lead_back_to_names(name: str) -> None:
    feeds = Feeds()
    ask(feed_path("tag", name).replace("?", "%3F"), feeds)
    assert feeds.asked == [("tag", name, "http://me.test")]


@pytest.mark.parametrize("target", ["/feed/x", "/feed/trail/", "/feed/other/ab", "/feed/trail"])
def test_what_is_no_feed_is_not_found(target: str) -> None:
    with pytest.raises(NotFoundError, match="there is no such feed; feeds are /feed/, /feed/page/…"):
        ask(target)


def test_a_reader_who_has_it_gets_nothing_again() -> None:
    etag = ask("/feed/").header("etag")
    assert etag
    for headers in (
        {"if_none_match": etag},
        {"if_none_match": f'"other", W/{etag}'},
        {"if_none_match": "*"},
        {"if_modified_since": "Fri, 02 Jan 2026 03:04:05 GMT"},
        {"if_modified_since": "Fri, 02 Jan 2026 03:04:05 -0000"},
    ):
        answer = ask("/feed/", **headers)
        assert (answer.status, answer.body, answer.header("etag")) == (304, b"", etag), headers


def test_a_reader_who_has_something_else_gets_it() -> None:
    for headers in (
        {"if_none_match": '"other"', "if_modified_since": "Fri, 02 Jan 2026 03:04:05 GMT"},
        {"if_modified_since": "Fri, 02 Jan 2026 03:04:04 GMT"},
        {"if_modified_since": "yesterday"},
    ):
        assert ask("/feed/", **headers).status == 200, headers


def test_another_feed_has_another_etag() -> None:
    changed = Feeds()
    changed.body = b"<feed>more</feed>"
    assert ask("/feed/").header("etag") != ask("/feed/", changed).header("etag")


def test_the_archives_own_pages_point_at_feeds() -> None:
    archive = MemoryArchive()
    archive.add("http://site.test/", "20260101000000", b"<p>words")
    replay = Replay(archive, feeds=Feeds())
    front = replay.respond(ReplayRequest(target="/")).body.decode()
    assert 'rel="alternate" type="application/atom+xml" title="&lt;Every&gt; change" href="/feed/page/x"' in front
    versions = replay.respond(ReplayRequest(target="/web/*/http://site.test/")).body.decode()
    assert '<a href="/feed/page/http://site.test/">Changes of http://site.test/</a>' in versions


def test_errors_are_answers() -> None:
    replay = Replay(MemoryArchive(), feeds=Feeds())
    assert replay.respond(ReplayRequest(target="/feed/trail/nothing")).status == 404
    assert replay.respond(ReplayRequest(target="/feed/bad")).status == 404
    assert Replay(MemoryArchive()).respond(ReplayRequest(target="/feed/")).status == 404
