import pytest

from pagestrata.web.security.hosts import (
    comes_by_a_link_elsewhere,
    comes_from_elsewhere,
    host_name,
    is_browser,
    is_known_host,
)


def test_the_port_and_the_case_do_not_count():
    assert [host_name(h) for h in ("LocalHost:80", "[::1]:80", "[::1]", "a.test")] == [
        "localhost", "[::1]", "[::1]", "a.test",
    ]  # fmt: skip


def test_only_known_names_are_answered():
    allowed = frozenset({"localhost"})
    assert is_known_host("localhost:8080", allowed)
    assert not is_known_host("evil.test", allowed)
    assert not is_known_host("", allowed)
    assert not is_known_host("192.0.2.1", allowed)
    assert is_known_host("192.0.2.1:80", allowed, any_address=True)
    assert is_known_host("[2001:db8::1]:80", allowed, any_address=True)
    assert not is_known_host("192.0.2.1.evil.test", allowed, any_address=True)


@pytest.mark.parametrize(
    ("headers", "elsewhere"),
    [
        ({"host": "a.test"}, False),
        ({"host": "a.test", "origin": "http://a.test"}, False),
        ({"host": "a.test:80", "origin": "http://a.test:81"}, True),
        ({"host": "a.test", "origin": "null"}, True),
        ({"host": "a.test", "sec-fetch-site": "same-site"}, True),
        ({"host": "a.test", "sec-fetch-site": "none"}, False),
    ],
)
def test_where_a_change_comes_from(headers, elsewhere):
    assert comes_from_elsewhere(headers) is elsewhere


def test_browsers_are_known_by_what_they_always_say():
    assert is_browser({"origin": "null"})
    assert is_browser({"cookie": "a=b"})
    assert not is_browser({"user-agent": "curl"})


LINK = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "host": "a.test:80"}


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, True),
        ({"sec-fetch-site": "same-site"}, True),
        ({"referer": "http://mail.test/"}, True),
        ({"referer": "http://a.test:80/answer"}, False),
        ({"cookie": "pagestrata_session=1"}, False),
        ({"sec-fetch-site": "none"}, False),
        ({"sec-fetch-site": "same-origin"}, False),
        ({"sec-fetch-dest": "iframe"}, False),
    ],
)
def test_a_link_of_another_site_comes_without_our_cookies(more, expected):
    assert comes_by_a_link_elsewhere({**LINK, **more}) is expected
