"""What becomes of a message after a try: out, tried again with growing pauses, or given up.

A channel that fails keeps its messages for a day and at least eight tries, with pauses from half a minute to an hour;
where programs run seldom, for two weeks at most. Retries respect the quiet hours.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from pagestrata.model.notices import Delivery
from pagestrata.notify.digest import Timing

FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(hours=1)
GIVE_UP_AFTER = timedelta(hours=24)
LEAST_TRIES = 8
GIVE_UP_ANYWAY_AFTER = timedelta(days=14)


def pause_after(attempts: int) -> timedelta:
    """How long to wait after that many failures."""
    doublings = min(max(attempts - 1, 0), 12)
    return min(FIRST_PAUSE * int(2**doublings), LONGEST_PAUSE)


def settled(delivery: Delivery, problem: str | None, *, timing: Timing, now: datetime) -> Delivery:
    """The delivery after a try that ended with this problem, or with none."""
    if problem is None:
        return replace(delivery, status="sent", due_at=now, problem=None)
    age = now - delivery.release_at
    if age >= GIVE_UP_ANYWAY_AFTER or (age >= GIVE_UP_AFTER and delivery.attempts >= LEAST_TRIES):
        return replace(delivery, status="given up", due_at=now, problem=problem)
    due = timing.after_quiet(now + pause_after(delivery.attempts))
    return replace(delivery, status="waiting", due_at=due, problem=problem)
