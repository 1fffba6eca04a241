"""The address of a replayed document, and how addresses in it are rewritten to the archive.

Every address becomes `/web/<timestamp>/<address>`. What cannot be archived is taken out rather than left alone: an
address that is not understood might be one a browser understands as a script.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from urllib.parse import quote, urljoin

_CONTROL_AROUND = "".join(map(chr, range(0x21)))
_DROPPED_INSIDE = str.maketrans("", "", "\t\n\r")
_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*):")
_INERT_DATA = re.compile(
    r"data:(?:image/(?:avif|bmp|gif|jpe?g|png|svg\+xml|webp|x-icon|vnd\.microsoft\.icon)|"
    r"(?:application/(?:x-)?font-|application/vnd\.ms-fontobject|font/|audio/|video/)[\w.+\-]*)[;,]",
    re.IGNORECASE,
)
_PERSONAL_SCHEMES = frozenset({"mailto", "tel", "sms", "geo"})
MAX_ADDRESS_CHARACTERS = 16_000  # longer ones could not be asked for
_KEPT_IN_URLS = "%/:=&?~#+!$,;'@()*[]|"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayAddress:
    """The address of a replayed document, the time it is shown at and the path replay is mounted at."""

    base: str
    timestamp: str
    prefix: str = "/web"

    def at(self, base: str) -> ReplayAddress:
        """This time with another base address: a stylesheet's, or the one that a <base> names."""
        return replace(self, base=self.resolve(base) or self.base)

    def resolve(self, address: str) -> str | None:
        """The absolute http(s) address, or None if missing."""
        cleaned = _cleaned(address)
        try:
            absolute = urljoin(self.base, _forward_slashes(cleaned))
        except ValueError:
            return None
        scheme, colon, rest = absolute.partition(":")
        usable = scheme.lower() in {"http", "https"} and rest.startswith("//")
        return f"{scheme.lower()}{colon}{rest}" if usable else None

    def link(self, address: str) -> str | None:
        """An address to go to. None: it leads nowhere that is safe."""
        cleaned = _cleaned(address)
        if cleaned.startswith("#"):
            return cleaned
        scheme = _SCHEME.match(cleaned)
        if scheme and scheme.group(1).lower() in _PERSONAL_SCHEMES:
            return cleaned
        return self._archived(cleaned)

    def resource(self, address: str) -> str | None:
        """An address to load a picture, stylesheet, font or frame from. None: nothing is loaded."""
        cleaned = _cleaned(address)
        if not cleaned or cleaned.startswith("#"):
            return cleaned or None
        if _INERT_DATA.match(cleaned):
            return cleaned
        return self._archived(cleaned)

    def _archived(self, address: str) -> str | None:
        absolute = self.resolve(address)
        if absolute is None or len(absolute) > MAX_ADDRESS_CHARACTERS:
            return None
        return f"{self.prefix}/{self.timestamp}/{quote(absolute, safe=_KEPT_IN_URLS, errors='replace')}"


def _cleaned(address: str) -> str:
    """As browsers read an address: control characters and spaces around it and line breaks inside it do not count."""
    return address.strip(_CONTROL_AROUND).translate(_DROPPED_INSIDE)


def _forward_slashes(address: str) -> str:
    """Browsers take a backslash in the path of a web address for a slash."""
    scheme = _SCHEME.match(address)
    if "\\" not in address or (scheme and scheme.group(1).lower() not in {"http", "https"}):
        return address
    path = re.match(r"[^?#]*", address)
    assert path is not None
    return path.group().replace("\\", "/") + address[path.end() :]


def rewrite_srcset(value: str, place: ReplayAddress) -> str:
    """Every candidate of a `srcset` turned towards the archive; candidates without a safe address are omitted."""
    kept = []
    for address, descriptor in _candidates(value):
        rewritten = place.resource(address)
        if rewritten is not None:
            # a comma at the end of an address would be read as the end of the candidate
            kept.append(f"{rewritten.replace(',', '%2C') if rewritten[-1:] == ',' else rewritten}{descriptor}")
    return ", ".join(kept)


_CANDIDATE = re.compile(r"[\s,]*(\S+)", re.ASCII)
_DESCRIPTOR = re.compile(r"(?:[^,(]|\([^)]*\)?)*,?")


def _candidates(value: str) -> list[tuple[str, str]]:
    """Address and descriptor of each candidate (WHATWG HTML §4.8.4.3.10)."""
    found: list[tuple[str, str]] = []
    position = 0
    while match := _CANDIDATE.match(value, position):
        address = match.group(1)
        position = match.end()
        if address.endswith(","):
            found.append((address.rstrip(","), ""))
            continue
        descriptor = _DESCRIPTOR.match(value, position)
        assert descriptor is not None
        position = descriptor.end()
        words = re.findall(r"[0-9.]+[wxh]", descriptor.group())
        found.append((address, " " + " ".join(words) if words else ""))
    return found
