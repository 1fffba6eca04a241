"""The list of everything that is archived, also of what nobody watches."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from pagestrata.web.dependencies import Context, Viewer
from pagestrata.web.templating import address, render_shared
from pagestrata.web.views.everything import everything

router = APIRouter(include_in_schema=False)


@router.get("/archive")
def archived_pages(
    request: Request,
    ctx: Context,
    viewer: Viewer,
    q: Annotated[str, Query(max_length=500)] = "",
    after: Annotated[int, Query(ge=0, le=2**62)] = 0,
) -> Response:
    """All archived pages."""

    def values() -> dict[str, Any]:
        shown = everything(ctx.archive, words=q.strip(), after=after)
        more = address("/archive", q=q, after=shown.after) if shown.after is not None else None
        return {"shown": shown, "q": q, "more": more, "first": address("/archive", q=q) if after else None}

    return render_shared(request, "everything.html", values)
