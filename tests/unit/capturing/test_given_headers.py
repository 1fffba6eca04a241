import pytest

from pagestrata.capturing.given_headers import given_headers, public_headers, with_given_headers
from pagestrata.capturing.options import CaptureOptions

PAGE = "https://page.test/a"
OPTIONS = CaptureOptions(headers={"Authorization": "secret"}, headers_for={"API.test": {"X-Key": "key"}})


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://page.test/other", {"Authorization": "secret"}),
        ("https://page.test:443/", {"Authorization": "secret"}),
        ("http://page.test/", {}),
        ("https://page.test:8443/", {}),
        ("https://www.page.test/", {}),
        ("https://tracker.test/", {}),
        ("https://api.test:99/", {"X-Key": "key"}),
    ],
)
def test_headers_go_to_the_origin_of_the_page_and_to_hosts_that_were_named(url: str, expected: dict[str, str]) -> None:
    assert given_headers(url, PAGE, OPTIONS) == expected


def test_a_given_header_replaces_the_browsers_own() -> None:
    sent = {"authorization": "of the page", "Accept": "*/*"}
    assert with_given_headers(sent, PAGE, PAGE, OPTIONS) == [("Accept", "*/*"), ("Authorization", "secret")]


def test_a_redirect_leaves_the_given_headers_behind_but_not_those_of_scripts() -> None:
    elsewhere = "https://other.test/"
    assert with_given_headers({"Authorization": "secret", "A": "b"}, elsewhere, PAGE, OPTIONS) == [("A", "b")]
    assert with_given_headers({"Authorization": "of a script"}, elsewhere, PAGE, OPTIONS) == [
        ("Authorization", "of a script")
    ]


def test_no_secret_of_a_request_is_archived() -> None:
    sent = {"Accept": "*/*", "cookie": "a=b", "AUTHORIZATION": "x", "x-key": "key", "Proxy-Authorization": "y"}
    assert public_headers(sent, OPTIONS) == (("Accept", "*/*"),)
