"""What a change is worth by the place it stands in: words and linked titles, in content or in the frame around it.

For the decision a block is either content or frame. Content counts in full whatever it is made of: a front page that is
nothing but linked headlines is content, though an importance model calls such blocks lists. The frame (menus, headers,
footers, advertisements) counts little: a new menu entry is no news. Words keep a least worth everywhere, since a role may
be wrong and news in a footer is still news.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from pagestrata.model.blocks import Block

PLACES: Mapping[str, float] = {
    "menu": 0.1, "header": 0.1, "footer": 0.1, "search": 0.1, "ad": 0.05, "sidebar": 0.5, "form": 0.3,
}  # fmt: skip
"""Role -> worth of the place; all other roles are content and worth 1."""
LEAST_WORTH = 0.3
CONTENT_PLACE = 0.5
"""Places worth more than this are content."""


class Worth(NamedTuple):
    """What one changed word of a block counts, and one linked title that came or went, each 0 to 1."""

    words: float
    titles: float

    @property
    def is_content(self) -> bool:
        return self.titles > CONTENT_PLACE


UNKNOWN = Worth(words=0.5, titles=0.5)


@lru_cache(64)
def _of_role(role: str) -> Worth:
    place = PLACES.get(role, 1.0)
    return Worth(words=LEAST_WORTH + (1.0 - LEAST_WORTH) * place, titles=place)


def worth_of(block: Block) -> Worth:
    return _of_role(block.role)
