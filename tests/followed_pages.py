"""A small news page for tests of the follower."""

from __future__ import annotations

from builders import Spec, element, snapshot, words
from pagestrata.model.snapshot import Snapshot

WIDTH = 800


def line(tag: str, text: str, y: float, **attributes: str) -> Spec:
    box = (10, y, 600, 20)
    return element(tag, box, words(text, box), attributes=attributes)


def block(kind: str, y: float, *children: Spec, tag: str = "div") -> Spec:
    return element(tag, (10, y, 600, 100), *children, attributes={"class": kind})


def news_page(
    *,
    price: str = "99.00 €",
    stories: tuple[str, ...] = ("Rain", "Sun", "Snow"),
    banner: bool = False,
    wrapped: bool = False,
    with_price: bool = True,
    ids: bool = False,
    photo: str = "",
    **fields: object,
) -> Snapshot:
    """Header, an optional banner, a list of stories, a price box and a footer."""
    shop = block(
        "shop", 300, line("h2", "Price of the week", 300), line("p", "Rubber boots, green", 320),
        line("p", price, 340, **{"class": "price"} | ({"id": "price"} if ids else {})),
        *([element("img", (10, 360, 60, 40), attributes={"src": photo})] if photo else []),
    )  # fmt: skip
    if wrapped:
        shop = block("grid", 300, block("column", 300, shop), tag="section")
    parts = [
        block("header", 0, line("h1", "The Daily Test", 0), line("a", "Weather", 20, href="http://site.test/weather")),
        *([block("banner", 90, line("strong", "Breaking news about a storm", 90))] if banner else []),
        block(
            "stories",
            100,
            line("h2", "Stories today", 100),
            *(line("p", f"{s} is expected in the north", 120) for s in stories),
        ),
        *([shop] if with_price else []),
        block("footer", 500, line("p", "Imprint and contact of the paper", 500)),
    ]
    return snapshot(element("html", (0, 0, WIDTH, 600), element("body", (0, 0, WIDTH, 600), *parts)), **fields)
