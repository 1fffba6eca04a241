from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from xml.etree import ElementTree

from pagestrata.model.events import Event
from pagestrata.notify.feed import FeedEntry, atom_feed, entry_of, feed_id, json_feed, newest, updated_at

ATOM = {"a": "http://www.w3.org/2005/Atom"}
EVENT = Event(
    subject="t1", kind="trail", name="Boots", url="http://site.test/", version="v2", old_text="99 €", new_text="89 €",
    time=datetime(2026, 1, 2, tzinfo=UTC), old_number=99.0, new_number=89.0, tags=("shop",),
)  # fmt: skip


def entry(number, **values):
    defaults = {
        "id": f"urn:uuid:{number}", "title": f"Change {number}", "text": "old < new & more",
        "url": "http://site.test/?a=1&b=2", "time": datetime(2026, 1, number, tzinfo=UTC), "tags": ("news",),
    }  # fmt: skip
    return FeedEntry(**{**defaults, **values})


def document(entries, self_url="http://me.test/feed"):
    return atom_feed(entries, feed_id="urn:uuid:all", title="All", self_url=self_url)


def parsed(entries, **options):
    return ElementTree.fromstring(document(entries, **options))


def test_a_feed_has_what_readers_need():
    feed = parsed([entry(2)])
    assert feed.findtext("a:updated", namespaces=ATOM) == "2026-01-02T00:00:00Z"
    assert feed.findtext("a:author/a:name", namespaces=ATOM) == "Pagestrata"
    found = feed.find("a:entry", ATOM)
    assert found.findtext("a:id", namespaces=ATOM) == "urn:uuid:2"
    assert found.findtext("a:content", namespaces=ATOM) == "old < new & more"
    assert found.find("a:link", ATOM).get("href") == "http://site.test/?a=1&b=2"
    assert found.find("a:category", ATOM).get("term") == "news"


def test_times_of_any_zone_are_written_in_utc():
    noon = datetime(2026, 1, 2, 12, tzinfo=timezone(timedelta(hours=2)))
    assert parsed([entry(2, time=noon)]).findtext("a:updated", namespaces=ATOM) == "2026-01-02T10:00:00Z"


def test_an_empty_feed_is_valid_and_always_the_same():
    assert parsed([]).findtext("a:updated", namespaces=ATOM) == "1970-01-01T00:00:00Z"
    assert document([]) == document([])


def test_a_file_has_no_address_of_its_own():
    assert parsed([], self_url="").find("a:link", ATOM) is None


def test_mark_up_in_a_text_stays_text():
    feed = parsed([entry(2, title="<script>", text="<b>bold</b> & ]]>")])
    assert feed.findtext("a:entry/a:title", namespaces=ATOM) == "<script>"
    assert feed.findtext("a:entry/a:content", namespaces=ATOM) == "<b>bold</b> & ]]>"


def test_characters_xml_cannot_hold_are_left_out():
    feed = parsed([entry(2, title="bad\x00\x0bgood", tags=("\ud800x",))])
    assert feed.findtext("a:entry/a:title", namespaces=ATOM) == "badgood"
    assert feed.find("a:entry/a:category", ATOM).get("term") == "x"


def test_the_newest_come_first_and_at_most_a_hundred():
    assert [e.title for e in newest([entry(1), entry(3), entry(2)])] == ["Change 3", "Change 2", "Change 1"]
    assert len(newest([entry(1)] * 300)) == 100
    assert updated_at([entry(1), entry(3)]) == entry(3).time


def test_an_event_becomes_an_entry_with_what_changed():
    made = entry_of(EVENT, url="http://me.test/web/2026/http://site.test/")
    assert made.title == "Boots fell: 99 € → 89 €."
    assert "Before: 99 €\nNow: 89 €" in made.text
    assert (made.url, made.tags) == ("http://me.test/web/2026/http://site.test/", ("shop",))


def test_the_id_of_an_entry_is_that_of_the_event_and_a_urn():
    assert entry_of(EVENT, url="a").id == entry_of(replace(EVENT, name="renamed"), url="b").id
    assert entry_of(EVENT, url="a").id != entry_of(replace(EVENT, time=EVENT.time + timedelta(hours=1)), url="a").id
    assert feed_id("x").startswith("urn:uuid:")


def test_a_feed_for_programs_holds_the_same():
    found = json_feed([entry(2)], title="All")
    assert found["version"] == "https://jsonfeed.org/version/1.1"
    assert (found["title"], [item["id"] for item in found["items"]]) == ("All", ["urn:uuid:2"])
    assert found["items"][0]["date_modified"] == "2026-01-02T00:00:00Z"
