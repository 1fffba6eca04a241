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
    unwatched: Annotated[bool, Query()] = False,
    after: Annotated[int, Query(ge=0, le=2**62)] = 0,
) -> Response:
    """All archived pages, or those that no one watches."""
    asked = {"q": q, "unwatched": "true" if unwatched else ""}

    def values() -> dict[str, Any]:
        shown = everything(ctx.archive, words=q.strip(), after=after, only_unwatched=unwatched)
        more = address("/archive", **asked, after=shown.after) if shown.after is not None else None
        first = address("/archive", **asked) if after else None
        return {"shown": shown, "q": q, "unwatched": unwatched, "more": more, "first": first}

    return render_shared(request, "everything.html", values)
