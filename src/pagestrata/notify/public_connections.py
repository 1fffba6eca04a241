"""Allow connections to public addresses only, while a message requested over the network is sent.

The libraries that send messages look names up and connect by themselves. Python reports every connection before it is made
(audit event `socket.connect`), with the address that was looked up: there it is refused, so that a name server cannot change
its answer in between. What other threads do is not concerned.
"""

from __future__ import annotations

import contextvars
import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class PublicOnly:
    """What was refused while a message was sent."""

    def __init__(self, is_public: Callable[[str], bool]) -> None:
        self._is_public = is_public
        self.has_refused = False

    def check(self, address: Any) -> None:
        """Raises ConnectionRefusedError for an address that is not public, and for what is no address."""
        is_pair = isinstance(address, tuple) and len(address) >= 2 and isinstance(address[0], str)
        if not is_pair or not self._is_public(address[0]):
            self.has_refused = True
            raise ConnectionRefusedError("not a public address")


_sending: contextvars.ContextVar[PublicOnly | None] = contextvars.ContextVar("sending", default=None)


@contextmanager
def public_only(is_public: Callable[[str], bool]) -> Iterator[PublicOnly]:
    """While it lasts: this thread, and those that it hands its context to, connect to public addresses only.

    `is_public` is asked about addresses in numbers.
    """
    _listen()
    found = PublicOnly(is_public)
    token = _sending.set(found)
    try:
        yield found
    finally:
        _sending.reset(token)


@functools.cache
def _listen() -> None:
    """Watch connections from now on; an audit hook cannot be removed."""
    sys.addaudithook(_heard)


def _heard(event: str, arguments: tuple[Any, ...]) -> None:
    if event in {"socket.connect", "socket.sendto"}:
        guard = _sending.get()
        if guard is not None:
            guard.check(arguments[1])
