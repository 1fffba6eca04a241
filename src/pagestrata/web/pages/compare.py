"""The comparison of any two versions of a page, with the marks of its changes."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal
from urllib.parse import parse_qs

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse
from starlette.background import BackgroundTask

from pagestrata.app.comparisons import whole_delta
from pagestrata.app.marks import (
    effects_of_importance,
    effects_of_marks,
    learn_from_marks,
    mark_block,
    mark_change,
    set_block_importance,
    without_mark,
)
from pagestrata.errors import NotFoundError, PagestrataError
from pagestrata.formats.deltas.videlta import write_videlta
from pagestrata.model.records import Version
from pagestrata.store.archive import Archive
from pagestrata.visit.shown.shown_changes import ChangeOfBlock
from pagestrata.web.dependencies import ComparedInPath, Context, Editor, Viewer
from pagestrata.web.file_answers import download
from pagestrata.web.templating import address, render, render_shared
from pagestrata.web.views.comparison import (
    CHANGES_AT_A_TIME,
    KINDS,
    LEAST,
    MODES,
    CompareState,
    ComparisonView,
    comparison_of,
    comparison_view,
    pairs_between,
    shown_blocks,
)
from pagestrata.web.views.drawings import drawn_marks
from pagestrata.web.views.seal import proof_of, weaker_seal
from pagestrata.web.views.version import neighbours_of, version_after, version_before
from pagestrata.web.views.version_pictures import bands_of

router = APIRouter(include_in_schema=False)


@router.get("/compare")
def choose(ctx: Context, viewer: Viewer, old: Annotated[str, Query()], new: Annotated[str, Query()]) -> Response:
    """The address of a comparison whose versions were chosen in a form."""
    before, after = ctx.archive.versions.named(old), ctx.archive.versions.named(new)
    return RedirectResponse(_path(before, after), status_code=303)


@router.get("/compare/{old_id}/{new_id}")
def compare(request: Request, ctx: Context, viewer: Viewer, compared: ComparedInPath) -> Response:
    """Two versions side by side, over each other, or in turn."""
    old, new = compared
    view = comparison_view(ctx.archive, old, new)  # what takes long keeps no other screen waiting
    answer = render_shared(request, "compare.html", lambda: _values(ctx.archive, view, _state(request)))
    if not ctx.shared_pages.asking:
        answer.background = BackgroundTask(prepare_neighbour, ctx.archive, old, new)
    return answer


def prepare_neighbour(archive: Archive, old: Version, new: Version) -> None:
    """Prepare the comparison that is probably opened next: the next change, or the previous one of the last."""
    with contextlib.suppress(PagestrataError):
        after = version_after(archive, new)
        before = version_before(archive, old) if after is None else None
        if after is not None:
            comparison_view(archive, new, after)
        elif before is not None:
            comparison_view(archive, before, old)


def _values(archive: Archive, view: ComparisonView, state: CompareState) -> dict[str, Any]:
    old, new = view.old, view.new
    shown = view.shown(state)
    listed = [change for change in shown if change.number > state.after][:CHANGES_AT_A_TIME]
    watch = archive.watches.of(new.url)
    last = listed[-1].number if listed else 0
    unfolded = [change for change in listed if not change.group.folded]
    return {
        "view": view,
        "state": state,
        "changes": unfolded,
        "folded": [change for change in listed if change.group.folded],
        "more": sum(change.number > last for change in shown) if listed else 0,
        "last": last,
        "selected": _selected(view, state, unfolded),
        "hushed": view.of_block(state.hushed),
        "mark": archive.feedback.about(old.id, new.id),
        "block_marks": archive.feedback.blocks_about(old.id, new.id),
        "ignored": {ref for ref, value in (watch.settings.importance if watch else {}).items() if value == 0.0},
        "watch": watch,
        "neighbours": neighbours_of(archive, old, new),
        "modes": MODES,
        "kinds": [kind for kind in KINDS if view.counts.get(kind)],
        "least_steps": LEAST,
        "here_path": _path(old, new),
        "bands_of": bands_of,
        "drawn_marks": drawn_marks,
        "stage": _stage(view, state),
        "seal": weaker_seal(archive, old, new),
    }


def _selected(view: ComparisonView, state: CompareState, listed: Sequence[ChangeOfBlock]) -> ChangeOfBlock | None:
    """Return the change at which the screen opens: the requested one, or else the first."""
    return view.change(state.change) or next(iter(listed), None)


@router.get("/compare/{old_id}/{new_id}/pairs.json")
def pairs(ctx: Context, viewer: Viewer, compared: ComparedInPath) -> Response:
    """The blocks that are on both pictures, for linking them: eight numbers each."""
    old, new = compared
    return JSONResponse(pairs_between(ctx.archive, old, new))


@router.get("/compare/{old_id}/{new_id}/proof.zip")
def proof(ctx: Context, viewer: Viewer, compared: ComparedInPath) -> Response:
    """A proof of both versions and of what changed between them."""
    old, new = compared
    return download(proof_of(ctx, old, new), f"{old.id}-{new.id}.proof.zip")


@router.get("/compare/{old_id}/{new_id}/delta.xml")
def videlta(ctx: Context, viewer: Viewer, compared: ComparedInPath) -> Response:
    """What changed, as Vi-Delta: whole, however long its texts are."""
    old, new = compared
    delta = whole_delta(ctx.archive, comparison_of(ctx.archive, old, new))
    return download(
        write_videlta(replace(delta, from_version=old.id, to_version=new.id)), f"{old.id}_{new.id}.videlta.xml"
    )


@router.post("/compare/{old_id}/{new_id}/mark")
def mark(
    ctx: Context,
    editor: Editor,
    compared: ComparedInPath,
    verdict: Annotated[Literal["mattered", "noise", "nothing"], Form()],
    block: Annotated[str, Form(max_length=200)] = "",
    back: Annotated[str, Form()] = "",
) -> Response:
    """Mark the change, or that of one block, as one that mattered or as noise, or remove the mark."""
    old, new = compared
    if block:
        mark_of_block = None if verdict == "nothing" else verdict
        shown = shown_blocks(ctx.archive, old, new)
        if block not in shown.all:
            raise NotFoundError(f"block {block[:60]!r} did not change between these versions")
        mark_block(ctx.archive, old, new, block, mark_of_block, shown=shown.unfolded, now=ctx.clock())
    elif verdict == "nothing":
        without_mark(ctx.archive, old, new)
    else:
        mark_change(ctx.archive, old, new, verdict, now=ctx.clock())
    return _back(old, new, back)


@router.post("/compare/{old_id}/{new_id}/ignore")
def ignore(
    ctx: Context,
    editor: Editor,
    compared: ComparedInPath,
    block: Annotated[str, Form(min_length=1, max_length=200)],
    heed: Annotated[bool, Form()] = False,
    back: Annotated[str, Form()] = "",
) -> Response:
    """Ignore a block, or stop ignoring it. The block stays selected even if its number changes."""
    old, new = compared
    set_block_importance(ctx.archive, new.url, block, None if heed else 0.0)
    state = CompareState.read(parse_qs(back[:2_000]))
    view = comparison_view(ctx.archive, old, new)
    return RedirectResponse(address(_path(old, new), **view.at_block(state, block).query()), status_code=303)


@router.get("/compare/{old_id}/{new_id}/effect")
def effect(
    request: Request,
    ctx: Context,
    viewer: Viewer,
    compared: ComparedInPath,
    block: Annotated[str, Query(min_length=1, max_length=200)],
) -> Response:
    """What ignoring a block would have made of the last versions."""
    _, new = compared
    found = effects_of_importance(ctx.archive, new.url, block, 0.0)
    return render(request, "parts/effect.html", effects=found, heading="Without this block", learn="")


@router.get("/compare/{old_id}/{new_id}/learning")
def learning(old_id: str, new_id: str, request: Request, ctx: Context, editor: Editor) -> Response:
    """What learning from the marks of this page would have made of the last versions."""
    new = ctx.archive.versions.named(new_id)
    found = effects_of_marks(ctx.archive, new.url)
    return render(
        request, "parts/effect.html", effects=found, heading="With your marks", learn=f"/compare/{old_id}/{new_id}"
    )


@router.post("/compare/{old_id}/{new_id}/learn")
def learn(ctx: Context, editor: Editor, compared: ComparedInPath) -> Response:
    """Judge the page by a model that learned from its marks."""
    old, new = compared
    learn_from_marks(ctx.archive, new.url)
    return _back(old, new, "")


def _state(request: Request) -> CompareState:
    query = request.query_params
    return CompareState.read({name: query.getlist(name) for name in query})


def _path(old: Version, new: Version) -> str:
    return f"/compare/{old.id}/{new.id}"


def _back(old: Version, new: Version, query: str) -> Response:
    """Redirect to the comparison as it was shown. `query` comes from the form and is parsed again for safety."""
    state = CompareState.read(parse_qs(query[:2_000]))
    return RedirectResponse(address(_path(old, new), **state.query()), status_code=303)


def _stage(view: ComparisonView, state: CompareState) -> dict[str, float]:
    """The size of the drawing, the position of the newer picture, and the size of labels."""
    old, new = view.panes
    height = max(old.height, new.height)
    if state.mode == "side":
        width = old.width + view.gap + new.width
        return {"width": width, "height": height, "shift": old.width + view.gap, "label": round(width / 95)}
    width = max(old.width, new.width)
    return {"width": width, "height": height, "shift": 0, "label": round(width / 80)}
