"""Who asks, and what they may do."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Role(enum.IntEnum):
    """What a person may do; each includes those before."""

    VIEWER = 1  # reads
    EDITOR = 2  # visits, watches, marks, trails, rules
    ADMIN = 3  # settings, users, tokens, collecting garbage

    @property
    def label(self) -> str:
        return self.name.lower()

    @property
    def title(self) -> str:
        """'an editor'."""
        return f"{'a' if self is Role.VIEWER else 'an'} {self.label}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Who sent a request, and how they proved it."""

    name: str
    role: Role
    way: str  # 'loopback', 'session' or 'token'

    def may(self, role: Role) -> bool:
        return self.role >= role


EVERYBODY_HERE = Person(name="", role=Role.ADMIN, way="loopback")
"""Who runs an application without users: it is served on this machine only."""
