"""Connections of clients: who is at the other end, how long they may take to say what they want, and how many there may be.

A client that opens connections and says nothing, or a letter at a time, must not keep others out. Where there are too many, the
oldest one that asks for nothing is closed; only where all are at work is the new one refused.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Iterable
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from pagestrata.web.security.peers import Peer
from pagestrata.web.security.proxies import Networks, is_in

HEAD_SECONDS = 10.0
"""For the whole head of a request, from the first moment of a connection on."""
MOST_FROM_ONE_PLACE = 100
MOST_AT_ALL = 400


class Connection(H11Protocol):
    """uvicorn's connection with limits. Trusted proxies speak for many, and are only counted among all."""

    trusted_proxies: ClassVar[Networks] = ()
    head_seconds: ClassVar[float] = HEAD_SECONDS

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        super().connection_made(transport)
        server = (self.server[0], self.server[1]) if self.server and self.server[1] is not None else None
        self.app_state: dict[str, Any] = {**self.app_state, "peer": Peer(self.client, server)}
        self.place = place_of(self.client[0] if self.client else "")
        self.made_at = self.loop.time()
        self._head_timer: asyncio.TimerHandle | None = None
        self._wait_for_head()
        if not is_in(self.client[0] if self.client else "", self.trusted_proxies):
            self._make_room((each for each in self._others() if each.place == self.place), MOST_FROM_ONE_PLACE)
        self._make_room(self._others(), MOST_AT_ALL)

    @property
    def is_waiting(self) -> bool:
        """Whether the client asks for nothing just now."""
        return self.cycle is None or self.cycle.response_complete

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.is_waiting:
            self._forget_timer()
        elif self._head_timer is None and not self.transport.is_closing():
            self._wait_for_head()

    def on_response_complete(self) -> None:
        is_half_read = self.conn.their_state is h11.SEND_BODY
        super().on_response_complete()
        if is_half_read:
            self.transport.close()  # it was answered before it had said everything: nobody reads the rest

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_timer()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        self._head_timer = self.loop.call_later(self.head_seconds, self.transport.close)

    def _forget_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _others(self) -> Iterable[Connection]:
        return (each for each in self.connections if isinstance(each, Connection) and each is not self)

    def _make_room(self, others: Iterable[Connection], most: int) -> None:
        """Close the oldest of these that waits where there are too many; this one where all are at work."""
        found = [each for each in others if not each.transport.is_closing()]
        if len(found) < most:
            return
        waiting = [each for each in found if each.is_waiting]
        oldest = min(waiting, key=lambda each: each.made_at, default=self)
        oldest.transport.abort()


def place_of(address: str) -> str:
    """What counts as one place: this machine, an IPv4 address, a network of IPv6 that one customer has."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if found.is_loopback:
        return "loopback"
    return str(found) if found.version == 4 else str(ipaddress.ip_network((found, 64), strict=False))
