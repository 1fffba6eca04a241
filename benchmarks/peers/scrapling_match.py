"""Scrapling's adaptive match on the same elements, ids hidden: `Selector.relocate` with its default threshold.

Needs `pip install scrapling`; its parts for fetching pages are not used. It answers with all elements of the highest
score; the first in document order counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from pagestrata.follow.page import Page

_trees: WeakKeyDictionary[Page, tuple[Any, list[Any]]] = WeakKeyDictionary()


def scrapling_locator(first: Page, row: int) -> Callable[[Page], int | None]:
    from scrapling.core.utils import _StorageTools

    wanted = _StorageTools.element_to_dict(_tree(first)[1][row])
    return lambda page: relocate(page, wanted)


def relocate(page: Page, wanted: Any) -> int | None:
    from scrapling.parser import Selector

    root, elements = _tree(page)
    found = Selector(root=root).relocate(wanted)
    if not found:
        return None
    rows = {id(element): row for row, element in enumerate(elements) if element is not None}
    return min(rows[id(element)] for element in found)


def _tree(page: Page) -> tuple[Any, list[Any]]:
    """The table as lxml HTML elements, and the element of each row."""
    if page in _trees:
        return _trees[page]
    from lxml.html import html_parser

    nodes = page.nodes
    elements: list[Any] = [None] * len(nodes)
    for row in range(len(nodes)):
        parent = elements[int(nodes.parent[row])] if row else None
        if nodes.text[row]:
            _add_text(parent, nodes.text[row])
        elif not nodes.tag_of(row).startswith(":"):
            own = {name: value for name, value in nodes.attributes[row].items() if ":" not in name}
            element = html_parser.makeelement(nodes.tag_of(row).replace(":", "-"), own)
            if parent is not None:
                parent.append(element)
            elements[row] = element
    _trees[page] = (elements[0], elements)
    return _trees[page]


def _add_text(parent: Any, text: str) -> None:
    text = "".join(c for c in text if c >= " " or c in "\t\n\r")
    if parent is None:
        return
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text
