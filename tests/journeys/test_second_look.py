"""A page on which five places are another at each request, opened in a browser: nothing but what is new keeps a version."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagestrata.app.session import Session
from pagestrata.capturing.options import CaptureOptions
from pagestrata.visit.plan import VisitRequest
from servers import Asked, Server, serving

pytestmark = pytest.mark.browser
VERSES = ("Morun seh talvik en dorum ashi", "Belko ran tivesh al gomri poe", "Quast illem virun ta hespo dra")
BOXES = ("Felgor amsi trun ke valdomir hast", "Sunti gral op vermoti lask u tren", "Ekva holm birsen ta quol meri")


class TurningSite:
    """`deadline` changes when it is told to, everything else by itself."""

    def __init__(self) -> None:
        self.deadline = "30"
        self.requests = 0

    def answer(self, asked: Asked) -> bytes:
        if asked.path != "/":
            return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        turn = self.requests
        self.requests += 1
        body = f"""<!doctype html><meta charset=utf-8><title>Hulven</title>
<header><h1>Hulven tolk</h1><p>Vonsik {211 + 17 * turn} drelmo nask</p></header>
<main><h2>Dravel omkin</h2><p>Hulian drost ne {self.deadline} tivor pash omkin to sefra garumel, merri tun calvorin.</p>
<p>Ilken vadosh merri tun calvorin ep sedral hunto beshi, tovrin alek ma gordu pelisk no ferrian ulmo.</p></main>
<aside><p>{VERSES[turn % 3]}</p><p><a href="/z{turn}">{BOXES[turn % 3]}</a></p></aside>
<footer><p>Ropsel k{turn}f{turn * 7}a{turn * 3}c9 &middot; {turn * 31 % 97} gamsi</p></footer></html>""".encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
        return head.encode() + body


def visited(server: Server, folder: Path, **options: bool) -> tuple[bool, str]:
    with Session(archive=folder, allow_private=True, options=CaptureOptions(**options)) as session:  # type: ignore[arg-type]
        made = session.visit(VisitRequest(server.url, stage="render"))
    return made.kept, str(made.reasons[0])


def test_five_places_that_turn_keep_nothing_and_a_deadline_does(tmp_path: Path) -> None:
    site = TurningSite()
    with serving(site.answer) as server:
        assert visited(server, tmp_path / "archive")[0]
        kept, why = visited(server, tmp_path / "archive")
        assert not kept, why
        assert site.requests == 3
        site.deadline = "15"
        kept, why = visited(server, tmp_path / "archive")
        assert kept
        assert "30" in why
        assert "15" in why


def test_who_does_not_want_it_is_not_looked_at_twice(tmp_path: Path) -> None:
    site = TurningSite()
    with serving(site.answer) as server:
        visited(server, tmp_path / "archive", second_look=False)
        assert visited(server, tmp_path / "archive", second_look=False)[0]
        assert site.requests == 2
