"""Allow connections to public addresses only, while a message requested over the network is sent.

The libraries that send messages resolve names and connect by themselves. Python reports every connection before it is made
(audit event `socket.connect`), with the resolved address. It is refused there, so that a name server cannot change its answer
in between. Other threads are not affected.
"""

from __future__ import annotations

import contextvars
import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class PublicOnly:
    """Refuses connections while a message is sent; `is_public` None allows all."""

    def __init__(self, is_public: Callable[[str], bool] | None) -> None:
        self._is_public = is_public
        self.has_refused = False

    def check(self, address: Any) -> None:
        """Raises ConnectionRefusedError if this is not a public address."""
        is_pair = isinstance(address, tuple) and len(address) >= 2 and isinstance(address[0], str)
        if self._is_public is not None and not (is_pair and self._is_public(address[0])):
            self.has_refused = True
            raise ConnectionRefusedError("not a public address")


_sending: contextvars.ContextVar[PublicOnly | None] = contextvars.ContextVar("sending", default=None)


@contextmanager
def public_only(is_public: Callable[[str], bool] | None) -> Iterator[PublicOnly]:
    """Let this thread, and those that inherit its context, connect only to numeric addresses that are public."""
    _install_hook()
    guard = PublicOnly(is_public)
    token = _sending.set(guard)
    try:
        yield guard
    finally:
        _sending.reset(token)


@functools.cache
def _install_hook() -> None:
    """Install the audit hook, once: it cannot be removed."""
    sys.addaudithook(_check_connection)


def _check_connection(event: str, arguments: tuple[Any, ...]) -> None:
    if event in {"socket.connect", "socket.sendto"} and (guard := _sending.get()) is not None:
        guard.check(arguments[1])
