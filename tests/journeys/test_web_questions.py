"""A person asks the archive in a real browser: what was said when, what happened, what another budget would do."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from archived_site import archived_site
from browsing import new_page
from pagestrata.app.watches import watch_for
from web_fixtures import running

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PATIENCE = 120_000


def test_search_reports_and_plan_answer_in_the_browser(tmp_path):
    with archived_site(tmp_path / "archive") as archive:
        watch_for(archive, "http://site.test/", {"title": "The harbour"})
    with running(tmp_path / "archive") as (address, _), new_page() as page:
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: said.append(str(error)))
        page.set_default_timeout(PATIENCE)

        page.goto(f"{address}/search")
        page.get_by_label("Words").fill("harbour open")
        page.keyboard.press("Enter")
        expect(page.locator("mark").first).to_have_text("harbour", timeout=PATIENCE)
        picture = page.locator(".hit__picture img").first
        picture.scroll_into_view_if_needed()
        page.wait_for_function("() => document.querySelector('.hit__picture img').naturalWidth > 0")

        page.goto(f"{address}/reports?since=2026-01-01&until=2026-01-05")
        expect(page.get_by_role("button", name="Print")).to_be_visible(timeout=PATIENCE)
        with page.expect_download() as download:
            page.get_by_text("CSV", exact=True).click()
            page.get_by_role("link", name="By site").click()
        assert "site.test" in download.value.path().read_text()

        page.goto(f"{address}/plan")
        expect(page.locator(".effects")).not_to_contain_text("Replaying", timeout=PATIENCE)
        page.get_by_role("slider").press("End")
        page.wait_for_url(re.compile(r"step=60"))
        expect(page.locator("[data-budget-shown]")).to_have_text("10000", timeout=PATIENCE)
        assert said == []
