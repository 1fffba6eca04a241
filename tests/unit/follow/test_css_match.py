from __future__ import annotations

import random

import pytest
from cssselect import HTMLTranslator
from lxml import etree

from pagestrata.errors import UsageError
from pagestrata.follow.css_match import matched

PARTS = (
    "*", "div", "p", "li", ".a", "#x", "[title]", "[title='b c']", "[title~=c]", "[lang|=en]", "[title^=b]", "div.a",
    "li:first-child", "p:last-child", "li:only-child", "li:nth-child(2n+1)", "li:nth-child(-n+2)", "p:nth-last-child(2)",
    "p:first-of-type", "li:nth-last-of-type(2n)", "div:only-of-type", "div:empty", ":root", ":not(.a)", "div:not(:has(p))",
    ":is(.a, p)", ":where(div, #x)", "div:has(p)", "div:has(> p)", "p:has(+ li)", "p:has(~ li)", "div:has(> p li)",
    "div:has(p:has(li))", "li:contains('t')", "a:link", ":not(:is(div, p))",
)  # fmt: skip
COMBINATORS = (" ", " > ", " + ", " ~ ")


def random_tree(chance: random.Random, size: int) -> etree._Element:
    made = [etree.Element("html")]
    for number in range(size):
        parent = made[max(0, len(made) - 1 - int(chance.expovariate(0.3)))]
        one = etree.SubElement(parent, chance.choice(("div", "p", "li", "a")))
        if chance.random() < 0.4:
            one.set("class", chance.choice(("a", "b a", "ab")))
        if chance.random() < 0.3:
            one.set("title", chance.choice(("b c", "b", "cb")))
        if chance.random() < 0.2:
            one.set("lang", chance.choice(("en", "en-GB", "de")))
        if chance.random() < 0.1:
            one.set("id", "x")
        if chance.random() < 0.3:
            one.text = chance.choice(("t", "u"))
        if one.tag == "a" and number % 2:
            one.set("href", "/")
        made.append(one)
    return made[0]


@pytest.mark.parametrize("seed", range(60))
def test_it_finds_what_xpath_finds(seed: int) -> None:
    chance = random.Random(seed)
    tree = random_tree(chance, 60)
    for _ in range(25):
        css = chance.choice(PARTS)
        for _ in range(chance.choice((0, 0, 1, 2))):
            css += chance.choice(COMBINATORS) + chance.choice(PARTS)
        if chance.random() < 0.2:
            css += f", {chance.choice(PARTS)}"
        wanted = tree.getroottree().xpath(HTMLTranslator().css_to_xpath(css))
        assert set(matched(tree, css)) == set(wanted), css


@pytest.mark.parametrize("css", ["p[", "p:nosuch", "*" * 2_000, ":not(" * 180 + "p" + ")" * 180 + "x" * 900])
def test_what_is_no_selector_is_refused(css: str) -> None:
    with pytest.raises(UsageError, match="is not a CSS selector"):
        matched(etree.Element("html"), css)
