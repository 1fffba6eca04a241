"""The weather and the quotes of a stock exchange that many pages show in their frame: '9 °C, light rain', 'Dow 41,203 ▲ 0.4 %'.

In the frame of a page they are those of the hour. Elsewhere, and wherever any other word changed, they speak.
"""

from __future__ import annotations

import re

from pagestrata.model.blocks import Block
from pagestrata.weighing.noise_context import FRAME
from pagestrata.weighing.text_edits import Edit

_WEATHER = re.compile(
    r"[-−–+]?\d{1,3}(?:[.,]\d)?\s?[°º]\s?[CF]?(?!\w)(?:[,;:/]?\s[^\W\d]+(?:\s[^\W\d]+){0,2})?", re.IGNORECASE
)
_QUOTE = re.compile(r"(?:\d[\d.,'\u00a0\u202f]*\s)?(?:[▲▼△▽↑↓⬆⬇]\s?[+−–-]?|[+−–-](?=\d))\d[\d.,]*\s?(?:%|(?=\s|$))")
_WORD = re.compile(r"\w+")


def is_frame_reading(edit: Edit, block: Block) -> bool:
    """Whether nothing but the weather and quotes changed in the frame of a page."""
    if block.role not in FRAME or edit.operation != "update":
        return False
    sides = edit.old, edit.new
    if not all(_WEATHER.search(side) or _QUOTE.search(side) for side in sides):
        return False
    old, new = (_WORD.findall(_QUOTE.sub(" ", _WEATHER.sub(" ", side))) for side in sides)
    return old == new
