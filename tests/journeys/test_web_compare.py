"""A person looks at what changed in a real browser, says what mattered, and follows a block by pointing at it."""

from __future__ import annotations

import re
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from browsing import new_browser, new_page
from compared_pages import URL, visited_archive
from web_fixtures import running

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PATIENCE = 120_000


def quiet(page: Page) -> list[str]:
    """What the browser complains about: refused by the policy, broken scripts."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    return said


def press(page: Page, key: str) -> None:
    """Press a key of a screen that may have just been opened: its scripts listen when it is loaded."""
    page.wait_for_load_state("load")
    page.keyboard.press(key)


def test_changes_are_walked_marked_and_silenced_by_key(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        old, new = (version.id for version in archive.versions.of(URL)[2:4])
    with running(tmp_path / "archive") as (address, context), new_page() as page:
        said = quiet(page)
        page.goto(f"{address}/compare/{old}/{new}")
        expect(page.locator("#change-1")).to_have_class(re.compile("is-selected"))  # it opens at the first change
        press(page, "j")
        expect(page).to_have_url(re.compile(r"change=2"))
        expect(page.locator("#change-2")).to_have_class(re.compile("is-selected"))
        expect(page.locator('.mark.is-selected[data-change="2"]')).to_have_count(2)
        page.keyboard.press("k")
        expect(page).to_have_url(re.compile(r"change=1"))
        page.locator('.marks--new .mark[data-change="2"]').click()
        expect(page.locator("#change-2")).to_contain_text("24.00")
        for key, mode in (("2", "slider"), ("3", "overlay"), ("4", "blink"), ("1", "")):
            press(page, key)
            expect(page).to_have_url(re.compile(f"mode={mode}" if mode else r"\?change=2$"))
            expect(page.locator("#change-2")).to_have_class(re.compile("is-selected"))
        press(page, "n")
        expect(page.locator("#change-2 .tag")).to_have_text("noise")
        press(page, "m")
        expect(page.locator("#change-2 .tag")).to_have_text("mattered")
        expect(page.get_by_text("You said: this mattered")).to_be_visible()
        press(page, "N")
        expect(page.get_by_text("You said: noise")).to_be_visible()
        block = page.locator("#change-2").get_attribute("data-block")
        press(page, "x")
        expect(page.locator(".change.is-selected")).to_contain_text("what you muted")
        expect(page.locator(".change.is-selected")).to_have_attribute("data-block", block or "")
        assert [word.verdict for word in context.archive.feedback.all()] == ["noise"]
        assert list(context.archive.watches.of(URL).settings.importance.values()) == [0.0]
        assert said == []


def test_an_archived_page_is_framed_and_a_block_of_it_followed(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        version = archive.versions.of(URL)[3]
        price = next(leaf.ref for leaf in archive.contents.tree(version).leaves() if "Ferry" in leaf.text)
    with running(tmp_path / "archive") as (address, context), new_page() as page:
        said = quiet(page)
        page.goto(f"{address}/versions/{version.id}")
        expect(page.frame_locator(".replay").get_by_text("Ferry ticket")).to_have_count(1)
        page.locator(f'.tree__row[data-ref="{price}"]').hover()
        expect(page.locator(".outline")).to_have_count(1)
        page.locator(f'.tree__row[data-ref="{price}"] a').click()
        expect(page.locator("[data-preview]")).to_contain_text("21.50")
        page.keyboard.press("ArrowUp")
        expect(page.locator("[data-preview]")).to_contain_text("Bridge stays closed")
        page.keyboard.press("ArrowDown")
        expect(page.locator(".picked__text")).to_have_text("Ferry ticket: 24.00 €")
        turn = {"shiftKey": True, "bubbles": True, "cancelable": True}
        page.locator(".stage").dispatch_event("wheel", {**turn, "deltaY": -120})
        expect(page.locator("[data-preview]")).to_contain_text("Bridge stays closed")
        page.locator(".stage").dispatch_event("wheel", {**turn, "deltaY": 120})
        expect(page.locator(".picked__text")).to_have_text("Ferry ticket: 24.00 €")
        page.get_by_label("Name in messages").fill("Ferry")
        page.get_by_role("button", name="Follow this").click()
        expect(page).to_have_url(re.compile("/trails/"))
        expect(page.get_by_role("heading", level=1)).to_have_text("Ferry")
        assert [trail.origin["name"] for trail in context.archive.trails.of(URL)] == ["Ferry"]
        assert said == []


def test_pointing_at_the_replay_lights_the_list_and_pointing_at_the_list_lights_the_replay(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        version = archive.versions.of(URL)[3]
        leaves = {leaf.text.split()[0]: leaf for leaf in archive.contents.tree(version).leaves() if leaf.text}
    price, article = leaves["Ferry"], leaves["The"]
    with running(tmp_path / "archive") as (address, _), new_page() as page:
        said = quiet(page)
        page.goto(f"{address}/versions/{version.id}?block={article.ref}")
        expect(page.frame_locator(".replay").get_by_text("Ferry ticket")).to_have_count(1)
        rows, framed = page.locator(".tree__row.is-hovered"), page.locator(".outline")
        expect(rows).to_have_attribute("data-ref", article.ref)
        page.locator(f'.area[data-ref="{price.ref}"]').hover()
        expect(rows).to_have_attribute("data-ref", price.ref)
        expect(framed).to_have_attribute("y", f"{price.box.y:g}")
        page.get_by_role("heading", level=1).hover()
        expect(rows).to_have_attribute("data-ref", article.ref)
        page.locator(f'.tree__row[data-ref="{price.ref}"]').hover()
        expect(framed).to_have_attribute("y", f"{price.box.y:g}")
        page.get_by_role("heading", level=1).hover()
        expect(framed).to_have_attribute("y", f"{article.box.y:g}")
        assert said == []


READABLE = """() => {
  const frame = document.querySelector(".viewer__scroll").getBoundingClientRect();
  return [...document.querySelectorAll('.mark.is-selected > rect:first-child')].map(mark => {
    const box = mark.getBoundingClientRect();
    const scale = mark.getScreenCTM().a;
    return {scale, left: box.left - frame.left, top: box.top - frame.top, below: frame.bottom - box.top, half: frame.width / 2};
  });
}"""


@pytest.mark.parametrize("width", [1440, 1024])
def test_a_comparison_opens_at_the_change_and_full_size_shows_both_sides(tmp_path: Path, width: int) -> None:
    with visited_archive(tmp_path) as archive:
        old, new = (version.id for version in archive.versions.of(URL)[2:4])
    with running(tmp_path / "archive") as (address, _), new_page() as page:
        said = quiet(page)
        page.set_viewport_size({"width": width, "height": 700})
        page.goto(f"{address}/compare/{old}/{new}?change=2")
        expect(page.get_by_label("Size of the pictures")).to_have_value("read")
        for size, least in (("read", 0.69), ("full", 0.99)):
            page.get_by_label("Size of the pictures").select_option(size)
            before, after = page.evaluate(READABLE)
            for side in (before, after):
                assert side["scale"] >= least
                assert side["top"] >= -1
                assert side["below"] > 20
            assert -1 <= before["left"] < before["half"] < after["left"] < 2 * after["half"]
            assert abs(before["top"] - after["top"]) < 1  # level, though one is lower on its page
        page.get_by_label("Size of the pictures").select_option("fit")
        assert {round(side["scale"], 2) for side in page.evaluate(READABLE)} == {
            round(page.locator(".viewer__scroll").evaluate("frame => frame.clientWidth") / (2 * 800 + 48), 2)
        }
        assert said == []


def test_times_are_those_of_the_reader_with_utc_on_hover(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        version = archive.versions.of(URL)[3]
    with running(tmp_path / "archive") as (address, _), new_browser() as browser:
        page = browser.new_page(timezone_id="Asia/Tokyo")
        page.goto(f"{address}/versions/{version.id}")
        shown = page.locator("time[data-moment]").first
        utc = f"{version.captured_at:%Y-%m-%d %H:%M}"
        there = version.captured_at.astimezone(ZoneInfo("Asia/Tokyo"))
        expect(shown).to_have_text(f"{there:%Y-%m-%d %H:%M}")
        expect(shown).to_have_attribute("title", f"{utc} UTC")
        expect(page.locator("[data-zone]")).to_contain_text("Asia/Tokyo")
