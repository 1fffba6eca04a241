"""Somebody finds in the archive what no one watches, looks at its last change, and watches it from then on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from archives import keep
from browsing import new_page
from captures import capture
from pagestrata.app.watches import watch_for
from servers import serving
from visits import visit_page
from web_fixtures import running

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PATIENCE = 120_000
PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<!doctype html><title>Tide table</title><h1>Tides of the week</h1>"


@pytest.mark.parametrize("is_something_watched", [True, False])
def test_what_no_one_watches_is_found_and_watched(tmp_path: Path, is_something_watched: bool) -> None:
    with serving(PAGE) as harbour, running(tmp_path / "archive") as (address, context), new_page() as page:
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        tides = f"{harbour.url}tides"
        for day, hour in enumerate(("nine", "eleven")):
            shown = capture([f"High water is at {hour} in the harbour", "Imprint"], url=tides, hours=24 * day)[0]
            assert visit_page(context.archive, shown).kept
        if is_something_watched:
            for number in range(60):  # more than fit on one screen
                keep(context.archive, f"story {number}", url=f"http://news.test/{number}")
                watch_for(context.archive, f"http://news.test/{number}", {"paused": True})

        page.goto(address)
        page.get_by_role("link", name=re.compile("all archived pages", re.IGNORECASE)).click()
        only = page.get_by_label("Only pages that are not watched")
        if not only.is_checked():
            only.check()
            page.get_by_role("button", name="Show").click()
        rows = page.locator("tbody tr")
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text("not watched")
        expect(rows).to_contain_text("nine → eleven")
        rows.locator("a.strong").click()
        expect(page).to_have_url(re.compile("/page\\?url="))
        page.go_back()
        rows.get_by_role("link", name="Watch it").click()
        page.get_by_role("button", name="Open page").click()
        page.get_by_role("button", name="Watch this page").click()
        expect(page).not_to_have_url(re.compile("/add"))
        assert context.archive.watches.of(tides) is not None
        page.goto(f"{address}/archive?unwatched=true")
        expect(page.get_by_text("Every archived page is watched")).to_be_visible()
