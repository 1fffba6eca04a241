"""Search over all pages and times, with a picture of each result, and the list of everything that is archived."""

from __future__ import annotations

from datetime import UTC, datetime, time
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from pagestrata.errors import PagestrataError
from pagestrata.model.blocks import ROLES
from pagestrata.store.archive import Archive
from pagestrata.web.dependencies import Context, VersionInPath, Viewer
from pagestrata.web.file_answers import etag_of, file_answer
from pagestrata.web.pages.reports import day_from
from pagestrata.web.templating import address, render_shared
from pagestrata.web.views.search import MOST_HITS, SearchAnswer, block_picture, everything, search_answer

router = APIRouter(include_in_schema=False)

LONGEST_WORDS = 500


@router.get("/search")
def search(
    request: Request,
    ctx: Context,
    viewer: Viewer,
    q: Annotated[str, Query(max_length=LONGEST_WORDS)] = "",
    url: Annotated[str, Query(max_length=8192)] = "",
    role: Annotated[str, Query(max_length=40)] = "",
    since: Annotated[str, Query(max_length=10)] = "",
    until: Annotated[str, Query(max_length=10)] = "",
    changed: bool = False,
    after: Annotated[int, Query(ge=0, le=MOST_HITS)] = 0,
) -> Response:
    """Show the results by page, or an empty form."""
    query = {"q": q, "url": url, "role": role, "since": since, "until": until, "changed": 1 if changed else None}
    return render_shared(request, "search.html", lambda: _values(ctx.archive, query, after))


def _values(archive: Archive, query: dict[str, Any], after: int) -> dict[str, Any]:
    found: SearchAnswer | None = None
    problem = ""
    try:
        if query["q"].strip():
            found = search_answer(
                archive,
                query["q"],
                url=query["url"].strip() or None,
                block=query["role"] if query["role"] in ROLES else None,
                since=_begin_of(query["since"]),
                until=_end_of(query["until"]),
                changed=bool(query["changed"]),
                after=after,
            )
    except PagestrataError as error:
        problem = str(error)
    more = address("/search", **query, after=found.next_after) if found and found.next_after is not None else ""
    return {
        "query": query,
        "answer": found,
        "problem": problem,
        "roles": ROLES,
        "more": more,
        "first": address("/search", **query) if after else "",
        "after": after,
    }


def _begin_of(text: str) -> datetime | None:
    day = day_from(text)
    return datetime.combine(day, time(), UTC) if day else None


def _end_of(text: str) -> datetime | None:
    """The last moment of a day."""
    day = day_from(text)
    return datetime.combine(day, time.max, UTC) if day and day.year < 9999 else None


@router.get("/search/picture/{version_id}/{ref}.png")
def picture(ref: str, request: Request, ctx: Context, viewer: Viewer, version: VersionInPath) -> Response:
    """The block in its context, framed. A version never changes, so browsers may keep it."""
    make = partial(block_picture, ctx.archive, version, ref)
    return file_answer(request, etag_of(version.id, "framed", ref), make, media_type="image/png")


@router.get("/archive")
def archived_pages(
    request: Request,
    ctx: Context,
    viewer: Viewer,
    q: Annotated[str, Query(max_length=500)] = "",
    unwatched: Annotated[bool, Query()] = False,
    after: Annotated[int, Query(ge=0, le=2**62)] = 0,
) -> Response:
    """Show all archived pages, or only the unwatched ones."""
    query = {"q": q, "unwatched": "true" if unwatched else ""}

    def values() -> dict[str, Any]:
        shown = everything(ctx.archive, words=q.strip(), after=after, only_unwatched=unwatched)
        more = address("/archive", **query, after=shown.after) if shown.after is not None else None
        first = address("/archive", **query) if after else None
        return {"shown": shown, "q": q, "unwatched": unwatched, "more": more, "first": first}

    return render_shared(request, "everything.html", values)
