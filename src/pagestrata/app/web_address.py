"""Where the web application of an archive is: messages lead there."""

from __future__ import annotations

from urllib.parse import urlsplit

from pagestrata.errors import UsageError


def checked_web_address(text: str) -> str:
    """The address without its last slash. Raises UsageError if it is invalid."""
    found = text.strip().rstrip("/")
    try:
        parts = urlsplit(found)
        is_address = (
            parts.scheme in {"http", "https"} and bool(parts.hostname) and not parts.query and not parts.fragment
        )
    except ValueError:
        is_address = False
    if not is_address or parts.username or len(found) > 300:
        raise UsageError(
            f"{text[:80]!r} is not the address of a web application; write it like https://archive.example.org"
        )
    return found
