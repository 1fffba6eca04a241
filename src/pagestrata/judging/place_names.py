"""How a person would name a place on a page: 'the header', 'the second story', 'the price box'."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from pagestrata.model.blocks import Block, BlockTree

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
NAMES: Mapping[str, str] = {
    "header": "the header", "footer": "the footer", "menu": "the menu", "sidebar": "the sidebar", "ad": "an advertisement",
    "search": "the search form", "form": "the form", "comments": "the comments", "overlay": "a layer over the page",
}  # fmt: skip
COUNTED: Mapping[str, str] = {"article": "story", "table": "table", "link list": "list", "image": "picture"}
STORY_CHARACTERS = 80
BOX_CHARACTERS = 200
PRICE_BOX = "price box"
HEADING_CHARACTERS = 40
HEADED = frozenset(("story", "list", "table"))
_PRICE = re.compile(r"[€$£¥₽₹₩]\s?\d|\d\s?[€$£¥₽₹₩]")


def place_names(tree: BlockTree) -> dict[str, str]:
    """ref -> name, for every leaf of the page."""
    leaves = [leaf for leaf in tree.leaves() if not leaf.is_overlay]
    kinds = {leaf.ref: _kind(leaf) for leaf in leaves}
    if list(kinds.values()).count(PRICE_BOX) > 1:  # a table of figures, or a list of offers
        kinds = {ref: "the text" if kind == PRICE_BOX else kind for ref, kind in kinds.items()}
    names: dict[str, str] = {}
    for kind in set(kinds.values()):
        of_kind = [ref for ref, other in kinds.items() if other == kind]
        names.update(zip(of_kind, _numbered(kind, len(of_kind)), strict=True))
    return {**names, **_headed(leaves, kinds)}


def _headed(leaves: Sequence[Block], kinds: Mapping[str, str]) -> dict[str, str]:
    """ref -> "'Latest news'" for stories and lists right below a short line in larger or bolder letters."""
    return {
        leaf.ref: f"'{heading.text}'"
        for heading, leaf in pairwise(leaves)
        if kinds[leaf.ref] in HEADED and _is_heading(heading, leaf)
    }


def _is_heading(heading: Block, leaf: Block) -> bool:
    if heading.style is None or leaf.style is None or heading.role in NAMES:
        return False
    above, below = heading.style, leaf.style
    louder = (above.font_size, above.font_weight) > (
        below.font_size,
        below.font_weight,
    ) or above.font_weight > below.font_weight
    return louder and 0 < len(heading.text) <= HEADING_CHARACTERS


def name_of(block: Block, names: Mapping[str, str]) -> str:
    """The name of a block, also of one that is not on the page any more."""
    return names.get(block.ref) or NAMES.get(block.role) or f"the {COUNTED.get(block.role, 'text')}"


def _kind(leaf: Block) -> str:
    if leaf.role in NAMES:
        return NAMES[leaf.role]
    if leaf.role not in COUNTED and len(leaf.text) <= BOX_CHARACTERS and _PRICE.search(leaf.text):
        return PRICE_BOX
    if leaf.role in COUNTED and (leaf.role != "article" or len(leaf.text) >= STORY_CHARACTERS):
        return COUNTED[leaf.role]
    return "the page" if not leaf.text else "story" if len(leaf.text) >= STORY_CHARACTERS else "the text"


def _numbered(kind: str, count: int) -> list[str]:
    if kind.startswith(("the ", "a ", "an ")):
        return [kind] * count
    if count == 1:
        return [f"the {kind if kind != 'story' else 'article'}"]
    return [f"the {ORDINALS[i]} {kind}" if i < len(ORDINALS) else f"{kind} {i + 1}" for i in range(count)]
