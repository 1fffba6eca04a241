"""Which document an address names: without what differs from visit to visit, such as sessions and counted clicks."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

LONG_NAME = 8
"""A file name of so many letters is the same document at whatever address."""
VISIT_NAMES = frozenset(
    [
        "sid",
        "session",
        "phpsessid",
        "jsessionid",
        "token",
        "nonce",
        "ts",
        "t",
        "time",
        "timestamp",
        "rnd",
        "rand",
        "random",
        "cb",
        "cachebuster",
        "v",
        "ver",
        "ref",
        "fbclid",
        "gclid",
    ]
)


def document_of(address: str) -> str:
    """An address without what differs from visit to visit: fragment, tracking and session parameters."""
    try:
        parts = urlsplit(address)
        query = [(k, v) for k, v in parse_qsl(parts.query) if k.lower() not in VISIT_NAMES and not k.startswith("utm_")]
    except ValueError:
        return address
    return f"{parts.netloc}{parts.path.rstrip('/')}?{query}" if query else f"{parts.netloc}{parts.path.rstrip('/')}"


def is_same_document(was: str, now: str) -> bool:
    """Whether two addresses are the same but for what differs from visit to visit, or the same file moved elsewhere."""
    first, second = document_of(was), document_of(now)
    if first == second:
        return True
    names = [one.split("?")[0].rsplit("/", 1)[-1].rsplit(".", 1)[0].lower() for one in (first, second)]
    return names[0] == names[1] and len(names[0]) > LONG_NAME and "?" not in first + second
