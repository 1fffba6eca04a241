from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.crawl.scopes import DEFAULT_PAGES, Scope, check_scope_patterns, page_address, pages_in
from pagestrata.errors import UsageError
from pagestrata.model.watch_settings import WatchSettings

DOCS = Scope(root="https://site.test/docs/index.html", kind="prefix")
HOST = Scope(root="https://site.test/", kind="host")


@pytest.mark.parametrize(
    ("root", "inside", "outside"),
    [
        ("https://site.test/docs/", ["/docs/", "/docs/a/b", "/docs/?p=2"], ["/docs", "/doc", "/", "/other/docs/"]),
        ("https://site.test/docs", ["/docs", "/docs/a", "/docs?p=2"], ["/docs2", "/documents", "/"]),
        ("https://site.test/docs/index.html", ["/docs/", "/docs/other.html"], ["/index.html", "/docs2/"]),
        ("https://site.test/", ["/", "/anything"], []),
    ],
)
def test_a_prefix_is_what_lies_below_the_watched_page(root: str, inside: list[str], outside: list[str]) -> None:
    scope = Scope(root=root, kind="prefix")
    assert all(scope.holds(f"https://site.test{path}") for path in inside)
    assert not any(scope.holds(f"https://site.test{path}") for path in outside)
    assert not scope.holds("https://elsewhere.test/docs/a")


def test_a_host_is_itself_with_and_without_www_over_either_scheme() -> None:
    assert all(map(HOST.holds, ("https://site.test/a", "http://site.test/b", "https://www.site.test/c")))
    others = ("https://sub.site.test/", "https://site.test:8080/", "https://site.test.evil.test/", "ftp://site.test/")
    assert not any(map(HOST.holds, others))


def test_patterns_leave_out_and_leave_only() -> None:
    scope = Scope(
        root="https://site.test/", kind="host", include=("/news/", "^https://site.test/$"), exclude=("print=1",)
    )
    assert scope.holds("https://site.test/")
    assert scope.holds("https://site.test/news/a")
    assert not scope.holds("https://site.test/shop/a")
    assert not scope.holds("https://site.test/news/a?print=1")


@pytest.mark.parametrize("pattern", ["(", "(?=a)", "a" * 1001])
def test_a_pattern_that_cannot_be_run_is_refused(pattern: str) -> None:
    with pytest.raises(UsageError, match=r"pattern|regular expression"):
        check_scope_patterns([pattern])


def test_files_that_are_no_pages_are_left_out() -> None:
    assert not any(HOST.holds(f"https://site.test/a.{kind}") for kind in ("zip", "JPG", "css", "mp4", "woff2"))
    assert all(HOST.holds(f"https://site.test/a{kind}") for kind in (".pdf", ".html", ".php?x=a.zip", ""))


def test_one_page_in_many_spellings_is_one() -> None:
    spellings = [
        "https://site.test/docs/a",
        "HTTPS://Site.Test:443/docs/./a#part",
        "https://site.test/docs/b/../a?utm_source=x&fbclid=y",
        "https://site.test/docs/a;jsessionid=0123456789ABCDEF",
        "https://site.test/docs/%61?PHPSESSID=0123456789abcdef0123",
    ]
    assert pages_in(DOCS, spellings) == ["https://site.test/docs/a"]


def test_what_is_no_address_is_no_page() -> None:
    assert pages_in(HOST, ["", "javascript:void(0)", "mailto:a@b", "http://[", "//x", "https://site.test:port/"]) == []


def test_a_watch_of_one_page_has_no_scope() -> None:
    assert Scope.of_watch("https://site.test/", WatchSettings()) is None
    found = Scope.of_watch("https://site.test/", WatchSettings(scope="host", scope_depth=0, scope_exclude=("x",)))
    assert found is not None
    assert (found.depth, found.exclude, found.most_pages) == (0, ("x",), DEFAULT_PAGES)


@given(st.text(max_size=200))
def test_no_text_breaks_it_and_what_is_found_is_found_again(text: str) -> None:
    for url in (text, f"https://site.test/docs/{text}"):
        found = pages_in(DOCS, [url])
        assert pages_in(DOCS, found) == found
        assert all(address == page_address(address) for address in found)
