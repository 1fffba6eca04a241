"""One person's whole way through the web application in a real browser, from an empty archive to a viewer who is refused."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browsing import new_page
from pagestrata.demo.site import ChangingSite
from receivers import receiving
from web_fixtures import running

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FOREVER = 300_000
PASSWORD = "a long password"
ALL_DONE = """async () => {
  for (;;) {
    const jobs = (await (await fetch("/api/v1/visits/jobs")).json()).items;
    if (jobs.every((job) => job.state === "done" || job.state === "failed")) return jobs.map((job) => job.error);
    await new Promise((again) => setTimeout(again, 500));
  }
}"""


def visit_now(page: Page, address: str) -> None:
    """Ask for a visit on the list, and wait until it is over."""
    page.goto(address)
    page.locator("[data-watch] .pick").check()
    page.get_by_role("button", name="Visit now").click()
    expect(page.get_by_text("Visiting the pages")).to_be_visible()
    assert set(page.evaluate(ALL_DONE)) == {None}


def press(page: Page, key: str) -> None:
    """Press a key of a screen that may have just been opened: its scripts listen when it is loaded."""
    page.wait_for_load_state("load")
    page.keyboard.press(key)


def log_in(page: Page, name: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def test_from_an_empty_archive_to_a_viewer_who_is_refused(tmp_path: Path) -> None:
    with (
        receiving() as receiver,
        ChangingSite() as site,
        running(tmp_path / "archive") as (address, context),
        new_page() as page,
    ):
        said: list[str] = []
        page.on("pageerror", lambda error: said.append(str(error)))
        page.set_default_timeout(FOREVER)
        expect.set_options(timeout=FOREVER)

        # Add a page, and see it visited.
        page.goto(address)
        page.get_by_label("Address of a page").fill(site.url)
        page.get_by_role("button", name="Open page").click()
        page.get_by_role("button", name="Watch this page").click()
        expect(page.locator("[data-watch]")).to_contain_text("First version")

        # See a change, compare, mark noise.
        site.apply("new headline")
        visit_now(page, address)
        page.goto(address)
        page.locator("[data-watch] .page-card__change a").click()
        expect(page).to_have_url(re.compile("/compare/"))
        expect(page.locator("#change-1")).to_have_class(re.compile("is-selected"))
        press(page, "j")
        press(page, "k")
        expect(page.locator("#change-1")).to_have_class(re.compile("is-selected"))
        press(page, "n")
        expect(page.locator("#change-1 .tag")).to_have_text("noise")
        expect(page.get_by_text("You said: noise")).to_be_visible()  # nothing else changed that matters
        press(page, "N")
        expect(page.get_by_text("You said: noise")).to_have_count(0)
        press(page, "N")
        expect(page.get_by_text("You said: noise")).to_be_visible()

        # Follow a block.
        page.goto(f"{address}/page?url={site.url}")
        page.get_by_role("link", name="Follow a block").click()
        page.locator(".tree__link", has_text="Ferry tickets").last.click()
        expect(page.locator(".picked__text")).to_contain_text("18.50")
        page.get_by_label("Name in messages").fill("Ferry")
        page.get_by_role("button", name="Follow this").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Ferry")
        trail = page.url.partition("?")[0]

        # Get its message.
        page.get_by_label("Channel", exact=True).select_option("webhook")
        page.get_by_label("Recipient", exact=True).fill(receiver.channel)
        page.get_by_label("Above").fill("20")
        page.get_by_role("button", name="Add alert").click()
        expect(page.get_by_text("above 20").first).to_be_visible()
        site.apply("price")
        visit_now(page, address)
        told = [message["title"] for message in receiver.messages]
        assert any("Ferry" in title for title in told), told

        # Correct it.
        page.goto(trail)
        expect(page.locator(".trail__said")).to_contain_text("20.90")
        page.get_by_role("link", name="Wrong?").click()
        page.locator(".tree__link", has_text="Storm warning").last.click()
        expect(page.locator(".picked__text")).to_contain_text("Storm warning")
        page.get_by_role("button", name="It is here").click()
        expect(page.get_by_text("The follower learned where it is.")).to_be_visible()
        expect(page.locator(".trail__said")).to_contain_text("Storm warning")

        # Search.
        page.goto(f"{address}/search")
        page.get_by_label("Words").fill("storm warning")
        page.keyboard.press("Enter")
        expect(page.locator("mark").first).to_have_text(re.compile("storm", re.I))

        # Download a WACZ.
        page.goto(f"{address}/versions/{context.archive.versions.latest(site.url).id}")
        page.get_by_text("Download", exact=True).click()
        with page.expect_download() as download:
            page.get_by_role("link", name="WACZ").click()
        assert "datapackage.json" in zipfile.ZipFile(download.value.path()).namelist()

        # Make users, log in as a viewer and be refused.
        page.goto(f"{address}/users")
        page.get_by_label("Name").fill("ada")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Add").click()
        expect(
            page.get_by_role("cell", name="ada", exact=True)
        ).to_be_visible()  # who makes the first user is logged in
        page.get_by_label("Name").fill("eve")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Add").click()
        expect(page.get_by_role("cell", name="eve", exact=True)).to_be_visible()
        page.locator("summary", has_text="ada").click()
        page.get_by_role("button", name="Log out").click()
        expect(page).to_have_url(re.compile("/login"))
        log_in(page, "eve")
        expect(page.locator("[data-watch]")).to_be_visible()
        expect(page.get_by_role("link", name="Add a page")).to_have_count(0)
        page.goto(f"{address}/settings")
        expect(page.get_by_role("heading", name="Forbidden")).to_be_visible()
        assert said == []
