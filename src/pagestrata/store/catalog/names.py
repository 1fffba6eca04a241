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
    """Return the one spelling of a page's address: without fragment and user info, and normalised if it is http(s).

    Raises InputError for text that is no address.
    """
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
    """Return the host of a canonical URL with its port, "" if it has none."""
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""


def url_key(url: str) -> bytes:
    """Return the hash by which the catalog finds a canonical URL, which may be 100 KB long."""
    return hashlib.blake2b(url.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def to_microseconds(when: datetime) -> int:
    """Return microseconds since 1970 (UTC); a time without zone counts as UTC."""
    aware = when if when.tzinfo else when.replace(tzinfo=UTC)
    return (aware - _EPOCH) // timedelta(microseconds=1)


def from_microseconds(moment: int) -> datetime:
    return _EPOCH + timedelta(0, 0, moment)  # keyword arguments take twice as long


def version_name(number: int, moment: int) -> str:
    """Return the public id of a version: its time, which people read, and its number, which the catalog needs."""
    return f"{timestamp14(from_microseconds(moment))}-{number}"


def skipped_name(number: int, moment: int) -> str:
    """Return the public id of a skipped visit whose result is still stored."""
    return f"{timestamp14(from_microseconds(moment))}-s{number}"


def skipped_number(name: str) -> int | None:
    """Return the number in the public id of a skipped visit, None for any other text."""
    head, dash, number = name.rpartition("-s")
    is_number = number.isascii() and number.isdigit() and len(number) <= _MOST_DIGITS
    return int(number) if dash and head.isdigit() and is_number else None


def version_number(name: str) -> int | None:
    """Return the number in the public id of a version, None for any other text."""
    _, dash, number = name.rpartition("-")
    return int(number) if dash and number.isascii() and number.isdigit() and len(number) <= _MOST_DIGITS else None
