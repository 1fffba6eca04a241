"""Steps before a page is captured: recorded on a live picture of the page, edited as a list, and replayed with pictures.

The page is opened with the guard, the rules and the limits of a visit. Secrets are stored outside the archive and never shown
again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from pagestrata.app.kept_secrets import kept_secrets
from pagestrata.app.watch_steps import live_page, replay_steps, steps_of, store_steps
from pagestrata.app.watches import watch_with_id
from pagestrata.capturing.kept_steps import LONGEST_TEXT, MOST_STEPS, in_words
from pagestrata.capturing.options import Step
from pagestrata.errors import CaptureError, UsageError
from pagestrata.web.context import WebContext
from pagestrata.web.dependencies import Context, Editor, WatchInPath
from pagestrata.web.live_pages import Recording
from pagestrata.web.shown_text import clean
from pagestrata.web.templating import render

if TYPE_CHECKING:
    from pagestrata.capturing.browser.live import LivePage
    from pagestrata.model.records import Watch

Coordinate = Annotated[float, Form(ge=0, le=10_000, allow_inf_nan=False)]
router = APIRouter(include_in_schema=False)


@router.get("/watches/{watch_id}/steps")
def steps(request: Request, ctx: Context, editor: Editor, watch_id: str) -> Response:
    """The steps of a page as a list."""
    return _screen(request, watch_with_id(ctx.archive, watch_id))


def _screen(request: Request, watch: Watch, *, status: int = 200, **values: Any) -> Response:
    kept = steps_of(watch)
    values = {"problem": "", "replayed": None, **values}
    return render(
        request, "steps.html", status=status, watch=watch, steps=[(in_words(step), step) for step in kept], **values
    )


@router.post("/watches/{watch_id}/steps")
def edit(
    request: Request,
    ctx: Context,
    editor: Editor,
    watch: WatchInPath,
    do: Annotated[Literal["remove", "up", "down", "clear", "wait", "text"], Form()],
    place: Annotated[int, Form(ge=0, le=MOST_STEPS)] = 0,
    seconds: Annotated[float, Form(ge=0.1, le=60, allow_inf_nan=False)] = 1.0,
    text: Annotated[str, Form(max_length=LONGEST_TEXT)] = "",
    words: Annotated[str, Form(max_length=2 * LONGEST_TEXT)] = "",
) -> Response:
    """Change the list: remove or move a step, type another text, add a wait, or remove all. `words` is what a step to be typed
    was shown as: a password must not get into another step that is in its place by now."""
    kept = list(steps_of(watch))
    has_moved = place >= len(kept) or (do == "text" and clean(in_words(kept[place])) != words)
    if do in {"remove", "up", "down", "text"} and has_moved:
        return _screen(
            request,
            watch,
            status=409,
            problem="Someone else changed the steps in the meantime. These are the current ones.",
        )
    if do == "text":
        kept[place] = _typed(kept[place], text)
    elif do == "clear":
        kept = []
    elif do == "wait":
        kept.append(Step(action="wait", seconds=seconds))
    elif do == "remove":
        del kept[place]
    else:
        other = place - 1 if do == "up" else place + 1
        if 0 <= other < len(kept):
            kept[place], kept[other] = kept[other], kept[place]
    store_steps(ctx.archive, watch, kept)
    return RedirectResponse(f"/watches/{watch.id}/steps", status_code=303)


@router.post("/watches/{watch_id}/steps/replay")
def take_again(request: Request, ctx: Context, editor: Editor, watch: WatchInPath) -> Response:
    """Open the page and take its steps now, with a picture after each. The pictures are not stored."""
    options = ctx.visits.options_of(watch)
    with ctx.live_pages.taking_turn():
        replayed = replay_steps(_live_page(ctx, watch), options.steps)
    return _screen(request, watch, replayed=replayed)


@router.post("/watches/{watch_id}/live")
def begin(request: Request, ctx: Context, editor: Editor, watch: WatchInPath) -> Response:
    """Open the page in a browser of this server, to record steps on it."""
    try:
        made = ctx.live_pages.open(lambda: _live_page(ctx, watch), watch=watch.id, person=editor.name)
    except CaptureError as error:
        return _screen(request, watch, status=502, problem=str(error))
    return RedirectResponse(f"/live/{made.id}", status_code=303)


def _live_page(ctx: WebContext, watch: Watch) -> LivePage:
    return live_page(watch, ctx.visits.options_of(watch))


@router.get("/live/{name}")
def live(request: Request, ctx: Context, editor: Editor, name: str) -> Response:
    """The page as it is now, to act on."""
    with ctx.live_pages.using(name, person=editor.name) as recording:
        watch = watch_with_id(ctx.archive, recording.watch)
        width, height = ctx.visits.options_of(watch).viewport
        return render(
            request, "live.html", recording=recording, watch=watch, width=width, height=height, state=_state(recording)
        )


@router.get("/live/{name}/picture.jpg")
def picture(ctx: Context, editor: Editor, name: str) -> Response:
    """What the window shows now."""
    with ctx.live_pages.using(name, person=editor.name, is_act=False) as recording:
        shown = recording.page.picture()
    return Response(shown, media_type="image/jpeg", headers={"Cache-Control": "no-store"})


@router.post("/live/{name}/act")
def act(
    ctx: Context,
    editor: Editor,
    name: str,
    kind: Annotated[Literal["click", "type", "scroll", "wait for", "wait", "undo"], Form()],
    x: Coordinate = 0.0,
    y: Coordinate = 0.0,
    text: Annotated[str, Form(max_length=2_000)] = "",
    is_secret: Annotated[bool, Form()] = False,
    down: Annotated[float, Form(ge=-5_000, le=5_000, allow_inf_nan=False)] = 0.0,
    seconds: Annotated[float, Form(ge=0.1, le=60, allow_inf_nan=False)] = 1.0,
) -> Response:
    """Act on the page and record the action. A failed action is reported and not recorded."""
    with ctx.live_pages.using(name, person=editor.name) as recording:
        problem = ""
        try:
            if kind == "undo":
                del recording.steps[-1:]
            elif len(recording.steps) >= MOST_STEPS:
                raise UsageError(f"a page can have at most {MOST_STEPS} steps; undo one, or keep these")
            else:
                _record(recording, _acted(recording, kind, (x, y), text, is_secret, down, seconds))
        except (UsageError, CaptureError) as error:
            problem = str(error)
        return JSONResponse({**_state(recording), "problem": problem}, headers={"Cache-Control": "no-store"})


def _acted(
    recording: Recording,
    kind: str,
    point: tuple[float, float],
    text: str,
    is_secret: bool,
    down: float,
    seconds: float,
) -> Step:
    page = recording.page
    if kind == "click":
        return page.click(*point)
    if kind == "wait for":
        return page.wait_for(*point)
    if kind == "scroll":
        return page.scroll(down)
    if kind == "wait":
        return Step(action="wait", seconds=seconds)
    return page.type(text, is_secret=is_secret)


def _record(recording: Recording, step: Step) -> None:
    """Add a step; scrolling on is one step, and so is typing into a field again."""
    last = recording.steps[-1] if recording.steps else None
    again = (
        last is not None
        and last.action == step.action
        and (step.action == "scroll" or (step.action == "type" and last.selector == step.selector))
    )
    if again:
        del recording.steps[-1:]
    recording.steps.append(step)


def _state(recording: Recording) -> dict[str, Any]:
    field = recording.page.focused()
    return {
        "steps": [in_words(step) for step in recording.steps],
        "field": field[0] if field else "",
        "is_secret": bool(field and field[1]),
    }


@router.post("/live/{name}/keep")
def keep(ctx: Context, editor: Editor, name: str) -> Response:
    """Replace the steps of the page with the recorded ones, and close it."""
    with ctx.live_pages.using(name, person=editor.name) as recording:
        watch = watch_with_id(ctx.archive, recording.watch)
        store_steps(ctx.archive, watch, [_with_secret_kept(step) for step in recording.steps])
    ctx.live_pages.close(recording)
    return RedirectResponse(f"/watches/{watch.id}/steps", status_code=303)


def _typed(step: Step, text: str) -> Step:
    """The step with another text; a secret is kept outside the archive under a new name."""
    if not text:
        raise UsageError(f"type the new text of the step on {step.selector[:80]!r}, or remove the step")
    return _with_secret_kept(replace(step, text=text))


def _with_secret_kept(step: Step) -> Step:
    if not step.secret:
        return step
    return replace(step, text="", secret=kept_secrets().keep(step.text, step.origin))


@router.post("/live/{name}/close")
def close(ctx: Context, editor: Editor, name: str) -> Response:
    """Close the page without keeping anything."""
    with ctx.live_pages.using(name, person=editor.name) as recording:
        watch_id = recording.watch
    ctx.live_pages.close(recording)
    return RedirectResponse(f"/watches/{watch_id}/steps", status_code=303)
