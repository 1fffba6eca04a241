"""The other end of a connection: a user of this machine, or a trusted proxy.

Linux lists every TCP connection with the user that opened it in /proc/net/tcp. A program of another user cannot change what
is listed. Without such a list (other systems, another network namespace) no user is recognised, and the start link is
asked for instead.

Behind a proxy, every request comes from its address. X-Forwarded-For and X-Forwarded-Proto count only if they come from a trusted
address: any other client can forge them.
"""

from __future__ import annotations

import functools
import ipaddress
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pagestrata.errors import UsageError

SocketAddress = tuple[str, int]
"""An address and a port."""

TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
ESTABLISHED = "01"
"""Connections in other states have lost their user, and are listed as if they were root's."""
UNKNOWN_USER = 65534
"""How the kernel lists users that this namespace does not know."""
FORWARDED = frozenset({"forwarded", "via", "x-real-ip"})
FORWARDED_PREFIX = "x-forwarded-"
"""Names of headers that only proxies send."""


Networks = tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]


class Peer:
    """The other end of a connection, looked up on first use."""

    def __init__(self, client: SocketAddress | None, server: SocketAddress | None) -> None:
        self._client, self._server = client, server

    @functools.cached_property
    def is_ours(self) -> bool:
        """Whether a program of the user who runs this server opened the connection."""
        if self._client is None or self._server is None:
            return False
        uid = peer_uid(self._client, self._server)
        return uid is not None and uid == os.getuid() != UNKNOWN_USER


def is_forwarded(headers: Mapping[str, str]) -> bool:
    """Whether the request came through a proxy, and so from an unknown client."""
    return any(name in FORWARDED or name.startswith(FORWARDED_PREFIX) for name in map(str.lower, headers))


def peer_uid(client: SocketAddress, server: SocketAddress, *, tables: Sequence[Path] = TABLES) -> int | None:
    """The user that opened the connection from `client` to `server`; None if the kernel does not know."""
    wanted = {(_written(client, mapped=mapped), _written(server, mapped=mapped)) for mapped in (False, True)}
    for table in tables:
        try:
            lines = table.read_text("ascii").splitlines()[1:]
        except (OSError, UnicodeDecodeError):
            continue
        for line in lines:
            _number, local, remote, state, *rest = line.split()
            uid, inode = int(rest[3]), rest[5]
            if (local, remote) in wanted and state == ESTABLISHED and inode != "0":
                return uid
    return None


def _written(place: SocketAddress, *, mapped: bool) -> str:
    """An address and a port as the tables write them. `mapped`: as IPv6, which sockets for both kinds use."""
    address = ipaddress.ip_address(place[0].partition("%")[0])
    packed = ipaddress.IPv6Address(f"::ffff:{address}").packed if mapped and address.version == 4 else address.packed
    words = (packed[start : start + 4] for start in range(0, len(packed), 4))
    return f"{''.join(f'{int.from_bytes(word, sys.byteorder):08X}' for word in words)}:{place[1]:04X}"


def place_of(address: str) -> str:
    """Return what shares the limit on connections: this machine, an IPv4 address, or the /64 network of an IPv6 address."""
    customer = customer_of(address)
    return "loopback" if customer.startswith("127.") or customer == "::/64" else customer


def customer_of(address: str) -> str:
    """Return the network that one customer has: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is None:
            return str(ipaddress.ip_network((found, 64), strict=False))
        found = found.ipv4_mapped
    return str(found)


def read_networks(written: Iterable[str]) -> Networks:
    """Addresses and networks, such as 127.0.0.1 or 10.0.0.0/8. UsageError if one is invalid."""
    found = []
    for text in written:
        try:
            found.append(ipaddress.ip_network(text.strip(), strict=False))
        except ValueError as error:
            raise UsageError(
                f"--trusted-proxy {text[:60]!r} is neither an address nor a network; write for example 127.0.0.1"
            ) from error
    return tuple(found)


def is_in(address: str, networks: Networks) -> bool:
    """Whether an address is in one of these networks."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return any(found in network for network in networks if network.version == found.version)
