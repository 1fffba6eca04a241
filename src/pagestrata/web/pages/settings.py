"""Settings: thresholds, budget, retention; users; tokens; health; machine. Channels are in `channels`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from pagestrata.errors import UsageError
from pagestrata.notify.answer_links import checked_web_address
from pagestrata.schedule.budget import read_budget
from pagestrata.store.people.accounts import Account
from pagestrata.web.dependencies import Admin, Context
from pagestrata.web.pages.login import entered
from pagestrata.web.security.identify import SCOPES, make_token, users_are_asked
from pagestrata.web.security.logins import Role, add_user_as, begin_session, set_password
from pagestrata.web.templating import address, render
from pagestrata.web.views.retention import (
    AGES,
    EACH,
    FIELDS,
    LEAST,
    RetentionView,
    form_of_rule,
    retention_view,
    rule_in_words,
    rule_of_form,
    set_rule,
)
from pagestrata.web.views.settings import audit_line, settings_view

router = APIRouter(include_in_schema=False)

TABS = (
    ("general", "/settings", "General"),
    ("retention", "/settings/retention", "Retention"),
    ("channels", "/settings/channels", "Channels"),
    ("users", "/users", "Users"),
    ("tokens", "/settings/tokens", "Tokens"),
    ("health", "/settings/health", "Health"),
    ("machine", "/settings/machine", "Machine"),
)
LOG_ROWS = 50
Short = Annotated[str, Form(max_length=300)]
RoleName = Literal["viewer", "editor", "admin"]


def settings_page(request: Request, tab: str, *, status: int = 200, **values: Any) -> Response:
    """One of the parts of the settings."""
    shown = {"problem": "", "done": "", **values}
    return render(request, f"settings_{tab}.html", status=status, tabs=TABS, tab=tab, **shown)


@router.get("/settings")
def general(request: Request, ctx: Context, admin: Admin, done: str = "") -> Response:
    """Show the settings for all pages."""
    notice = "Saved. It applies from the next visit." if done else ""
    return settings_page(request, "general", shown=settings_view(ctx.archive, now=ctx.clock()), done=notice)


@router.post("/settings")
def save_general(
    request: Request,
    ctx: Context,
    admin: Admin,
    threshold: Annotated[float | None, Form(ge=0, le=1)] = None,
    skipped_days: Annotated[float | None, Form(ge=0, le=36_500)] = None,
    budget: Short = "",
    web_address: Short = "",
    default: Annotated[list[Literal["threshold"]] | None, Form()] = None,
) -> Response:
    """Change the settings for all pages; an empty field resets its setting."""
    if budget.strip():
        read_budget(budget)
    values = {
        "web_address": checked_web_address(web_address) if web_address.strip() else None,
        "threshold": None if default else threshold,
        "skipped_days": skipped_days,
        "budget": budget.strip() or None,
    }
    for name, value in values.items():
        ctx.archive.settings.set(name, value)
    return RedirectResponse("/settings?done=1", status_code=303)


@router.get("/settings/retention")
def retention(
    request: Request, ctx: Context, admin: Admin, rule: Annotated[str, Query(max_length=200)] = "", done: str = ""
) -> Response:
    """Show the retention rule; with `rule` or the fields of the form, also what that rule would delete today."""
    fields = {name: request.query_params.get(name, "")[:10] for name in FIELDS}
    if not rule and "first_age" in request.query_params:
        rule = rule_of_form(fields)
    notice = "The rule was saved." if done else ""
    try:
        shown, problem = retention_view(ctx.archive, rule, now=ctx.clock()), ""
    except UsageError as error:
        shown, problem = retention_view(ctx.archive, "", now=ctx.clock()), str(error)
    return _retention(request, shown, status=400 if problem else 200, problem=problem, done=notice)


def _retention(request: Request, shown: RetentionView, **values: Any) -> Response:
    form = form_of_rule(shown.proposed or shown.current)
    choices = {"ages": AGES, "each": EACH, "least": LEAST}
    words = rule_in_words(shown.current), rule_in_words(shown.proposed)
    return settings_page(request, "retention", shown=shown, form=form, choices=choices, words=words, **values)


@router.post("/settings/retention")
def set_retention(
    request: Request, ctx: Context, admin: Admin, rule: Short = "", agreed: Annotated[int, Form(ge=0)] = 0
) -> Response:
    """Set the rule, unless it would delete more versions than the person confirmed."""
    more = set_rule(ctx.archive, rule, now=ctx.clock(), agreed=agreed)
    if more is None:
        return RedirectResponse("/settings/retention?done=1", status_code=303)
    problem = (
        f"The rule would now delete {more.drops} versions, more than the {agreed} that you confirmed. Check it again."
    )
    return _retention(request, more, status=409, problem=problem)


@router.get("/users")
def users(request: Request, ctx: Context, admin: Admin, done: str = "") -> Response:
    """Show the users and their roles."""
    return _users(request, ctx.archive.accounts.all(), done="Saved." if done else "")


def _users(request: Request, accounts: Sequence[Account], **values: Any) -> Response:
    return settings_page(request, "users", accounts=accounts, roles=list(Role), **values)


@router.post("/users")
def make_user(
    request: Request, ctx: Context, admin: Admin, name: Short = "", password: Short = "", role: RoleName = "viewer"
) -> Response:
    """A new user. The first one becomes an admin: there must be one."""
    is_first = not ctx.archive.accounts.are_there()
    try:
        made = add_user_as(ctx.archive, name, password, role, now=ctx.clock())
    except UsageError as error:
        return _users(request, ctx.archive.accounts.all(), status=400, problem=str(error))
    if is_first:  # who made the first user is that user, and need not log in
        return entered(request, begin_session(ctx.archive, made.name, now=ctx.clock()), "/users?done=1")
    return RedirectResponse("/users?done=1", status_code=303)


@router.post("/users/{name:path}")
def change_user(
    request: Request,
    name: str,
    ctx: Context,
    admin: Admin,
    action: Annotated[Literal["role", "password", "remove"], Form()],
    role: Annotated[RoleName, Form()] = "viewer",
    password: Short = "",
    keep: Annotated[list[Literal["sessions", "tokens"]] | None, Form()] = None,
) -> Response:
    """Change the role or password of a user, or remove the user. `keep`: what stays valid after a new password."""
    accounts = ctx.archive.accounts
    try:
        if action == "remove":
            accounts.remove(name)
        elif action == "role":
            accounts.change(name, role=int(Role[role.upper()]))
        else:
            set_password(ctx.archive, name, password, keep or ())
    except UsageError as error:
        return _users(request, accounts.all(), status=400, problem=str(error))
    return RedirectResponse("/users?done=1", status_code=303)


@router.get("/settings/tokens")
def tokens(request: Request, ctx: Context, admin: Admin, done: str = "") -> Response:
    """Show the API tokens."""
    notice = "Revoked." if done else ""
    return settings_page(
        request, "tokens", tokens=ctx.archive.accounts.tokens(), scopes=list(SCOPES), secret="", done=notice
    )


@router.post("/settings/tokens")
def add_token(
    request: Request,
    ctx: Context,
    admin: Admin,
    label: Short = "",
    scope: Annotated[Literal["read", "write", "admin"], Form()] = "read",
    days: Annotated[int, Form(ge=0, le=3650)] = 0,
) -> Response:
    """A new token; its secret is shown once."""
    _, secret = make_token(ctx.archive, admin, label=label, scope=scope, now=ctx.clock(), days=days or None)
    return settings_page(request, "tokens", tokens=ctx.archive.accounts.tokens(), scopes=list(SCOPES), secret=secret)


@router.post("/settings/tokens/{token_id}/revoke")
def revoke(token_id: str, ctx: Context, admin: Admin) -> Response:
    """Revoke the token."""
    ctx.archive.accounts.remove_token(token_id)
    return RedirectResponse("/settings/tokens?done=1", status_code=303)


@router.get("/settings/health")
def health(
    request: Request, ctx: Context, admin: Admin, below: Annotated[int | None, Query(ge=0, le=2**62)] = None
) -> Response:
    """Show the contents of the archive and the audit log."""
    log = ctx.archive.accounts.log(below=below, limit=LOG_ROWS)
    return settings_page(
        request,
        "health",
        stats=ctx.archive.upkeep.stats(),
        counts=ctx.archive.overview.counts(),
        log=[audit_line(entry) for entry in log],
        older=address("/settings/health", below=log[-1].number) if len(log) == LOG_ROWS else None,
        logs_in=users_are_asked(ctx),
    )


@router.get("/settings/machine")
def machine(
    request: Request, ctx: Context, admin: Admin, opened: Annotated[bool, Query(alias="open")] = False
) -> Response:
    """Check this machine; with `open`, also open a test page in the browser."""
    return settings_page(request, "machine", results=ctx.examine(opened), opened=opened)
