"""The rules by which one page reaches the network through the guard, and what became of its requests."""

from __future__ import annotations

import base64
import secrets
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from pagestrata.capturing.guard.addresses import Address, check_url, resolve_public
from pagestrata.capturing.guard.messages import Reason
from pagestrata.capturing.http.vetted_transport import split_proxy
from pagestrata.capturing.options import CaptureOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class Upstream:
    """The proxy behind the guard, given with --proxy."""

    host: str
    port: int
    tls: bool
    credential: str | None  # of its Proxy-Authorization header

    @classmethod
    def of(cls, proxy: str) -> Upstream:
        """Raises CaptureError if it is not an http or https proxy."""
        address, credentials = split_proxy(proxy)
        parts = urlsplit(address)
        tls = parts.scheme == "https"
        return cls(
            host=parts.hostname or "",
            port=parts.port or (443 if tls else 80),
            tls=tls,
            credential=basic(*credentials) if credentials else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRules:
    """What one page may reach: nothing (recorded), public addresses, or private addresses too."""

    recorded: bool = False
    allow_private: bool = False
    upstream: Upstream | None = None
    answer_bytes: int | None = None  # the most that one answer may have, None: any number


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreached:
    """A server that the guard could not or may not reach."""

    reason: Reason
    message: str

    @property
    def is_refused(self) -> bool:
        return self.reason == "BlockedByClient"


@dataclass(slots=True, kw_only=True)
class PagePass:
    """The credentials of one page for the guard while it is captured, and what the guard refused it.

    `password` is for the browser; `mark` is in the guard's own answers, so that no server can imitate one.
    """

    rules: PageRules
    username: str = "page"
    password: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    mark: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    addresses: dict[str, list[Address]] = field(default_factory=dict)  # vetted ones: a name keeps its meaning
    connected: dict[tuple[str, int], str] = field(default_factory=dict)  # host and port -> the address that was reached
    broken_off: set[str] = field(default_factory=set)  # addresses whose answers ended too early; of plain HTTP only
    _unreached: dict[tuple[str, int], Unreached] = field(default_factory=dict)

    @property
    def credential(self) -> bytes:
        return basic(self.username, self.password).encode("ascii")

    def note(self, host: str, port: int, unreached: Unreached) -> None:
        self._unreached[host, port] = unreached

    def unreached(self, url: str) -> Unreached | None:
        """Why the server of an address was not reached; None if it was, or was never requested."""
        return self._unreached.get(_host_and_port(url))

    def server_address(self, url: str) -> str:
        """The IP address of the server that was reached; '' if none was, or only a proxy knows it."""
        return self.connected.get(_host_and_port(url), "")


def _host_and_port(url: str) -> tuple[str, int]:
    parts = urlsplit(url)
    return (parts.hostname or "").lower(), parts.port or (443 if parts.scheme in {"https", "wss"} else 80)


def rules_for(options: CaptureOptions, *, recorded: bool) -> PageRules:
    """Raises CaptureError for a proxy that cannot be used."""
    if recorded:
        return PageRules(recorded=True)
    upstream = Upstream.of(options.proxy) if options.proxy else None
    return PageRules(allow_private=options.allow_private, upstream=upstream)


def check_before(url: str, options: CaptureOptions) -> None:
    """Raise RefusedError for an address that must not be requested. Without a proxy the name is looked up here, too."""
    checked = check_url(url, allow_private=options.allow_private)
    if options.proxy is None and not options.allow_private:
        resolve_public(urlsplit(checked).hostname or "", allow_private=False)


def basic(username: str, password: str) -> str:
    return "Basic " + base64.b64encode(f"{username}:{password}".encode()).decode("ascii")
