"""A page behind a consent wall is the same page however it comes into the archive: visited, or from our own export."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from command_line import call
from pagestrata.store.archive import open_archive
from servers import Asked, serving

pytestmark = pytest.mark.browser
COVER = "position: fixed; inset: 0; background: white; z-index: 9999"
SHOP = """<!doctype html><meta charset="utf-8"><title>Lamps</title><style>html, body { overflow: hidden }</style>
  <h1>Desk lamp</h1><p style="height: 2400px">A lamp of oiled oak with a shade of linen, made in a small workshop by the
  harbour since 1962, with a switch of brass and a cable of two metres.</p><p>Price: 49.00 EUR</p>"""
REFUSABLE = f"""{SHOP}<div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" style="{COVER}">
  We value your privacy <button id="onetrust-reject-all-handler">Reject all</button></div></div>
  <script>document.getElementById('onetrust-reject-all-handler').onclick = () => {{
    fetch('/answer?no'); document.getElementById('onetrust-consent-sdk').remove();
    document.documentElement.style.overflow = document.body.style.overflow = 'auto'; }}</script>"""
UNKNOWN = f"""{SHOP}<div style="{COVER}">Wir brauchen Ihre Zustimmung. <b>Alles annehmen</b></div>"""


@pytest.mark.parametrize("markup", [REFUSABLE, UNKNOWN], ids=["refusable", "unknown"])
def test_an_imported_export_shows_what_the_visit_saw(
    markup: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    asked: list[str] = []

    def answer(request: Asked) -> bytes:
        asked.append(request.path)
        body = markup.encode()
        return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(body) + body

    def run(*words: object, archive: str) -> bytes:
        done = call(capfdbinary, "--allow-private", *words, "--archive", tmp_path / archive)
        assert done.code == 0, done.err
        return done.out

    def shown(archive: str) -> tuple[bytes | None, str]:
        with open_archive(tmp_path / archive) as opened:
            (version,) = opened.versions.of(url)
            texts: Any = json.loads(run("segment", f"{url}@latest", "--format", "json", archive=archive))
            return opened.contents.screenshot(version), " ".join(block["text"] for block in texts["blocks"])

    with serving(answer) as server:
        url = server.url
        run("visit", url, archive="visited")
        file = tmp_path / "shop.warc.gz"
        run("export", "--warc", "-o", file, archive="visited")
        seen = len(asked)
        run("import", file, archive="imported")
        run("import", file, "--no-consent", archive="walled")
        assert len(asked) == seen  # nothing but the recording is asked
    picture, words = shown("visited")
    assert "49.00 EUR" in words
    assert "Zustimmung" not in words
    assert "privacy" not in words
    assert shown("imported") == (picture, words)
    walled_picture, walled_words = shown("walled")
    assert walled_picture != picture
    assert "Zustimmung" in walled_words or "privacy" in walled_words
