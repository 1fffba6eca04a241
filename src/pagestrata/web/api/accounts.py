"""Users, API tokens and the audit log, for admins only."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from fastapi import Path, Response
from pydantic import Field

from pagestrata.store.people.accounts import Account, ApiToken
from pagestrata.web.api.route import CHANGING, WHOLE, AfterNumber, Limit, Text, router
from pagestrata.web.api.shapes import Body, Page, Shape, listed
from pagestrata.web.dependencies import Admin, Context
from pagestrata.web.security.identify import make_token
from pagestrata.web.security.logins import LONGEST_PASSWORD, SHORTEST_PASSWORD, Role, add_user_as, hash_password

accounts = router("accounts")

RoleName = Literal["viewer", "editor", "admin"]
Password = Annotated[str, Field(min_length=SHORTEST_PASSWORD, max_length=LONGEST_PASSWORD)]
UserName = Annotated[str, Path(min_length=1, max_length=100)]


class TokenShape(Shape):
    """A token without its secret."""

    id: str
    user: Text
    label: Text
    role: RoleName
    created_at: datetime
    expires_at: datetime | None

    @classmethod
    def of(cls, token: ApiToken) -> TokenShape:
        return cls.from_record(token, user=token.account, role=Role(token.role).label)


class NewToken(Body):
    """A token to create, for reading, writing (visits, watches, trails, marks, rules) or administration."""

    label: Annotated[str, Field(max_length=100)] = "token"
    scope: Literal["read", "write", "admin"] = "read"
    days: Annotated[int, Field(ge=1, le=3650), WHOLE] | None = None


class MadeToken(TokenShape):
    """A new token with its secret, which is never shown again."""

    secret: str


class UserShape(Shape):
    """A user."""

    name: Text
    role: RoleName
    created_at: datetime

    @classmethod
    def of(cls, account: Account) -> UserShape:
        return cls.from_record(account, role=Role(account.role).label)


class NewUser(Body):
    """A user to create. The first user is an admin."""

    name: Annotated[str, Field(pattern=r"^[0-9A-Za-z_.@-]{1,60}$")]
    password: Password
    role: RoleName = "viewer"


class ChangedUser(Body):
    """A new role, a new password, or both. Ends the sessions of the user, and with a new password also the tokens."""

    role: RoleName | None = None
    password: Password | None = None
    keep: list[Literal["sessions", "tokens"]] = Field(
        default=[], max_length=2, description="What stays valid although the password changes."
    )


class AuditShape(Shape):
    """An entry of the audit log: who did what, and when."""

    happened_at: datetime
    who: Text
    action: str
    subject: Text


@accounts.get("/tokens")
def list_tokens(ctx: Context, admin: Admin) -> Page[TokenShape]:
    """List the API tokens, oldest first, without their secrets."""
    return Page(items=[TokenShape.of(token) for token in ctx.archive.accounts.tokens()], next=None)


@accounts.post("/tokens", status_code=201, responses=CHANGING)
def create_token(ctx: Context, admin: Admin, body: NewToken) -> MadeToken:
    """Create a token. Its secret is only in this answer."""
    token, secret = make_token(ctx.archive, admin, label=body.label, scope=body.scope, now=ctx.clock(), days=body.days)
    return MadeToken(**TokenShape.of(token).model_dump(), secret=secret)


@accounts.delete("/tokens/{token_id}", status_code=204, responses=CHANGING)
def revoke_token(ctx: Context, admin: Admin, token_id: Annotated[str, Path(pattern="^[0-9a-f]{1,40}$")]) -> Response:
    """Revoke a token."""
    ctx.archive.accounts.remove_token(token_id)
    return Response(status_code=204)


@accounts.get("/users")
def list_users(ctx: Context, admin: Admin) -> Page[UserShape]:
    """List the users by name."""
    return Page(items=[UserShape.of(account) for account in ctx.archive.accounts.all()], next=None)


@accounts.post("/users", status_code=201, responses=CHANGING)
def create_user(ctx: Context, admin: Admin, body: NewUser) -> UserShape:
    """Create a user. Once a user exists, everyone has to log in."""
    return UserShape.of(add_user_as(ctx.archive, body.name, body.password, body.role, now=ctx.clock()))


@accounts.patch("/users/{name:path}", status_code=204, responses=CHANGING)
def change_user(ctx: Context, admin: Admin, name: UserName, body: ChangedUser) -> Response:
    """Change the role or password of a user. The last admin keeps that role."""
    role = int(Role[body.role.upper()]) if body.role else None
    password = hash_password(body.password) if body.password else None
    if role is not None or password is not None:
        ctx.archive.accounts.change(
            name,
            role=role,
            password_hash=password,
            keeps_sessions="sessions" in body.keep,
            keeps_tokens="tokens" in body.keep,
        )
    return Response(status_code=204)


@accounts.delete("/users/{name:path}", status_code=204, responses=CHANGING)
def remove_user(ctx: Context, admin: Admin, name: UserName) -> Response:
    """Delete a user with all sessions and tokens. The last admin cannot be deleted."""
    ctx.archive.accounts.remove(name)
    return Response(status_code=204)


@accounts.get("/audit")
def list_audit(ctx: Context, admin: Admin, after: AfterNumber = None, limit: Limit = 50) -> Page[AuditShape]:
    """List who changed what, newest first."""
    found = ctx.archive.accounts.log(below=after, limit=limit + 1)
    return listed(found, limit, AuditShape.from_record, lambda entry: entry.number)
