"""Errors as answers: a page for people, problem+json (RFC 9457) for programs. A message never holds markup or a traceback."""

from __future__ import annotations

import contextlib
import http

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.routing import Match

from pagestrata.errors import (
    ArchiveError,
    CaptureError,
    InputError,
    NotFoundError,
    PagestrataError,
    StaleChoiceError,
    UsageError,
)
from pagestrata.web.dependencies import context, person_of
from pagestrata.web.refusals import LoginNeededError, NotAllowedError, TooManyRequestsError
from pagestrata.web.security.audit import ASSISTANTS
from pagestrata.web.security.headers import protection
from pagestrata.web.templating import address, render

STATUSES: tuple[tuple[type[Exception], int], ...] = (
    (LoginNeededError, 401),
    (NotAllowedError, 403),
    (TooManyRequestsError, 429),
    (NotFoundError, 404),
    (StaleChoiceError, 409),
    (UsageError, 400),
    (InputError, 400),
    (CaptureError, 502),
    (ArchiveError, 503),
    (PagestrataError, 500),
)
API = "/api/"
LONGEST_FORM = 100_000
"""Characters of a form that are offered to be sent again."""


def status_of(error: Exception) -> int:
    """The HTTP status that says what went wrong."""
    return next((status for kind, status in STATUSES if isinstance(error, kind)), 500)


def add_error_answers(app: FastAPI) -> None:
    app.add_exception_handler(PagestrataError, _of_ours)
    app.add_exception_handler(HTTPException, _of_http)
    app.add_exception_handler(RequestValidationError, _of_validation)
    app.add_exception_handler(Exception, _of_bug)


def problem(status: int, detail: str, **more: object) -> JSONResponse:
    """An error as problem+json."""
    body = {"type": "about:blank", "title": http.HTTPStatus(status).phrase, "status": status, "detail": detail, **more}
    return JSONResponse(body, status_code=status, media_type="application/problem+json")


def answer(request: Request, status: int, detail: str) -> Response:
    """One sentence about what went wrong, in the form the client reads."""
    if request.url.path.startswith(API) or request.url.path == ASSISTANTS:
        return problem(status, detail)
    sent = _to_send_again(request) if status == 503 else []
    title = http.HTTPStatus(status).phrase
    return render(request, "error.html", status=status, title=title, detail=detail, sent=sent, path=request.url.path)


def _to_send_again(request: Request) -> list[tuple[str, str]]:
    """The fields of a form that the archive could not store; none if one is a password."""
    sent: list[tuple[str, str]] = getattr(request.state, "sent", [])
    length = sum(len(value) for _, value in sent)
    return sent if length <= LONGEST_FORM and not any("password" in name for name, _ in sent) else []


async def _of_ours(request: Request, error: Exception) -> Response:
    status = status_of(error)
    if status == 401 and not request.url.path.startswith(API) and request.method == "GET":
        target = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return RedirectResponse(address("/login", then=target if target != "/" else None), status_code=303)
    found = answer(request, status, str(error))
    if isinstance(error, TooManyRequestsError) and error.seconds is not None:
        found.headers["retry-after"] = str(error.seconds)
    return found


async def _of_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        await _remember_person(request)
        detail = "There is nothing at this address."
    else:
        detail = str(error.detail)
    found = answer(request, error.status_code, detail)
    for name, value in (error.headers or {}).items():
        found.headers[name] = value
    if error.status_code == 405:
        found.headers["allow"] = ", ".join(_allowed_methods(request))
    return found


async def _remember_person(request: Request) -> None:
    """Identify the reader of an unknown address, so that the error page shows the navigation."""
    with contextlib.suppress(PagestrataError):
        request.state.person = await run_in_threadpool(person_of, request)


def _allowed_methods(request: Request) -> list[str]:
    """The methods of all routes with this address."""
    matching = [route for route in request.app.routes if route.matches(request.scope)[0] is not Match.NONE]
    return sorted({method for route in matching for method in getattr(route, "methods", None) or ()})


async def _of_validation(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    problems = [f"{'.'.join(map(str, each['loc'][1:])) or each['loc'][0]}: {each['msg']}" for each in error.errors()]
    status = 422 if request.url.path.startswith(API) else 400
    return answer(request, status, "; ".join(problems[:5]))


async def _of_bug(request: Request, error: Exception) -> Response:
    """Answer an unexpected error. Our middleware does not see this answer; the server logs the error."""
    found = answer(request, 500, "Internal error; see the server's log.")
    for name, value in protection(
        context(request), scheme=request.url.scheme, host=request.headers.get("host", "")
    ).items():
        found.headers.setdefault(name, value)
    return found
