"""Identify the sender of a request: by a token, a session, or, without users, as the user who runs the server.

Without users the application serves only this machine, which other people may use too. So it accepts only programs of the user
who runs the server, according to the kernel, and browsers in which the start link was opened.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from pagestrata.store.people.accounts import ApiToken
from pagestrata.web.refusals import LoginNeededError
from pagestrata.web.security.csrf import SESSION_COOKIE
from pagestrata.web.security.logins import EVERYBODY_HERE, Person, Role

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive
    from pagestrata.web.context import WebContext


START_COOKIE = "pagestrata_start"
TOKEN_START = "ps_"  # noqa: S105 - what tokens begin with
SCOPES = {"read": Role.VIEWER, "write": Role.EDITOR, "admin": Role.ADMIN}
"""What a token may be for."""


def users_are_asked(context: WebContext) -> bool:
    """Whether a login is required: if other machines reach the server, or if it has users."""
    return not context.has_no_port and (context.needs_login or context.archive.accounts.are_there())


def trusts_everybody(context: WebContext) -> bool:
    """Whether every client may do everything: only without a start link."""
    return not context.start_key and not users_are_asked(context)


def start_cookie(context: WebContext) -> str:
    """Return the cookie of a browser in which the start link was opened."""
    return hmac.new(context.signing_key, b"start\0" + context.start_key.encode(), hashlib.sha256).hexdigest()


def is_start_key(context: WebContext, key: str) -> bool:
    """Whether this is the key of the start link."""
    return bool(context.start_key) and hmac.compare_digest(context.start_key.encode(), key.encode("utf-8", "replace"))


def identify(
    context: WebContext,
    headers: Mapping[str, str],
    cookies: Mapping[str, str],
    *,
    runs_server: Callable[[], bool] = lambda: False,
) -> Person | None:
    """Return who sent a request; None if a login is required. Raises LoginNeededError for an invalid token.

    `runs_server` says whether a program of the user who runs the server asks; it is called only where that counts.
    """
    scheme, _, secret = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return _with_token(context, secret.strip())
    if not users_are_asked(context):
        is_known = not context.start_key or _has_start_cookie(context, cookies) or runs_server()
        return EVERYBODY_HERE if is_known else None
    session = cookies.get(SESSION_COOKIE)
    known = context.archive.accounts.in_session(session, now=context.clock()) if session else None
    return Person(name=known.name, role=Role(known.role), way="session") if known else None


def _has_start_cookie(context: WebContext, cookies: Mapping[str, str]) -> bool:
    shown = cookies.get(START_COOKIE, "")
    return hmac.compare_digest(start_cookie(context).encode(), shown.encode("utf-8", "replace"))


def _with_token(context: WebContext, secret: str) -> Person:
    found = context.archive.accounts.with_token(secret, now=context.clock())
    if found is None:
        raise LoginNeededError("this token is unknown, revoked or expired")
    token, owner = found
    if owner is None and users_are_asked(context):
        raise LoginNeededError("the user of this token no longer exists")
    role = min(token.role, owner.role) if owner is not None else token.role
    return Person(name=owner.name if owner else token.label, role=Role(role), way="token")


def make_token(
    archive: Archive, person: Person, *, label: str, scope: str, now: datetime, days: float | None = None
) -> tuple[ApiToken, str]:
    """A new token and its secret, which is shown once and stored nowhere. It grants no more rights than its user has."""
    secret = TOKEN_START + secrets.token_urlsafe(32)
    token = ApiToken(
        id=secrets.token_hex(4),
        account=person.name,
        label=label.strip()[:100] or "token",
        role=min(SCOPES[scope], person.role),
        created_at=now,
        expires_at=now + timedelta(days=days) if days else None,
    )
    archive.accounts.add_token(token, secret)
    return token, secret
