"""What pages and people put into an archive stays text on every screen, and what is not there is said, not crashed over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from archives import fill_every_table, keep
from browsing import new_page
from pagestrata.app.watches import watch_for
from pagestrata.model.records import Trail, TrailEntry
from pagestrata.model.visit_result import TrailFinding
from pagestrata.store.archive import Archive, open_archive
from pagestrata.web.context import WebContext
from web_fixtures import client_of, running

URL = "http://site.test/"
DIRECTIONS = "\u202e\u2066\u200f"
MARKUP = "</title></textarea><script>window.taken=1</script><img src=x onerror=window.taken=1>\"'{{7*7}}"
HOSTILE = f"{MARKUP}{DIRECTIONS}\x1b[31m\x07"
SCREENS = (
    "/", "/?view=rows", "/add", "/page?url={url}", "/page?url={url}&show=visits", "/page?url={url}&show=heat",
    "/versions/{new}", "/versions/{new}?show=picture&block=1.1", "/compare/{old}/{new}", "/compare/{old}/{new}?mode=slider",
    "/pick/{new}?block=1.1", "/trails/{trail}", "/search?q=onerror", "/reports", "/plan",
    "/settings/channels", "/settings/health", "/settings/machine",
)  # fmt: skip


def hostile_archive(folder: Path) -> Archive:
    """An archive in which every text that a page or a person can choose is hostile."""
    archive = open_archive(folder)
    keep(archive, f"plain words {HOSTILE}", title=HOSTILE)
    keep(archive, f"other words {HOSTILE}", hours=1, title=HOSTILE)
    watch_for(archive, URL, {"title": HOSTILE, "tags": [HOSTILE]})
    archive.trails.save(Trail(id="t1", url=URL, origin={"select": "p", "name": HOSTILE}, state={}))
    return archive


def screens_of(archive: Archive) -> list[str]:
    old, new = [version.id for version in archive.versions.of(URL)]
    return [path.format(url=URL, old=old, new=new, trail="t1") for path in SCREENS]


@contextmanager
def client_of_archive(archive: Archive) -> Iterator[TestClient]:
    with archive, client_of(WebContext(archive=archive, replay_port=8081)) as client:
        yield client


def test_hostile_texts_are_text_on_every_screen(tmp_path: Path) -> None:
    archive = hostile_archive(tmp_path)
    with client_of_archive(archive) as client:
        for path in screens_of(archive):
            answer = client.get(path)
            assert answer.status_code == 200, path
            assert not re.search(r"<script>|<img src=x|</title></textarea>", answer.text), path
            shown = re.sub(r' (value|data-url)="[^"]*"', "", answer.text)  # what a form sends back, nobody reads
            assert not re.search(f"[{DIRECTIONS}\x1b\x07]", shown), path


@pytest.mark.browser
@pytest.mark.slow
def test_hostile_texts_do_nothing_in_a_browser(tmp_path: Path) -> None:
    with hostile_archive(tmp_path) as archive:
        paths = screens_of(archive)
    with running(tmp_path) as (address, _), new_page() as page:
        page.set_default_timeout(120_000)
        done = {}
        for path in paths:
            page.goto(f"{address}{path}", wait_until="load")
            strange = "document.querySelectorAll('script:not([src]), [onerror], main textarea').length"
            done[path] = page.evaluate(f"() => [window.taken ?? 0, {strange}]")
    assert done == {path: [0, 0] for path in paths}


@pytest.mark.parametrize(
    "path",
    [
        "/versions/20260102030405-99", "/versions/nothing", "/versions/..%2f..%2fetc",
        "/versions/20260102030405-99/picture/0.jpg", "/versions/20260102030405-99/files/page.png",
        "/compare/20260102030405-99/20260102030405-1",
        "/compare/20260102030405-1/20260102030405-99", "/pick/20260102030405-99", "/trails/none", "/thumbnails/20260102030405-99",
        "/api/v1/versions/20260102030405-99", "/api/v1/compare/20260102030405-1/20260102030405-99", "/add/none", "/page?url=http://nowhere.test/",
    ],
)  # fmt: skip
def test_what_does_not_exist_is_not_found(tmp_path: Path, path: str) -> None:
    archive = open_archive(tmp_path)
    fill_every_table(archive)
    with client_of_archive(archive) as client:
        answer = client.get(path, headers={"Accept": "text/html"})
        assert answer.status_code == 404
        assert "Traceback" not in answer.text


def test_a_history_of_five_thousand_rows_is_shown_in_stretches(tmp_path: Path) -> None:
    archive = open_archive(tmp_path)
    begin = keep(archive, "Boots cost 99 €").captured_at
    trail = Trail(id="t1", url=URL, origin={"select": "p", "name": "Boots"}, state={})
    rows = [
        TrailEntry(
            found_at=begin + timedelta(minutes=number), version=None, state="found", confidence=0.9, text=f"{number} €"
        )
        for number in range(5_000)
    ]
    archive.trails.record([TrailFinding(trail=trail, entry=entry) for entry in rows])
    with client_of_archive(archive) as client:
        for path, most in (("/trails/t1", 60), ("/trails/t1?shown=1000", 1_010)):
            answer = client.get(path)
            assert answer.status_code == 200
            assert answer.text.count("<tr") <= most
            assert "4999 €" in answer.text
        assert client.get("/trails/t1?shown=5000").status_code == 400
        assert len(client.get("/trails/t1/series.csv").text.splitlines()) == 5_001


@pytest.mark.slow
def test_texts_of_ten_megabytes_are_compared_and_cut_with_a_way_to_have_them_whole(tmp_path: Path) -> None:
    archive = open_archive(tmp_path)
    long = (
        "The harbourmaster announced yesterday that the passenger terminal stays unavailable throughout September. "
        * 100_000
    )
    assert len(long) > 10_000_000
    old, new = keep(archive, "short", long), keep(archive, "short", long.replace("yesterday", "today", 1), hours=1)
    compared = f"/compare/{old.id}/{new.id}"
    with client_of_archive(archive) as client:
        shown = client.get(compared)
        assert "<ins>today" in shown.text
        assert f'Too long to show in full: see the <a href="{compared}/delta.xml">' in shown.text
        assert len(client.get(f"{compared}/delta.xml").content) > len(long)
        for path in (compared, f"/versions/{new.id}", f"/pick/{new.id}?block=1.2", f"/page?url={URL}"):
            answer = client.get(path)
            assert answer.status_code == 200, path
            assert len(answer.content) < 500_000, path
