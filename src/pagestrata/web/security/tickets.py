"""Tickets for archived content: paths that grant access for some hours where a login is required.

A sandboxed frame sends no cookies, so the address itself must grant access.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

HOURS = 12
_PART_SECONDS = 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class Tickets:
    """Makes and reads tickets with one key."""

    key: bytes
    clock: Callable[[], datetime]

    def new(self) -> str:
        """A ticket that stays equal within an hour, so that browsers can cache what they loaded."""
        part = int(self.clock().timestamp()) // _PART_SECONDS
        return f"{part + HOURS:x}-{self._seal(part + HOURS)}"

    def is_valid(self, ticket: str) -> bool:
        written, _, seal = ticket.partition("-")
        try:
            last = int(written[:12], 16)
        except ValueError:
            return False
        now = int(self.clock().timestamp()) // _PART_SECONDS
        is_ours = hmac.compare_digest(self._seal(last).encode(), seal.encode("utf-8", "replace"))
        return is_ours and now <= last <= now + HOURS

    def _seal(self, last: int) -> str:
        return hmac.new(self.key, b"replay\0%d" % last, hashlib.sha256).hexdigest()[:40]
