"""Pages made from templates. Everything that is put into one is escaped; nothing may switch that off."""

from __future__ import annotations

import functools
import secrets
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import jinja2
from fastapi import Request, Response

from pagestrata import __version__
from pagestrata.model.plain_numbers import counted, likelihood, number_as_written, plain_number
from pagestrata.web import shown_text
from pagestrata.web.dependencies import context, replay_origin
from pagestrata.web.security.csrf import SESSION_COOKIE, csrf_token, new_session_name
from pagestrata.web.security.logins import Person, Role
from pagestrata.web.static_files import static_path
from pagestrata.web.views.drawings import LETTERS, spark

TEMPLATES = Path(__file__).parent / "templates"
NAVIGATION = (
    ("pages", "/", "Pages"),
    ("search", "/search", "Search"),
    ("reports", "/reports", "Reports"),
    ("plan", "/plan", "Plan"),
    ("settings", "/settings", "Settings"),
)
"""The main menu of every screen: key, address, name. A template says with `{% set here = "pages" %}` where it is."""


@functools.cache
def environment() -> jinja2.Environment:
    """The templates. They always escape, and an unknown name is an error."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters |= {
        "clean": shown_text.clean,
        "span": shown_text.span,
        "every": shown_text.every,
        "moment": shown_text.moment,
        "local": shown_text.local,
        "share_a_minute": shown_text.share_a_minute,
        "plain_reasons": shown_text.plain_reasons,
        "iso": shown_text.iso,
        "day": shown_text.day,
        "size": shown_text.size,
        "counted": counted,
        "percent": shown_text.percent,
        "likelihood": likelihood,
        "plain_number": plain_number,
        "number_as_written": number_as_written,
        "stage_words": shown_text.stage_words,
        "role_words": shown_text.role_words,
        "change_words": shown_text.change_words,
        "sentence": shown_text.sentence,
        "in_code": shown_text.in_code,
    }
    made.globals |= {
        "static": static_path,
        "address": address,
        "navigation": NAVIGATION,
        "letters": LETTERS,
        "spark": spark,
        "Role": Role,
        "program_version": __version__,
    }
    return made


def address(path: str, /, **values: object) -> str:
    """A path of the application with a query; values that are None or '' are omitted."""
    kept = {name: value for name, value in values.items() if value not in (None, "")}
    return f"{quote(path)}?{urlencode(kept, doseq=True)}" if kept else quote(path)


TOKEN_PLACE = f"token-{secrets.token_hex(24)}"
"""A placeholder in a cached page, replaced at each request. Archived pages cannot know it: each process has its own."""


def render(request: Request, template: str, *, status: int = 200, **values: Any) -> Response:
    """Render a whole page, or a part of one for htmx, with these values. Sets the session cookie if it is missing."""
    return _answer(request, _page(request, template, values | {"replay_origin": replay_origin(request)}), status=status)


def render_shared(
    request: Request,
    template: str,
    make: Callable[[], dict[str, Any]],
    *,
    is_urgent: bool = False,
    extra_key: Hashable = None,
) -> Response:
    """Render a page that is equal for all people with one role: once for requests at nearly the same time.

    `make` returns the values of the template; it is not called if the page is cached. The page must not show archived content.
    With `is_urgent`, or on reload, it is never older than the archive. `extra_key` has what the page shows that is not in the
    archive.
    """
    ctx, person = context(request), _person(request)
    key = (template, request.url.path, request.url.query, person, extra_key)
    who = request.cookies.get(SESSION_COOKIE, "")
    page = ctx.shared_pages.get(
        ctx.archive,
        key,
        lambda: _page(request, template, make()),
        who=who,
        is_urgent=is_urgent or _is_loaded_again(request),
    )
    return _answer(request, page)


def _is_loaded_again(request: Request) -> bool:
    """Return whether the request asks for the current state, as browsers do on reload."""
    cache_control = request.headers.get("cache-control", "")
    return "no-cache" in cache_control or "max-age=0" in cache_control


def _page(request: Request, template: str, values: dict[str, Any]) -> str:
    """The text of a page with a placeholder for the CSRF token of its reader."""
    now, person = context(request).clock(), _person(request)
    shared = {
        "now": now,
        "ago": lambda when: shown_text.ago(when, now),
        "person": person,
        "may": lambda role: person is not None and person.may(Role[role.upper()]),
        "csrf_token": TOKEN_PLACE,
        "path": request.url.path,
    }
    return environment().get_template(template).render(shared | values)


def _person(request: Request) -> Person | None:
    found: Person | None = getattr(request.state, "person", None)
    return found


def _answer(request: Request, page: str, *, status: int = 200) -> Response:
    session = request.cookies.get(SESSION_COOKIE) or new_session_name()
    token = csrf_token(context(request).signing_key, session)
    body = page
    for place in (
        'name="csrf_token" value="{}"',
        'name="csrf-token" content="{}"',
    ):  # our own fields and the head alone
        body = body.replace(place.format(TOKEN_PLACE), place.format(token))
    response = Response(body, status_code=status, media_type="text/html")
    if SESSION_COOKIE not in request.cookies:
        set_session_cookie(response, session, secure=is_https(request))
    return response


def is_https(request: Request) -> bool:
    """Whether the browser uses https. Behind a reverse proxy, its Origin header says so."""
    return request.url.scheme == "https" or request.headers.get("origin", "").startswith("https://")


def set_session_cookie(response: Response, name: str, *, secure: bool, seconds: int | None = None) -> None:
    response.set_cookie(
        SESSION_COOKIE, name, max_age=seconds, httponly=True, samesite="strict", secure=secure, path="/"
    )
