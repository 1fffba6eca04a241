"""A person uses the web application in a real browser: adds a page, sees it change, is let in and kept out."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browsing import new_page
from pagestrata.demo.site import ChangingSite
from pagestrata.web.security.logins import Role, add_user
from web_fixtures import NOW, running

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.core]

PATIENCE = 120_000
PASSWORD = "a long password"


def quiet(page: Page) -> list[str]:
    """What the browser complains about: refused by the policy, broken scripts."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.set_default_timeout(PATIENCE)
    return said


def test_a_page_is_added_by_pointing_at_its_blocks_and_seen_to_change(tmp_path):
    with ChangingSite() as site, running(tmp_path) as (address, context), new_page() as page:
        said = quiet(page)
        page.goto(address)
        expect(page.get_by_role("heading", name="No pages are watched yet")).to_be_visible()
        page.get_by_label("Address of a page").fill(site.url)
        page.get_by_role("button", name="Open page").click()
        price = page.locator(".block-line", has_text=re.compile(r"€|EUR|ticket", re.I)).first
        price.wait_for(timeout=PATIENCE, state="attached")
        ref = price.get_attribute("data-ref")
        page.get_by_text("Follow or ignore other blocks").click()
        price.get_by_role("combobox").select_option("follow")
        expect(page.locator(f'.block[data-ref="{ref}"]')).to_have_class(re.compile("is-follow"))
        price.get_by_role("combobox").select_option("ignore")
        expect(page.locator(f'.block[data-ref="{ref}"]')).to_have_class(re.compile("is-ignore"))
        page.get_by_label("Visit it").select_option("3600")
        page.get_by_label("Tags").fill("news")
        page.get_by_role("button", name="Watch this page").click()
        card = page.locator("[data-watch]")
        expect(card).to_contain_text("First version", timeout=PATIENCE)
        assert len(context.archive.versions.of(site.url)) == 1
        site.apply("new headline")
        card.locator(".pick").check()
        page.get_by_role("button", name="Visit now").click()
        expect(page.locator("[data-watch] .page-card__change a")).to_be_visible(timeout=PATIENCE)  # live
        assert len(context.archive.versions.of(site.url)) == 2
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_contain_text("Add a page")
        assert said == []


def test_a_viewer_reads_and_is_refused_what_viewers_may_not(tmp_path):
    with running(tmp_path) as (address, context), new_page() as page:
        said = quiet(page)
        for name, role in (("ada", Role.ADMIN), ("eve", Role.VIEWER)):
            add_user(context.archive, name, PASSWORD, role, now=NOW)
        page.goto(f"{address}/settings")
        expect(page).to_have_url(re.compile("/login"))
        page.get_by_label("Name").fill("eve")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_role("heading", name="Forbidden")).to_be_visible(timeout=PATIENCE)
        page.goto(address)
        expect(page.get_by_role("heading", name="No pages are watched yet")).to_be_visible()
        expect(page.get_by_role("link", name="Add a page")).to_have_count(0)
        page.locator("summary", has_text="eve").click()
        page.get_by_role("button", name="Log out").click()
        expect(page).to_have_url(re.compile("/login"))
        assert [line for line in said if "403" not in line] == []
