"""Requests are answered for known host names only, and changes are taken only from our own pages.

A web site whose name is pointed at this machine (DNS rebinding) is stopped by the Host header; a web site that sends a form
here from the person's browser is stopped by Origin and Sec-Fetch-Site, which scripts cannot forge.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def host_name(host: str) -> str:
    """The name in a Host header, without its port, in lower case."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower()


def is_known_host(host: str, allowed: frozenset[str], *, any_address: bool = False) -> bool:
    """Whether the server answers for this Host header. `any_address`: also for any IP address, as DNS rebinding needs a name."""
    name = host_name(host)
    return name in allowed or (any_address and _is_numeric(name))


def _is_numeric(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def comes_from_elsewhere(headers: Mapping[str, str]) -> bool:
    """Whether a page of another origin sent this request, by the headers of browsers; False for other programs."""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in {"same-origin", "none"}:
        return True
    origin = headers.get("origin")
    if origin is None:
        return False
    return not _is_of(origin, headers)


def asks_for_another_site(headers: Mapping[str, str]) -> bool:
    """Return whether a page of another origin embeds this: as a picture, a frame or a script."""
    if headers.get("sec-fetch-site", "none") in {"same-origin", "none"}:
        return False
    return headers.get("sec-fetch-mode") != "navigate" or headers.get("sec-fetch-dest") != "document"


def comes_by_a_link_elsewhere(headers: Mapping[str, str]) -> bool:
    """Return whether a person followed a link from another site, such as a web mailer.

    Browsers send no cookie of ours with such a request, so it looks like one without a login.
    """
    if headers.get("sec-fetch-site", "none") in {"same-origin", "none"} or "cookie" in headers:
        return False
    return not _is_of(headers.get("referer", ""), headers) and headers.get("sec-fetch-dest") == "document"


def _is_of(address: str, headers: Mapping[str, str]) -> bool:
    """Return whether an address is at the host that the request is for."""
    try:
        return urlsplit(address).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        return False


def is_browser(headers: Mapping[str, str]) -> bool:
    """Whether a browser sent this request: every browser sends the origin of a change."""
    return "origin" in headers or "sec-fetch-site" in headers or "cookie" in headers
