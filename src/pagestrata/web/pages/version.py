"""One version: replayed on another origin, its blocks, its files, how to cite it."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from pagestrata.app.marks import keep_skipped
from pagestrata.app.version_files import Form, version_file
from pagestrata.errors import NotFoundError
from pagestrata.web.dependencies import Context, Editor, VersionInPath, Viewer
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
"""The downloads of a version by file name: the format, and its label on the screen."""
PROOF = "proof.zip"
KEPT = {"Cache-Control": "private, max-age=86400, immutable"}

router = APIRouter(include_in_schema=False)


@router.get("/versions/{version_id}")
def version(
    request: Request,
    ctx: Context,
    viewer: Viewer,
    found: VersionInPath,
    show: Annotated[str, Query()] = "replay",
    block: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    """The version and its blocks; `block` is framed on it."""
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
    """Keep the result of a skipped visit as a version."""
    kept = keep_skipped(ctx.archive, ctx.archive.versions.named(version_id), now=ctx.clock())
    return RedirectResponse(f"/versions/{kept.id}", status_code=303)


@router.get("/versions/{version_id}/files/{name}")
def file(name: str, ctx: Context, viewer: Viewer, found: VersionInPath) -> Response:
    """Download a file of a version."""
    if name == PROOF:
        return download(proof_of(ctx, found), f"{found.id}.{name}")
    if name not in FILES:
        raise NotFoundError(f"a version has no file {name[:60]!r}; it has {', '.join((*FILES, PROOF))}")
    return download(version_file(ctx.archive, found, FILES[name][0]), f"{found.id}.{name}")


@router.get("/versions/{version_id}/picture/{band}.jpg")
def picture(band: int, request: Request, ctx: Context, viewer: Viewer, version: VersionInPath) -> Response:
    """One band of the page, from 0 at the top."""
    etag = etag_of(version.id, "band", str(band))
    make = partial(version_pictures.picture_band, ctx.archive, version, band)
    return file_answer(request, etag, make, media_type="image/jpeg")


@router.get("/versions/{version_id}/blocks/{ref}.jpg")
def block(ref: str, request: Request, ctx: Context, viewer: Viewer, version: VersionInPath) -> Response:
    """One block."""
    make = partial(version_pictures.block_picture, ctx.archive, version, ref)
    return file_answer(request, etag_of(version.id, "block", ref), make, media_type="image/jpeg")


@router.get("/versions/{version_id}/sketch.svg")
def sketch(request: Request, ctx: Context, viewer: Viewer, version: VersionInPath) -> Response:
    """A drawing of the blocks of a version, shown if it has no picture."""
    make = partial(version_pictures.sketch, ctx.archive, version)
    return file_answer(request, etag_of(version.id, "sketch"), make, media_type="image/svg+xml")


@router.get("/thumbnails/{version_id}")
def thumbnail(version_id: str, ctx: Context, viewer: Viewer) -> Response:
    """The top of a version, small: WebP, or SVG for what has no screenshot."""
    made = ctx.thumbnails.of(ctx.archive, version_id)
    return Response(made, media_type=media_type_of(made), headers=KEPT)
