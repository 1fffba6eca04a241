"""One version: replayed on another origin, its blocks, its files, how to cite it."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from pagestrata.app.marks import keep_skipped
from pagestrata.app.version_files import Form, version_file
from pagestrata.errors import NotFoundError
from pagestrata.web.dependencies import Context, Editor, Viewer
from pagestrata.web.file_answers import download, etag_of, file_answer
from pagestrata.web.templating import render
from pagestrata.web.views import version_pictures
from pagestrata.web.views.seal import proof_of, seal_of
from pagestrata.web.views.thumbnails import media_type_of
from pagestrata.web.views.version import citation, version_view
from pagestrata.web.views.version_pictures import bands_of

FILES: dict[str, tuple[Form, str]] = {
    "page.html": ("raw", "HTML as received"),
    "rendered.html": ("html", "HTML as rendered"),
    "page.png": ("png", "Screenshot (PNG)"),
    "page.warc": ("warc", "WARC"),
    "page.wacz": ("wacz", "WACZ"),
    "blocks.vixml": ("vixml", "Blocks (Vi-XML)"),
    "changes.videlta": ("videlta", "Changes (Vi-Delta)"),
}
"""The files of a version by their names: what is in each, and what the screen calls it."""
PROOF = "proof.zip"
KEPT = {"Cache-Control": "private, max-age=86400, immutable"}

router = APIRouter(include_in_schema=False)


@router.get("/versions/{version_id}")
def version(
    version_id: str,
    request: Request,
    ctx: Context,
    viewer: Viewer,
    show: Annotated[str, Query()] = "replay",
    block: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    """The version and its blocks; `block` is framed on it."""
    found = ctx.archive.versions.named(version_id)
    view = version_view(ctx.archive, found)
    return render(
        request,
        "version.html",
        view=view,
        show="picture" if show == "picture" or view.is_skipped else "replay",
        chosen=next((row for row in view.blocks if row.ref == block), None),
        files=[(name, words) for name, (_, words) in FILES.items()],
        trails=ctx.archive.trails.of(found.url),
        citation=citation(found, f"{str(request.base_url).rstrip('/')}/versions/{found.id}"),
        bands=bands_of(view.pane.picture_height),
        seal=seal_of(ctx.archive, found),
    )


@router.post("/versions/{version_id}/keep")
def keep(version_id: str, ctx: Context, editor: Editor) -> Response:
    """Keep what a skipped visit found."""
    kept = keep_skipped(ctx.archive, ctx.archive.versions.named(version_id), now=ctx.clock())
    return RedirectResponse(f"/versions/{kept.id}", status_code=303)


@router.get("/versions/{version_id}/files/{name}")
def file(version_id: str, name: str, ctx: Context, viewer: Viewer) -> Response:
    """A file to take along."""
    found = ctx.archive.versions.named(version_id)
    if name == PROOF:
        return download(proof_of(ctx, found), f"{found.id}.{name}")
    if name not in FILES:
        raise NotFoundError(f"a version has no file {name[:60]!r}; it has {', '.join((*FILES, PROOF))}")
    return download(version_file(ctx.archive, found, FILES[name][0]), f"{found.id}.{name}")


@router.get("/versions/{version_id}/picture/{band}.jpg")
def picture(version_id: str, band: int, request: Request, ctx: Context, viewer: Viewer) -> Response:
    """One band of the page, from 0 at the top."""
    version = ctx.archive.versions.named(version_id)
    etag = etag_of(version.id, "band", str(band))
    make = partial(version_pictures.picture_band, ctx.archive, version, band)
    return file_answer(request, etag, make, media_type="image/jpeg")


@router.get("/versions/{version_id}/blocks/{ref}.jpg")
def block(version_id: str, ref: str, request: Request, ctx: Context, viewer: Viewer) -> Response:
    """One block."""
    version = ctx.archive.versions.named(version_id)
    make = partial(version_pictures.block_picture, ctx.archive, version, ref)
    return file_answer(request, etag_of(version.id, "block", ref), make, media_type="image/jpeg")


@router.get("/versions/{version_id}/sketch.svg")
def sketch(version_id: str, request: Request, ctx: Context, viewer: Viewer) -> Response:
    """The blocks of a version, drawn: what is shown where it has no picture."""
    version = ctx.archive.versions.named(version_id)
    make = partial(version_pictures.sketch, ctx.archive, version)
    return file_answer(request, etag_of(version.id, "sketch"), make, media_type="image/svg+xml")


@router.get("/thumbnails/{version_id}")
def thumbnail(version_id: str, ctx: Context, viewer: Viewer) -> Response:
    """The top of a version, small: WebP, or SVG for what has no screenshot."""
    made = ctx.thumbnails.of(ctx.archive, version_id)
    return Response(made, media_type=media_type_of(made), headers=KEPT)
