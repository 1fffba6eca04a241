"""Web servers that stand before the application, and whose word is taken for who asks.

Behind one, every request comes from its address. What it writes in X-Forwarded-For and X-Forwarded-Proto counts only where its
address was named: anybody else could write it too.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from pagestrata.errors import UsageError

Networks = tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]


def read_networks(written: Iterable[str]) -> Networks:
    """Addresses and networks, such as 127.0.0.1 or 10.0.0.0/8. UsageError for what is none."""
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
