"""A pool of connections to vetted addresses only.

The name is looked up once, every address is checked, and the connection goes to one of exactly those addresses, while
Host header, SNI and certificate check keep the name. A name server that answers differently the second time (DNS
rebinding) is never asked a second time.
"""

from __future__ import annotations

import math
import os
import ssl
import time
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Self
from urllib.parse import unquote, urlsplit, urlunsplit

import httpcore

from pagestrata.capturing.certificates import certificates_of
from pagestrata.capturing.guard.addresses import resolve_public
from pagestrata.errors import CaptureError, RefusedError


def _default_tls() -> ssl.SSLContext:
    """What this machine trusts now. A daemon that runs for months follows when its certificates are replaced."""
    places = ssl.get_default_verify_paths()  # SSL_CERT_FILE and SSL_CERT_DIR go before the system's
    return _tls_of(places.cafile, places.capath, _modified(places.cafile), _modified(places.capath))


@lru_cache(maxsize=1)
def _tls_of(*_certificates: object) -> ssl.SSLContext:
    # reading the system's certificates takes longer than many a fetch
    return ssl.create_default_context()


def _modified(place: str | None) -> int:
    try:
        return os.stat(place).st_mtime_ns if place is not None else 0
    except OSError:
        return 0


class VettedTransport:
    """Sends requests over connections to vetted addresses, or through a proxy, which then does the looking up."""

    def __init__(
        self,
        *,
        allow_private: bool,
        proxy: str | None = None,
        tls: ssl.SSLContext | None = None,
        ends_at: float = math.inf,
    ) -> None:
        """`ends_at`: when nothing more is sent or read, by the monotonic clock, however little by little it arrives."""
        self._allow_private = allow_private
        self._ends_at = ends_at
        self._proxy = split_proxy(proxy) if proxy is not None else None
        self._tls = tls
        self._pools: dict[bytes, httpcore.ConnectionPool] = {}
        self._vets_names = proxy is not None and not allow_private

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for pool in self._pools.values():
            pool.close()

    def send(self, request: httpcore.Request) -> httpcore.Response:
        """The answer to a request, its body still to be read."""
        if self._vets_names:
            _refuse_private_name(request.url.host.decode("ascii").strip("[]"))
        scheme = request.url.scheme
        if scheme not in self._pools:
            self._pools[scheme] = self._pool(encrypts=scheme == b"https" or self._talks_to_proxy_in_secret())
        return self._pools[scheme].handle_request(request)

    def server_address(self, answer: httpcore.Response) -> str:
        """The IP address that answered; '' where only a proxy knows it, or the server has hung up already."""
        stream = answer.extensions.get("network_stream") if self._proxy is None else None
        try:
            found = stream.get_extra_info("server_addr") if stream is not None else None
        except OSError:
            return ""
        return str(found[0]) if found else ""

    @staticmethod
    def certificates(answer: httpcore.Response) -> tuple[bytes, ...]:
        """The certificates that the server showed. Asked before the answer is closed."""
        stream = answer.extensions.get("network_stream")
        return certificates_of(stream.get_extra_info("ssl_object")) if stream is not None else ()

    def _talks_to_proxy_in_secret(self) -> bool:
        return self._proxy is not None and self._proxy[0].startswith("https:")

    def _pool(self, *, encrypts: bool) -> httpcore.ConnectionPool:
        """Connections for one scheme: certificates are read where something is encrypted."""
        context = self._tls or (_default_tls() if encrypts else None)
        if self._proxy is None:
            backend = _VettedBackend(allow_private=self._allow_private, ends_at=self._ends_at)
            return httpcore.ConnectionPool(ssl_context=context, network_backend=backend)
        address, credentials = self._proxy
        backend = _VettedBackend(allow_private=True, ends_at=self._ends_at)  # a proxy may be anywhere
        return httpcore.HTTPProxy(
            proxy_url=address, proxy_auth=credentials, ssl_context=context, network_backend=backend
        )


class _VettedBackend(httpcore.NetworkBackend):
    """Connects by name, but only after every address of the name is vetted, and only to those."""

    def __init__(self, *, allow_private: bool, ends_at: float) -> None:
        self._allow_private, self._ends_at = allow_private, ends_at
        self._system = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        failure: Exception | None = None
        for address in resolve_public(host, allow_private=self._allow_private):
            try:
                stream = self._system.connect_tcp(str(address), port, timeout, local_address, socket_options)
                return _TimedStream(stream, self._ends_at)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = failure or error
        raise failure or httpcore.ConnectError(f"{host} has no address")


class _TimedStream(httpcore.NetworkStream):
    """A connection that ends at a moment. The timeouts of httpcore are for each read: a byte a second would never end."""

    def __init__(self, stream: httpcore.NetworkStream, ends_at: float) -> None:
        self._stream, self._ends_at = stream, ends_at

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._left(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._left(timeout, httpcore.WriteTimeout))

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = self._left(timeout, httpcore.ConnectTimeout)
        return _TimedStream(self._stream.start_tls(ssl_context, server_hostname, left), self._ends_at)

    def close(self) -> None:
        self._stream.close()

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)

    def _left(self, timeout: float | None, ended: type[httpcore.TimeoutException]) -> float | None:
        left = self._ends_at - time.monotonic()
        if left <= 0:
            raise ended("it arrives too slowly")
        limits = [limit for limit in (timeout, left) if limit is not None and limit != math.inf]
        return min(limits, default=None)


def split_proxy(proxy: str) -> tuple[str, tuple[str, str] | None]:
    """Return the address and the credentials of a proxy given as `http://user:password@host:port`.

    Raises CaptureError for an address that cannot be used. The error does not repeat it: errors are stored in the archive.
    """
    try:
        parts = urlsplit(proxy)
        is_usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_usable = False
    if not is_usable:
        raise CaptureError(
            "the given address is not a proxy that can be used; write http://user:password@host:port, "
            "with %2F for / and %40 for @ in a password"
        )
    address = urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], "", "", ""))
    credentials = (unquote(parts.username), unquote(parts.password or "")) if parts.username else None
    return address, credentials


def _refuse_private_name(host: str) -> None:
    try:
        resolve_public(host)
    except RefusedError:
        raise
    except CaptureError:
        return  # unknown here: behind some proxies only the proxy can look names up
