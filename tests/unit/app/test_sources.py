from __future__ import annotations

from pathlib import Path

import pytest

from pagestrata.app.sources import parse_source
from pagestrata.errors import InputError, UsageError


@pytest.mark.parametrize(
    ("text", "kind", "place", "time"),
    [
        ("https://example.org/", "live", "https://example.org/", None),
        ("https://example.org/@latest", "archived", "https://example.org/", "latest"),
        ("https://example.org/a@20240102030405", "archived", "https://example.org/a", "20240102030405"),
        ("https://example.org/a@2024-01-02T03:04:05Z", "archived", "https://example.org/a", "2024-01-02T03:04:05Z"),
        ("https://example.org/a@20240102", "archived", "https://example.org/a", "20240102"),
        ("https://blog.example/@2024", "live", "https://blog.example/@2024", None),
        ("https://example.org/a@20240102030405-s7", "archived", "https://example.org/a", "20240102030405-s7"),
        ("https://example.org/a@skipped", "archived", "https://example.org/a", "skipped"),
        ("https://example.org/a@~3", "archived", "https://example.org/a", "~3"),
        ("https://blog.example/@someone", "live", "https://blog.example/@someone", None),
        ("https://user@example.org/", "live", "https://user@example.org/", None),
        ("https://example.org@first", "archived", "https://example.org", "first"),
    ],
)
def test_addresses(text: str, kind: str, place: str, time: str | None) -> None:
    source = parse_source(text)
    assert (source.kind, source.place, source.time) == (kind, place, time)


def test_warc_with_address_and_time(tmp_path: Path) -> None:
    file = tmp_path / "site.warc.gz"
    file.write_bytes(b"")
    source = parse_source(f"{file}#https://example.org/a@b@2024-01-02")
    assert (source.kind, source.place, source.url, source.time) == (
        "warc", str(file), "https://example.org/a@b", "2024-01-02",
    )  # fmt: skip
    assert source.stem == "site"


def test_file_names_may_hold_the_marks(tmp_path: Path) -> None:
    odd = tmp_path / "a#b@20240101.warc"
    odd.write_bytes(b"")
    assert parse_source(str(odd)).url is None
    source = parse_source(f"{odd}#https://example.org/#top@first")
    assert (source.place, source.url, source.time) == (str(odd), "https://example.org/#top", "first")


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("page.html", b"", "html"),
        ("page.xml", b"", "vixml"),
        ("page", b"<!doctype html><p>", "html"),
        ("tree", b"<XML><Document/></XML>", "vixml"),
        ("records", b"WARC/1.1\r\n", "warc"),
        ("odd@latest.html", b"", "html"),
        ("minutes.PDF", b"%PDF-1.4", "document"),
        ("data.json", b"{}", "document"),
    ],
)
def test_files_are_known_by_name_or_content(tmp_path: Path, name: str, content: bytes, kind: str) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    assert parse_source(str(file)).kind == kind


def test_a_missing_file_is_told_from_a_forgotten_scheme() -> None:
    with pytest.raises(InputError, match=r"write https://example\.org"):
        parse_source("example.org/news")
    with pytest.raises(InputError, match="no such file"):
        parse_source("missing.html")


def test_what_is_no_page_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "data.bin"
    file.write_bytes(b"\x00\x01")
    with pytest.raises(InputError, match="not a page"):
        parse_source(str(file))
    page = tmp_path / "page.html"
    page.write_bytes(b"")
    with pytest.raises(UsageError, match="only a WARC"):
        parse_source(f"{page}@latest")


def test_an_answer_is_named_after_its_source(tmp_path: Path) -> None:
    assert parse_source("https://example.org/a/b?c=d").stem == "example.org_a_b_c_d"
    assert parse_source("https://example.org/@2024-01-02").stem == "example.org@20240102"


@pytest.mark.parametrize("mark", ["@2010", "@yesterday"])
def test_a_time_that_is_none_is_said(tmp_path: Path, mark: str) -> None:
    file = tmp_path / "page.warc.gz"
    file.write_bytes(b"x")
    with pytest.raises(InputError, match="is not a time; write 8 to 14 digits, ISO 8601, latest, first or ~N"):
        parse_source(f"{file}{mark}")
