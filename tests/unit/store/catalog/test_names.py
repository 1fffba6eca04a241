from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.errors import InputError
from pagestrata.store.catalog.names import (
    canonical,
    from_microseconds,
    skipped_name,
    skipped_number,
    to_microseconds,
    url_key,
    version_name,
    version_number,
)  # fmt: skip


@given(st.datetimes(timezones=st.just(UTC)))
def test_times_come_back_to_the_microsecond(when: datetime) -> None:
    assert from_microseconds(to_microseconds(when)) == when


def test_a_time_without_zone_is_read_as_utc() -> None:
    when = datetime(2026, 1, 2, 3, 4, 5)
    assert to_microseconds(when) == to_microseconds(when.replace(tzinfo=UTC))
    assert to_microseconds(when.replace(tzinfo=timezone(timedelta(hours=1)))) == to_microseconds(when) - 3600 * 10**6


def test_versions_are_named_by_time_and_number() -> None:
    name = version_name(17, to_microseconds(datetime(2026, 1, 2, 3, 4, 5, 999, tzinfo=UTC)))
    assert name == "20260102030405-17"
    assert version_number(name) == 17
    assert version_number("latest") is None
    assert version_number("") is None


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (" http://User:pw@Example.ORG:80/a#b ", "http://example.org/a"),
        ("file:///tmp/page.html#x", "file:///tmp/page.html"),
        ("urn:example:a#b", "urn:example:a"),
    ],
)
def test_addresses_lose_fragment_and_user(url: str, expected: str) -> None:
    assert canonical(url) == expected


def test_a_very_long_address_is_kept_without_its_fragment() -> None:
    url = "http://a@site.test/" + "x" * 100_000
    assert canonical(url + "#y") == url.replace("a@", "")
    assert len(url_key(url)) == 16


@pytest.mark.parametrize("digits", [19, 30, 5000])
def test_a_number_no_database_takes_is_no_version(digits: int) -> None:
    assert version_number(f"20260102030405-{'9' * 18}") == 10**18 - 1
    assert version_number(f"20260102030405-{'9' * digits}") is None


def test_what_is_no_address_is_an_input_error() -> None:
    with pytest.raises(InputError, match=r"'http://\[::1' is not an address \(Invalid IPv6 URL\)"):
        canonical("http://[::1")


def test_skipped_visits_have_names_of_their_own() -> None:
    name = skipped_name(34, 1_767_323_045_000_000)
    assert name == "20260102030405-s34"
    assert (skipped_number(name), version_number(name)) == (34, None)
    assert [skipped_number(text) for text in ("20260102030405-34", "x-s3", "20260102030405-s", "-s3", "")] == [None] * 5
