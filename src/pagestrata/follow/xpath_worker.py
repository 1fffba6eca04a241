"""Finds the elements that an XPath means; a worker for a locked process (see `locked.runner`).

It imports nothing of Pagestrata. It answers with the numbers of the elements in document order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from lxml import etree


def prepare(task: dict[str, str], document: bytes) -> Callable[[], dict[str, object]]:
    return partial(answer, document, task["xpath"])


def answer(document: bytes, xpath: str) -> dict[str, object]:
    """The numbers of the elements that are meant; or why not."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)
    root = etree.fromstring(document, parser)
    try:
        found = root.getroottree().xpath(xpath)
    except (etree.XPathError, ValueError) as error:
        return {"error": str(error)[:200]}
    if not isinstance(found, list):
        return {"numbers": []}
    number_of = {element: number for number, element in enumerate(root.iter())}
    return {"numbers": sorted({number_of[one] for one in found if isinstance(one, etree._Element)})}
