"""A list of links beside the content that a machine filled again, told from one that got news, by the order of its addresses.

What is new comes first, what was there follows in its order, and the last ones fall off: that is a list of news, and it speaks.
In a list that is drawn or ranked again, some items stay, others come and go, and those that stay change their places in any
other way. An item that gave way to another in its own place is an edit of the list, and speaks, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from pagestrata.deciding.document_addresses import document_of
from pagestrata.model.blocks import Block
from pagestrata.weighing.lined_texts import line_at
from pagestrata.weighing.text_edits import Edit, Word

FEWEST_ITEMS = 3


def is_rotated_item(edit: Edit, texts: tuple[str, str], before: Block, after: Block) -> bool:
    """Whether an edit only exchanges items of a list that was filled again."""
    sides = zip(texts, (before, after), (edit.old_words, edit.new_words), strict=True)
    return all(_is_in_items(text, block, words) for text, block, words in sides) and is_filled_again(before, after)


def _is_in_items(text: str, block: Block, words: Sequence[Word]) -> bool:
    names = {link.name for link in block.links}
    return all(line_at(text, word.start).strip() in names for word in words)


def is_filled_again(before: Block, after: Block) -> bool:
    """Whether two lists have as many items of one kind, of which some stayed in another order than a list of news keeps."""
    old, new = ([document_of(link.address) for link in block.links] for block in (before, after))
    if len(old) != len(new) or len(old) < FEWEST_ITEMS or len({_folder(one) for one in (*old, *new)}) > 1:
        return False
    stayed = [one for one in new if one in old]
    has_moved = any(old.index(one) != new.index(one) for one in stayed)
    return has_moved and len(stayed) < len(old) and not _is_of_news(old, new)


def _folder(address: str) -> str:
    return address.rstrip("/").rpartition("/")[0]


def _is_of_news(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether new items came first and the others follow in their order."""
    came = next((at for at, one in enumerate(new) if one in old), len(new))
    return list(new[came:]) == list(old[: len(new) - came])
