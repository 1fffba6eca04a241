"""Addresses and times as archives write them: canonical URLs, SURT keys, 14-digit timestamps.

The SURT key follows the rules of the Internet Archive's canonicaliser, which CDX servers and pywb share: reversed host
without `www`, lower case, session identifiers dropped, query parameters sorted. Spellings of one address share a key.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from urllib.parse import SplitResult, quote, unquote_to_bytes, urlsplit, urlunsplit

from pagestrata.errors import InputError, UsageError
from pagestrata.model.patterns import pattern

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

MAX_URL_CHARACTERS = 65_536
DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}

_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_ESCAPE = pattern(r"%[0-9A-Fa-f]{2}")
_KEPT = "!$&'()*+,;=:@/?%-._~[]|^`{}\\"
_WHITE_SPACE_INSIDE = pattern(r"[\t\r\n]")
_WWW = pattern(r"^www\d*\.")
_PATH_SESSION = pattern(r"(?i);jsessionid=[0-9a-z.\-_]*|/\(([a-z]\([0-9a-z]{24}\))+\)(?=/)|/\([0-9a-z]{24}\)(?=/)")
_QUERY_SESSION = pattern(
    r"(?i)^(jsessionid=[0-9a-z.\-_]{10,}|phpsessid=[0-9a-z]{16,}|sid=[0-9a-z]{32}|aspsessionid[a-z]{8}=[a-z]{24}"
    r"|cfid=\d+|cftoken=[0-9a-z\-]+)$"
)


def canonical_url(url: str) -> str:
    """The address without fragment and user info, host and scheme in lower case, escapes and dots resolved.

    Raises InputError for text that is not an absolute address. The query is kept in order: servers may care.
    """
    if len(url) > MAX_URL_CHARACTERS:
        raise InputError(
            f"the address {url[:60]}… has {len(url)} characters, more than {MAX_URL_CHARACTERS}; shorten it or skip it"
        )
    parts = _split(_WHITE_SPACE_INSIDE.sub("", url.strip()))
    path = (
        _escaped(_without_dots(parts.path.replace("\\", "/") if parts.scheme in DEFAULT_PORTS else parts.path)) or "/"
    )
    return urlunsplit((parts.scheme.lower(), _authority(parts, url), path, _escaped(parts.query), ""))


def surt_key(url: str) -> str:
    """The sort key of an address in CDX files: `com,example)/path?a=1&b=2`; other schemes are kept as they are."""
    if url.strip().partition(":")[0].lower() not in DEFAULT_PORTS:
        return url.strip().lower()
    parts = urlsplit(canonical_url(url))
    host = _WWW.sub("", parts.hostname or "")
    reversed_host = host if ":" in host or _is_ipv4(host) else ",".join(reversed(host.split(".")))
    port = f":{parts.port}" if parts.port else ""
    path = _PATH_SESSION.sub("", parts.path).lower()
    path = path.rstrip("/") or "/"
    fields = sorted(field for field in parts.query.lower().split("&") if field and not _QUERY_SESSION.match(field))
    return f"{reversed_host}{port}){path}" + (f"?{'&'.join(fields)}" if fields else "")


def without_session(url: str) -> str:
    """A canonical address without the session identifiers that archives know."""
    parts = urlsplit(url)
    query = "&".join(field for field in parts.query.split("&") if not _QUERY_SESSION.match(field))
    return urlunsplit((parts.scheme, parts.netloc, _PATH_SESSION.sub("", parts.path), query, ""))


def timestamp14(when: datetime) -> str:
    """The 14 digits of a time, in UTC."""
    if when.tzinfo is None:
        raise ValueError("a time without zone has no timestamp; give it one, for example tzinfo=UTC")
    return when.astimezone(UTC).strftime("%Y%m%d%H%M%S").zfill(14)


def parse_timestamp14(digits: str) -> datetime:
    """The time of 4 to 14 digits; what is missing counts as the beginning (2024 is 1 January 2024, 0:00 UTC)."""
    if not re.fullmatch(r"[0-9]{4}([0-9]{2}){0,5}", digits):
        raise InputError(f"{digits!r} is not a timestamp; write 4 to 14 digits such as 20240131235900")
    padded = digits + "00000101000000"[len(digits) :]
    try:
        return datetime.strptime(padded, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    except ValueError as error:
        raise InputError(
            f"{digits!r} is not a timestamp: there is no such day or time; write for example 20240131235900"
        ) from error


def parse_time(text: str) -> datetime:
    """The time of 14 digits or of ISO 8601, in UTC; a time without zone is read as UTC. InputError for others."""
    cleaned = text.strip()
    if cleaned.isascii() and cleaned.isdigit():
        return parse_timestamp14(cleaned)
    try:
        when = datetime.fromisoformat(_six_fraction_digits(cleaned))
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise InputError(f"{text[:60]!r} is not a time; write 2024-01-31T23:59:00Z or 20240131235900") from error


def _six_fraction_digits(text: str) -> str:
    # WARC 1.1 allows nanoseconds, datetime six digits
    return re.sub(r"(\.\d{6})\d+", r"\1", text)


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises for ports that are no number
    except ValueError as error:
        raise InputError(
            f"{url[:120]!r} is not an address ({error}); write for example https://example.org/"
        ) from error
    if not parts.scheme or not parts.hostname:
        raise InputError(f"{url[:120]!r} is not an absolute address; write for example https://example.org/")
    return parts


def _authority(parts: SplitResult, url: str) -> str:
    host = ascii_host(parts.hostname or "", url)
    port = "" if parts.port is None or parts.port == DEFAULT_PORTS.get(parts.scheme.lower()) else f":{parts.port}"
    return f"[{host}]{port}" if ":" in host else host + port


def ascii_host(host: str, url: str) -> str:
    """The host as it travels: lower case, international names in Punycode."""
    name = unquote_to_bytes(host).decode("utf-8", "replace").lower().rstrip(".") or host
    if name.isascii():
        return name
    import idna

    try:
        return idna.encode(name, uts46=True).decode("ascii")
    except idna.IDNAError as error:
        raise InputError(f"the host of {url[:120]!r} is not a host name ({error}); check its spelling") from error


def _escaped(text: str) -> str:
    def plain(match: re.Match[str]) -> str:
        code = int(match[0][1:], 16)
        return chr(code) if code in _UNRESERVED else match[0].upper()

    return quote(_ESCAPE.sub(plain, text), safe=_KEPT)


def _without_dots(path: str) -> str:
    if "." not in path:
        return path
    kept: list[str] = []
    segments = path.split("/")
    for segment in segments:
        if segment == "..":
            if len(kept) > 1:
                kept.pop()
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in {".", ".."}:
        kept.append("")
    return "/".join(kept)


def _is_ipv4(host: str) -> bool:
    return bool(re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3}){3}", host))


def web_address(text: str) -> str:
    """The address of a page as people write it: https where they left the scheme out. Raises UsageError for others."""
    _, colon, rest = text.strip().partition(":")
    has_port = rest[:1].isdecimal()  # example.org:8080 has no scheme
    address = text.strip() if colon and not has_port else f"https://{text.strip()}"
    name, _, place = address.partition("://")
    host = place.partition("/")[0]
    is_host = bool(host) and not any(map(str.isspace, host)) and (address == text.strip() or "." in host or has_port)
    if name.lower() not in {"http", "https"} or not is_host:
        raise UsageError(f"{text[:200]!r} is not the address of a page; write http:// or https:// before the host")
    return canonical_url(address)


HIDDEN = "***"
_PASSWORD = pattern(r"(?<=://)([^/?#@:]*):[^/?#]*(?=@)")
_SECRET_OPTION = pattern(
    r"((?:[?&;]|%26|%3[fF])[^=&]*(?:pass|secret|token|key|signature|credential)[^=&]*=)[^&#]*", re.IGNORECASE
)


def without_secrets(address: str) -> str:
    """The address with its password, and options that hold one, hidden. Folders stay as they are."""
    if "://" not in address:
        return address
    return _SECRET_OPTION.sub(rf"\1{HIDDEN}", _PASSWORD.sub(rf"\1:{HIDDEN}", address))
