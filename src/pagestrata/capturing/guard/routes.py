"""How a page reaches the network: not at all (recorded), freely (allowed), or through the guard that vets addresses."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from pagestrata.capturing.guard.addresses import check_url, resolve_public
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import CaptureError, RefusedError
from pagestrata.model.snapshot import Response

if TYPE_CHECKING:
    from pagestrata.capturing.guard.proxy import GuardProxy

CLOSED_PROXY = "http://127.0.0.1:9"
"""Nobody listens there: what a recording does not answer goes nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """The proxy of one capture, None for the plain network. `guard` knows why it refused a host."""

    proxy: str | None = None
    credentials: tuple[str, str] | None = None
    guard: GuardProxy | None = None

    def refusal(self, url: str, document: Response | None) -> CaptureError | None:
        """The guard's reason when it was the guard that answered instead of the server."""
        if self.guard is None:
            return None
        if reason := self.guard.refusal_of(document.url if document else url):
            return RefusedError(reason)
        if document is not None and document.header("x-pagestrata-guard"):
            return CaptureError(
                f"{url} could not be loaded: {document.body.decode('utf-8', 'replace')}; try again later"
            )
        return None


class Routes:
    """Keeps the guards of one browser: one for each proxy behind it."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._guards: dict[str | None, GuardProxy] = {}

    def route(self, options: CaptureOptions, *, recorded: bool) -> Route:
        if recorded:
            return Route(proxy=CLOSED_PROXY)
        if options.allow_private:
            return _plain_route(options.proxy)
        from pagestrata.capturing.guard.proxy import GuardProxy

        if options.proxy not in self._guards:
            self._guards[options.proxy] = self._open.enter_context(GuardProxy(upstream=options.proxy))
        guard = self._guards[options.proxy]
        return Route(proxy=guard.server, credentials=(guard.username, guard.password), guard=guard)

    def close(self) -> None:
        self._guards.clear()
        self._open.close()


def _plain_route(proxy: str | None) -> Route:
    if proxy is None:
        return Route()
    parts = urlsplit(proxy)
    credentials = (unquote(parts.username), unquote(parts.password or "")) if parts.username else None
    return Route(proxy=f"{parts.scheme}://{parts.hostname}:{parts.port or 80}", credentials=credentials)


def check_before(url: str, options: CaptureOptions) -> None:
    """Refuse what must not be asked for, before any request. Without a proxy the name is looked up here, too."""
    checked = check_url(url, allow_private=options.allow_private)
    if options.proxy is None and not options.allow_private:
        resolve_public(urlsplit(checked).hostname or "", allow_private=False)
