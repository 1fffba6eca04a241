"""Which addresses may be visited.

A page can link to anything, including the machine and the network that this program runs in. Only http and https are
visited, only on ports that browsers allow, and (without permission) only hosts whose every address is public. Numbers
that browsers read as IPv4 addresses (`2130706433`, `0x7f.1`, `0177.0.0.1`) are read as such here, too.

Checking a name is useless if the connection then looks it up again. So `resolve_public` returns the addresses and callers
connect to those, never to the name: a name server cannot change its answer in between.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from urllib.parse import urlsplit, urlunsplit

from pagestrata.errors import CaptureError, InputError, RefusedError
from pagestrata.formats.urls import canonical_url

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

PERMISSION = "give --allow-private (or PAGESTRATA_ALLOW_PRIVATE=1) if you mean it"

BLOCKED_PORTS = frozenset(
    (
        *(0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104),
        *(109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526),
        *(530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659),
        *(4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080),
    )
)
"""Ports of other protocols, which the Fetch standard forbids and browsers refuse."""

_EMBEDDED_IPV4 = (
    (ipaddress.IPv6Network("64:ff9b::/96"), 0),  # NAT64
    (ipaddress.IPv6Network("::/96"), 0),  # IPv4-compatible
    (ipaddress.IPv6Network("2002::/16"), 80),  # 6to4
)
_SPECIAL_NETWORKS = tuple(
    ipaddress.ip_network(network)
    for network in (
        *("100.64.0.0/10", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15"),
        *("64:ff9b:1::/48", "fec0::/10", "3fff::/20"),
    )
)
_SPECIAL_NAMES = ("localhost", "local", "internal", "localdomain", "lan", "intranet", "corp", "home")
_NUMBER = re.compile(r"0[xX][0-9a-fA-F]*|[0-9]+")


def check_url(url: str, *, allow_private: bool = False) -> str:
    """The normalised address, without user info and fragment. No name is looked up here.

    Raises RefusedError for other schemes, ports of other protocols and, without permission, for hosts that are
    private by their very spelling; InputError for text that is not an address.
    """
    scheme = url.strip().partition(":")[0].lower()
    if scheme not in {"http", "https"} and re.match(r"[a-z][a-z0-9+.\-]*:", url.strip(), re.IGNORECASE):
        raise RefusedError(f"refused: {scheme}: addresses are not visited ({url.strip()[:80]}); use http or https")
    parts = urlsplit(canonical_url(url))
    host = parts.hostname or ""
    if parts.port in BLOCKED_PORTS:
        raise RefusedError(f"refused: port {parts.port} of {host} belongs to another protocol; browsers block it too")
    literal = parse_address(host)
    if literal is not None:
        host = str(literal)
        if not allow_private and not is_public(literal):
            raise private_error(urlsplit(url.strip()).hostname or host, literal)
    elif not allow_private and _is_special_name(host):
        raise RefusedError(f"refused: private address: {host} names a machine nearby; {PERMISSION}")
    netloc = (f"[{host}]" if ":" in host else host) + (f":{parts.port}" if parts.port else "")
    return urlunsplit((parts.scheme, netloc, parts.path, parts.query, ""))


def resolve_public(host: str, *, allow_private: bool = False) -> list[Address]:
    """The addresses of a host, in the system's order. Raises RefusedError when one of them is not public.

    One private address among public ones is refused too: it is how names are made to lead inside.
    """
    literal = parse_address(host)
    addresses = [literal] if literal is not None else _look_up(host)
    if not allow_private:
        for address in addresses:
            if not is_public(address):
                raise private_error(host, address)
    return addresses


def parse_address(host: str) -> Address | None:
    """The address that a host spells, as browsers read it; None for a name. InputError for a broken number."""
    if ":" in host:
        try:
            return ipaddress.IPv6Address(host.partition("%")[0])
        except ValueError as error:
            raise InputError(f"{host[:80]!r} is not an IPv6 address ({error}); check its spelling") from error
    parts = host.rstrip(".").split(".")
    if not re.fullmatch(r"0[xX][0-9a-fA-F]*|[0-9]+", parts[-1]):
        return None
    return _ipv4(host, parts)


def is_public(address: Address) -> bool:
    """Whether an address is one of the public Internet: global, unicast, and not a private one in disguise."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = _embedded(address)
        if inner is not None and int(address) > 1:
            return is_public(inner)
    if any(address in network for network in _SPECIAL_NETWORKS if network.version == address.version):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved and not address.is_unspecified


def private_error(host: str, address: Address) -> RefusedError:
    named = f"{host} is {address}" if host != str(address) else str(address)
    return RefusedError(f"refused: private address: {named}, which is not on the public Internet; {PERMISSION}")


def _is_special_name(host: str) -> bool:
    return host.rpartition(".")[2] in _SPECIAL_NAMES or f".{host}".endswith(".home.arpa")


def _ipv4(host: str, parts: list[str]) -> ipaddress.IPv4Address:
    """The WHATWG IPv4 parser: one to four numbers, decimal, octal or hexadecimal; the last fills what is left."""
    numbers = [_number(part) for part in parts]
    if len(numbers) > 4 or any(n is None for n in numbers):
        raise InputError(f"{host[:80]!r} is neither a host name nor an IPv4 address; check its spelling")
    values = [n for n in numbers if n is not None]
    *front, last = values
    if any(n > 255 for n in front) or last >= 256 ** (5 - len(values)):
        raise InputError(f"{host[:80]!r} is an IPv4 address out of range; check its spelling")
    return ipaddress.IPv4Address(last + sum(n * 256 ** (3 - i) for i, n in enumerate(front)))


def _number(part: str) -> int | None:
    if not _NUMBER.fullmatch(part):
        return None
    if part[:2].lower() == "0x":
        return int(part[2:] or "0", 16)
    try:
        return int(part, 8) if len(part) > 1 and part[0] == "0" else int(part)
    except ValueError:
        return None


LOOPBACK: Address = ipaddress.IPv4Address("127.0.0.1")


def _embedded(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    for network, shift in _EMBEDDED_IPV4:
        if address in network:
            return ipaddress.IPv4Address(int(address) >> shift & 0xFFFFFFFF)
    return None


def _is_localhost(host: str) -> bool:
    """Whether a name is this machine's by definition (RFC 6761), whatever a name server says."""
    return host.lower().rstrip(".").rpartition(".")[2] == "localhost"


def _look_up(host: str) -> list[Address]:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        if _is_localhost(host):  # a bare machine has no /etc/hosts
            return [LOOPBACK]
        raise CaptureError(f"unknown host {host[:200]} ({error}); check its spelling and the name server") from error
    return list(dict.fromkeys(ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in found))
