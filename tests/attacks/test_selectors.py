"""Slow selectors on hostile pages: nested `:has()`, chains of siblings, expressions that search the whole page."""

from __future__ import annotations

import time

import pytest

from builders import Spec, element, snapshot, words
from pagestrata.errors import UsageError
from pagestrata.follow import xpath_match
from pagestrata.follow.select import rows_by_css, rows_by_xpath
from pagestrata.model.snapshot import Snapshot
from pagestrata.visit.ignore import check_selectors, without_elements

BOX = (0.0, 0.0, 9.0, 9.0)
MOST_SECONDS = 5.0
"""Processor seconds; most of these never ended when they were translated to XPath as a whole."""


def flat(count: int) -> Snapshot:
    return snapshot(element("html", BOX, *(element("div", BOX) for _ in range(count))))


def deep(depth: int, times: int) -> Snapshot:
    columns = []
    for _ in range(times):
        one: Spec = element("div", BOX)
        for _ in range(depth - 1):
            one = element("div", BOX, one)
        columns.append(one)
    return snapshot(element("html", BOX, *columns))


BOMBS = (
    "div ~ div ~ div ~ div ~ div",
    "div:has(~ div:has(~ div:has(~ p)))",
    "div:has(div:has(div:has(div:has(div:has(div:has(p))))))",
    "div:not(:has(div:not(:has(div:not(:has(p))))))",
    "* * * * * * * * * * * *",
    "div:nth-child(2n+1) ~ div:nth-last-child(3n+1)",
    ":is(" * 60 + "div" + ")" * 60 + " ~ div" * 60,
)


@pytest.mark.parametrize("bomb", BOMBS)
@pytest.mark.parametrize("page", [flat(4_000), deep(100, 40)], ids=["flat", "deep"])
def test_a_selector_takes_as_long_as_the_page_is_large(page: Snapshot, bomb: str) -> None:
    begin = time.process_time()
    rows_by_css(page, bomb)
    without_elements(page, [bomb])
    assert time.process_time() - begin < MOST_SECONDS


def test_a_selector_is_matched_on_a_paragraph_of_many_pieces() -> None:
    """As comments between words make them: each is a text of its own."""
    pieces = [words("A piece of a text. ", BOX) for _ in range(30_000)]
    page = snapshot(element("html", BOX, element("p", BOX, *pieces), element("p", BOX)))
    begin = time.process_time()
    assert rows_by_css(page, "p") == [1, 30_002]
    assert time.process_time() - begin < MOST_SECONDS


@pytest.mark.parametrize("bomb", [":not(" * 190 + "a" + ")" * 190, "a " * 1_000, "a" * 100_000])
def test_selectors_without_end_are_refused_with_a_reason(bomb: str) -> None:
    begin = time.process_time()
    with pytest.raises(UsageError, match="is not a CSS selector"):
        check_selectors([bomb * 2])
    assert time.process_time() - begin < MOST_SECONDS


@pytest.mark.parametrize(
    "bomb",
    [
        "//*[count(//*[count(//*) > 1]) > 1]",
        "//*[following::*[following::*]]",
        "//*" * 400,
        "//div[../div[../div[../p]]]",
        "//*[count(/*/*[count(/*/*[count(/*/*) > 1]) > 1]) > 1]",
        "//div[/*/div[. != /*/div[. != /*/p]]]",
    ],
)
def test_an_expression_that_looks_through_the_page_for_each_element_is_ended(
    monkeypatch: pytest.MonkeyPatch, bomb: str
) -> None:
    monkeypatch.setattr(xpath_match, "CPU_SECONDS", 1)
    begin = time.process_time()
    with pytest.raises(UsageError, match="takes too long on a page of 12001 elements"):
        rows_by_xpath(flat(12_000), bomb)
    assert time.process_time() - begin < MOST_SECONDS


@pytest.mark.parametrize(
    "wrong", ["//div[", "//\x00", "re:test(., 'a')", "document('/etc/passwd')", "//div[$x]", "\ud800"]
)
def test_what_is_no_expression_is_said(wrong: str) -> None:
    with pytest.raises(UsageError, match="is not an XPath"):
        rows_by_xpath(flat(3), wrong)


def test_usual_expressions_are_answered() -> None:
    page = flat(4_000)
    for xpath in (
        "//div[2]",
        "(//div)[last()]",
        "//html//div[@class='a']",
        "//div[contains(., 'x')]",
        "//div/..//div[3]",
    ):
        rows_by_xpath(page, xpath)
    assert rows_by_xpath(page, "//div[2]") == [2]
