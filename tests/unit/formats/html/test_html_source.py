from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.errors import InputError, UsageError
from pagestrata.formats.html import html_source
from pagestrata.formats.html.html_source import page_links, parse_html, paths_of, select_zone


def test_paths_count_siblings_of_the_same_tag() -> None:
    document = parse_html(b"<body><div>a</div><p>b</p>c<div><p>d<p>e</div>")
    assert paths_of(document.css("p")) == ["body/p[1]", "body/div[2]/p[1]", "body/div[2]/p[2]"]
    assert paths_of(document.css("body")) == ["body"]


def test_a_zone_is_its_outermost_elements() -> None:
    document = parse_html(b"<div><p>a<b>b</b></p></div><p>c</p>")
    assert paths_of(select_zone(document, "div, p")) == ["body/div[1]", "body/p[1]"]
    for nothing in ("", "  ", "[["):
        with pytest.raises(UsageError, match="CSS selector"):
            select_zone(document, nothing)


def test_the_declared_encoding_is_read() -> None:
    for body in ("<meta charset=koi8-r><p>Мир".encode("koi8-r"), "<p>Мир".encode(), "<p>Мир".encode("utf-16")):
        found = parse_html(body).css_first("p")
        assert found is not None
        assert found.text() == "Мир"


def test_what_is_too_large_or_too_deep_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="nests 3,000 elements"):
        parse_html(b"<div>" * 3_000)
    monkeypatch.setattr(html_source, "LARGEST_BYTES", 10)
    with pytest.raises(InputError, match="11 bytes"):
        parse_html(b"x" * 11)


@pytest.mark.parametrize(
    "piece",
    [b"<div></x>", b"<DIV></dir >", b"<x-a></x-b>", b"<x)a></x)b>", b"<blockquote></blockquota>", b"<p-x></p-y>"],
)
def test_end_tags_that_close_nothing_do_not_hide_depth(piece: bytes) -> None:
    with pytest.raises(InputError, match="nests 13,000 elements"):
        parse_html(piece * 13_000)
    with pytest.raises(InputError, match="nests"):  # balanced in the end
        parse_html(b"<div></x>" * 13_000 + b"<x></div>" * 13_000)


def test_pages_with_many_elements_are_read() -> None:
    page = b"<h2>a</h2><p>b<img><my-tag>c</my-tag><svg><path d=m/></svg><blockquote><b>d</b></blockquote>" * 3_000
    assert len(parse_html(page).css("blockquote")) == 3_000


def test_many_elements_that_need_no_end_are_no_depth() -> None:
    for page in (
        b"<br>" * 3_000,
        b"<p>x" * 3_000,
        b"<ul>" + b"<li>x" * 3_000,
        b"<script>" + b"i<n;" * 3_000 + b"</script>",
    ):
        assert parse_html(page).body is not None


URL = "http://site.test/folder/page"


def test_links_are_absolute_and_each_is_there_once() -> None:
    body = b"""<a href='a'>A</a><a href=' /b#part '>B</a><a href='/b'>B again</a><map><area href='//other.test/c'></map>
        <a href='mailto:x@y'>M</a><a href='javascript:x()'>J</a><a>no</a><a href='http://['>?</a>"""
    assert page_links(body, URL) == ("http://site.test/folder/a", "http://site.test/b", "http://other.test/c")


def test_a_base_moves_them() -> None:
    assert page_links(b"<base href='/else/'><a href=a>A</a>", URL) == ("http://site.test/else/a",)
    assert page_links(b"<base href='http://['><a href=a>A</a>", URL) == ("http://site.test/folder/a",)


def test_what_nobody_is_to_follow_is_left_out() -> None:
    assert page_links(b"<a rel='noopener NoFollow' href=a>A</a><a href=b>B</a>", URL) == ("http://site.test/folder/b",)
    for said in (b"noindex, nofollow", b"NONE"):
        assert page_links(b"<meta name=Robots content='%s'><a href=a>A</a>" % said, URL) == ()


@given(st.binary(max_size=300))
def test_no_bytes_break_it(body: bytes) -> None:
    assert all(link.startswith(("http://", "https://")) for link in page_links(b"<a href='" + body, URL))
