"""Passwords and sessions, protected against guessing.

Passwords are hashed with argon2id. An unknown name takes as long to refuse as a wrong password. After a few failures a
name, and an address that failed for many names, has to wait.
"""

from __future__ import annotations

import enum
import threading
from collections import defaultdict, deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import argon2

from pagestrata.errors import UsageError
from pagestrata.store.people.accounts import Account
from pagestrata.web.refusals import NotAllowedError, TooManyRequestsError
from pagestrata.web.security.csrf import new_session_name
from pagestrata.web.security.peers import customer_of

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive


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
"""The person who uses an application without users, which is served on this machine only."""


SESSION_LENGTH = timedelta(days=14)
SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 1000
LONGEST_NAME = 60
FAILURES_OF_A_NAME, FAILURES_OF_AN_ADDRESS = 5, 20
WAIT = timedelta(minutes=15)
_AT_ONCE = threading.BoundedSemaphore(2)  # each takes 64 MB
_HASHER = argon2.PasswordHasher()
_MOST_SUBJECTS = 10_000
Subjects = Mapping[str, int]
"""The name and the address of an attempt, each with its maximum of attempts."""


class Attempts:
    """Recent attempts to log in, by name and by address. Each is counted before the password is checked, so that parallel
    attempts are limited too."""

    def __init__(self) -> None:
        self._moments: defaultdict[str, deque[datetime]] = defaultdict(deque)
        self._lock = threading.Lock()

    def reserve(self, subjects: Subjects, *, now: datetime) -> None:
        """Count an attempt. Raises TooManyRequestsError, without counting it, after too many."""
        with self._lock:
            for subject, most in subjects.items():
                self._check(subject, most, now)
            for subject in subjects:
                self._moments[subject].append(now)
            while len(self._moments) > _MOST_SUBJECTS:
                self._moments.pop(next(iter(self._moments)))

    def _check(self, subject: str, most: int, now: datetime) -> None:
        moments = self._moments.get(subject, deque())
        while moments and moments[0] <= now - WAIT:
            moments.popleft()
        if len(moments) >= most:
            minutes = max(1, round((moments[0] + WAIT - now).total_seconds() / 60))
            raise TooManyRequestsError(f"too many failed logins; try again in {minutes} minutes")

    def succeeded(self, name: str, address: str) -> None:
        """Note a correct password: the count of the name starts over, and the address gets this attempt back."""
        with self._lock:
            self._moments.pop(_of_name(name), None)
            tried = self._moments.get(_of_address(address))
            if tried:
                tried.pop()


def _of_name(name: str) -> str:
    return f"name {name.strip()[:LONGEST_NAME]}"


def _of_address(address: str) -> str:
    return f"address {customer_of(address)}"


def is_known_password(
    archive: Archive, attempts: Attempts, name: str, password: str, *, address: str, now: datetime
) -> bool:
    """Whether this is the user's password: the one place where passwords can be tried. Raises TooManyRequestsError."""
    limits = {_of_name(name): FAILURES_OF_A_NAME, _of_address(address): FAILURES_OF_AN_ADDRESS}
    attempts.reserve(limits, now=now)
    known = archive.accounts.of(name.strip())
    if not is_password(password, known.password_hash if known else _NOBODY) or known is None:
        archive.accounts.note(name.strip()[:LONGEST_NAME], "login refused", address, now=now)
        return False
    attempts.succeeded(name, address)
    return True


def hash_password(password: str) -> str:
    """The hash to store. Raises UsageError for a password that is too short to be one."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise UsageError(f"a password has at least {SHORTEST_PASSWORD} characters")
    with _AT_ONCE:
        return _HASHER.hash(password)


def is_password(password: str, stored: str) -> bool:
    try:
        with _AT_ONCE:
            return _HASHER.verify(stored, password[:LONGEST_PASSWORD])
    except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
        return False


_NOBODY = "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$9GRoQ1eQ1mD1k9CI1q0vS0xg0kMb3i8wYbJYpUeN3hQ"


def add_user(
    archive: Archive, name: str, password: str, role: Role, *, now: datetime, only_first: bool = False
) -> Account:
    """Add a user. Raises UsageError for a name that is invalid or taken, or a password that is too short."""
    name = name.strip()
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or name in {".", ".."}:
        raise UsageError(f"a name has 1 to {LONGEST_NAME} visible characters")
    made = Account(name=name, role=int(role), password_hash=hash_password(password), created_at=now)
    archive.accounts.add(made, only_first=only_first)
    return made


def add_user_as(archive: Archive, name: str, password: str, role: str, *, now: datetime) -> Account:
    """Add a user with the role of this name; the first user of an archive is an admin. Raises UsageError like `add_user`."""
    wanted = Role[role.upper()] if archive.accounts.are_there() else Role.ADMIN
    return add_user(archive, name, password, wanted, now=now)


def set_password(archive: Archive, name: str, password: str, keep: Collection[str]) -> None:
    """Set the password of a user. This ends all sessions and tokens of the user except those in `keep`.

    Raises UsageError for a password that is too short.
    """
    archive.accounts.change(
        name,
        password_hash=hash_password(password),
        keeps_sessions="sessions" in keep,
        keeps_tokens="tokens" in keep,
    )


def log_in(archive: Archive, attempts: Attempts, name: str, password: str, *, address: str, now: datetime) -> str:
    """Check the password and return the id of a new session. Raises NotAllowedError or TooManyRequestsError."""
    if not is_known_password(archive, attempts, name, password, address=address, now=now):
        raise NotAllowedError("wrong name or password")
    return begin_session(archive, name.strip(), now=now)


def begin_session(archive: Archive, name: str, *, now: datetime) -> str:
    """Begin a session of this user and return its id, for the cookie."""
    session = new_session_name()
    archive.accounts.begin_session(session, name, now=now, length=SESSION_LENGTH)
    archive.accounts.note(name, "login", "", now=now)
    return session
