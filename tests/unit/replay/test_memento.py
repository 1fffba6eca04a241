import json
from datetime import UTC, datetime

import pytest

from memory_archive import MemoryArchive, response
from pagestrata.errors import InputError, UsageError
from pagestrata.model.records import Version
from pagestrata.replay.memento import (
    Addresses,
    Finder,
    Found,
    closest,
    http_date,
    link_header,
    negotiate,
    parse_accept_datetime,
    timemap_json,
    timemap_link,
)  # fmt: skip

URL = "https://site.test/a?b=1"
ADDRESSES = Addresses(root="http://127.0.0.1:8080")


def version(day: int, url: str = URL) -> Version:
    return Version(id=str(day), url=url, captured_at=datetime(2026, 1, day, tzinfo=UTC), status=200, title="")


VERSIONS = [version(1), version(5), version(9), version(20)]


@pytest.mark.parametrize(("day", "expected"), [(1, "1"), (4, "5"), (7, "5"), (8, "9"), (31, "20")])
def test_the_closest_version_is_chosen_and_the_earlier_of_two(day, expected):
    assert closest(VERSIONS, datetime(2026, 1, day, tzinfo=UTC)).id == expected


def test_without_a_time_the_newest_is_chosen():
    assert negotiate(VERSIONS, None).id == "20"
    assert negotiate(VERSIONS, "Sun, 04 Jan 2026 00:00:00 GMT").id == "5"


@pytest.mark.parametrize("value", ["", "yesterday", "2026-01-01", "Thu, 99 Foo 2026 00:00:00 GMT", "x" * 5000])
def test_a_time_that_is_none_is_refused_with_an_example(value):
    with pytest.raises(UsageError, match="is not an HTTP date; write it like Thu, 31 May 2007"):
        parse_accept_datetime(value)


def test_http_dates_are_in_gmt():
    assert http_date(datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC)) == "Fri, 02 Jan 2026 03:04:05 GMT"


def test_the_link_header_names_everything_rfc_7089_asks_for():
    header = link_header(VERSIONS, VERSIONS[1], URL, ADDRESSES)
    assert '<https://site.test/a?b=1>; rel="original"' in header
    assert '<http://127.0.0.1:8080/web/https://site.test/a?b=1>; rel="timegate"' in header
    assert '/web/timemap/link/https://site.test/a?b=1>; rel="timemap"; type="application/link-format"' in header
    assert '/20260101000000/https://site.test/a?b=1>; rel="first prev memento"; datetime="Thu, 01 Jan 2026' in header
    assert '/20260105000000/https://site.test/a?b=1>; rel="memento"' in header
    assert '/20260109000000/https://site.test/a?b=1>; rel="next memento"' in header
    assert '/20260120000000/https://site.test/a?b=1>; rel="last memento"' in header


def test_a_single_version_is_first_and_last():
    assert 'rel="first last memento"' in link_header(VERSIONS[:1], VERSIONS[0], URL, ADDRESSES)


def test_addresses_cannot_break_out_of_the_header():
    hostile = 'http://x.test/">\r\nSet-Cookie: a=b, <'
    header = link_header([version(1, hostile)], None, hostile, ADDRESSES)
    assert "\r" not in header
    assert "\n" not in header
    assert header.count(">;") == 4
    assert link_header(VERSIONS, None, "http://x.test/" + "a" * 100_000, ADDRESSES) == ""


def test_the_time_map_in_link_format():
    lines = timemap_link(VERSIONS, URL, ADDRESSES).splitlines()
    assert lines[0] == '<https://site.test/a?b=1>; rel="original",'
    assert (
        'rel="self"; type="application/link-format"; from="Thu, 01 Jan 2026 00:00:00 GMT"; until="Tue, 20' in lines[1]
    )
    assert lines[2].endswith('rel="timegate",')
    assert [line.split('rel="')[1].split('"')[0] for line in lines[3:]] == [
        "first memento", "memento", "memento", "last memento",
    ]  # fmt: skip
    assert not lines[-1].endswith(",")


def test_the_time_map_as_json():
    found = json.loads(timemap_json(VERSIONS, URL, ADDRESSES))
    assert found["original_uri"] == URL
    assert found["mementos"]["first"]["datetime"] == "2026-01-01T00:00:00Z"
    assert found["mementos"]["last"]["uri"] == "http://127.0.0.1:8080/web/20260120000000/https://site.test/a?b=1"
    assert len(found["mementos"]["list"]) == 4
    assert found["timemap_uri"]["json_format"] == found["self"]


CDN = "http://cdn.test/a.css"


def archive() -> MemoryArchive:
    found = MemoryArchive()
    for day in (1, 2, 3):
        style = response(CDN, f"/* {day} */".encode(), "text/css")
        found.add("http://site.test/", f"202601{day:02d}000000", b"<p>", style)
    found.add("http://other.test/", "20260102000000", b"<p>")
    return found


def test_the_exact_time_is_the_page_another_is_the_way_to_it():
    finder = Finder(archive())
    exact = finder.at("http://site.test/#top", "20260102000000")
    assert isinstance(exact, Found)
    assert exact.is_page
    near = finder.at("http://site.test/", "20260102000001")
    assert isinstance(near, Version)
    assert near.captured_at.day == 2
    assert finder.at("http://unknown.test/", "2026") is None


@pytest.mark.parametrize("day", [1, 2, 3])
def test_a_resource_is_that_of_the_time_asked_for(day):
    found = Finder(archive()).at(CDN, f"202601{day:02d}000000")
    assert isinstance(found, Found)
    assert not found.is_page
    assert found.response.body == f"/* {day} */".encode()


def test_few_versions_are_remembered(monkeypatch):
    monkeypatch.setattr("pagestrata.replay.memento.REMEMBERED_VERSIONS", 2)
    finder = Finder(archive())
    for day in (1, 2, 3):
        finder.at("http://site.test/", f"202601{day:02d}000000")
    assert len(finder._shown) == 2


def test_what_is_no_address_or_time_is_refused():
    for url, digits in (("http://[", "2026"), ("http://site.test/", "20261399000000")):
        with pytest.raises(InputError):
            Finder(archive()).at(url, digits)


def test_what_a_shown_page_lacks_comes_from_the_page_that_held_it_closest_to_that_time():
    found = archive()
    found.add("http://plain.test/", "20260102000000", b"<p>")
    finder = Finder(found)
    finder.at("http://plain.test/", "20260102000000")
    held = finder.at(CDN, "20260102120000")
    assert isinstance(held, Found)
    assert held.response.body == b"/* 2 */"
    early = finder.at(CDN, "20200101000000")
    assert isinstance(early, Found)
    assert early.response.body == b"/* 1 */"
    assert finder.at("http://site.test/missing.png", "20260102000000") is None


def test_no_other_page_is_looked_at_for_a_resource():
    class Refusing(MemoryArchive):
        def pages(self):
            raise AssertionError("all pages were listed")

    refusing = Refusing()
    refusing.add("http://site.test/", "20260102000000", b"<p>", response(CDN, b"/**/", "text/css"))
    assert isinstance(Finder(refusing).at(CDN, "20260102000000"), Found)
    assert Finder(refusing).at("http://site.test/missing.png", "20260102000000") is None
