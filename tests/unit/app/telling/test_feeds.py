import threading
import urllib.request
from datetime import timedelta
from xml.etree import ElementTree

import pytest

from archives import add_entry, keep
from captures import START, capture, visit_of
from pagestrata.app.telling.feeds import ArchiveFeeds, feed_named
from pagestrata.comparing.vidiff import compare
from pagestrata.errors import NotFoundError
from pagestrata.model.records import Trail, TrailEntry, Watch
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.replay.server import replay_server
from pagestrata.store.archive import open_archive

ATOM = {"a": "http://www.w3.org/2005/Atom"}
URL, OTHER = "http://site.test/", "http://other.test/"


@pytest.fixture
def archive(tmp_path):
    """Two pages with a change each, one of them watched, and a trail with a change and a loss."""
    with open_archive(tmp_path / "archive") as opened:
        change(opened, URL, 0)
        change(opened, OTHER, 2)
        opened.watches.save(Watch(id="w1", url=URL, settings=WatchSettings(title="The <shop>", tags=("shop", "boots"))))
        opened.trails.save(Trail(id="t1", url=URL, origin={"name": "Price"}, state={}))
        for hour, state, text in ((4, "found", "99 €"), (5, "found", "89 €"), (6, "lost", ""), (7, "lost", "")):
            add_entry(
                opened,
                "t1",
                TrailEntry(
                    found_at=START + timedelta(hours=hour), version=None, state=state, confidence=1.0, text=text
                ),
            )
        yield opened


def change(archive, url, hour):
    old, old_tree = capture(["Boots 99 €", "Imprint"], url=url, hours=hour, picture=False)
    archive.append(old, old_tree, None, visit=visit_of(old))
    new, new_tree = capture(["Boots 89 €", "Imprint"], url=url, hours=hour + 1, picture=False)
    archive.append(new, new_tree, compare(old_tree, new_tree), visit=visit_of(new))


def feed(archive, subject=None, root=""):
    document = ArchiveFeeds(archive).document(*feed_named(archive, subject), root=root)
    return ElementTree.fromstring(document.body)


def titles(found):
    return [entry.findtext("a:title", namespaces=ATOM).split(" (")[0] for entry in found.findall("a:entry", ATOM)]


GONE, FELL, SHOP, PAGE = (
    "Price is no longer on the page.",
    "Price fell: 99 € → 89 €.",
    "The <shop>: Boots 99 € → 89 €.",
    "A page: Boots 99 € → 89 €.",
)


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        (None, [GONE, FELL, PAGE, SHOP]),
        (URL, [GONE, FELL, SHOP]),
        ("HTTP://other.test", [PAGE]),
        ("w1", [GONE, FELL, SHOP]),
        ("tag:boots", [GONE, FELL, SHOP]),
        ("t1", [GONE, FELL]),
    ],
)
def test_feeds_of_all_a_page_a_watch_a_tag_and_a_trail(archive, subject, expected):
    assert titles(feed(archive, subject)) == expected


@pytest.mark.parametrize(
    ("subject", "message"),
    [
        ("tag:none", "there is no tag 'none'"),
        ("http://nowhere.test/", "there is no page 'http://nowhere.test/'"),
        ("zz", "follow list"),
    ],
)
def test_what_is_not_there_is_said(archive, subject, message):
    with pytest.raises(NotFoundError, match=message):
        feed(archive, subject)


def test_a_watched_page_without_versions_has_an_empty_feed(archive):
    archive.watches.save(Watch(id="w2", url="http://new.test/", settings=WatchSettings(tags=("boots",))))
    assert titles(feed(archive, "w2")) == []
    assert len(titles(feed(archive, "tag:boots"))) == 3


def test_ids_are_stable_and_distinct(archive):
    def ids(**options):
        return [entry.findtext("a:id", namespaces=ATOM) for entry in feed(archive, **options).findall("a:entry", ATOM)]

    before = ids()
    assert before == ids(root="http://me.test")
    assert len(set(before)) == len(before)
    keep(archive, "new words", url="http://third.test/", hours=9)
    assert ids() == before  # a first version is no change
    assert feed(archive).findtext("a:id", namespaces=ATOM) != feed(archive, "t1").findtext("a:id", namespaces=ATOM)


def test_entries_lead_to_the_page_or_to_the_archived_version(archive):
    def links(**options):
        return [link.get("href") for link in feed(archive, OTHER, **options).findall("a:entry/a:link", ATOM)]

    assert links() == [OTHER]
    assert links(root="http://me.test") == ["http://me.test/web/20260102060405/http://other.test/"]


def test_tags_are_categories(archive):
    terms = [category.get("term") for category in feed(archive, "t1").find("a:entry", ATOM).findall("a:category", ATOM)]
    assert terms == ["shop", "boots"]


def test_feeds_over_http_are_cached_by_their_readers(archive):
    with replay_server(archive, port=0, feeds=ArchiveFeeds(archive)) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        root = f"http://127.0.0.1:{server.server_port}"
        try:
            with urllib.request.urlopen(f"{root}/feed/trail/t1") as answer:
                body, etag = answer.read(), answer.headers["ETag"]
            again = urllib.request.Request(f"{root}/feed/trail/t1", headers={"If-None-Match": etag})
            with pytest.raises(urllib.error.HTTPError) as known:
                urllib.request.urlopen(again)
            known.value.close()
            with urllib.request.urlopen(f"{root}/web/*/{URL}") as answer:
                page = answer.read().decode()
        finally:
            server.shutdown()
            thread.join()
    found = ElementTree.fromstring(body)
    assert found.find("a:link", ATOM).get("href") == f"{root}/feed/trail/t1"
    assert known.value.code == 304
    assert 'title="Price" href="/feed/trail/t1"' in page
