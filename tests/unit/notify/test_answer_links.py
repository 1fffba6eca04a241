from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest

from pagestrata.errors import UsageError
from pagestrata.notify.answer_links import VALID_FOR, answer_link, answer_to, check_seal, checked_web_address, seal_of

KEY = b"k" * 32
NOW = datetime(2026, 1, 2, tzinfo=UTC)
NEVER = answer_to("never", "http://site.test/?a=1&b=2", "20260102000000", now=NOW, block="1.2")


def test_a_link_carries_the_answer_and_its_seal():
    link = urlsplit(answer_link("https://archive.test", KEY, NEVER))
    values = {name: value for name, (value,) in parse_qs(link.query).items()}
    assert (link.netloc, link.path) == ("archive.test", "/answer")
    assert values == {
        "say": "never", "url": NEVER.url, "at": NEVER.at, "until": str(NEVER.until), "block": "1.2",
        "seal": seal_of(KEY, NEVER),
    }  # fmt: skip
    check_seal(KEY, NEVER, values["seal"], now=NOW)


@pytest.mark.parametrize(
    "other",
    [
        {"say": "noise"},
        {"url": "http://site.test/"},
        {"at": "20260102000001"},
        {"until": NEVER.until + 1},
        {"block": "1"},
    ],
)
def test_no_part_of_an_answer_can_be_exchanged(other):
    with pytest.raises(UsageError, match="is invalid"):
        check_seal(KEY, replace(NEVER, **other), seal_of(KEY, NEVER), now=NOW)


@pytest.mark.parametrize("seal", ["", "0" * 64, "é", seal_of(b"another key" * 3, NEVER)])
def test_a_forged_seal_is_refused(seal):
    with pytest.raises(UsageError, match="is invalid"):
        check_seal(KEY, NEVER, seal, now=NOW)


def test_without_a_key_no_seal_is_right():
    with pytest.raises(UsageError, match="is invalid"):
        check_seal(b"", NEVER, seal_of(b"", NEVER), now=NOW)


def test_a_link_works_until_its_last_second():
    seal = seal_of(KEY, NEVER)
    check_seal(KEY, NEVER, seal, now=NOW + VALID_FOR)
    with pytest.raises(UsageError, match="older than 30 days"):
        check_seal(KEY, NEVER, seal, now=NOW + VALID_FOR + timedelta(seconds=1))


def test_an_address_loses_its_last_slash():
    assert checked_web_address(" https://archive.example.org/ ") == "https://archive.example.org"


@pytest.mark.parametrize("text", ["", "archive", "ftp://a", "https://", "https://a/?b", "https://me:pw@a", "http://[1"])
def test_what_is_no_address_is_refused(text):
    with pytest.raises(UsageError, match="not the address of a web application"):
        checked_web_address(text)
