import json
from datetime import UTC, datetime

import pytest

from pagestrata.errors import UsageError
from pagestrata.model.records import Version
from pagestrata.replay.memento import (
    Addresses,
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
