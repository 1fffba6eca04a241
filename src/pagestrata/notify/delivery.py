"""Getting messages out: tried again with growing pauses, and never twice.

Before a message is first handed to a channel its key is claimed (the archive remembers claims), so that a second run
over the same version, also after a crash, sends nothing again. A crash between the claim and the sending loses that
one message: at most once, on purpose, since repeated alarms are what people switch monitors off for. A channel that
fails keeps its messages waiting for a day with pauses from half a minute to an hour.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from pagestrata.notify.channels import Channel
from pagestrata.notify.messages import Message

FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(hours=1)
GIVE_UP_AFTER = timedelta(hours=24)


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """One message on its way to one channel."""

    message: Message
    channel: str
    created: datetime
    due: datetime
    attempts: int = 0
    status: Literal["waiting", "sent", "duplicate", "given up"] = "waiting"
    problem: str | None = None


def pause_after(attempts: int) -> timedelta:
    """How long to wait after that many failures."""
    doublings = min(max(attempts - 1, 0), 12)
    return min(FIRST_PAUSE * int(2**doublings), LONGEST_PAUSE)


def attempt(delivery: Delivery, channel: Channel, claim: Callable[[str], bool], *, now: datetime) -> Delivery:
    """One try, if it is due. `claim` is True for the first who claims a key and False for everyone after."""
    if delivery.status != "waiting" or now < delivery.due:
        return delivery
    if delivery.attempts == 0 and not claim(f"{delivery.message.key}>{delivery.channel}"):
        return replace(delivery, status="duplicate")
    problem = channel.send(delivery.message)
    attempts = delivery.attempts + 1
    if problem is None:
        return replace(delivery, attempts=attempts, status="sent", problem=None)
    if now - delivery.created >= GIVE_UP_AFTER:
        return replace(delivery, attempts=attempts, status="given up", problem=problem)
    return replace(delivery, attempts=attempts, due=now + pause_after(attempts), problem=problem)
