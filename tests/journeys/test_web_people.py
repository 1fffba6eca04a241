"""What people want to do, in a real browser and without the command line: be told of a price, and edit many pages at once.

Actions are counted: each is something that a person does with the mouse or the keyboard.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browsing import new_page
from captures import capture
from mailboxes import Mailbox, mailbox
from pagestrata.app.notifications import send_messages
from pagestrata.app.watches import watch_for
from pagestrata.notify.pictures import MARK
from servers import Asked, serving
from visits import visit_page
from web_fixtures import running

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PATIENCE = 120_000
MOST_ACTIONS = 12
SHOP = """<!doctype html><meta charset="utf-8"><title>Harbour boots</title>
<body style="margin:0;font:16px sans-serif"><header style="padding:20px;background:#123;color:#fff">Harbour shop</header>
<main style="padding:30px"><h1>Harbour boots</h1>
<p style="max-width:600px">Boots of oiled leather for wet quays and long days, made in the village behind the lighthouse since
1921. They keep the water out and the feet warm, and a new sole costs less than a new pair.</p>
<div style="margin:40px 0;padding:30px;border:2px solid #999;width:300px;font-size:32px"><b class="price">€ {price}</b></div>
<p style="max-width:600px">Sent within two days. Send them back within thirty days if they do not fit.</p></main>
<footer style="padding:20px;background:#eee">Imprint and contact</footer></body>"""


WHERE = """async (words) => {
  const root = document.querySelector("[data-elements]");
  const found = await (await fetch(`${root.dataset.element}?text=${encodeURIComponent(words)}`)).text();
  const row = Number(new DOMParser().parseFromString(found, "text/html").querySelector(".picked").dataset.row);
  const all = (await (await fetch(root.dataset.elements)).json()).elements;
  const [x, y, width, height] = all.find((each) => each[0] === row).slice(3);
  return [x + width / 2, y + height / 2];
}"""
"""Where the middle of what says some words is, in pixels of the page."""


class Person:
    """Somebody at a browser, whose actions are counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.actions = page, 0
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def clicks(self, what: Any) -> None:
        self.actions += 1
        what.click()

    def clicks_on_picture(self, words: str, *, of: Any) -> None:
        """Click on a picture of a page where the page has these words; the script of the screen knows where that is."""
        self.page.locator("[data-elements-state]", has_text="elements to point at").wait_for()
        x, y = self.page.evaluate(WHERE, words)
        frame = of.bounding_box()
        wide = float(str(of.get_attribute("viewBox")).split()[2])
        scale = frame["width"] / wide
        self.actions += 1
        self.page.mouse.click(frame["x"] + x * scale, frame["y"] + y * scale)

    def goes_to(self, selector: str) -> None:
        """Walk with the keyboard to what matches; the way there is no action."""
        self.page.wait_for_load_state("load")
        for _ in range(80):
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{selector} cannot be reached with the keyboard")

    def presses(self, key: str) -> None:
        self.page.wait_for_load_state("load")
        self.actions += 1
        self.page.keyboard.press(key)

    def enters(self, text: str) -> None:
        """Type where the focus is."""
        self.actions += 1
        self.page.keyboard.type(text)

    def types(self, label: str, text: str) -> None:
        self.actions += 1
        self.page.get_by_label(label, exact=True).fill(text)


def wait_until(is_so: Callable[[], bool], *, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.2)


class Shop:
    """A shop with one product, whose price can be set."""

    def __init__(self) -> None:
        self.price = "129.00"

    def answer(self, asked: Asked) -> bytes:
        body = SHOP.replace("{price}", self.price).encode() if asked.path == "/" else b""
        status = b"200 OK" if body else b"404 Not Found"
        return b"HTTP/1.1 %s\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n%s" % (
            status, len(body), body,
        )  # fmt: skip


def test_a_product_is_watched_its_price_followed_and_mail_comes_when_it_falls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goods = Shop()
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "kept.json"))
    with (
        mailbox() as box,
        serving(goods.answer) as shop,
        running(tmp_path / "archive") as (address, _),
        new_page() as page,
    ):
        monkeypatch.setenv("PAGESTRATA_MAIL", box.server)  # an admin's business, once for everybody
        person = Person(page)
        page.goto(address)
        person.types("Address of a page", shop.url)
        person.clicks(page.get_by_role("button", name="Open page"))
        person.clicks_on_picture("€ 129.00", of=page.locator(".blocks__over"))
        expect(page.locator(".picked .tag")).to_have_text("price")
        expect(page.locator(".picked__number")).to_have_text("Number: 129.00 €")
        person.types("Recipient", "anna@example.org")
        person.types("Below", "100")
        person.clicks(page.get_by_role("button", name="Watch this page"))
        expect(page.locator(".trail__said")).to_have_text("€ 129.00")
        person.clicks(page.locator(".crumbs a", has_text="localhost"))
        person.clicks(page.get_by_role("link", name=re.compile("^Edit")))
        goods.price = "99.00"
        person.clicks(page.get_by_role("button", name="Visit now"))
        wait_until(lambda: len(box.mails) == 1)
        assert_told(box, shop.url, address)
        assert person.actions <= MOST_ACTIONS
        page.goto(re.findall(r"http://127[^\s]+/change\?[^\s]+", box.part("plain"))[0])
        expect(page).to_have_url(re.compile("/compare/"))
        expect(page.locator("main")).to_contain_text("99.00")
        assert person.complaints == []


def test_a_product_is_watched_and_its_price_followed_by_keyboard_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goods = Shop()
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "kept.json"))
    with (
        mailbox() as box,
        serving(goods.answer) as shop,
        running(tmp_path / "archive") as (address, _),
        new_page() as page,
    ):
        monkeypatch.setenv("PAGESTRATA_MAIL", box.server)
        expect.set_options(timeout=PATIENCE)
        person = Person(page)
        page.goto(address)
        person.goes_to("input[name=url]")
        person.enters(shop.url)
        person.presses("Enter")
        page.locator("[data-elements-state]", has_text="elements to point at").wait_for()
        person.presses("/")
        person.enters("129.00")
        person.presses("Enter")
        expect(page.locator(".picked__number")).to_have_text("Number: 129.00 €")
        person.goes_to("[name=alert_to]")
        person.enters("anna@example.org")
        person.goes_to("[name=below]")
        person.enters("100")
        person.presses("Enter")
        expect(page.locator(".trail__said")).to_have_text("€ 129.00")
        person.goes_to(".crumbs a[href^='/page']")
        person.presses("Enter")
        page.wait_for_url(re.compile("/page"))
        person.presses("e")
        page.wait_for_url(re.compile("/edit"))
        goods.price = "99.00"
        person.goes_to("button[value=visit]")
        person.presses("Enter")
        wait_until(lambda: len(box.mails) == 1)
        assert_told(box, shop.url, address)
        assert person.actions <= MOST_ACTIONS
        assert person.complaints == []


def assert_told(box: Mailbox, shop: str, address: str) -> None:
    assert box.mails[0]["To"] == "anna@example.org"
    assert box.mails[0]["Subject"] == "Harbour boots: € 129.00 → € 99.00 (99.00 is below 100)"
    for form in ("plain", "html"):
        text = box.part(form)
        assert "Harbour boots fell: € 129.00 → € 99.00." in text
        assert f"{address}/change?url=" in text
        assert shop in text
    (picture,) = box.pictures()
    assert MARK in colours_of(picture)


def colours_of(png: bytes) -> set[Any]:
    import io

    from PIL import Image

    with Image.open(io.BytesIO(png)) as shown:
        return {colour for _, colour in shown.convert("RGB").getcolors(1 << 24) or []}


def test_mail_that_a_server_refuses_is_said_where_one_looks_until_it_gets_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "kept.json"))
    with mailbox() as box, running(tmp_path / "archive") as (address, context), new_page() as page:
        monkeypatch.setenv("PAGESTRATA_MAIL", box.server)
        box.refused.add("anna")
        person = Person(page)
        url = "http://shop.test/"
        old, new = (capture([f"Boots cost € {price}", "Imprint"], url=url)[0] for price in (129, 99))
        assert visit_page(context.archive, old).kept
        watch = watch_for(context.archive, url, {"title": "Boots"})
        page.goto(f"{address}/watches/{watch.id}/edit")
        person.types("Address", "anna@example.org")
        person.clicks(page.get_by_role("button", name="Send a test to this address"))
        expect(page.get_by_role("alert").last).to_contain_text("does not take mail for this address (error 550)")
        expect(page.get_by_label("Address", exact=True)).to_have_value("anna@example.org")
        person.clicks(page.get_by_role("button", name="Save", exact=True).last)
        expect(page.get_by_role("status").first).to_contain_text("Saved")
        now = datetime.now(UTC) + timedelta(minutes=1)
        assert visit_page(context.archive, replace(new, captured_at=now)).kept
        assert send_messages(context.archive, now=now) == {"waiting": 1}
        page.goto(address)
        expect(page.get_by_text("A notification could not be sent")).to_contain_text(
            "does not take mail for this address"
        )
        person.clicks(page.get_by_role("link", name="See notification settings"))
        expect(page.locator("tbody tr")).to_contain_text("will be retried")
        page.goto(f"{address}/watches/{watch.id}/edit")
        expect(page.locator(".alert-row")).to_contain_text("The last message could not be sent")
        box.refused.clear()
        assert send_messages(context.archive, now=now + timedelta(hours=1)) == {"sent": 1}
        page.goto(address)
        expect(page.locator("[data-watch]")).to_be_visible()
        expect(page.get_by_text("A notification could not be sent")).to_have_count(0)
        assert [mail["To"] for mail in box.mails] == ["anna@example.org"]


def test_interval_and_alerts_of_thirty_pages_are_changed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "kept.json"))
    with mailbox() as box, running(tmp_path / "archive") as (address, context), new_page() as page:
        monkeypatch.setenv("PAGESTRATA_MAIL", box.server)
        for number in range(30):
            watch_for(context.archive, f"http://shop.test/{number}", {"title": f"Product {number}", "paused": True})
        person = Person(page)
        page.goto(address)
        person.clicks(page.get_by_label("Select all on this screen"))
        expect(page.locator("[data-chosen]")).to_have_text("30 chosen:")
        person.clicks(page.get_by_role("button", name="Edit…"))
        expect(page.get_by_role("heading", name="Edit 30 pages")).to_be_visible()
        person.types("Visit it", "6 hours")
        person.types("Address", "anna@example.org")
        person.clicks(page.get_by_role("button", name="Change 30 pages"))
        expect(page.get_by_role("status").first).to_contain_text("Saved")
        assert {watch.settings.interval_seconds for watch in context.archive.watches.all()} == {6 * 3600}
        rules = context.archive.outbox.rules()
        assert len({rule.subject for rule in rules}) == 30
        assert {rule.channel for rule in rules} == {"mail:anna@example.org"}
        assert person.actions <= 5
        assert person.complaints == []
