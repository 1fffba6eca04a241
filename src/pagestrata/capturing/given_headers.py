"""Which of the headers that a person gave a request may carry.

They are meant for the page: an `Authorization` or a `Cookie` among them must reach neither the trackers of a page nor
the place it redirects to. So they go to the page's own origin (scheme, host and port), and headers given for a host go
to that host.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from pagestrata.capturing.options import CaptureOptions


def given_headers(url: str, page_url: str, options: CaptureOptions) -> dict[str, str]:
    """The given headers that a request to `url` may carry when `page_url` is the page that was asked for."""
    found = dict(options.headers) if origin(url) == origin(page_url) else {}
    host = (urlsplit(url).hostname or "").lower()
    for name, headers in options.headers_for.items():
        if name.lower() == host:
            found |= headers
    return found


def public_headers(sent: Mapping[str, str], options: CaptureOptions) -> tuple[tuple[str, str], ...]:
    """The headers of a request that may be archived: none that a person gave, and none that proves who asks."""
    given = {name.lower() for headers in (options.headers, *options.headers_for.values()) for name in headers}
    secret = given | {"cookie", "authorization", "proxy-authorization"}
    return tuple((name, value) for name, value in sent.items() if name.lower() not in secret)


def with_given_headers(
    sent: Mapping[str, str], url: str, page_url: str, options: CaptureOptions
) -> list[tuple[str, str]]:
    """What a request shall carry instead of `sent`: the headers given for it, and none that were given for another.

    A header of the page's own scripts stays, unless it has both name and value of a given one.
    """
    given = given_headers(url, page_url, options)
    names = {name.lower() for name in given}
    secrets = {
        (n.lower(), v) for headers in (options.headers, *options.headers_for.values()) for n, v in headers.items()
    }
    kept = [(n, v) for n, v in sent.items() if n.lower() not in names and (n.lower(), v) not in secrets]
    return [*kept, *given.items()]


def origin(url: str) -> tuple[str, str, int]:
    parts = urlsplit(url)
    return parts.scheme, (parts.hostname or "").lower(), parts.port or (443 if parts.scheme == "https" else 80)
