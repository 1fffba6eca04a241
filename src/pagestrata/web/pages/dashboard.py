"""The first screen: the watched pages, and actions on several of them."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from pagestrata.app.demo_site import watch_demo
from pagestrata.app.session import Session
from pagestrata.app.watches import change_watch, remove_watch
from pagestrata.errors import PagestrataError, UsageError
from pagestrata.model.records import Watch
from pagestrata.store.archive import Archive
from pagestrata.store.questions.overview import Order
from pagestrata.web.dependencies import Context, Editor, Viewer
from pagestrata.web.job_list import visit_jobs_of
from pagestrata.web.refusals import TooManyRequestsError
from pagestrata.web.templating import address, render_shared
from pagestrata.web.views.dashboard import ORDERS, STATE_WORDS, STATES, PageListQuery, State, cards_of, dashboard

log = logging.getLogger(__name__)

router = APIRouter(include_in_schema=False)

MOST_AT_ONCE = 500
DONE = {
    "visit": "Visiting the pages; the list shows the results.",
    "pause": "Paused.",
    "resume": "Resumed.",
    "tag": "Tagged.",
    "remove": "No longer watched. Their versions stay in the archive.",
    "demo": "The demo site is open and will be visited a dozen times within the next minute.",
    "edited": "Saved. It applies from the next visit.",
    "added": "The page is now watched.",
}
"""The message after an action, by its name in the address."""
View = Literal["cards", "rows"]


@router.get("/")
def pages(
    request: Request,
    ctx: Context,
    viewer: Viewer,
    q: Annotated[str, Query(max_length=500)] = "",
    tag: Annotated[str, Query(max_length=200)] = "",
    state: State | Literal[""] = "",
    sort: Order = "changed",
    view: View = "cards",
    after: Annotated[str, Query(max_length=4000)] = "",
    done: str = "",
) -> Response:
    """The watched pages."""
    query = PageListQuery(q=q.strip(), tag=tag, state=state or None, sort=sort, view=view, after=after)
    return render_shared(
        request,
        "dashboard.html",
        lambda: {
            "shown": dashboard(ctx.archive, query, now=ctx.clock()),
            "query": query,
            "states": [(name, STATE_WORDS[name][1]) for name in STATES],
            "orders": ORDERS,
            "done": DONE.get(done, ""),
            "is_demo_begun": done == "demo",
            "link": lambda **changed: _address(query, **changed),
        },
    )


@router.get("/cards")
def cards(
    request: Request,
    ctx: Context,
    viewer: Viewer,
    ids: Annotated[list[str], Query(alias="id", max_length=100)],
    view: View = "cards",
) -> Response:
    """Some of the pages again, for a screen that shows them already."""
    return render_shared(
        request,
        "dashboard_cards.html",
        lambda: {"cards": cards_of(ctx.archive, ids, now=ctx.clock()), "view": view},
        is_urgent=True,  # the list has to show their new state
    )


@router.post("/pages/{action}")
def act(
    action: Literal["visit", "pause", "resume", "tag", "remove"],
    request: Request,
    ctx: Context,
    editor: Editor,
    ids: Annotated[list[str] | None, Form(alias="id", max_length=MOST_AT_ONCE)] = None,
    tag: Annotated[str, Form(max_length=200)] = "",
    back: Annotated[str, Form(max_length=4000)] = "/",
) -> Response:
    """Do something with the chosen pages; then the list again."""
    if not ids:
        raise UsageError("select at least one page first")
    for watch_id in ids:
        watch = ctx.archive.watches.with_id(watch_id)
        if watch is not None and action == "visit":
            visit_jobs_of(request).start(watch.url)
        elif watch is not None:  # otherwise it was removed in the meantime
            _change(ctx.archive, watch, action, tag.strip())
    place = back if back.startswith("/?") or back == "/" else "/"
    return RedirectResponse(f"{place}{'&' if '?' in place else '?'}done={action}", status_code=303)


@router.post("/demo")
def demo(request: Request, ctx: Context, editor: Editor) -> Response:
    """Start and watch the demo newspaper. Only one at a time (429)."""
    if ctx.open_demo is None:
        raise UsageError("this server cannot run the demo site; run `pagestrata demo` instead")
    is_running: threading.Lock = request.app.state.demo
    if not is_running.acquire(blocking=False):
        raise TooManyRequestsError("the demo site is already watched; it takes about a minute")
    ctx.jobs.submit(_watch_demo, ctx.open_demo, ctx.stopping, is_running)
    return RedirectResponse(address("/", done="demo"), status_code=303)


def _watch_demo(open_session: Callable[[], Session], stopping: threading.Event, is_running: threading.Lock) -> None:
    try:
        with open_session() as session:
            watch_demo(session, stop=stopping)
    except PagestrataError as error:
        log.warning("the demo ended: %s", error)
    finally:
        is_running.release()


def _change(archive: Archive, watch: Watch, action: str, tag: str) -> None:
    if action == "remove":
        remove_watch(archive, watch)
    elif action == "tag":
        if not tag:
            raise UsageError("no tag given; type its name next to the button")
        change_watch(archive, watch, {"tags": sorted({*watch.settings.tags, tag})})
    else:
        change_watch(archive, watch, {"paused": True if action == "pause" else None})


def _address(query: PageListQuery, **changed: object) -> str:
    values: dict[str, object] = {
        "q": query.q,
        "tag": query.tag,
        "state": query.state,
        "sort": query.sort if query.sort != "changed" else None,
        "view": query.view if query.view != "cards" else None,
    }
    return address("/", **{**values, **changed})
