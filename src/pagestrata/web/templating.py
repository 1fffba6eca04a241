"""Pages made from templates. Everything that is put into one is escaped; nothing may switch that off."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import jinja2
from fastapi import Request, Response

from pagestrata import __version__
from pagestrata.web import shown_text
from pagestrata.web.dependencies import context, replay_origin
from pagestrata.web.security.csrf import SESSION_COOKIE, csrf_token, new_session_name
from pagestrata.web.security.people import Person, Role
from pagestrata.web.static_files import static_path

TEMPLATES = Path(__file__).parent / "templates"
NAVIGATION = (
    ("pages", "/", "Pages"),
    ("search", "/search", "Search"),
    ("reports", "/reports", "Reports"),
    ("plan", "/plan", "Plan"),
    ("settings", "/settings", "Settings"),
)
"""What stands at the top of every screen: key, address, name. A template says with `{% set here = "pages" %}` where it is."""


@functools.cache
def environment() -> jinja2.Environment:
    """The templates, always escaping, and strict about names that are not there."""
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
        "iso": shown_text.iso,
        "day": shown_text.day,
        "size": shown_text.size,
        "counted": shown_text.counted,
    }
    made.globals |= {
        "static": static_path,
        "address": address,
        "navigation": NAVIGATION,
        "Role": Role,
        "program_version": __version__,
    }
    return made


def address(path: str, **values: object) -> str:
    """A path of the application with a query; values that are None or '' are left out."""
    kept = {name: value for name, value in values.items() if value not in (None, "")}
    return f"{quote(path)}?{urlencode(kept, doseq=True)}" if kept else quote(path)


def render(request: Request, template: str, *, status: int = 200, **values: Any) -> Response:
    """A whole page, or a part of one for htmx. `values` are the template's; the session cookie is set where there is none."""
    ctx, now = context(request), context(request).clock()
    session = request.cookies.get(SESSION_COOKIE) or new_session_name()
    person: Person | None = getattr(request.state, "person", None)
    shared = {
        "now": now,
        "ago": lambda when: shown_text.ago(when, now),
        "person": person,
        "may": lambda role: person is not None and person.may(Role[role.upper()]),
        "csrf_token": csrf_token(ctx.signing_key, session),
        "replay_origin": replay_origin(request),
        "path": request.url.path,
    }
    body = environment().get_template(template).render(shared | values)
    response = Response(body, status_code=status, media_type="text/html")
    if SESSION_COOKIE not in request.cookies:
        set_session_cookie(response, session, secure=request.url.scheme == "https")
    return response


def set_session_cookie(response: Response, name: str, *, secure: bool, seconds: int | None = None) -> None:
    response.set_cookie(
        SESSION_COOKIE, name, max_age=seconds, httponly=True, samesite="strict", secure=secure, path="/"
    )
