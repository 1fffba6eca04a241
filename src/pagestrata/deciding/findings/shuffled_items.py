"""A box that shows other items of a stock at each visit, known by the numbers of their addresses, without any words.

What is new on a site has a higher number than what was there. Where all items of one kind ('/d/14', '/d/31', '/d/8') gave way
to as many others ('/d/22', '/d/5', '/d/40'), and not all of these are newer than all that went, a stock was drawn from again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pagestrata.deciding.findings.finding_record import Finding
from pagestrata.deciding.surroundings.document_addresses import document_of

FEWEST_ITEMS = 2
_LAST_NUMBER = re.compile(r"\d+(?=\D*$)")


def without_shuffled(found: Sequence[Finding]) -> list[Finding]:
    """The findings, of which those of shuffled items are noise."""
    went, came = (_items(found, op) for op in ("delete", "insert"))
    shuffled = {
        id(finding)
        for kind in went.keys() & came.keys()
        if _is_shuffle(list(went[kind]), list(came[kind]))
        for finding in (*went[kind].values(), *came[kind].values())
    }
    return [one.silenced("rotation") if id(one) in shuffled else one for one in found]


def _items(found: Sequence[Finding], op: str) -> dict[str, dict[int, Finding]]:
    """Blocks that came or went with one linked document, by the address without its number, and by that number."""
    items: dict[str, dict[int, Finding]] = {}
    for one in found:
        if one.kind == "block" and one.op == op:
            documents = {document_of(link.address) for link in one.block.links}
            number = _LAST_NUMBER.search(next(iter(documents))) if len(documents) == 1 else None
            if number is not None:
                kind = f"{number.string[: number.start()]}#{number.string[number.end() :]}"
                items.setdefault(kind, {})[int(number.group())] = one
    return items


def _is_shuffle(went: Sequence[int], came: Sequence[int]) -> bool:
    if len(went) != len(came) or len(went) < FEWEST_ITEMS:
        return False
    return min(came) < max(went) and max(came) > min(went)
