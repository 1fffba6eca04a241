"""Connections to the replay server whose requests are still to come: not too many, and not for ever.

Each connection has a thread. A client that opens many and says nothing, or a letter at a time, would take them all.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable

HEAD_SECONDS = 10.0
MOST_CONNECTIONS = 128


class Heads:
    """The open connections. Threads share it."""

    def __init__(
        self,
        *,
        most: int = MOST_CONNECTIONS,
        seconds: float = HEAD_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._lock = threading.Lock()
        self._waiting: dict[socket.socket, float] = {}  # since when, the oldest first
        self._at_work: set[socket.socket] = set()

    def begin(self, connection: socket.socket) -> bool:
        """Whether there is room for a connection; if not, the oldest idle connection is closed to make room."""
        with self._lock:
            if len(self._waiting) + len(self._at_work) >= self._most:
                oldest = next(iter(self._waiting), None)
                if oldest is None:
                    return False
                self._close(oldest)
            self._waiting[connection] = self._clock()
            return True

    def is_read(self, connection: socket.socket) -> None:
        """The client has said what it wants."""
        with self._lock:
            if self._waiting.pop(connection, None) is not None:
                self._at_work.add(connection)

    def end(self, connection: socket.socket) -> None:
        with self._lock:
            self._waiting.pop(connection, None)
            self._at_work.discard(connection)

    def close_late_ones(self) -> None:
        """Close those that have not said in time what they want."""
        with self._lock:
            earliest = self._clock() - self._seconds
            for connection in [each for each, since in self._waiting.items() if since < earliest]:
                self._close(connection)

    def _close(self, connection: socket.socket) -> None:
        """Its thread, which waits for it, finds that it is over."""
        self._waiting.pop(connection, None)
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
