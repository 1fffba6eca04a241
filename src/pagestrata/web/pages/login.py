"""Logging in and out, the first user, and one's own password."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from pagestrata.errors import UsageError
from pagestrata.web.context import WebContext
from pagestrata.web.dependencies import Context, Viewer, check_csrf, person_of
from pagestrata.web.refusals import NotAllowedError, TooManyRequestsError
from pagestrata.web.security.csrf import SESSION_COOKIE
from pagestrata.web.security.identify import START_COOKIE, is_start_key, start_cookie, users_are_asked
from pagestrata.web.security.logins import (
    SESSION_LENGTH,
    Role,
    add_user,
    begin_session,
    is_known_password,
    log_in,
    set_password,
)
from pagestrata.web.templating import address, is_https, render, set_session_cookie

router = APIRouter(include_in_schema=False)

Name = Annotated[str, Form(max_length=200)]
Password = Annotated[str, Form(max_length=2000)]
Kept = Literal["sessions", "tokens"]


@router.get("/login")
def login(request: Request, ctx: Context, then: Annotated[str, Query(max_length=4000)] = "") -> Response:
    """Show the login form."""
    if not users_are_asked(ctx):
        return (
            RedirectResponse("/", status_code=303) if person_of(request) else render(request, "start.html", status=401)
        )
    return render(request, "login.html", then=then, problem="", name="")


@router.post("/login", dependencies=[Depends(check_csrf)])
def enter(
    request: Request,
    ctx: Context,
    name: Name = "",
    password: Password = "",
    then: Annotated[str, Form(max_length=4000)] = "",
) -> Response:
    """Begin a session with a new id, so that an id planted in the browser before is worthless."""
    try:
        session = log_in(ctx.archive, ctx.attempts, name, password, address=_client(request), now=ctx.clock())
    except (NotAllowedError, TooManyRequestsError) as error:
        status = 429 if isinstance(error, TooManyRequestsError) else 403
        return render(request, "login.html", status=status, then=then, problem=str(error), name=name)
    return entered(request, session, _own_path(then))


@router.post("/logout")
def leave(request: Request, ctx: Context, viewer: Viewer) -> Response:
    """End this session."""
    ctx.archive.accounts.end_session(request.cookies.get(SESSION_COOKIE, ""))
    answer = RedirectResponse("/login", status_code=303)
    answer.delete_cookie(SESSION_COOKIE, path="/")
    return answer


@router.get("/start")
def start(request: Request, ctx: Context, key: Annotated[str, Query(max_length=200)] = "") -> Response:
    """Give access to a browser with the start link that the server printed, if there are no users."""
    _check_key(ctx, key)
    if users_are_asked(ctx):
        return RedirectResponse(address("/first", key=key), status_code=303)
    answer = RedirectResponse("/", status_code=303)
    answer.set_cookie(START_COOKIE, start_cookie(ctx), httponly=True, samesite="strict", secure=is_https(request))
    return answer


@router.get("/first")
def first(request: Request, ctx: Context, key: Annotated[str, Query(max_length=200)] = "") -> Response:
    """Show the form for the first user; needs the link that the server printed when it started."""
    _check_key(ctx, key)
    return render(request, "first.html", key=key, problem="", name="")


@router.post("/first", dependencies=[Depends(check_csrf)])
def make_first(
    request: Request,
    ctx: Context,
    key: Annotated[str, Form(max_length=200)] = "",
    name: Name = "",
    password: Password = "",
) -> Response:
    """Create the first user, an admin. The link is then invalid."""
    _check_key(ctx, key)
    try:
        made = add_user(ctx.archive, name, password, Role.ADMIN, now=ctx.clock(), only_first=True)
    except UsageError as error:
        return render(request, "first.html", status=400, key=key, problem=str(error), name=name)
    return entered(request, begin_session(ctx.archive, made.name, now=ctx.clock()), "/")


@router.get("/account")
def account(request: Request, viewer: Viewer, done: str = "") -> Response:
    """Show the form for one's own password."""
    return render(request, "account.html", problem="", done=bool(done))


@router.post("/account")
def change_password(
    request: Request,
    ctx: Context,
    viewer: Viewer,
    old: Password = "",
    password: Password = "",
    keep: Annotated[list[Kept] | None, Form()] = None,
) -> Response:
    """Change password. All other sessions, and the tokens, end with the old one unless they are to be kept."""
    try:
        if not is_known_password(
            ctx.archive, ctx.attempts, viewer.name, old, address=_client(request), now=ctx.clock()
        ):
            raise UsageError("the old password is wrong")
        set_password(ctx.archive, viewer.name, password, keep or ())
    except (UsageError, TooManyRequestsError) as error:
        status = 429 if isinstance(error, TooManyRequestsError) else 400
        return render(request, "account.html", status=status, problem=str(error), done=False)
    return entered(request, begin_session(ctx.archive, viewer.name, now=ctx.clock()), "/account?done=1")


def _client(request: Request) -> str:
    """The address of the client, which a trusted proxy forwards."""
    return request.client.host if request.client else ""


def _check_key(ctx: WebContext, key: str) -> None:
    if not is_start_key(ctx, key) or ctx.archive.accounts.are_there():
        raise NotAllowedError("this link is invalid or was already used; log in, or restart the server")


def entered(request: Request, session: str, place: str) -> Response:
    """Redirect to `place` with the cookie of a new session."""
    answer = RedirectResponse(place, status_code=303)
    seconds = int(SESSION_LENGTH.total_seconds())
    set_session_cookie(answer, session, secure=is_https(request), seconds=seconds)
    return answer


def _own_path(text: str) -> str:
    """Return the address to open after the login, which must be a path of this application."""
    is_ours = text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable()
    return text if is_ours else "/"
