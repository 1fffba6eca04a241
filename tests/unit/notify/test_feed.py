from datetime import UTC, datetime
from xml.etree import ElementTree

from pagestrata.notify.feed import FeedEntry, atom_feed, chosen

NOW = datetime(2026, 1, 9, tzinfo=UTC)
ATOM = {"a": "http://www.w3.org/2005/Atom"}


def entry(number, **values):
    defaults = {
        "key": f"trail:t{number}:v1", "subject": f"t{number}", "title": f"Change {number}", "text": "old < new & more",
        "url": "http://site.test/?a=1&b=2", "time": datetime(2026, 1, number, tzinfo=UTC), "tags": ("news",),
    }  # fmt: skip
    return FeedEntry(**{**defaults, **values})


def parsed(entries):
    return ElementTree.fromstring(
        atom_feed(entries, feed_id="urn:pagestrata:all", title="All", self_url="http://me.test/feed", now=NOW)
    )


def test_a_feed_has_what_readers_need():
    feed = parsed([entry(2)])
    assert feed.findtext("a:updated", namespaces=ATOM) == "2026-01-02T00:00:00+00:00"
    found = feed.find("a:entry", ATOM)
    assert found.findtext("a:id", namespaces=ATOM) == "urn:pagestrata:trail:t2:v1"
    assert found.findtext("a:content", namespaces=ATOM) == "old < new & more"
    assert found.find("a:link", ATOM).get("href") == "http://site.test/?a=1&b=2"
    assert found.find("a:category", ATOM).get("term") == "news"


def test_an_empty_feed_is_valid():
    assert parsed([]).findtext("a:updated", namespaces=ATOM) == NOW.isoformat()


def test_characters_xml_cannot_hold_are_left_out():
    assert (
        parsed([entry(2, title="bad\x00\x0bgood")]).find("a:entry", ATOM).findtext("a:title", namespaces=ATOM)
        == "badgood"
    )


def test_feeds_per_trail_tag_and_all():
    entries = [entry(1), entry(2, tags=("shop",)), entry(3)]
    assert [e.subject for e in chosen(entries)] == ["t3", "t2", "t1"]
    assert [e.subject for e in chosen(entries, tag="news")] == ["t3", "t1"]
    assert [e.subject for e in chosen(entries, subject="t2")] == ["t2"]
    assert len(chosen([entry(1)] * 300)) == 100
