"""A list of links beside the content that a machine filled again, told from one that got news, by the order of its addresses.

What is new comes first, what was there follows in its order, and the last ones fall off: that is a list of news, and it speaks.
So does one of which the first was taken off and the others moved up.
In a list that is drawn or ranked again, some items stay, others come and go, and those that stay change their places in any
other way. An item that gave way to another in its own place is an edit of the list, and speaks, too. Where addresses end with
numbers, what is new on a site has a higher one: where all that came is older than the newest that was there, nothing is new.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pagestrata.deciding.surroundings.document_addresses import document_of
from pagestrata.model.blocks import Block
from pagestrata.weighing.texts.lined_texts import line_at
from pagestrata.weighing.texts.text_edits import Edit, Word

FEWEST_ITEMS = 3
_LAST_NUMBER = re.compile(r"\d+(?=/?$)")


def is_rotated_item(edit: Edit, texts: tuple[str, str], before: Block, after: Block) -> bool:
    """Whether an edit only exchanges items of a list that was filled again."""
    sides = zip(texts, (before, after), (edit.old_words, edit.new_words), strict=True)
    return all(_is_in_items(text, block, words) for text, block, words in sides) and is_filled_again(before, after)


def _is_in_items(text: str, block: Block, words: Sequence[Word]) -> bool:
    names = {link.name for link in block.links}
    return all(line_at(text, word.start).strip() in names for word in words)


def is_filled_again(before: Block, after: Block) -> bool:
    """Whether two lists have as many items of one kind, and those that came were drawn or ranked, not written since."""
    old, new = ([document_of(link.address) for link in block.links] for block in (before, after))
    if not old or len(old) != len(new) or len({_folder(one) for one in (*old, *new)}) > 1:
        return False
    return _is_ranked_again(old, new) or _is_drawn_again(old, new)


def _is_ranked_again(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether some items stayed in another order than a list of news keeps."""
    stayed = [one for one in new if one in old]
    has_moved = any(old.index(one) != new.index(one) for one in stayed)
    return (
        len(old) >= FEWEST_ITEMS
        and has_moved
        and len(stayed) < len(old)
        and not (_is_of_news(old, new) or _is_withdrawn(old, new))
    )


def _is_drawn_again(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether all that came is older than the newest that was there, by the numbers of the addresses."""
    numbers = [_number(one) for one in (*old, *new)]
    came = [_number(one) for one in new if one not in old]
    if not came or not all(numbers) or max(came) >= max(numbers[: len(old)]):
        return False
    return not _is_withdrawn(old, new)


def _number(address: str) -> int:
    """The number that an address ends with, 0 where it ends otherwise."""
    found = _LAST_NUMBER.search(address)
    return int(found.group()) if found else 0


def _folder(address: str) -> str:
    return address.rstrip("/").rpartition("/")[0]


def _is_of_news(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether new items came first and the others follow in their order."""
    size = _stayed(old, new)
    return size > 0 and list(new[-size:]) == list(old[:size])


def _is_withdrawn(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether the first ones were taken off and the others moved up in their order."""
    size = _stayed(old, new)
    return size > 0 and list(new[:size]) == list(old[-size:])


def _stayed(old: Sequence[str], new: Sequence[str]) -> int:
    return sum(one in old for one in new)
