"""Politeness towards hosts: one request at a time, pauses in between, longer ones if the host asks for them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime, timedelta

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

DELAY_SECONDS = 2.0  # between the end of a visit to a host and the next one
LONGEST_RETRY_AFTER_SECONDS = 24 * 3600.0


def retry_after_seconds(value: str | None, *, now: datetime) -> float | None:
    """The seconds from now that a Retry-After header asks for, at most a day; None if it is invalid."""
    text = (value or "").strip()
    if text.isascii() and text.isdecimal():
        return min(float(text[:12]), LONGEST_RETRY_AFTER_SECONDS)
    if not text:
        return None
    from email.utils import parsedate_to_datetime

    try:
        moment = parsedate_to_datetime(text)
        wanted = (moment - now).total_seconds()
    except (ValueError, TypeError):  # no date, or one without a time zone
        return None
    return min(max(wanted, 0.0), LONGEST_RETRY_AFTER_SECONDS)


@dataclass(slots=True)
class HostTurns:
    """The hosts that are being visited or must not be requested before a time, in seconds of a monotonic clock."""

    delay_seconds: float = DELAY_SECONDS
    _busy: set[str] = field(default_factory=set)
    _free_at: dict[str, float] = field(default_factory=dict)

    def begin(self, host: str) -> None:
        self._busy.add(host)

    def end(self, host: str, *, at: float, delay_seconds: float = 0.0) -> None:
        """Note the end of a visit; the host may be requested again after the longer of the two pauses."""
        self._busy.discard(host)
        self.leave_alone(host, until=at + max(self.delay_seconds, delay_seconds))

    def leave_alone(self, host: str, *, until: float) -> None:
        """Do not request a host before this time."""
        self._free_at[host] = max(self._free_at.get(host, 0.0), until)

    def closed(self, *, at: float) -> set[str]:
        """The hosts that must not be requested now."""
        self._free_at = {host: free for host, free in self._free_at.items() if free > at}
        return self._busy | set(self._free_at)

    def next_free(self, *, at: float) -> float | None:
        """When the next waiting host may be requested; None if none waits."""
        return min((free for free in self._free_at.values() if free > at), default=None)


FIRST_RETRY = timedelta(minutes=5)
LONGEST_RETRY = timedelta(hours=24)


def retry_after(failures: int, *, page: str, asked_seconds: float | None = None) -> timedelta:
    """How long to wait after this many failures in a row; at least as long as the server asked for.

    Doubles from five minutes to a day, with a jitter of a quarter that depends only on page and count, so that a restarted
    program comes to the same time.
    """
    pause = min(FIRST_RETRY * int(2 ** min(max(failures - 1, 0), 12)), LONGEST_RETRY)
    digest = hashlib.blake2b(f"{page} {failures}".encode("utf-8", "surrogatepass"), digest_size=4).digest()
    jittered = pause * (0.75 + int.from_bytes(digest) / 2**32 / 2)
    return max(jittered, timedelta(seconds=asked_seconds or 0.0))
