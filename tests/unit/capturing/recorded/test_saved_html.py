import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pagestrata.capturing.recorded import saved_html
from pagestrata.capturing.recorded.saved_html import SavedPage
from pagestrata.errors import InputError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    (root / "page_files").mkdir(parents=True)
    (root / "page.html").write_text('<link rel=stylesheet href="page_files/a b.css"><p>Hällo')
    (root / "page_files" / "a b.css").write_text("p {}")
    (root / "page_files" / "font").write_bytes(b"@font-face {}")
    (root / ".secret").write_text("hidden")
    (tmp_path / "outside.css").write_text("outside")
    return root


def body(page: SavedPage, name: str) -> bytes | None:
    answer = page.respond("GET", "http://saved.invalid/" + name)
    return answer.body if answer else None


def test_the_page_and_its_assets_are_answered(folder: Path) -> None:
    page = SavedPage.open(folder / "page.html")
    assert page.url == "http://saved.invalid/page.html"
    answer = page.respond("GET", page.url)
    assert answer is not None
    assert answer.header("content-type") == "text/html; charset=utf-8"
    style = page.respond("GET", "http://saved.invalid/page_files/a%20b.css?v=2")
    assert style is not None
    assert (style.body, style.header("content-type")) == (b"p {}", "text/css")


def test_a_file_without_ending_is_left_to_the_browser_to_recognise(folder: Path) -> None:
    answer = SavedPage.open(folder / "page.html").respond("GET", "http://saved.invalid/page_files/font")
    assert answer is not None
    assert answer.headers == ()


OUTSIDE = (
    *("../outside.css", "%2e%2e/outside.css", "..%2foutside.css", "page_files/../../outside.css", "..%5coutside.css"),
    *("/etc/passwd", "%2fetc%2fpasswd", ".secret", "page_files", "missing.css", "x%00.css", "link.css"),
)


@pytest.mark.parametrize("name", OUTSIDE)
def test_nothing_outside_the_folder_is_read(folder: Path, name: str) -> None:
    (folder / "link.css").symlink_to(folder.parent / "outside.css")
    assert body(SavedPage.open(folder / "page.html"), name) is None


def test_other_origins_and_methods_are_refused(folder: Path) -> None:
    page = SavedPage.open(folder / "page.html")
    assert page.respond("GET", "http://elsewhere.example/page_files/a%20b.css") is None
    assert page.respond("POST", page.url) is None


def test_the_address_noted_by_the_browser_is_kept(folder: Path) -> None:
    note = "<!DOCTYPE html>\n<!-- saved from url=(0030)https://Example.org/news/today -->\n<p>x"
    (folder / "page.html").write_text(note)
    page = SavedPage.open(folder / "page.html")
    assert page.url == "https://example.org/news/today"
    style = page.respond("GET", "https://example.org/news/page_files/a%20b.css")
    assert style is not None
    assert page.respond("GET", "https://example.org/page_files/a%20b.css") is None


@pytest.mark.parametrize("url", ["file:///home/me/page.html", "https://[bad/"])
def test_a_note_that_makes_no_sense_is_ignored(folder: Path, url: str) -> None:
    (folder / "page.html").write_text(f"<!-- saved from url=(0014){url} --><p>x")
    assert SavedPage.open(folder / "page.html").url == "http://saved.invalid/page.html"


def test_a_declared_charset_is_left_alone(folder: Path) -> None:
    (folder / "page.html").write_bytes(b"<meta charset=latin1><p>\xe4")
    answer = SavedPage.open(folder / "page.html").respond("GET", "http://saved.invalid/page.html")
    assert answer is not None
    assert answer.header("content-type") == "text/html"


def test_the_time_is_that_of_the_file(folder: Path) -> None:
    os.utime(folder / "page.html", (1_700_000_000.7, 1_700_000_000.7))
    assert SavedPage.open(folder / "page.html").saved_at == datetime.fromtimestamp(1_700_000_000, UTC)


def test_missing_empty_and_huge_files_are_input_errors(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=r"cannot read .*none.html: No such file"):
        SavedPage.open(folder / "none.html")
    (folder / "empty.html").write_text(" \n")
    with pytest.raises(InputError, match=r"is empty; save the page again"):
        SavedPage.open(folder / "empty.html")
    monkeypatch.setattr(saved_html, "MAX_FILE_BYTES", 10)
    with pytest.raises(InputError, match=r"more than 10; it is not read"):
        SavedPage.open(folder / "page.html")
