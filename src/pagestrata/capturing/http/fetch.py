"""Fetch a page by plain HTTP: the cheap first look before a browser is started.

Conditional (ETag, Last-Modified), so an unchanged page costs one small answer. Every hop of a redirect is checked like
the first address, sizes are limited before and after decompression, and the whole fetch has one time limit, however little
by little an answer arrives.
"""

from __future__ import annotations

import base64
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urljoin, urlsplit, urlunsplit

import httpcore

from pagestrata import __version__
from pagestrata.capturing.given_headers import given_headers, origin
from pagestrata.capturing.guard.addresses import check_url
from pagestrata.capturing.http.vetted_transport import VettedTransport
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import BrokenTransferError, CaptureError, InputError, PageTimeoutError
from pagestrata.formats.charsets import detect_charset
from pagestrata.formats.recordings.codings import decode_content
from pagestrata.formats.recordings.http_messages import Headers, find_header
from pagestrata.model.fetched import Fetched
from pagestrata.model.header_text import header_bytes, header_text
from pagestrata.model.slots import dataclass

if TYPE_CHECKING:
    from http.cookiejar import CookieJar

    from pagestrata.model.snapshot import Redirect

MAX_BYTES = 50 * 1024 * 1024
MAX_REDIRECTS = 10
TIMEOUT_SECONDS = 30.0
USER_AGENT = f"Mozilla/5.0 (compatible; Pagestrata/{__version__}; web archive)"

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_ACCEPT = {
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Language": "en;q=0.8,*;q=0.5",
    "Accept-Encoding": "gzip, deflate, br, zstd",
}
_ESCAPED_IN_PATHS = str.maketrans({"`": "%60", "{": "%7B", "}": "%7D"})


def fetch(
    url: str,
    *,
    etag: str | None = None,
    last_modified: str | None = None,
    headers: Mapping[str, str] | None = None,
    allow_private: bool = False,
    max_bytes: int = MAX_BYTES,
    max_redirects: int = MAX_REDIRECTS,
    timeout_seconds: float = TIMEOUT_SECONDS,
    user_agent: str = USER_AGENT,
    proxy: str | None = None,
    tls: ssl.SSLContext | None = None,
) -> Fetched:
    """GET a page. Error statuses (404, 500) are results, not errors.

    Raises RefusedError for private addresses and other schemes, PageTimeoutError, and CaptureError for everything
    else that keeps the page from arriving; each says at which address it happened. `headers` are for the page's own
    origin: a redirect elsewhere leaves them behind.
    """
    own = {"User-Agent": user_agent, **_ACCEPT}
    if etag:
        own["If-None-Match"] = etag
    if last_modified:
        own["If-Modified-Since"] = last_modified
    limits = _Limits(
        allow_private=allow_private,
        max_bytes=max_bytes,
        max_redirects=max_redirects,
        timeout_seconds=timeout_seconds,
        deadline=time.monotonic() + timeout_seconds,
    )
    requested = check_url(url, allow_private=allow_private)
    transport = VettedTransport(allow_private=allow_private, proxy=proxy, tls=tls, ends_at=limits.deadline)
    with transport:
        redirects, answer = _follow(transport, requested, own, headers or {}, limits)
    return Fetched(
        requested_url=requested,
        url=redirects[-1].location if redirects else requested,
        redirects=tuple(redirects),
        status=answer.status,
        headers=answer.headers,
        body=answer.body,
        not_modified=answer.status == 304,
        charset=detect_charset(answer.body, find_header(answer.headers, "content-type")),
        server_address=answer.server_address,
        certificates=answer.certificates,
    )


def exchange(
    address: str,
    *,
    body: bytes | None = None,
    headers: Mapping[str, str] | None = None,
    seconds: float,
    max_bytes: int,
) -> tuple[int, bytes]:
    """Send a POST request with a body, else a GET request, to a service that a person configured; return status and answer.

    An answer of more than `max_bytes` is cut one byte behind them. Redirects are not followed, packed answers not unpacked, and
    the proxy of the system is not used. Raises PageTimeoutError where the whole answer is not there in time, and CaptureError
    for everything else that keeps it from arriving. No message shows credentials in the address.
    """
    user, _, place = urlsplit(address).netloc.rpartition("@")
    url = urlunsplit(urlsplit(address)._replace(netloc=place, fragment=""))
    sent = {"Host": place, "User-Agent": USER_AGENT, "Accept-Encoding": "identity", **(headers or {})}
    if user and "Authorization" not in sent:
        sent["Authorization"] = f"Basic {base64.b64encode(unquote(user).encode()).decode()}"
    if body is not None:
        sent["Content-Length"] = str(len(body))
    ends_at = time.monotonic() + seconds
    found = bytearray()
    with _errors_explained(url, seconds), VettedTransport(allow_private=True, ends_at=ends_at) as transport:
        request = httpcore.Request(
            "GET" if body is None else "POST",
            _as_sent(url),
            headers=[(name.encode("ascii"), header_bytes(value)) for name, value in sent.items()],
            content=body,
            extensions={"timeout": dict.fromkeys(("connect", "read", "write", "pool"), seconds)},
        )
        with closing(transport.send(request)) as answer:
            for part in answer.iter_stream():
                found += part
                if len(found) > max_bytes:
                    break
            return answer.status, bytes(found[: max_bytes + 1])


def fetch_as(
    url: str,
    options: CaptureOptions,
    *,
    etag: str | None = None,
    last_modified: str | None = None,
    page_url: str | None = None,
) -> Fetched:
    """GET a page the way a browser with these options would ask for it: same proxy, headers, user agent and limits.

    `page_url` is the page that a resource belongs to: headers given for the page do not go elsewhere.
    """
    agent = options.user_agent or USER_AGENT
    return fetch(
        url,
        etag=etag,
        last_modified=last_modified,
        headers=given_headers(url, page_url or url, options),
        allow_private=options.allow_private,
        max_bytes=options.max_page_bytes,
        timeout_seconds=options.load_seconds,
        user_agent=f"{agent} ({options.contact})" if options.contact else agent,
        proxy=options.proxy,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Limits:
    allow_private: bool
    max_bytes: int
    max_redirects: int
    timeout_seconds: float
    deadline: float


class _Answer(NamedTuple):
    status: int
    headers: Headers
    body: bytes
    server_address: str
    certificates: tuple[bytes, ...]


def _follow(
    transport: VettedTransport, url: str, own_headers: dict[str, str], given: Mapping[str, str], limits: _Limits
) -> tuple[list[Redirect], _Answer]:
    headers = {**own_headers, **given}
    redirects: list[Redirect] = []
    cookies = _Cookies()
    seen: set[tuple[str, tuple[str, ...]]] = set()
    here = url
    while True:
        seen.add(_situation(here, cookies))
        answer = _get(transport, here, headers, cookies, limits)
        location = find_header(answer.headers, "location")
        if answer.status not in _REDIRECTS or not location:
            return redirects, answer
        target = check_url(urljoin(here, location), allow_private=limits.allow_private)
        from pagestrata.model.snapshot import Redirect  # only now: most pages are where they were

        redirects.append(Redirect(url=here, status=answer.status, location=target))
        if _situation(target, cookies) in seen:
            raise CaptureError(f"redirect loop at {target[:200]}, reached from {url[:200]}; open it by hand")
        if len(redirects) > limits.max_redirects:
            raise CaptureError(f"more than {limits.max_redirects} redirects from {url[:200]}; last: {target[:200]}")
        if origin(here) != origin(target):
            headers = own_headers
        here = target


def _get(transport: VettedTransport, url: str, headers: dict[str, str], cookies: _Cookies, limits: _Limits) -> _Answer:
    left = max(0.001, limits.deadline - time.monotonic())
    request = httpcore.Request(
        "GET",
        _as_sent(url),
        headers=_request_headers(url, headers, cookies),
        extensions={"timeout": dict.fromkeys(("connect", "read", "write", "pool"), left)},
    )
    with _errors_explained(url, limits.timeout_seconds), closing(transport.send(request)) as answer:
        server = transport.server_address(answer), transport.certificates(answer)
        received = tuple((header_text(name), header_text(value)) for name, value in answer.headers)
        cookies.take(url, received)
        body = _read(answer, url, find_header(received, "content-length"), limits)
        whole = _decoded(body, received, url, limits.max_bytes)
        return _Answer(answer.status, received, whole, *server)


def _as_sent(url: str) -> bytes:
    """The address with what browsers escape in paths and addresses keep."""
    parts = urlsplit(url)
    return parts._replace(path=parts.path.translate(_ESCAPED_IN_PATHS)).geturl().encode("ascii")


def _request_headers(url: str, headers: Mapping[str, str], cookies: _Cookies) -> list[tuple[bytes, bytes]]:
    held = cookies.header(url)
    sent = {"Host": urlsplit(url).netloc, **headers, **({"Cookie": held} if held else {})}
    return [(name.encode("ascii"), header_bytes(value)) for name, value in sent.items()]


def _read(answer: httpcore.Response, url: str, claimed: str, limits: _Limits) -> bytes:
    if claimed.isdecimal() and int(claimed) > limits.max_bytes:
        raise _too_large(url, limits.max_bytes)
    parts, size = [], 0
    for part in answer.iter_stream():
        parts.append(part)
        size += len(part)
        if size > limits.max_bytes:
            raise _too_large(url, limits.max_bytes)
        if time.monotonic() > limits.deadline:
            raise httpcore.ReadTimeout("the body trickles")
    return b"".join(parts)


class _Cookies:
    """What servers set on the way through redirects. The jar is loaded at the first cookie: most visits see none."""

    def __init__(self) -> None:
        self._jar: CookieJar | None = None

    def take(self, url: str, headers: Headers) -> None:
        """Keep what an answer sets."""
        given = [value for name, value in headers if name.lower() == "set-cookie"]
        if not given:
            return
        from email.message import Message
        from http.cookiejar import CookieJar
        from types import SimpleNamespace
        from urllib.request import Request

        message = Message()
        for value in given:
            message["Set-Cookie"] = value
        self._jar = CookieJar() if self._jar is None else self._jar
        answer = SimpleNamespace(info=lambda: message)
        self._jar.extract_cookies(answer, Request(url))  # type: ignore[arg-type] # noqa: S310 - nothing is opened

    def header(self, url: str) -> str | None:
        """What is sent back to this address; None where there is nothing."""
        if self._jar is None:
            return None
        from urllib.request import Request

        request = Request(url)  # noqa: S310 - nothing is opened
        self._jar.add_cookie_header(request)
        return request.get_header("Cookie")

    def names(self) -> tuple[str, ...]:
        """Every cookie that is held, as text."""
        return tuple(sorted(f"{cookie.domain} {cookie.name}={cookie.value}" for cookie in self._jar or ()))


def _decoded(body: bytes, headers: Headers, url: str, max_bytes: int) -> bytes:
    try:
        return decode_content(body, find_header(headers, "content-encoding"), max_bytes=max_bytes, whole=True)
    except InputError as error:
        raise _too_large(url, max_bytes) from error
    except ValueError as error:
        message = f"cannot decode the answer of {url[:200]}: {error}; try it in a browser"
        raise BrokenTransferError(message) from error


def _too_large(url: str, max_bytes: int) -> CaptureError:
    return CaptureError(f"{url[:200]} sends more than {max_bytes} bytes; raise the size limit if you want it")


@contextmanager
def _errors_explained(url: str, timeout_seconds: float) -> Iterator[None]:
    where = url[:200]
    try:
        yield
    except httpcore.TimeoutException as error:
        limit = f"{timeout_seconds:g} s"
        raise PageTimeoutError(f"{where} did not answer within {limit}; try later or allow more") from error
    except httpcore.ProxyError as error:
        raise CaptureError(f"the proxy refused {where} ({error}); check its address and credentials") from error
    except httpcore.ConnectError as error:
        if _tls_cause(error) is not None:
            raise CaptureError(f"TLS error at {where} ({error}); its certificate is not accepted") from error
        raise CaptureError(f"connection refused or unreachable: {where} ({error}); is the server up?") from error
    except (httpcore.ProtocolError, httpcore.NetworkError, httpcore.UnsupportedProtocol, OSError) as error:
        message = f"the answer of {where} broke off or is not HTTP ({error}); try again later"
        raise BrokenTransferError(message) from error


def _tls_cause(error: BaseException | None) -> BaseException | None:
    while error is not None and not isinstance(error, ssl.SSLError):
        error = error.__cause__ or error.__context__
    return error


def _situation(url: str, cookies: _Cookies) -> tuple[str, tuple[str, ...]]:
    """An address and the cookies then held: coming back with a new cookie is a log-in dance, not a loop."""
    return url, cookies.names()
