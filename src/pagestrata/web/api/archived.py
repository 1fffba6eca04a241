"""Pages and their versions: lists, blocks, changes, downloads, and two versions compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Path, Query, Request, Response

from pagestrata import __version__
from pagestrata.app.sentences import sentence_between, sentences_of
from pagestrata.app.version_files import FORMS, Form, version_file
from pagestrata.formats.trees.tree_json import delta_to_json, tree_to_json
from pagestrata.model.records import Version
from pagestrata.store.catalog.names import to_microseconds
from pagestrata.web.api.route import (
    LONGEST_WORDS,
    PREFIX,
    VERSION_ID,
    AfterMoment,
    AfterNumber,
    Limit,
    PageUrl,
    Since,
    Until,
    harmless,
    moment_of,
    router,
)
from pagestrata.web.api.shapes import (
    BlockShape,
    Comparison,
    Page,
    PageShape,
    VersionDetail,
    VersionShape,
    listed,
)
from pagestrata.web.dependencies import Context, Viewer
from pagestrata.web.file_answers import download_headers, etag_of, file_answer
from pagestrata.web.views.comparison import comparison_of
from pagestrata.web.views.search import block_picture

archived = router("archive")

VersionId = Annotated[str, Path(pattern=VERSION_ID, description="Id of a version or of a skipped visit.")]
PageNumber = Annotated[int, Path(ge=1, le=2**63 - 1)]
_FILE = {"type": "string", "format": "binary"}


@archived.get("/pages")
def list_pages(
    ctx: Context,
    viewer: Viewer,
    url: PageUrl = None,
    q: Annotated[str | None, Query(max_length=LONGEST_WORDS, description="Part of the address.")] = None,
    unwatched: Annotated[bool, Query(description="Only pages that are not watched.")] = False,
    after: AfterNumber = None,
    limit: Limit = 50,
) -> Page[PageShape]:
    """List the archived pages, oldest first."""
    found = ctx.archive.listings.pages(after=after or 0, limit=limit + 1, words=q, url=url, only_unwatched=unwatched)
    return listed(found, limit, PageShape.of, lambda page: page.number)


@archived.get("/pages/{page_id}")
def show_page(ctx: Context, viewer: Viewer, page_id: PageNumber) -> PageShape:
    """Return one archived page."""
    return PageShape.of(ctx.archive.listings.page(page_id))


@archived.get("/pages/{page_id}/versions")
def versions_of_page(
    ctx: Context,
    viewer: Viewer,
    page_id: PageNumber,
    since: Since = None,
    until: Until = None,
    after: AfterMoment = None,
    limit: Limit = 50,
) -> Page[VersionShape]:
    """List the versions of a page, newest first."""
    url = ctx.archive.listings.page(page_id).url
    found = ctx.archive.listings.versions(url, before=moment_of(after), since=since, until=until, limit=limit + 1)
    return listed(found, limit, VersionShape.from_record, lambda version: to_microseconds(version.captured_at))


@archived.get("/versions")
def list_versions(ctx: Context, viewer: Viewer, after: AfterNumber = None, limit: Limit = 50) -> Page[VersionShape]:
    """List the versions of all pages, most recently stored first."""
    found = ctx.archive.listings.newest_versions(below=after, limit=limit + 1)
    return listed(found, limit, lambda numbered: VersionShape.from_record(numbered[1]), lambda numbered: numbered[0])


@archived.get("/versions/{version_id}")
def show_version(ctx: Context, viewer: Viewer, version_id: VersionId) -> VersionDetail:
    """Return a version, why it was kept, and its downloads."""
    version = ctx.archive.versions.named(version_id)
    reasons = list(ctx.archive.visits.reasons(version))
    downloads = {form: f"{PREFIX}/versions/{version.id}/files/{form}" for form in FORMS}
    sentence = sentences_of(ctx.archive, [version])[version.id]
    return VersionDetail.from_record(version, sentence=sentence, reasons=reasons, downloads=downloads)


@archived.get("/versions/{version_id}/blocks")
def list_blocks(
    ctx: Context, viewer: Viewer, version_id: VersionId, after: AfterNumber = None, limit: Limit = 200
) -> Page[BlockShape]:
    """List the blocks of a version, parents before children."""
    version = ctx.archive.versions.named(version_id)
    begin = after or 0
    blocks = tree_to_json(ctx.archive.contents.tree(version))["blocks"]
    more = begin + limit if len(blocks) > begin + limit else None
    return Page(items=[BlockShape(**harmless(block)) for block in blocks[begin : begin + limit]], next=more)


@archived.get(
    "/versions/{version_id}/blocks/{ref}/picture",
    response_class=Response,
    responses={200: {"content": {"image/png": {"schema": _FILE}}, "description": "A picture."}},
)
def show_block_picture(
    request: Request,
    ctx: Context,
    viewer: Viewer,
    version_id: VersionId,
    ref: Annotated[str, Path(pattern=r"^[0-9A-Za-z]{1,20}(\.[0-9A-Za-z]{1,20}){0,60}$")],
) -> Response:
    """Return a picture of a block, framed, with its surroundings."""
    version = ctx.archive.versions.named(version_id)
    return _download(request, version, f"block-{ref}", "image/png", lambda: block_picture(ctx.archive, version, ref))


@archived.get(
    "/versions/{version_id}/files/{part}",
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {"schema": _FILE}}, "description": "The file."}},
)
def download(request: Request, ctx: Context, viewer: Viewer, version_id: VersionId, part: Form) -> Response:
    """Download a file of a version: the raw body (raw), the rendered document (html), its text, the text of its main content
    (main), its screenshot (png), blocks (vixml), what changed (videlta), or all of it for other programs (warc, wacz).

    Files are sent as attachments, so no browser shows archived markup under this address.
    """
    version = ctx.archive.versions.named(version_id)
    return _download(
        request, version, part, "application/octet-stream", lambda: version_file(ctx.archive, version, part)
    )


def _download(request: Request, version: Version, part: str, kind: str, make: Callable[[], bytes]) -> Response:
    """A file of a version, made only for a client that does not have it; another program may make another file."""
    etag = etag_of(version.id, version.digest, part, __version__)
    headers = {"cache-control": "private, max-age=3600"}
    if kind != "image/png":
        headers |= download_headers(f"{version.id}.{_SUFFIXES.get(part, part)}")
    return file_answer(request, etag, make, media_type=kind, headers=headers)


_SUFFIXES = {
    "raw": "bin",
    "text": "txt",
    "main": "main.txt",
    "vixml": "vixml.xml",
    "videlta": "videlta.xml",
    "warc": "warc.gz",
}


@archived.get("/compare/{old_id}/{new_id}", tags=["compare"])
def compare_versions(
    ctx: Context, viewer: Viewer, old_id: VersionId, new_id: VersionId, after: AfterNumber = None, limit: Limit = 200
) -> Comparison:
    """Compare two versions of a page, judged by the settings of its watch."""
    old, new = ctx.archive.versions.named(old_id), ctx.archive.versions.named(new_id)
    found = comparison_of(ctx.archive, old, new)
    begin = after or 0
    values: dict[str, Any] = harmless(delta_to_json(found.delta, found.weights, found.decision))
    changes = values.pop("changes")
    values["sentence"] = sentence_between(found)
    del values["from"], values["to"]
    more = begin + limit if len(changes) > begin + limit else None
    return Comparison(old=old.id, new=new.id, changes=changes[begin : begin + limit], next=more, **values)
