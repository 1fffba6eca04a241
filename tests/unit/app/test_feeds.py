import threading
import urllib.request
from dataclasses import replace
from datetime import timedelta
from xml.etree import ElementTree

import pytest

from archives import add_entry, keep
from captures import START, capture, visit_of
from pagestrata.app.feeds import ArchiveFeeds, feed_named, stored_trail_events, stored_version_event
from pagestrata.comparing.vidiff import compare
from pagestrata.errors import NotFoundError
from pagestrata.model.records import Trail, TrailEntry, Watch
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.replay.server import replay_server
from pagestrata.store.archive import open_archive

ATOM = {"a": "http://www.w3.org/2005/Atom"}
URL, OTHER = "http://site.test/", "http://other.test/"
WATCH = Watch(id="w", url=URL, settings=WatchSettings(title="The shop", tags=("shop",)))


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


@pytest.fixture
def empty_archive(tmp_path):
    with open_archive(tmp_path / "archive") as opened:
        yield opened


def versions(empty_archive):
    old, old_tree = capture(["Boots 99 €", "Open on Monday", "Imprint"])
    empty_archive.append(old, old_tree, None, visit=visit_of(old))
    new, new_tree = capture(["Boots 89 €", "Open on Monday", "Imprint"], hours=1)
    version = empty_archive.append(new, new_tree, compare(old_tree, new_tree), visit=visit_of(new))
    return empty_archive.versions.of(URL)[0], version


def test_a_version_tells_what_changed(empty_archive):
    _, version = versions(empty_archive)
    event = stored_version_event(empty_archive, version, watch=WATCH)
    assert (event.subject, event.name, event.tags) == ("w", "The shop", ("shop",))
    assert (event.old_text, event.new_text) == ("Boots 99 €", "Boots 89 €")
    assert event.operations == {"update": 1}
    assert event.what == "Boots 99 € → 89 €"
    assert event.version == f"{version.captured_at:%Y%m%d%H%M%S}"
    assert event.picture_png is None


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (["a", "b"], ["a", "b", "News"], "new: ‘News’"),
        (["a", "b", "News"], ["a", "b"], "gone: ‘News’"),
        (["a", "b"], ["a", "b", "News", "Sport"], "2 new texts: ‘News’ and ‘Sport’"),
    ],
)
def test_the_heaviest_change_in_words(empty_archive, old, new, what):
    before, after = capture(old, picture=False), capture(new, hours=1, picture=False)
    empty_archive.append(*before, None, visit=visit_of(before[0]))
    version = empty_archive.append(*after, compare(before[1], after[1]), visit=visit_of(after[0]))
    assert stored_version_event(empty_archive, version, watch=None).what.endswith(what)


@pytest.mark.parametrize(
    ("reasons", "what"),
    [
        (("Kept: prices changed", "and more"), "Boots 99 € → 89 €"),
        (("imported",), "Boots 99 € → 89 €"),
        ((), "Boots 99 € → 89 €"),
    ],
)
def test_a_version_says_what_changed_whatever_it_was_kept_for(empty_archive, reasons, what):
    before, after = capture(["Boots 99 €"], picture=False), capture(["Boots 89 €"], hours=1, picture=False)
    empty_archive.append(*before, None, visit=visit_of(before[0]))
    visit = replace(visit_of(after[0]), reasons=reasons)
    version = empty_archive.append(*after, compare(before[1], after[1]), visit=visit)
    assert stored_version_event(empty_archive, version, watch=None).what == what


def test_a_first_version_is_no_news_and_a_page_without_a_watch_has_its_title(empty_archive):
    first, _ = versions(empty_archive)
    event = stored_version_event(empty_archive, first, watch=None)
    assert not event.has_changed
    assert (event.name, event.subject) == ("A page", URL)
    assert stored_version_event(empty_archive, replace(first, status=500), watch=None).name == URL


def test_a_stored_trail_tells_its_news(empty_archive):
    trail = Trail(id="t1", url=URL, origin={"name": "Boots"}, state={})
    empty_archive.trails.save(trail)
    for hour, text in enumerate(("99 €", "89 €")):
        taken, _ = capture([text], hours=hour, picture=False)
        entry = TrailEntry(found_at=taken.captured_at, version=None, state="found", confidence=0.9, text=text)
        add_entry(empty_archive, "t1", entry)
    (event,) = stored_trail_events(empty_archive, trail, watch=WATCH)
    assert (event.name, event.old_number, event.new_number, event.tags) == ("Boots", 99.0, 89.0, ("shop",))
