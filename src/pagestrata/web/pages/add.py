"""Add a page: enter its address, choose the blocks to follow or ignore, and how often to visit it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from pagestrata.app.chosen_blocks import Choice
from pagestrata.app.picking import picked_element
from pagestrata.app.previews import Preview, watch_preview
from pagestrata.app.watches import watch_for
from pagestrata.errors import NotFoundError, UsageError
from pagestrata.follow.memory import FollowAs
from pagestrata.formats.urls import web_address
from pagestrata.model.snapshot import Snapshot
from pagestrata.web.context import WebContext
from pagestrata.web.dependencies import Context, Editor
from pagestrata.web.opened_pages import OpenedPage
from pagestrata.web.pages.pick import ElementPath, Rectangle, Row, Words
from pagestrata.web.pages.watch_edit import mark_of
from pagestrata.web.security.logins import Person
from pagestrata.web.templating import address, render
from pagestrata.web.views.alert_form import KINDS, NewAlert, alert_on_block
from pagestrata.web.views.elements import LONGEST_PATH, choice_of, elements_json
from pagestrata.web.views.preview import INTERVALS, shown_page
from pagestrata.web.web_rules import add_web_rule, check_web_alert, remember_address

router = APIRouter(include_in_schema=False)

BLOCK_FIELD = "block:"
LOOK_AGAIN_SECONDS = 2


@router.get("/add")
def add(request: Request, editor: Editor, url: Annotated[str, Query(max_length=8000)] = "") -> Response:
    """Show the form for the address of a page."""
    return render(request, "add.html", url=url, problem="")


@router.post("/add")
def look(request: Request, ctx: Context, editor: Editor, url: Annotated[str, Form(max_length=8000)] = "") -> Response:
    """Open the page in the background."""
    try:
        wanted = web_address(url)
    except UsageError as error:
        return render(request, "add.html", status=400, url=url, problem=str(error))
    page = ctx.previews.begin(ctx.visits, wanted)
    return RedirectResponse(f"/add/{page.id}", status_code=303)


@router.get("/add/{name}")
def preview(request: Request, name: str, ctx: Context, editor: Editor) -> Response:
    """Show the page with its blocks, or a waiting screen that reloads itself."""
    page = ctx.previews.of(name)
    if page.error:
        return render(request, "add.html", status=502, url=page.url, problem=page.error)
    if page.content is None:
        waiting = render(request, "add_wait.html", page=page)
        waiting.headers["Refresh"] = str(LOOK_AGAIN_SECONDS)
        return waiting
    return _blocks(request, ctx, page, sent=None)


def _blocks(
    request: Request, ctx: WebContext, page: OpenedPage[Preview], *, sent: Mapping[str, str] | None, problem: str = ""
) -> Response:
    """The page to point at. `sent` is a rejected form: someone else changed the watch in the meantime, or it has a `problem`."""
    assert page.content is not None
    known = ctx.archive.watches.of(page.url)
    fields = {"title": known.settings.title or "", "tags": ", ".join(known.settings.tags)} if known else {}
    return render(
        request,
        "add_blocks.html",
        status=200 if sent is None else 400 if problem else 409,
        page=page,
        shown=shown_page(page.content),
        intervals=INTERVALS,
        known=known,
        seen=mark_of(known),
        entered=sent if sent is not None else fields,
        is_late=sent is not None and not problem,
        problem=problem,
        alert_kinds=KINDS,
    )


@router.get("/add/{name}/picture")
def picture(name: str, ctx: Context, editor: Editor) -> Response:
    """The screenshot of a preview."""
    found = ctx.previews.of(name).content
    if found is None or found.snapshot.screenshot_png is None:
        raise NotFoundError("this page has no picture")
    headers = {"Cache-Control": "private, max-age=3600"}
    return Response(found.snapshot.screenshot_png, media_type="image/png", headers=headers)


@router.get("/add/{name}/elements")
def elements(name: str, ctx: Context, editor: Editor) -> Response:
    """All elements of a preview with their boxes."""
    return JSONResponse(elements_json(_snapshot(ctx, name)), headers={"Cache-Control": "no-store"})


@router.get("/add/{name}/element")
def element(
    request: Request,
    name: str,
    ctx: Context,
    editor: Editor,
    row: Row = None,
    path: ElementPath = "",
    within: Rectangle = "",
    text: Words = "",
) -> Response:
    """One element of a preview in full."""
    snapshot = _snapshot(ctx, name)
    picked = picked_element(snapshot, choice_of(snapshot, row=row, path=path, within=within, text=text))
    return render(request, "parts/picked_element.html", picked=picked, block="", sightings=[])


def _snapshot(ctx: WebContext, name: str) -> Snapshot:
    preview = ctx.previews.of(name).content
    if preview is None:
        raise NotFoundError("the page is still loading, or could not be opened; open it again")
    return preview.snapshot


@router.post("/add/{name}")
async def save(request: Request, name: str, ctx: Context, editor: Editor) -> Response:
    """Watch the page from now on."""
    form = await request.form()
    return await run_in_threadpool(_save, request, name, ctx, editor, form)


def _save(request: Request, name: str, ctx: WebContext, editor: Person, form: FormData) -> Response:
    page = ctx.previews.of(name)
    sent = {key: value for key, value in form.items() if isinstance(value, str)}
    if page.content is None:
        raise UsageError("the page is still loading; wait for its screenshot")
    if form.get("seen", "") not in {"", mark_of(ctx.archive.watches.of(page.url))}:
        return _blocks(request, ctx, page, sent=sent)
    try:
        picked, alert = _picked_in(ctx, editor, sent)
    except UsageError as error:
        return _blocks(request, ctx, page, sent=sent, problem=str(error))
    if sent.get("then") == "login":  # what is shown now is no version: the page is behind it
        watch = watch_for(ctx.archive, page.url, settings_from(form))
        ctx.previews.forget(name)
        return RedirectResponse(f"/watches/{watch.id}/steps", status_code=303)
    chosen = {key.removeprefix(BLOCK_FIELD): value for key, value in form.items() if key.startswith(BLOCK_FIELD)}
    kept = watch_preview(
        ctx.archive,
        page.content,
        settings=settings_from(form),
        follow=[ref for ref, value in chosen.items() if value == "follow"],
        ignore=[ref for ref, value in chosen.items() if value == "ignore"],
        picked=picked,
        picked_name=sent.get("name", "").strip()[:300],
    )
    if alert is not None:
        add_web_rule(ctx, editor, kept.trails[0].id, alert.channel, conditions=alert.conditions)
        remember_address(ctx, request)
    ctx.previews.forget(name)
    if len(kept.trails) == 1:
        return RedirectResponse(f"/trails/{kept.trails[0].id}", status_code=303)
    return RedirectResponse(address("/", done="added"), status_code=303)


def _picked_in(ctx: WebContext, editor: Person, sent: Mapping[str, str]) -> tuple[Choice | None, NewAlert | None]:
    """Return the element to follow and its alert. Raises UsageError if the form is invalid."""
    path, meant = sent.get("path", ""), sent.get("followed_as", "")
    alert = alert_on_block(sent)
    follows_blocks = [key for key, value in sent.items() if key.startswith(BLOCK_FIELD) and value == "follow"]
    if alert is not None and not path and len(follows_blocks) != 1:
        raise UsageError("an alert about a number needs one chosen element; click the number in the picture")
    if alert is not None:
        check_web_alert(ctx, editor, alert)
    if not path:
        return None, alert
    followed_as: FollowAs | None = "place" if meant == "place" else "item" if meant == "item" else None
    return Choice(path=path[:LONGEST_PATH], seen=sent.get("picked_seen") or None, followed_as=followed_as), alert


def settings_from(form: FormData) -> dict[str, object]:
    """The settings in the form; empty fields change nothing."""
    interval = str(form.get("interval") or "")
    if interval and interval not in {str(seconds) for seconds, _ in INTERVALS}:
        raise UsageError(f"{interval[:20]!r} is not one of the intervals")
    tags = [tag.strip() for tag in str(form.get("tags") or "").split(",") if tag.strip()]
    found: dict[str, object] = {"interval_seconds": int(interval) if interval else None}
    if title := str(form.get("title") or "").strip():
        found["title"] = title[:300]
    return {**found, "tags": tags[:20]} if tags else found
