"""One version: replayed on another origin, its blocks, its files, how to cite it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from pagestrata import __version__
from pagestrata.app.marks import keep_skipped
from pagestrata.app.proving.wacz_signatures import head_files, head_text
from pagestrata.errors import NotFoundError
from pagestrata.formats.deltas.videlta import write_videlta
from pagestrata.formats.trees.vixml import write_vixml
from pagestrata.model.records import Version
from pagestrata.replay.export_wacz import export_wacz
from pagestrata.replay.export_warc import export_warc
from pagestrata.store.archive import Archive
from pagestrata.web.dependencies import Context, Editor, Viewer
from pagestrata.web.downloads import download
from pagestrata.web.templating import render
from pagestrata.web.views import version_pictures
from pagestrata.web.views.seal import proof_of, seal_of
from pagestrata.web.views.thumbnails import media_type_of
from pagestrata.web.views.version import citation, version_view
from pagestrata.web.views.version_pictures import bands_of

SOFTWARE = f"Pagestrata {__version__}"
FILES = (
    ("page.html", "HTML as received"),
    ("rendered.html", "HTML as rendered"),
    ("page.png", "Screenshot (PNG)"),
    ("page.warc", "WARC"),
    ("page.wacz", "WACZ"),
    ("blocks.vixml", "Blocks (Vi-XML)"),
    ("changes.videlta", "Changes (Vi-Delta)"),
)
PROOF = "proof.zip"

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
        files=FILES,
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
    make = MAKERS.get(name)
    if make is None:
        raise NotFoundError(f"a version has no file {name[:60]!r}; it has {', '.join((*MAKERS, PROOF))}")
    return download(make(ctx.archive, found), f"{found.id}.{name}")


def _html(archive: Archive, version: Version) -> bytes:
    return archive.contents.response(version).body


def _rendered(archive: Archive, version: Version) -> bytes:
    return archive.contents.dom(version).encode("utf-8", "surrogatepass")


def _png(archive: Archive, version: Version) -> bytes:
    found = archive.contents.screenshot(version)
    if found is None:
        raise NotFoundError(f"version {version.id} was stored without a picture")
    return found


def _warc(archive: Archive, version: Version) -> bytes:
    with tempfile.TemporaryFile() as target:
        name, head = f"{version.id}.warc", head_text(archive)
        list(export_warc(archive, [version], target, filename=name, software=SOFTWARE, head=head))
        target.seek(0)
        return target.read()


def _wacz(archive: Archive, version: Version) -> bytes:
    with tempfile.TemporaryFile() as target:
        extra = head_files(archive)
        export_wacz(archive, [version], target, software=SOFTWARE, created=version.captured_at, extra=extra)
        target.seek(0)
        return target.read()


def _vixml(archive: Archive, version: Version) -> bytes:
    return write_vixml(archive.contents.tree(version))


def _videlta(archive: Archive, version: Version) -> bytes:
    delta = archive.contents.delta(version)
    if delta is None:
        raise NotFoundError(f"version {version.id} is the first version of its page and has no changes")
    return write_videlta(delta)


MAKERS: dict[str, Callable[[Archive, Version], bytes]] = {
    "page.html": _html,
    "rendered.html": _rendered,
    "page.png": _png,
    "page.warc": _warc,
    "page.wacz": _wacz,
    "blocks.vixml": _vixml,
    "changes.videlta": _videlta,
}


KEEPING = "private, max-age=31536000, immutable"


KEPT = {"Cache-Control": "private, max-age=86400, immutable"}


@router.get("/versions/{version_id}/picture/{band}.jpg")
def picture(version_id: str, band: int, request: Request, ctx: Context, viewer: Viewer) -> Response:
    """One band of the page, from 0 at the top."""
    version = ctx.archive.versions.named(version_id)
    return _kept(
        request, f"{version.id}-{band}", "image/jpeg", lambda: version_pictures.picture_band(ctx.archive, version, band)
    )


@router.get("/versions/{version_id}/blocks/{ref}.jpg")
def block(version_id: str, ref: str, request: Request, ctx: Context, viewer: Viewer) -> Response:
    """One block."""
    version = ctx.archive.versions.named(version_id)
    return _kept(
        request,
        f"{version.id}-{ref}",
        "image/jpeg",
        lambda: version_pictures.block_picture(ctx.archive, version, ref),
    )


@router.get("/versions/{version_id}/sketch.svg")
def sketch(version_id: str, request: Request, ctx: Context, viewer: Viewer) -> Response:
    """The blocks of a version, drawn: what is shown where it has no picture."""
    version = ctx.archive.versions.named(version_id)
    return _kept(
        request, f"{version.id}-sketch", "image/svg+xml", lambda: version_pictures.sketch(ctx.archive, version)
    )


def _kept(request: Request, name: str, kind: str, make: Callable[[], bytes]) -> Response:
    tag = f'"{name}"'.encode("ascii", "replace").decode()
    headers = {"Cache-Control": KEEPING, "ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(make(), media_type=kind, headers=headers)


@router.get("/thumbnails/{version_id}")
def thumbnail(version_id: str, ctx: Context, viewer: Viewer) -> Response:
    """The top of a version, small: WebP, or SVG for what has no screenshot."""
    made = ctx.thumbnails.of(ctx.archive, version_id)
    return Response(made, media_type=media_type_of(made), headers=KEPT)
