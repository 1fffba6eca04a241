"""How often programs may ask: so many requests a minute for all tokens of one user together, over the API and over /mcp.

The generic cell rate algorithm: a request pushes the moment at which its user has used nothing further into the future, by the
time that one request takes at the allowed rate. Who is more than a minute ahead of the clock has to wait. A minute's requests may
come at once, and nobody gains by waiting longer than a minute.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable

from pagestrata.web.refusals import TooManyRequestsError

REQUESTS_PER_MINUTE = 600
_MINUTE = 60.0


class RequestRate:
    """The requests of each user's tokens. `per_minute` is 0 where they are not limited."""

    def __init__(self, per_minute: int = REQUESTS_PER_MINUTE, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_minute, self._clock = per_minute, clock
        self._idle_at: dict[str, float] = {}
        self._lock = threading.Lock()

    def count(self, name: str) -> None:
        """Count a request of a user. Raises TooManyRequestsError, and counts none, for who sent too many."""
        if not self._per_minute:
            return
        step, now = _MINUTE / self._per_minute, self._clock()
        with self._lock:
            idle_at = max(self._idle_at.get(name, now), now) + step
            wait = idle_at - now - _MINUTE
            if wait <= 1e-6:  # times are sums of steps
                self._idle_at[name] = idle_at
                return
        seconds = math.ceil(wait)
        raise TooManyRequestsError(
            f"more than {self._per_minute} requests in a minute; try again in {seconds} s", seconds=seconds
        )
