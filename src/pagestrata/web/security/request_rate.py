"""How often programs may ask: so many requests a minute for all tokens of one user together, over the API and over /mcp.

The generic cell rate algorithm: a request pushes the moment at which its user has used nothing further into the future, by the
time that one request takes at the allowed rate. A user who is more than a minute ahead of the clock must wait. The requests of a
minute may come at once; a longer pause allows no more than that.
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
    """Limits the requests of each user's tokens; `per_minute` 0 means no limit."""

    def __init__(self, per_minute: int = REQUESTS_PER_MINUTE, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_minute, self._clock = per_minute, clock
        self._idle_at: dict[str, float] = {}
        self._lock = threading.Lock()

    def count(self, name: str) -> None:
        """Count a request of a user. Raises TooManyRequestsError, without counting it, if the user sent too many."""
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
