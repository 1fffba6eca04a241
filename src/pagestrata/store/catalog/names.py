"""How pages, versions and moments are named in the catalog."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit, urlunsplit

from pagestrata.errors import InputError
from pagestrata.formats.urls import MAX_URL_CHARACTERS, canonical_url, timestamp14

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
FOREVER = 2**62
"""The `gone_at` of whatever still exists; later than any real time."""
_MOST_DIGITS = 18  # what every database takes as a row's number


def canonical(url: str) -> str:
    """One spelling per page: no fragment, no user info; addresses too long or too odd for more keep the rest."""
    url = url.strip()
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise InputError(
            f"{url[:120]!r} is not an address ({error}); write for example https://example.org/"
        ) from error
    if parts.scheme.lower() in {"http", "https"} and len(url) <= MAX_URL_CHARACTERS:
        return canonical_url(url)
    return urlunsplit((parts.scheme.lower(), parts.netloc.rpartition("@")[2].lower(), parts.path, parts.query, ""))


def host_of(url: str) -> str:
    """The host of a canonical URL, with its port; empty where it has none."""
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""


def url_key(url: str) -> bytes:
    """The hash under which a canonical URL is found, however long it is."""
    return hashlib.blake2b(url.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def to_microseconds(when: datetime) -> int:
    """Microseconds since 1970, UTC; a time without zone is read as UTC."""
    aware = when if when.tzinfo else when.replace(tzinfo=UTC)
    return (aware - _EPOCH) // timedelta(microseconds=1)


def from_microseconds(moment: int) -> datetime:
    return _EPOCH + timedelta(0, 0, moment)  # keyword arguments take twice as long


def version_name(number: int, moment: int) -> str:
    """The public id of a version: its time for people, its number for the catalog."""
    return f"{timestamp14(from_microseconds(moment))}-{number}"


def skipped_name(number: int, moment: int) -> str:
    """The public id of a skipped visit whose result is still stored."""
    return f"{timestamp14(from_microseconds(moment))}-s{number}"


def skipped_number(name: str) -> int | None:
    """The number in the public id of a skipped visit, None when it is no such id."""
    head, dash, number = name.rpartition("-s")
    is_number = number.isascii() and number.isdigit() and len(number) <= _MOST_DIGITS
    return int(number) if dash and head.isdigit() and is_number else None


def version_number(name: str) -> int | None:
    """The number in the public id of a version, None when it is no such id."""
    _, dash, number = name.rpartition("-")
    return int(number) if dash and number.isascii() and number.isdigit() and len(number) <= _MOST_DIGITS else None
