"""Whether a sentence about a change is exact: every number and name in it is in one of the two versions."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pagestrata.model.blocks import BlockTree

_NOUNS = "comments?|pictures?|tables?|forms?|menus?|advertisements?|lists? of links|texts?|blocks?"
_BEHIND = ": ‘|, among them ‘|;|$"
_COUNTED = re.compile(
    rf"(?:(?<=^)|(?<=; ))(?:\d+ new (?:{_NOUNS})(?={_BEHIND})|\d+ (?:{_NOUNS}) gone(?={_BEHIND})|and \d+ more changes?$)"
)
"""What the sentence counts itself: how many things came or went."""
_TOKEN = re.compile(r"\d+(?:[.,:/'’-]\d+)*|[^\W\d_]+(?:['’-][^\W\d_]+)*")


def tokens(text: str) -> list[str]:
    """Numbers and words."""
    return _TOKEN.findall(text)


def texts_of(tree: BlockTree) -> str:
    """Whatever a version says: texts, names of links and pictures."""
    found = []
    for block in tree.by_ref().values():
        found += [block.text, *(link.name for link in block.links), *(image.name for image in block.images)]
    return "\n".join(found)


def invented(sentence: str, versions: Iterable[str]) -> list[str]:
    """Numbers and names of a sentence that none of the versions says."""
    known = {token for text in versions for token in tokens(text)}
    said = tokens(_COUNTED.sub(" ", sentence))
    return [token for token in said if (token[0].isdigit() or token[0].isupper()) and token not in known]
