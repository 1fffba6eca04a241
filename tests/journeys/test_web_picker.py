"""Pointing at elements of a page in a real browser: with the mouse, with the keyboard alone, and when things go wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browsing import new_page
from pagestrata.visit.plan import VisitRequest
from pagestrata.web.context import WebContext
from receivers import receiving
from servers import Asked, serving
from web_fixtures import running

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PATIENCE = 120_000
SHOP = """<!doctype html><meta charset="utf-8"><title>Harbour boots</title>
<body style="margin:0;font:16px sans-serif"><header style="padding:20px;background:#123;color:#fff">Harbour shop</header>
<main style="padding:30px"><h1>Harbour boots</h1>
<p style="max-width:600px">Boots of oiled leather for wet quays and long days, made in the village behind the lighthouse.</p>
<div class="buy" style="margin:40px 0;padding:30px;border:2px solid #999;width:320px">
<b class="price" style="font-size:32px">€ {price}</b>
<p>37 people are looking</p></div>
<ul style="width:500px">{items}</ul></main><footer style="padding:20px;background:#eee">Imprint and contact</footer></body>"""
ITEM = '<li style="margin:8px"><b>Boat {number}</b> <i>€ {number}00.00</i></li>'


class Shop:
    """A page whose price can be set."""

    def __init__(self, items: int = 4) -> None:
        self.price, self.items = "129.00", items

    def answer(self, asked: Asked) -> bytes:
        items = "".join(ITEM.replace("{number}", str(number)) for number in range(1, self.items + 1))
        body = SHOP.replace("{price}", self.price).replace("{items}", items).encode() if asked.path == "/" else b""
        status = b"200 OK" if body else b"404 Not Found"
        head = b"HTTP/1.1 %s\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n%s"
        return head % (status, len(body), body)


@contextmanager
def picking(folder: Path, shop: Shop) -> Iterator[tuple[Page, WebContext, str, str]]:
    """A browser at the picker of the shop's first version, when its elements are there; the context, and two addresses."""
    with serving(shop.answer) as site, running(folder) as (address, context), new_page() as page:
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        version = context.visits.visit(VisitRequest(site.url)).version
        page.goto(f"{address}/pick/{version}")
        expect(page.locator("[data-elements-state]")).to_contain_text("elements to point at")
        yield page, context, address, site.url


def place_of(page: Page, **query: str) -> list[float]:
    """The box on the screen of the element that a question means."""
    return page.evaluate(
        """async (query) => {
          const root = document.querySelector("[data-elements]");
          const found = await (await fetch(`${root.dataset.element}?${new URLSearchParams(query)}`)).text();
          const row = Number(new DOMParser().parseFromString(found, "text/html").querySelector(".picked").dataset.row);
          const all = await (await fetch(root.dataset.elements)).json();
          const box = all.elements.find((each) => each[0] === row).slice(3);
          const frame = document.querySelector(".stage--pick").getBoundingClientRect();
          const scale = frame.width / all.width;
          return [frame.x + box[0] * scale, frame.y + box[1] * scale, box[2] * scale, box[3] * scale];
        }""",
        query,
    )


def centre(box: list[float]) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def test_the_smallest_thing_is_shown_and_wider_and_narrower_walk_the_tree(tmp_path: Path) -> None:
    with picking(tmp_path, Shop()) as (page, _context, _address, _url):
        price = place_of(page, text="€ 129.00")
        page.mouse.move(*centre(price))
        expect(page.locator(".pick__hint")).to_have_text("price")
        page.mouse.click(*centre(price))
        expect(page.locator(".picked__text")).to_have_text("€ 129.00")
        expect(page.locator(".picked__number")).to_have_text("Number: 129.00 €")
        page.get_by_role("button", name="Wider").click()
        expect(page.locator(".picked__text")).to_contain_text("37 people are looking")
        expect(page.locator(".picked .notice")).to_contain_text("keeps changing, and each change would count")
        page.get_by_role("button", name="Narrower").click()
        expect(page.locator(".picked__text")).to_have_text("€ 129.00")
        page.get_by_role("button", name="Wider").click()
        offer = page.locator(".picked .notice button")
        expect(offer).to_have_text("Choose only “€ 129.00”")
        offer.click()
        expect(page.locator(".picked .tag")).to_have_text("price")


def test_a_rectangle_means_what_is_in_it(tmp_path: Path) -> None:
    with picking(tmp_path, Shop()) as (page, _context, _address, _url):
        first, second = place_of(page, text="Boat 2"), place_of(page, text="€ 300.00")
        page.mouse.move(first[0] - 4, first[1] - 4)
        page.mouse.down()
        page.mouse.move(first[0] + 40, first[1] + 10)
        page.mouse.move(second[0] + second[2] + 4, second[1] + second[3] + 4)
        page.mouse.up()
        expect(page.locator(".picked")).to_contain_text(
            "The element around your rectangle is larger than the rectangle"
        )
        page.locator(".parts button", has_text="€ 300.00").click()
        expect(page.locator(".picked__text")).to_have_text("€ 300.00")
        expect(page.locator("[data-of-list]")).to_contain_text("item 3 of 4")


def test_the_keyboard_alone_follows_a_price_and_sets_its_alert(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "kept.json"))
    shop = Shop()
    with receiving() as receiver, picking(tmp_path / "archive", shop) as (page, context, _address, url):
        page.keyboard.press("/")
        page.keyboard.type("129.00")
        page.keyboard.press("Enter")
        expect(page.locator(".picked__text")).to_have_text("€ 129.00")
        page.locator(".viewer__scroll").focus()
        page.keyboard.press("ArrowUp")
        expect(page.locator(".picked__text")).to_contain_text("people are looking")
        page.keyboard.press("ArrowDown")
        expect(page.locator(".picked__text")).to_have_text("€ 129.00")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".picked__text")).to_have_text("37 people are looking")
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".picked__text")).to_have_text("€ 129.00")
        tab_to(page, "name")
        page.keyboard.type("Boots")
        tab_to(page, "alert_kind")
        page.keyboard.press("ArrowDown")
        tab_to(page, "alert_to")
        page.keyboard.type(receiver.channel)
        tab_to(page, "below")
        page.keyboard.type("100")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("Boots")
        expect(page.locator(".trail__said")).to_have_text("€ 129.00")
        shop.price = "99.50"
        context.visits.visit(VisitRequest(url))
        assert [message["title"] for message in receiver.messages] == ["Boots: € 129.00 → € 99.50 (99.50 is below 100)"]


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the field of that name has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == name:
            return
    raise AssertionError(f"the field {name} cannot be reached with the keyboard")


def test_a_page_that_changes_while_it_is_picked_is_told_and_picked_again(tmp_path: Path) -> None:
    shop = Shop()
    with picking(tmp_path, shop) as (page, context, _address, url):
        page.mouse.click(*centre(place_of(page, text="€ 129.00")))
        page.get_by_label("Name in messages").fill("Boots")
        shop.price = "88.00"
        context.visits.visit(VisitRequest(url, force=True))
        page.get_by_role("button", name="Follow this").click()
        expect(page.get_by_role("alert")).to_contain_text("The page changed while you were choosing")
        assert context.archive.trails.of() == []
        expect(page.get_by_label("Name in messages")).to_have_value("Boots")
        expect(page.locator(".picked__text")).to_have_text("€ 88.00")
        page.get_by_role("button", name="Follow this").click()
        expect(page.locator(".trail__said")).to_have_text("€ 88.00")


def test_what_cannot_be_done_is_said_and_the_form_stays_filled(tmp_path: Path) -> None:
    with picking(tmp_path, Shop()) as (page, context, _address, _url):
        page.mouse.click(*centre(place_of(page, text="€ 129.00")))
        page.get_by_label("Below", exact=True).fill("a hundred")
        page.get_by_label("Recipient", exact=True).fill("anna@example.org")
        page.get_by_role("button", name="Follow this").click()
        expect(page.get_by_role("alert")).to_be_visible()
        expect(page.get_by_label("Below", exact=True)).to_have_value("a hundred")
        expect(page.locator(".picked__text")).to_have_text("€ 129.00")
        assert context.archive.trails.of() == []


def test_five_thousand_elements_are_pointed_at_without_delay(tmp_path: Path) -> None:
    with picking(tmp_path, Shop(items=1_700)) as (page, _context, _address, _url):
        said = page.locator("[data-elements-state]").inner_text()
        assert int(re.sub(r"\D", "", said)) > 5_000
        price = place_of(page, text="€ 129.00")
        spent: Any = page.evaluate(
            """([x, y]) => {
              const svg = document.querySelector(".stage--pick");
              const began = performance.now();
              for (let step = 0; step < 20; step += 1)
                svg.dispatchEvent(new PointerEvent("pointermove", { clientX: x + step, clientY: y, bubbles: true }));
              return (performance.now() - began) / 20;
            }""",
            list(centre(price)),
        )
        assert spent < 50, f"{spent} ms for one move of the pointer"
        page.mouse.click(*centre(price))
        expect(page.locator(".picked__text")).to_have_text("€ 129.00")
