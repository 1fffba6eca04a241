"""Names of months, weekdays, units and money from CLDR (`data/calendar.json`), and numbers as people write them.

'1.234,50', "1'234.50" and '1 234,50' are the same number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from pagestrata.judging.words import EAST_ASIAN

_SEPARATOR = r"[.,'’٫٬\u00a0\u202f ]"
NUMBER = re.compile(rf"\d{{1,3}}(?:{_SEPARATOR}\d{{3}})+(?:[.,٫]\d{{1,2}})?(?!\d)|\d+(?:[.,٫]\d+)?")
WORD = re.compile(r"[^\W\d_]+|[€$£¥₽₹₩₺₴₪元円원°]")
UNPARTED = re.compile(f"[{EAST_ASIAN}\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\uac00-\ud7af]")
"""Letters of languages that write words without spaces between them."""


@cache
def calendar() -> Mapping[str, Any]:
    """The names of CLDR: dictionaries for months and units, sets for the rest."""
    file = resources.files("pagestrata.judging").joinpath("data", "calendar.json")
    table = json.loads(file.read_text(encoding="utf-8"))
    return {kind: names if isinstance(names, dict) else frozenset(names) for kind, names in table.items()}


def number_of(text: str) -> float | None:
    """A number as people write it; None for what is none."""
    digits = re.sub(r"[\s\u00a0\u202f'’٬]", "", text).replace("٫", ".")
    if "," in digits and "." in digits:
        decimal = max(digits.rfind(","), digits.rfind("."))
        digits = re.sub(r"[.,]", "", digits[:decimal]) + "." + digits[decimal + 1 :]
    elif re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", digits):
        digits = re.sub(r"[.,]", "", digits)
    try:
        return float(digits.replace(",", "."))
    except ValueError:
        return None
