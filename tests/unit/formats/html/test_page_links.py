from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pagestrata.formats.html.page_links import page_links

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
