"""What the browser says when a page cannot be loaded, in words a person can act on."""

from __future__ import annotations

import re

from pagestrata.capturing.guard.routes import Unreached
from pagestrata.errors import CaptureError, PageTimeoutError, RefusedError

_NET_ERROR = re.compile(r"net::(ERR_[A-Z0-9_]+)")
_CAUSES = {
    "ERR_NAME_NOT_RESOLVED": ("its host name is not known", "check the spelling and the name server"),
    "ERR_CONNECTION_REFUSED": ("the connection was refused", "check the port and whether the server runs"),
    "ERR_CONNECTION_RESET": ("the server broke the connection", "try again later"),
    "ERR_CONNECTION_CLOSED": ("the server closed the connection", "try again later"),
    "ERR_EMPTY_RESPONSE": ("the server sent nothing", "try again later"),
    "ERR_ADDRESS_UNREACHABLE": ("its address cannot be reached", "check the network, or the recording it comes from"),
    "ERR_INTERNET_DISCONNECTED": ("there is no network", "check the network"),
    "ERR_NETWORK_CHANGED": ("the network changed", "try again"),
    "ERR_PROXY_CONNECTION_FAILED": ("the proxy cannot be reached", "check the option proxy"),
    "ERR_TUNNEL_CONNECTION_FAILED": ("the proxy could not connect", "check the address and the option proxy"),
    "ERR_ABORTED": (
        "it answered without a page (204, a download, or a redirect to a script)",
        "capture the address of the page itself",
    ),
    "ERR_TOO_MANY_REDIRECTS": ("it redirects in a circle", "capture the address it should lead to"),
    "ERR_INVALID_REDIRECT": ("it redirects to an address that makes no sense", "capture the intended address"),
    "ERR_UNSAFE_REDIRECT": ("it redirects to a forbidden address", "capture the intended address"),
    "ERR_UNSAFE_PORT": ("browsers do not open this port", "serve the page on another port"),
    "ERR_INVALID_RESPONSE": ("the server's answer is not HTTP", "check the port"),
    "ERR_INVALID_HTTP_RESPONSE": ("the server's answer is not HTTP", "check the port"),
    "ERR_RESPONSE_HEADERS_TOO_BIG": ("the server's headers are too large", "tell the site's owner"),
    "ERR_INVALID_URL": ("the address makes no sense", "check its spelling"),
    "ERR_SSL_PROTOCOL_ERROR": ("the secure connection failed", "check that the server speaks TLS on this port"),
    "ERR_CERT_DATE_INVALID": ("its certificate is out of date", "tell the site's owner, or use http:// if it exists"),
    "ERR_CERT_AUTHORITY_INVALID": (
        "its certificate is not signed by a known authority",
        "install the authority on this machine, or use http:// if it exists",
    ),
    "ERR_CERT_COMMON_NAME_INVALID": ("its certificate is for another host", "check the host name"),
}
_TIMEOUTS = frozenset({"ERR_TIMED_OUT", "ERR_CONNECTION_TIMED_OUT"})


_CODES = {
    "NameNotResolved": "ERR_NAME_NOT_RESOLVED",
    "ConnectionRefused": "ERR_CONNECTION_REFUSED",
    "TimedOut": "ERR_TIMED_OUT",
    "AddressUnreachable": "ERR_ADDRESS_UNREACHABLE",
}


def load_error(url: str, said: str, unreached: Unreached | None = None) -> CaptureError:
    """The error for a navigation that failed with the browser's message `said`, and why the guard let it."""
    if unreached is not None and unreached.is_refused:
        return RefusedError(unreached.message)
    if unreached is not None and unreached.reason not in _CODES:
        return CaptureError(f"{url} could not be loaded: {unreached.message}; try again later")
    found = _NET_ERROR.search(said)
    code = _CODES[unreached.reason] if unreached else found[1] if found else ""
    if code in _TIMEOUTS:
        return PageTimeoutError(f"{url} could not be loaded: the server did not answer in time; try again later")
    if code == "ERR_BLOCKED_BY_CLIENT":
        return RefusedError(f"{url} was not loaded: its resource type is blocked; check the blocked resource types")
    cause, advice = _CAUSES.get(code, ("", ""))
    if not cause and ("SSL" in code or "CERT" in code):
        cause, advice = "the secure connection failed", "check the server's certificate"
    if not cause:
        cause, advice = said.strip().splitlines()[0] if said.strip() else "no reason given", "try again later"
    return CaptureError(f"{url} could not be loaded: {cause}{f' ({code})' if code else ''}; {advice}")
