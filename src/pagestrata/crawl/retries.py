"""When to try again after a fault: soon at first, then ever later, and never all pages of a host at once."""

from __future__ import annotations

import hashlib
from datetime import timedelta

FIRST_RETRY = timedelta(minutes=5)
LONGEST_RETRY = timedelta(hours=24)


def retry_after(failures: int, *, page: str, asked_seconds: float | None = None) -> timedelta:
    """How long to wait after so many faults in a row; at least as long as the server asked for.

    Doubles from five minutes to a day, give or take a quarter: the same for the same page and count, so that a program
    that was restarted comes to the same moment.
    """
    pause = min(FIRST_RETRY * int(2 ** min(max(failures - 1, 0), 12)), LONGEST_RETRY)
    digest = hashlib.blake2b(f"{page} {failures}".encode("utf-8", "surrogatepass"), digest_size=4).digest()
    jittered = pause * (0.75 + int.from_bytes(digest) / 2**32 / 2)
    return max(jittered, timedelta(seconds=asked_seconds or 0.0))
