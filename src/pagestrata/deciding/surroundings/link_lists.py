"""Blocks that are made of links, and entries of menus: their words name places and tell no news."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pagestrata.model.blocks import Block
from pagestrata.weighing.noise.noise_context import FRAME
from pagestrata.weighing.texts.text_edits import Edit

MOSTLY_LINKS = 0.7
LISTS = frozenset(("link list", "menu", "sidebar"))
FEWEST_LINES = 2
MENU_CHANCE = 0.35
"""A link of one or two words that came or went in a frame or a list of links."""


def is_all_links(block: Block) -> bool:
    """Whether nearly all that a block says are names of links."""
    return bool(block.links) and sum(len(link.name) for link in block.links) >= MOSTLY_LINKS * len(block.text)


def is_menu_entry(edit: Edit, block: Block) -> bool:
    """Whether the words are those of short links in a frame or in a list of nothing but links, or numbers of pages."""
    words, said = edit.new_words or edit.old_words, (edit.new or edit.old).casefold()
    names = [link.name.casefold() for link in block.links]
    if said in names and all(word.key[0].isdecimal() for word in words):
        return True
    if block.role == "menu" or not is_all_links(block):
        return block.role == "menu"
    if block.role in FRAME:
        return True
    numbered = any(word.key[0].isdecimal() for word in words)
    return block.role in {"link list", "sidebar"} and not numbered and _is_made_of_short_names(said, names)


def is_reordered_list(block: Block, old: str, new: str) -> bool:
    """Whether a list beside the content, or one of nothing but links, has the same lines in another order."""
    if block.role not in LISTS and not (block.role == "other" and _is_list_below_heading(block)):
        return False
    lines = [Counter(" ".join(line.split()) for line in text.split("\n")) for text in (old, new)]
    return old != new and lines[0] == lines[1] and len(lines[0]) >= FEWEST_LINES


def _is_list_below_heading(block: Block) -> bool:
    """Whether all lines are names of links but for the first, which may be a heading."""
    names = {link.name for link in block.links}
    lines = [line.strip() for line in block.lined_text.split("\n")]
    return is_all_links(block) or (len(lines) > FEWEST_LINES and all(line in names for line in lines[1:]))


def _is_made_of_short_names(said: str, names: Sequence[str]) -> bool:
    within = [name for name in names if name and name in said]
    return sum(map(len, within)) >= MOSTLY_LINKS * len(said) and all(len(name.split()) <= 3 for name in within)
