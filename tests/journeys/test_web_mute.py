"""A ticker is muted, unmuted and muted again by somebody who uses the keyboard alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browsing import new_page
from pagestrata.app.watches import watch_for
from pagestrata.visit.plan import VisitRequest
from servers import Asked, serving
from web_fixtures import running

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PATIENCE = 120_000
PAGE = """<!doctype html><meta charset="utf-8"><title>The Harbour Herald</title>
<body style="margin:0;font:16px sans-serif"><header style="padding:20px;background:#123;color:#fff">The Harbour Herald</header>
<main style="padding:30px;max-width:700px"><h1>{headline}</h1><p>The town council decided on Monday evening that the old harbour
bridge stays closed for cars until the spring, because the steel below the roadway has rusted more than the engineers had feared
in their first report.</p>
<section style="margin:40px 0;padding:24px;border:2px solid #999"><h2>Harbour exchange</h2>
<p class="ticker">{ticker}</p></section>
<p>Boats to the island leave at nine in the morning and come back at six in the evening, except on Sundays.</p></main></body>"""


def press_until(page: Page, key: str, selector: str, *, most: int = 80) -> None:
    """Press a key until what is focused, or chosen, matches."""
    page.wait_for_load_state("load")
    for _ in range(most):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{selector} cannot be reached with {key}")


def press(page: Page, key: str) -> None:
    page.wait_for_load_state("load")
    page.keyboard.press(key)


def test_a_ticker_is_muted_undone_and_muted_again_by_keyboard(tmp_path: Path) -> None:
    shown = {"headline": "Bridge stays closed", "ticker": "Herring 18.40 Cod 22.10 Crab 31.75"}

    def answer(asked: Asked) -> bytes:
        body = PAGE.format(**shown).encode() if asked.path == "/" else b""
        return b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n%s" % (
            len(body), body,
        )  # fmt: skip

    with serving(answer) as herald, running(tmp_path / "archive") as (address, context), new_page() as page:
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        watch_for(context.archive, herald.url, {"title": "The Herald"})
        assert context.visits.visit(VisitRequest(herald.url)).kept
        shown.update(headline="Bridge opens again on Friday", ticker="Herring 19.95 Cod 21.60 Crab 30.20")
        assert context.visits.visit(VisitRequest(herald.url)).kept
        page.goto(address)
        press_until(page, "Tab", 'a[href^="/compare/"], a[href^="/page?"]')
        press(page, "Enter")
        if "/compare/" not in page.url:
            page.wait_for_url(re.compile("/page"))
            press_until(page, "Tab", 'a[href^="/compare/"]')
            press(page, "Enter")
        page.wait_for_url(re.compile("/compare/"))
        page.wait_for_load_state("load")
        while "Herring" not in page.locator(".change.is-selected").inner_text():
            chosen = page.locator(".change.is-selected").get_attribute("data-change")
            page.keyboard.press("j")
            if (
                page.locator(".change.is-selected").get_attribute("data-change") == chosen
            ):  # it is among the folded ones
                press_until(page, "Tab", ".changes__folded > summary")
                page.keyboard.press("Enter")
        ticker = page.locator(".change.is-selected").get_attribute("data-block") or ""
        said = page.locator(".hushed")

        press(page, "x")
        expect(said).to_contain_text("are now ignored")
        assert settings_of(context, herald.url) == {ticker: 0.0}
        expect(page.locator(".change.is-selected")).to_have_attribute("data-block", ticker)  # the focus stays
        assert page.evaluate("() => document.activeElement.closest('.change')?.dataset.block") == ticker

        press_until(page, "Shift+Tab", ".hushed button")
        press(page, "Enter")
        expect(said).to_contain_text("count again")
        assert settings_of(context, herald.url) == {}
        expect(page.locator(".change.is-selected")).to_have_attribute("data-block", ticker)

        press(page, "x")
        expect(said).to_contain_text("are now ignored")
        press(page, "u")
        expect(said).to_contain_text("count again")
        press(page, "x")
        expect(said).to_contain_text("are now ignored")
        assert settings_of(context, herald.url) == {ticker: 0.0}

        shown["ticker"] = "Herring 44.10 Cod 51.30 Crab 12.20"
        assert not context.visits.visit(VisitRequest(herald.url)).kept


def settings_of(context: object, url: str) -> dict[str, float]:
    watch = context.archive.watches.of(url)  # type: ignore[attr-defined]
    return dict(watch.settings.importance)
