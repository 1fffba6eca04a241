"""What the API offers, for programs (OpenAPI) and for people (a page of our own, on which calls can be tried)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from fastapi import Request, Response
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute

from pagestrata import __version__
from pagestrata.web.api.route import PREFIX, ApiRoute, router
from pagestrata.web.api.shapes import Problem
from pagestrata.web.dependencies import Viewer
from pagestrata.web.templating import render

description = router("description")

ABOUT = (
    "Everything that the archive knows and does. Lists are paged: send `next` of an answer as `after` of the next "
    "request. Answers have an ETag; send it in If-None-Match, and the answer is 304 if nothing changed. Errors are "
    "application/problem+json. Programs send a token (`Authorization: Bearer ps_…`); a server without users needs "
    "no token. Texts of archived pages are returned unchanged: escape them before you show them."
)


def openapi_of(routes: list[Any]) -> dict[str, Any]:
    """The OpenAPI document of the routes of the API among these."""
    ours = [route for route in routes if isinstance(route, ApiRoute) and route.include_in_schema]
    document: dict[str, Any] = get_openapi(
        title="Pagestrata", version=__version__, description=ABOUT, routes=ours, separate_input_output_schemas=False
    )
    components = document.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    schemas["Problem"] = Problem.model_json_schema()
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    document["security"] = [{"token": []}, {}]
    return document


def _document(request: Request) -> dict[str, Any]:
    state = request.app.state
    if not hasattr(state, "openapi"):
        state.openapi = openapi_of(request.app.routes)
    found: dict[str, Any] = state.openapi
    return found


@description.get("/openapi.json", include_in_schema=False)
def openapi(request: Request, viewer: Viewer) -> JSONResponse:
    """The OpenAPI document."""
    return JSONResponse(_document(request))


@description.get("", include_in_schema=False)
def documentation(request: Request, viewer: Viewer) -> Response:
    """The description of the API as a page for people."""
    routes = [route for route in request.app.routes if isinstance(route, ApiRoute) and route.include_in_schema]
    return render(request, "api.html", groups=_grouped(routes), about=ABOUT, prefix=PREFIX, fields=fields_of)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallField:
    """What a call takes in its path or its query."""

    name: str
    place: Literal["path", "query"]
    required: bool


def fields_of(route: APIRoute) -> list[CallField]:
    """The fields of a call that can be tried, those of its path first."""
    own = route.dependant
    path = [CallField(name=field.alias, place="path", required=True) for field in own.path_params]
    return path + [
        CallField(name=field.alias, place="query", required=field.field_info.is_required())
        for field in own.query_params
    ]


def _grouped(routes: list[ApiRoute]) -> dict[str, list[APIRoute]]:
    groups: dict[str, list[APIRoute]] = {}
    for route in routes:
        groups.setdefault(str((route.tags or ["others"])[-1]), []).append(route)
    return groups
