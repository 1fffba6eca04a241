"""A small site in a real archive: three versions of a page with a stylesheet that stays and a picture that changes."""

from __future__ import annotations

import atexit
import io
import shutil
import tempfile
from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image as Picture

from captures import capture, visit_of
from memory_archive import response
from pagestrata.comparing.vidiff import compare
from pagestrata.model.snapshot import Response
from pagestrata.store.archive import Archive, open_archive

URL = "http://site.test/"
TIMES = ("20260102030405", "20260103030405", "20260104030405")
TEXTS = (
    ["the harbour is open every day of the week", "boats to the island leave at nine in the morning"],
    ["the harbour is closed every day of the week", "boats to the island leave at nine in the morning"],
    ["the harbour is closed every day of the week", "boats to the island leave at ten in the morning"],
)
STYLE = b"p{color:rgb(1,2,3);background:url(http://cdn.site.test/i.png)}"


def picture(day: int) -> bytes:
    target = io.BytesIO()
    Picture.fromarray(np.full((8, 8, 3), 40 * day, np.uint8)).save(target, "PNG")
    return target.getvalue()


def page(texts: list[str]) -> bytes:
    paragraphs = "".join(f"<p>{text}</p>" for text in texts)
    head = "<head><title>A page</title><link rel=stylesheet href='/s.css?b=1&amp;a=2'></head>"
    script = "<script>document.title = 'the script ran'</script>"
    link = "<a id=next href='/next'>next</a><img id=picture src='http://cdn.site.test/i.png'>"
    return f"<!DOCTYPE html><html>{head}<body>{paragraphs}{link}{script}</body></html>".encode()


def archived_site(folder: Path) -> Archive:
    """The archive, open."""
    shutil.copytree(_made_once(), folder, dirs_exist_ok=True)
    return open_archive(folder)


@cache
def _made_once() -> Path:
    """The same archive, closed, for all tests of this process: copying it takes a tenth of the time."""
    folder = Path(tempfile.mkdtemp(prefix="pagestrata-tests-site-"))
    atexit.register(shutil.rmtree, folder)
    with open_archive(folder) as archive:
        _fill(archive)
    return folder


def _fill(archive: Archive) -> None:
    before = None
    for day, texts in enumerate(TEXTS):
        hostile = (("X-Split", "a\r\nSet-Cookie: b=c"), ("Set-Cookie", "session=1"))
        resources = (
            response(f"{URL}s.css?b=1&a=2", STYLE, "text/css"),
            response("http://cdn.site.test/i.png", picture(day), "image/png", headers=hostile),
        )
        body = page(texts)
        main = Response(
            url=URL, status=200, headers=(("Content-Type", "text/html"),), body=body, resource_type="document"
        )
        taken, tree = capture(texts, url=URL, hours=24 * day, responses=(main, *resources))
        delta = compare(before, tree) if before is not None else None
        archive.append(taken, tree, delta, visit=visit_of(taken))
        before = tree
