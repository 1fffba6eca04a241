from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.errors import InputError
from pagestrata.formats.urls import canonical_url, parse_time, parse_timestamp14, surt_key, timestamp14, without_secrets


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("HTTP://Example.ORG:80", "http://example.org/"),
        ("https://example.org:443/a/../b/./c", "https://example.org/b/c"),
        ("https://example.org:8443/", "https://example.org:8443/"),
        ("http://user:secret@example.org/x#part", "http://example.org/x"),
        ("http://example.org/%7euser/%c3%a9", "http://example.org/~user/%C3%A9"),
        ("http://example.org/é?q=ü", "http://example.org/%C3%A9?q=%C3%BC"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"),
        ("http://example.org./", "http://example.org/"),
        ("http://[2001:DB8::1]:8080/", "http://[2001:db8::1]:8080/"),
        (" http://exa\nmple.org/a\tb ", "http://example.org/ab"),
        ("http://example.org?b=2&a=1", "http://example.org/?b=2&a=1"),
        ("http://example.org/a/..", "http://example.org/"),
        ("http://example.org/../../x", "http://example.org/x"),
    ],
)
def test_canonical_url(given: str, expected: str) -> None:
    assert canonical_url(given) == expected


@pytest.mark.parametrize("text", ["", "example.org", "/path", "http://", "http://host:port/", "http://[::1/"])
def test_text_that_is_no_address_is_an_input_error(text: str) -> None:
    with pytest.raises(InputError, match=r"is not an .*address.*https://example.org/"):
        canonical_url(text)


def test_an_address_of_100_kilobytes_is_refused_with_its_length() -> None:
    with pytest.raises(InputError, match=r"has 100019 characters, more than 65536; shorten it"):
        canonical_url("http://example.org/" + "a" * 100_000)


def test_a_bad_international_name_is_an_input_error() -> None:
    with pytest.raises(InputError, match=r"is not a host name .*; check its spelling"):
        canonical_url("http://" + "ü" * 70 + ".example/")


@given(st.text(alphabet=st.sampled_from("abcXYZ019/.%?&=~-_é 7eC3#@:"), max_size=40))
def test_canonical_url_is_idempotent(tail: str) -> None:
    try:
        once = canonical_url("http://example.org/" + tail)
    except InputError:
        return
    assert canonical_url(once) == once


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("http://www.example.org/", "org,example)/"),
        ("https://www2.Example.org:443/Path/", "org,example)/path"),
        ("http://example.org:8080/a?b=2&a=1&", "org,example:8080)/a?a=1&b=2"),
        ("http://example.org/a;jsessionid=0123456789ABCDEF", "org,example)/a"),
        ("http://example.org/a?PHPSESSID=0123456789abcdef0123456789abcdef&x=1", "org,example)/a?x=1"),
        ("http://user@127.0.0.1/x", "127.0.0.1)/x"),
        ("urn:view:https://example.org/", "urn:view:https://example.org/"),
    ],
)
def test_surt_key(url: str, key: str) -> None:
    assert surt_key(url) == key


def test_timestamps_are_utc_and_come_back() -> None:
    when = datetime(2024, 1, 31, 23, 30, 5, tzinfo=timezone(timedelta(hours=-2)))
    assert timestamp14(when) == "20240201013005"
    assert parse_timestamp14("20240201013005") == when


def test_a_time_without_zone_has_no_timestamp() -> None:
    with pytest.raises(ValueError, match=r"without zone"):
        timestamp14(datetime(2024, 1, 1))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024", datetime(2024, 1, 1, tzinfo=UTC)),
        ("202405", datetime(2024, 5, 1, tzinfo=UTC)),
        ("2024051607", datetime(2024, 5, 16, 7, tzinfo=UTC)),
        ("2024-05-16T07:08:09Z", datetime(2024, 5, 16, 7, 8, 9, tzinfo=UTC)),
        ("2024-05-16T09:08:09.123456789+02:00", datetime(2024, 5, 16, 7, 8, 9, 123456, tzinfo=UTC)),
        ("2024-05-16", datetime(2024, 5, 16, tzinfo=UTC)),
    ],
)
def test_parse_time(text: str, expected: datetime) -> None:
    assert parse_time(text) == expected


@pytest.mark.parametrize("text", ["", "yesterday", "20241399", "2024051", "²⁰²⁴"])
def test_text_that_is_no_time_is_an_input_error(text: str) -> None:
    with pytest.raises(InputError, match=r"is not a time.*; write"):
        parse_time(text)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://me:pw@host/db", "postgresql://me:***@host/db"),
        ("postgresql://me:p@w@host/db", "postgresql://me:***@host/db"),
        ("postgresql://host/db?password=pw&blobs=x", "postgresql://host/db?password=***&blobs=x"),
        ("postgresql://host/db?a=b&sslpassword=pw", "postgresql://host/db?a=b&sslpassword=***"),
        ("s3://KEY:SECRET@bucket/x", "s3://KEY:***@bucket/x"),
        ("s3://bucket/x?aws_secret_access_key=pw", "s3://bucket/x?aws_secret_access_key=***"),
        ("postgresql://host/db?blobs=s3://K:S@bucket/x", "postgresql://host/db?blobs=s3://K:***@bucket/x"),
        ("/home/me/a:b@c", "/home/me/a:b@c"),
    ],
)
def test_what_opens_a_door_is_hidden(address: str, shown: str) -> None:
    assert without_secrets(address) == shown
