"""Users of the web application, their sessions and tokens, and a log of what they did.

Stored data grants no access: passwords are hashed by the caller, and sessions and tokens are stored as digests of secrets
that only the browser or the program knows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sql

from pagestrata.errors import NotFoundError, UsageError
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.log_entries import Kind
from pagestrata.store.catalog.names import to_microseconds
from pagestrata.store.catalog.record_rows import RecordRows
from pagestrata.store.catalog.schema import account, api_token, audit, login_session
from pagestrata.store.merkle_log import entering

AUDIT_DAYS = 400
"""Age after which lines of the audit log are removed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One user; `role` is the number of a role of the web application."""

    name: str
    role: int
    password_hash: str
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiToken:
    """An API token; its rights never exceed those of its user."""

    id: str
    account: str
    label: str
    role: int
    created_at: datetime
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """A line of the audit log."""

    number: int
    happened_at: datetime
    who: str
    action: str
    subject: str


_ACCOUNTS = RecordRows(Account, columns={"password_hash": "password"})
_TOKENS = RecordRows(ApiToken)
_AUDIT = RecordRows(AuditEntry, columns={"number": "id"})


def digest_of(secret: str) -> str:
    """Return the stored form of a session secret or token: these are long and random, so a plain hash is enough."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


class Accounts:
    """The users of an archive."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def are_there(self) -> bool:
        """Return whether any account exists."""
        with self._catalog.reading() as connection:
            return connection.execute(sql.select(account.c.name).limit(1)).one_or_none() is not None

    def all(self) -> Sequence[Account]:
        with self._catalog.reading() as connection:
            return [_ACCOUNTS.record(row) for row in connection.execute(sql.select(account).order_by(account.c.name))]

    def of(self, name: str) -> Account | None:
        with self._catalog.reading() as connection:
            row = connection.execute(sql.select(account).where(account.c.name == name)).one_or_none()
        return _ACCOUNTS.record(row) if row is not None else None

    def add(self, record: Account, *, only_first: bool = False) -> None:
        """Add a user. Raises UsageError if the name is taken, or with `only_first` if any account exists."""
        with self._catalog.writing() as connection:
            taken = sql.select(account.c.name).limit(1)
            if not only_first:
                taken = taken.where(account.c.name == record.name)
            if connection.execute(taken).one_or_none() is not None:
                raise UsageError(
                    "a user account already exists" if only_first else f"there is a user {record.name!r} already"
                )
            connection.execute(sql.insert(account).values(_ACCOUNTS.row(record)))

    def change(
        self,
        name: str,
        *,
        role: int | None = None,
        password_hash: str | None = None,
        keeps_sessions: bool = False,
        keeps_tokens: bool = False,
    ) -> None:
        """Change the role or password of a user. Raises UsageError for the last admin.

        This ends the sessions of the user, unless `keeps_sessions`. A new password deletes the tokens, unless `keeps_tokens`.
        """
        values = {"role": role, "password": password_hash}
        with self._catalog.writing() as connection:
            if role is not None:
                _refuse_last_admin(connection, name, role)
            changed = {key: value for key, value in values.items() if value is not None}
            if not connection.execute(sql.update(account).where(account.c.name == name).values(changed)).rowcount:
                raise NotFoundError(f"there is no user {name[:100]!r}")
            if not keeps_sessions:
                connection.execute(sql.delete(login_session).where(login_session.c.account == name))
            if password_hash is not None and not keeps_tokens:
                connection.execute(sql.delete(api_token).where(api_token.c.account == name))

    def remove(self, name: str) -> None:
        """Remove a user with all sessions and tokens. Raises UsageError for the last admin."""
        with self._catalog.writing() as connection:
            _refuse_last_admin(connection, name, 0)
            for table, column in ((login_session, "account"), (api_token, "account"), (account, "name")):
                connection.execute(sql.delete(table).where(table.c[column] == name))

    def begin_session(self, secret: str, name: str, *, now: datetime, length: timedelta) -> None:
        """Start a session of a user for the browser that knows this secret; expired sessions are deleted."""
        moment = to_microseconds(now)
        row = {"digest": digest_of(secret), "account": name, "created_at": moment}
        with self._catalog.writing(sealing=False) as connection:
            connection.execute(sql.delete(login_session).where(login_session.c.expires_at <= moment))
            connection.execute(sql.insert(login_session).values(**row, expires_at=to_microseconds(now + length)))

    def in_session(self, secret: str, *, now: datetime) -> Account | None:
        """Return the user of this session; None for an unknown or expired secret."""
        query = (
            sql.select(account)
            .join(login_session, login_session.c.account == account.c.name)
            .where(login_session.c.digest == digest_of(secret), login_session.c.expires_at > to_microseconds(now))
        )
        with self._catalog.reading() as connection:
            row = connection.execute(query).one_or_none()
        return _ACCOUNTS.record(row) if row is not None else None

    def end_session(self, secret: str) -> None:
        with self._catalog.writing(sealing=False) as connection:
            connection.execute(sql.delete(login_session).where(login_session.c.digest == digest_of(secret)))

    def add_token(self, record: ApiToken, secret: str) -> None:
        with self._catalog.writing() as connection:
            connection.execute(sql.insert(api_token).values(**_TOKENS.row(record), digest=digest_of(secret)))

    def tokens(self) -> Sequence[ApiToken]:
        with self._catalog.reading() as connection:
            rows = connection.execute(sql.select(api_token).order_by(api_token.c.created_at, api_token.c.id))
            return [_TOKENS.record(row) for row in rows]

    def with_token(self, secret: str, *, now: datetime) -> tuple[ApiToken, Account | None] | None:
        """Return the token with this secret and its user (None: no user needed); None if it is unknown or expired."""
        query = sql.select(api_token).where(api_token.c.digest == digest_of(secret))
        with self._catalog.reading() as connection:
            row = connection.execute(query).one_or_none()
            if row is None or (row.expires_at is not None and row.expires_at <= to_microseconds(now)):
                return None
            owner = connection.execute(sql.select(account).where(account.c.name == row.account)).one_or_none()
        return _TOKENS.record(row), _ACCOUNTS.record(owner) if owner is not None else None

    def remove_token(self, token_id: str) -> None:
        with self._catalog.writing() as connection:
            if not connection.execute(sql.delete(api_token).where(api_token.c.id == token_id)).rowcount:
                raise NotFoundError(f"there is no token {token_id[:40]!r}")

    def note(self, who: str, action: str, subject: str, *, now: datetime) -> None:
        """Add a line to the audit log."""
        old = to_microseconds(now - timedelta(days=AUDIT_DAYS))
        with self._catalog.writing() as connection:
            gone = connection.execute(sql.select(audit.c.id).where(audit.c.happened_at < old)).scalars().all()
            if gone:
                entering.enter_removed(connection, Kind.AUDIT, gone, rule=f"after {AUDIT_DAYS} days", now=now)
                connection.execute(sql.delete(audit).where(audit.c.happened_at < old))
            row = {"happened_at": to_microseconds(now), "who": who, "action": action, "subject": subject[:500]}
            number = connection.execute(sql.insert(audit).values(row).returning(audit.c.id)).scalar_one()
            entering.enter(connection, Kind.AUDIT, [number])

    def has_noted(self, action: str, subject: str) -> bool:
        """Return whether the audit log has such an entry."""
        query = sql.select(audit.c.id).where(audit.c.action == action, audit.c.subject == subject[:500]).limit(1)
        with self._catalog.reading() as connection:
            return connection.execute(query).one_or_none() is not None

    def log(self, *, below: int | None = None, limit: int) -> Sequence[AuditEntry]:
        """Return the audit log, newest first."""
        query = sql.select(audit).order_by(audit.c.id.desc()).limit(limit)
        query = query.where(audit.c.id < below) if below is not None else query
        with self._catalog.reading() as connection:
            return [_AUDIT.record(row) for row in connection.execute(query)]


def _refuse_last_admin(connection: sql.Connection, name: str, role: int) -> None:
    """Raise UsageError if the last user with the largest role would lose it."""
    largest = connection.execute(sql.select(sql.func.max(account.c.role))).scalar_one_or_none()
    admins = connection.execute(sql.select(account.c.name).where(account.c.role == largest)).scalars().all()
    if list(admins) == [name] and role < (largest or 0):
        raise UsageError(f"{name!r} is the last admin; give another user the admin role first")
