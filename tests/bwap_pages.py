"""Pieces of pages for the tests of BWAP's partition and its rules."""

from __future__ import annotations

from typing import Any

from builders import Spec, element, snapshot, words
from pagestrata.segmenting.layout import Layout


def text(content: str, y: float, x: float = 0) -> Spec:
    return words(content, (x, y, 300, 20))


def paragraph(content: str, y: float, x: float = 0) -> Spec:
    return element("p", (x, y, 300, 20), text(content, y, x))


def mixed(tag: str, y: float, x: float = 0, **options: Any) -> Spec:
    """A schema node with two pieces of content: a block by rule 8."""
    return element(
        tag, (x, y, 300, 80), text("one", y, x), element("b", (x, y + 40, 300, 20), text("two", y + 40, x)), **options
    )


def layout_of(*children: Spec) -> Layout:
    body = element("body", (0, 0, 1366, 900), *children)
    return Layout.of(snapshot(element("html", (0, 0, 1366, 900), body)))
