from __future__ import annotations

import pytest

from pagestrata.capturing.browser.failures import load_error
from pagestrata.errors import CaptureError, PageTimeoutError, RefusedError


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("ERR_NAME_NOT_RESOLVED", "its host name is not known"),
        ("ERR_CONNECTION_REFUSED", "the connection was refused"),
        ("ERR_TOO_MANY_REDIRECTS", "it redirects in a circle"),
        ("ERR_CERT_AUTHORITY_INVALID", "its certificate is not signed by a known authority"),
        ("ERR_CERT_REVOKED", "the secure connection failed"),
    ],
)
def test_says_what_and_what_to_do(code: str, said: str) -> None:
    error = load_error("http://x.test/", f"Page.goto: net::{code} at http://x.test/\nCall log: ...")
    assert type(error) is CaptureError
    assert str(error).startswith(f"http://x.test/ could not be loaded: {said}")
    assert code in str(error)
    assert ";" in str(error)


def test_time_limits_are_their_own_kind() -> None:
    assert isinstance(load_error("http://x.test/", "net::ERR_CONNECTION_TIMED_OUT"), PageTimeoutError)


def test_a_blocked_page_is_refused() -> None:
    assert isinstance(load_error("http://x.test/", "net::ERR_BLOCKED_BY_CLIENT"), RefusedError)


def test_an_unknown_reason_is_passed_on() -> None:
    assert "Something odd" in str(load_error("http://x.test/", "Something odd\nCall log"))
    assert "no reason given" in str(load_error("http://x.test/", ""))
