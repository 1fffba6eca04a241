"""What all routes of the API share: ETags with 304, documented errors, and limits of parameters.

An ETag is the digest of the answer; a client that sends it in If-None-Match gets 304 without a body. A change of a watch must
name its ETag in If-Match, so that the second of two editors is refused (412).
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.routing import APIRoute
from pydantic import BeforeValidator, WithJsonSchema

from pagestrata.store.catalog.names import from_microseconds
from pagestrata.web.error_answers import problem
from pagestrata.web.file_answers import etag_of, names_etag

PREFIX = "/api/v1"
VERSION_ID = r"^[0-9]{14}-s?[0-9]{1,18}$"
NAME = "^[0-9A-Za-z_-]{1,64}$"
LONGEST_URL = 8_192
LONGEST_WORDS = 500
PROBLEMS = {
    400: "The request makes no sense, or the archive does not support it.",
    401: "Log in, or send a token.",
    403: "Your role or your token does not allow this.",
    404: "Not found.",
    409: "It exists already.",
    412: "Changed in the meantime: read it again.",
    413: "The request is too large.",
    422: "A value is invalid.",
    428: "Send the ETag of what you change in If-Match.",
    429: "Too many requests.",
    502: "The page could not be captured.",
    503: "The archive is not available now.",
}


def _documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    schema = {"schema": {"$ref": "#/components/schemas/Problem"}}
    return {
        status: {"description": PROBLEMS[status], "content": {"application/problem+json": schema}}
        for status in statuses
    }


READING = _documented(400, 401, 403, 404, 422, 429, 503)
CHANGING = _documented(409, 412, 413, 428)


class ApiRoute(APIRoute):
    """A route whose answers to GET carry an ETag."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def answer(request: Request) -> Response:
            found = await handle(request)
            if request.method not in {"GET", "HEAD"} or found.status_code != 200 or not hasattr(found, "body"):
                return found
            return _unless_known(request, found)

        return answer


def _unless_known(request: Request, found: Response) -> Response:
    etag = found.headers.get("etag") or etag_of(bytes(found.body))
    found.headers.setdefault("etag", etag)
    found.headers.setdefault("cache-control", "private, no-cache")
    if not names_etag(request.headers.get("if-none-match"), etag):
        return found
    kept = {name: found.headers[name] for name in ("etag", "cache-control", "link") if name in found.headers}
    return Response(status_code=304, headers=kept)


def router(*tags: str) -> APIRouter:
    """A router of the API."""
    return APIRouter(prefix=PREFIX, tags=list(tags), route_class=ApiRoute, responses=READING)


def refusal(status: int, detail: str) -> Response:
    """An error as an answer."""
    return problem(status, detail)


def moment_of(after: int | None) -> datetime | None:
    """Return the moment after which a list sorted by time continues."""
    return from_microseconds(after) if after is not None else None


def _moment(value: Any) -> Any:
    """ISO 8601 only: a bare number could be anything."""
    if not isinstance(value, str):
        return value
    if not value[:4].isdigit() or "T" not in value.upper():
        raise ValueError("write a time like 2026-01-31T12:00:00Z")
    try:
        found = datetime.fromisoformat(value.upper().replace("Z", "+00:00"))
    except ValueError as error:
        raise ValueError("write a time like 2026-01-31T12:00:00Z") from error
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _whole(value: Any) -> Any:
    """7.0 is a whole number in JSON; true is not, unlike in Python."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _without_surrogates(value: Any) -> Any:
    """Text that UTF-8 can carry; pages hold lone surrogates."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) and not value.isascii() else value


Moment = Annotated[datetime, BeforeValidator(_moment), WithJsonSchema({"type": "string", "format": "date-time"})]
WHOLE = BeforeValidator(_whole)
Text = Annotated[str, BeforeValidator(_without_surrogates)]
Limit = Annotated[int, Query(ge=1, le=200, description="Maximum number of items.")]
AFTER = "`next` of the previous answer. Omit it to start at the beginning."
AfterNumber = Annotated[int | None, Query(ge=0, le=2**63 - 1, description=AFTER)]
AfterMoment = Annotated[int | None, Query(ge=-(10**16), le=253_402_300_799_999_999, description=AFTER)]
AfterId = Annotated[str | None, Query(pattern=NAME, description=AFTER)]
Since = Annotated[Moment | None, Query(description="Start of the period (inclusive).")]
Until = Annotated[Moment | None, Query(description="End of the period.")]
PageUrl = Annotated[str | None, Query(max_length=LONGEST_URL, description="Address of a page.")]


def harmless(value: Any) -> Any:
    """Plain values whose texts UTF-8 can carry."""
    if isinstance(value, dict):
        return {_without_surrogates(name): harmless(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [harmless(part) for part in value]
    return _without_surrogates(value)
