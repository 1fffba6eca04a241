"""What routes ask for: the context, and who may call them.

    @router.get("/page")
    def page(ctx: Context, viewer: Viewer, request: Request) -> Response: ...

Every route names one of Viewer, Editor and Admin, or is listed in `PUBLIC_PATHS`; a test refuses others. For a change
(POST, PUT, PATCH, DELETE) the guard also asks for the CSRF token, in the form or in the header X-CSRF-Token. Requests with
a token are counted, and refused if there are too many.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import Depends, Request
from starlette.concurrency import run_in_threadpool

from pagestrata.app.trails import find_trail
from pagestrata.app.watches import watch_with_id
from pagestrata.model.records import Trail, Version, Watch
from pagestrata.web.context import WebContext
from pagestrata.web.refusals import LoginNeededError, NotAllowedError
from pagestrata.web.security.csrf import SESSION_COOKIE, TOKEN_FIELD, TOKEN_HEADER, is_csrf_token
from pagestrata.web.security.hosts import SAFE_METHODS, host_name, is_browser
from pagestrata.web.security.identify import identify, trusts_everybody, users_are_asked
from pagestrata.web.security.logins import Person, Role
from pagestrata.web.security.peers import Peer, is_forwarded

PUBLIC_PATHS = frozenset({"/static/{asked}/{path:path}", "/health", "/login", "/first", "/start", "/answer"})
"""Routes that need no login."""


def context(request: Request) -> WebContext:
    """The running application."""
    found: WebContext = request.app.state.context
    return found


async def _context(request: Request) -> WebContext:
    """The running application, as a dependency without a thread: most routes need it."""
    return context(request)


Context = Annotated[WebContext, Depends(_context)]


def replay_origin(request: Request) -> str:
    """The prefix before `/web/…` in the address of archived content, as this client reaches it: an origin, and a ticket
    if a login is required."""
    ctx = context(request)
    origin = ctx.replay_origin(scheme=request.url.scheme, host=host_name(request.headers.get("host", "")))
    return f"{origin}/t/{ctx.tickets.new()}" if origin and not trusts_everybody(ctx) else origin


ReplayOrigin = Annotated[str, Depends(replay_origin)]


def person_of(request: Request) -> Person | None:
    """Return who sent a request; None if a login is required. Raises LoginNeededError for an invalid token."""
    return identify(
        context(request), request.headers, request.cookies, runs_server=lambda: comes_from_who_runs_this(request)
    )


def comes_from_who_runs_this(request: Request) -> bool:
    """Whether a program of the user who runs the server sent this, without a proxy."""
    peer: Peer | None = request.scope.get("state", {}).get("peer")
    return peer is not None and not is_forwarded(request.headers) and peer.is_ours


def require(role: Role) -> Callable[[Request], Coroutine[Any, Any, Person]]:
    """A dependency that returns the person, or refuses the request if their role does not allow it."""

    async def guard(request: Request) -> Person:
        person = await run_in_threadpool(person_of, request)
        if person is None:
            raise LoginNeededError(_how_to_get_in(context(request)))
        request.state.person = person  # also for the page that says no
        if person.way == "token":
            context(request).request_rate.count(person.name)
        if not person.may(role):
            raise NotAllowedError(f"only {role.title} may do this; you are {person.role.title}")
        if request.method not in SAFE_METHODS and person.way != "token":
            await check_csrf(request)
        if request.method not in SAFE_METHODS:
            await run_in_threadpool(context(request).archive.check_current)
        return person

    guard.role = role  # type: ignore[attr-defined] # a test looks for it
    return guard


def _how_to_get_in(ctx: WebContext) -> str:
    if users_are_asked(ctx):
        return "log in first"
    return "open the start link that the server printed when it started, or send a token"


Viewer = Annotated[Person, Depends(require(Role.VIEWER))]
Editor = Annotated[Person, Depends(require(Role.EDITOR))]
Admin = Annotated[Person, Depends(require(Role.ADMIN))]


async def check_csrf(request: Request) -> None:
    """Raises NotAllowedError for a change that does not come from our own pages.

    A program on this machine that is no browser needs no token: no web page can make such a request.
    """
    if not is_browser(request.headers):
        return
    token = request.headers.get(TOKEN_HEADER)
    kind = request.headers.get("content-type", "")
    if token is None and kind.startswith(("application/x-www-form-urlencoded", "multipart/form-data")):
        form = await request.form()
        request.state.sent = [(name, value) for name, value in form.multi_items() if isinstance(value, str)]
        token = str(form.get(TOKEN_FIELD) or "")
    name = request.cookies.get(SESSION_COOKIE, "")
    if not is_csrf_token(context(request).signing_key, name, token or ""):
        raise NotAllowedError("this form has expired or is invalid; reload the page and try again")


def _version(ctx: Context, version_id: str) -> Version:
    return ctx.archive.versions.named(version_id)


def _compared(ctx: Context, old_id: str, new_id: str) -> tuple[Version, Version]:
    return ctx.archive.versions.named(old_id), ctx.archive.versions.named(new_id)


def _watch(ctx: Context, watch_id: str) -> Watch:
    return watch_with_id(ctx.archive, watch_id)


def _trail(ctx: Context, trail_id: str) -> Trail:
    return find_trail(ctx.archive, trail_id)


# What the path of a screen names. A route lists them after its Viewer, Editor or Admin: nothing is read before the guard.
VersionInPath = Annotated[Version, Depends(_version)]
ComparedInPath = Annotated[tuple[Version, Version], Depends(_compared)]
WatchInPath = Annotated[Watch, Depends(_watch)]
TrailInPath = Annotated[Trail, Depends(_trail)]
