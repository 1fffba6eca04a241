from __future__ import annotations

import gzip
import zlib
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.crawl.sitemaps import MOST_BYTES, MOST_ENTRIES, MOST_FILES, MOST_PAGES, read_sitemap, sitemap_pages

NOW = datetime(2026, 5, 1, tzinfo=UTC)
SITE = "https://site.test"
NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def urlset(*entries: tuple[str, str]) -> bytes:
    listed = "".join(f"<url><loc>{url}</loc>{f'<lastmod>{day}</lastmod>' if day else ''}</url>" for url, day in entries)
    return f"<?xml version='1.0'?><urlset {NAMESPACE}>{listed}</urlset>".encode()


def index(*urls: str) -> bytes:
    listed = "".join(f"<sitemap><loc>{url}</loc></sitemap>" for url in urls)
    return f"<sitemapindex {NAMESPACE}>{listed}</sitemapindex>".encode()


def urls(data: bytes) -> list[str]:
    return [entry.url for entry in read_sitemap(data, now=NOW)]


def test_pages_with_when_they_were_modified() -> None:
    found = read_sitemap(urlset((f"{SITE}/a", "2026-04-01"), (f"{SITE}/b", ""), (f"{SITE}/c", "yesterday")), now=NOW)
    assert [entry.url for entry in found] == [f"{SITE}/a", f"{SITE}/b", f"{SITE}/c"]
    assert [entry.modified_at for entry in found] == [datetime(2026, 4, 1, tzinfo=UTC), None, None]


def test_lines_and_compressed_files_are_read_too() -> None:
    lines = f"\ufeff{SITE}/a\r\n\n# no\n{SITE}/b".encode()
    assert urls(lines) == urls(gzip.compress(lines)) == [f"{SITE}/a", f"{SITE}/b"]
    assert urls(gzip.compress(urlset((f"{SITE}/a", "")))) == [f"{SITE}/a"]


@pytest.mark.parametrize(
    "broken", [urlset((f"{SITE}/a", ""), (f"{SITE}/b", ""))[:-30], gzip.compress(urlset((f"{SITE}/a", "")))[:-12]]
)
def test_what_came_before_the_break_counts(broken: bytes) -> None:
    assert urls(broken)[:1] == [f"{SITE}/a"]


@pytest.mark.parametrize("other", [b"", b"<html><p>Not found</p></html>", b"\x1f\x8bnothing", b"{}", b"\x00" * 100])
def test_what_is_no_sitemap_has_no_pages(other: bytes) -> None:
    assert urls(other) == []


def test_a_date_that_says_nothing_is_not_believed() -> None:
    same = [(f"{SITE}/{number}", "2026-04-30") for number in range(20)]
    assert all(entry.modified_at is None for entry in read_sitemap(urlset(*same), now=NOW))  # when the file was made
    mixed = [*same[:2], *((f"{SITE}/x{day}", f"2026-03-{day:02}") for day in range(1, 20)), (f"{SITE}/f", "2031-01-01")]
    found = {entry.url: entry.modified_at for entry in read_sitemap(urlset(*mixed), now=NOW)}
    assert found[f"{SITE}/0"] == NOW - timedelta(days=1)
    assert found[f"{SITE}/f"] is None


def test_ten_million_lines_are_not_read_to_the_end() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    thousand = f"<url><loc>{SITE}/page</loc></url>\n".encode() * 1000
    start = packer.compress(f"<urlset {NAMESPACE}>".encode()) + packer.flush(zlib.Z_FULL_FLUSH)
    repeated = packer.compress(thousand) + packer.flush(zlib.Z_FULL_FLUSH)  # refers to nothing before it
    assert len(urls(start + repeated * 10_000)) == MOST_ENTRIES


def test_a_bomb_of_nothing_unpacks_to_the_limit_only() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    zeros = b" " * (1 << 20)
    parts = [packer.compress(zeros) for _ in range(4 * MOST_BYTES // len(zeros))]
    assert urls(b"".join([*parts, packer.compress(f"\n{SITE}/behind".encode()), packer.flush()])) == []


def test_entities_are_not_resolved() -> None:
    laughs = "<!DOCTYPE u [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;'>]>"
    assert urls(f"{laughs}<urlset><url><loc>{SITE}/&b;</loc></url></urlset>".encode()) in ([], [f"{SITE}/"])


def test_indexes_that_point_at_themselves_end() -> None:
    files = {
        f"{SITE}/sitemap.xml": index(f"{SITE}/sitemap.xml", f"{SITE}/other.xml", f"{SITE}/gone.xml", "http://["),
        f"{SITE}/other.xml": index(f"{SITE}/sitemap.xml", f"{SITE}/pages.xml", f"{SITE}/./pages.xml#x"),
        f"{SITE}/pages.xml": urlset((f"{SITE}/a", "")),
    }
    asked: list[str] = []

    def fetch(url: str) -> bytes | None:
        asked.append(url)
        return files.get(url)

    assert [entry.url for entry in sitemap_pages([f"{SITE}/sitemap.xml"], fetch, now=NOW)] == [f"{SITE}/a"]
    assert len(asked) == len(set(asked)) == 4


def test_an_index_that_names_a_new_one_each_time_ends() -> None:
    asked: list[str] = []

    def fetch(url: str) -> bytes:
        asked.append(url)
        return index(*(f"{SITE}/{len(asked)}-{number}.xml" for number in range(1000)))

    assert list(sitemap_pages([f"{SITE}/sitemap.xml"], fetch, now=NOW)) == []
    assert len(asked) == MOST_FILES


def test_a_site_has_only_so_many_pages() -> None:
    many = "\n".join(f"{SITE}/{number}" for number in range(MOST_ENTRIES)).encode()
    files = (f"{SITE}/{number}.txt" for number in range(10))
    assert sum(1 for _ in sitemap_pages(files, lambda _url: many, now=NOW)) == MOST_PAGES


@given(st.binary(max_size=400))
def test_no_bytes_break_it_and_packed_they_say_the_same(data: bytes) -> None:
    for content in (b"\n" + data, b"<urlset>" + data):
        assert read_sitemap(gzip.compress(content), now=NOW) == read_sitemap(content, now=NOW)
