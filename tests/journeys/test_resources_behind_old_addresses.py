"""What a page uses changes behind its old address while its source stays the same: a visit must see it."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from pagestrata.app.session import Session
from pagestrata.model.records import Visit
from pagestrata.visit.plan import VisitRequest
from servers import Asked, Server, serving

pytestmark = pytest.mark.browser

CLAUSE = "You may cancel this contract within fourteen days and get all of your money back, without giving any reason."
PAGE = f"""<!DOCTYPE html><html><head><title>Terms</title><link rel=stylesheet href=/site.css></head><body>
<header><nav><a href=/>Home</a> <a href=/lines>Lines</a> <a href=/tickets>Tickets</a></nav></header>
<main><article><h1>Terms of the harbour railway</h1>
<p>Tickets are valid for one hour on all lines of the harbour railway and on the ferry to the island. They can be bought
at every station, in the trains themselves and from the app of the railway, and they are refunded where a train fails.</p>
<p class=clause>{CLAUSE}</p>
<p>Dogs travel free of charge, bicycles need a ticket of their own between seven and nine in the morning. Whoever loses
something in a train finds it again in the office at the main station, which is open from eight in the morning.</p>
<img src=/photo.png width=400 height=300 alt="The pier">
<p>The island can be reached by the ferry, which leaves every half hour from the last station of the red line.</p>
<div class=island></div>
<p>In winter it leaves every hour, and not at all when the harbour is frozen or the wind blows from the north.</p>
</article></main><footer><p>Harbour railway, 1 Pier Road</p></footer></body></html>""".encode()
SHEET = b"""body{font:16px sans-serif;margin:0} main{width:800px;padding:20px} header,footer{background:#ddd;padding:20px}
.island{width:800px;height:400px;background:url(/island.png) 0/cover}"""


def picture(colour: str) -> bytes:
    """A picture that differs from one of another colour wherever one looks."""
    made = io.BytesIO()
    Image.linear_gradient("L").convert("RGB").resize((400, 300)).point(
        lambda value: 255 - value if colour == "light" else value
    ).save(made, "PNG")
    return made.getvalue()


class Site:
    """A page with what it uses; with validators or without."""

    def __init__(self, *, validators: bool) -> None:
        self.validators = validators
        self.files = {"/": PAGE, "/site.css": SHEET, "/photo.png": picture("dark"), "/island.png": picture("dark")}
        self.redirects: dict[str, str] = {}
        self.kinds = {"/": "text/html", "/site.css": "text/css"}
        self.server: Server

    def answer(self, asked: Asked) -> bytes:
        if asked.path in self.redirects:
            head = f"HTTP/1.1 302 Found\r\nLocation: {self.redirects[asked.path]}\r\nContent-Length: 0\r\n"
            return f"{head}Connection: close\r\n\r\n".encode()
        body = self.files.get(asked.path)
        if body is None:
            return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        if self.validators and asked.headers.get("if-none-match") == tag:
            return f"HTTP/1.1 304 Not Modified\r\nETag: {tag}\r\nConnection: close\r\n\r\n".encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {self.kinds.get(asked.path, 'image/png')}\r\nConnection: close\r\n"
        head += f"ETag: {tag}\r\n" if self.validators else ""
        return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


@pytest.fixture(params=[True, False], ids=["validators", "no validators"])
def site(request: pytest.FixtureRequest) -> Iterator[Site]:
    made = Site(validators=request.param)
    with serving(made.answer) as made.server:
        yield made


def visits(site: Site, folder: Path, path: str, body: bytes) -> tuple[Visit, Visit, Visit]:
    """A first visit, one at which nothing changed, and one after a file got another body."""
    with Session(archive=folder / "archive", allow_private=True) as session:
        first, same = session.visit(VisitRequest(site.server.url)), session.visit(VisitRequest(site.server.url))
        site.files[path] = body
        return first, same, session.visit(VisitRequest(site.server.url))


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/site.css", SHEET + b" .clause{display:none}"),
        ("/island.png", picture("light")),
        ("/photo.png", picture("light")),
    ],
    ids=["a style sheet hides a clause", "a background", "a photo"],
)
def test_another_body_behind_an_old_address_keeps_a_version(site: Site, tmp_path: Path, path: str, body: bytes) -> None:
    first, same, changed = visits(site, tmp_path, path, body)
    assert first.kept
    assert (same.stage, same.kept) == ("unchanged", False)
    assert (changed.stage, changed.kept) == ("render", True), changed.reasons
    assert any(path.strip("/") in reason for reason in changed.reasons)


def test_an_address_that_leads_to_another_picture_keeps_a_version(site: Site, tmp_path: Path) -> None:
    site.files |= {"/a.png": picture("dark"), "/b.png": picture("light")}
    site.redirects["/photo.png"] = "/a.png"
    with Session(archive=tmp_path / "archive", allow_private=True) as session:
        first, same = session.visit(VisitRequest(site.server.url)), session.visit(VisitRequest(site.server.url))
        site.redirects["/photo.png"] = "/b.png"
        changed = session.visit(VisitRequest(site.server.url))
    assert first.kept
    assert (same.stage, same.kept) == ("unchanged", False), same.reasons
    assert (changed.stage, changed.kept) == ("render", True), changed.reasons
    assert any("photo.png" in reason for reason in changed.reasons)
