"""Finds the elements that an XPath means in a process of its own, with limits on time and memory.

This file is run as a program with the tree on standard input, and the expression and the limits as its argument; it imports
nothing of Pagestrata. It answers with the numbers of the elements in document order.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys

from lxml import etree


def lock_up(limits: dict[str, int]) -> None:
    """Give up what the search does not need, where the system knows such limits."""
    try:
        import resource
    except ImportError:
        return
    for kind, value in (
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, limits["cpu_seconds"]),
        (resource.RLIMIT_DATA, limits["memory"]),
        (resource.RLIMIT_NOFILE, 3),
    ):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (value, value))


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


def main() -> None:
    asked = json.loads(sys.argv[1])
    document = sys.stdin.buffer.read()
    lock_up(asked)
    sys.stdout.write(json.dumps(answer(document, asked["xpath"])))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
