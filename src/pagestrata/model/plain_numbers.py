"""Numbers, shares and probabilities as people write them: 4,130,000 and 129.5, never 4.13e+06."""

from __future__ import annotations

import math
import re

from pagestrata.model.patterns import pattern

_GROUPED = pattern(r"\d{1,3}(?:[,.' \u00a0\u202f]\d{3})+")
_NUMBER = pattern(r"[-+\u2212]?\d[\d,.' \u00a0\u202f]*")
_WRITTEN = pattern(r"(?<![\d.,])(?:\d{1,3}(?:[,.'’ \u00a0\u202f]\d{3})+|\d+)[.,](\d{1,6})(?!\d)")
"""A number with decimals, which are its group."""
MOST_DECIMALS = 6


def plain_number(value: float) -> str:
    """Return the number with thousands separators and without trailing zeros."""
    if not math.isfinite(value):
        return str(value)
    if abs(value) >= 1e15:
        return f"{value:.0f}"
    decimals = MOST_DECIMALS if abs(value) < 1000 else 2
    text = f"{value:,.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    if text in {"0", "-0"}:
        return "0" if value == 0 else f"{value:.2g}"
    return text


def number_as_written(value: float, text: str) -> str:
    """The number with as many decimals as it has in `text`: 20.90 where the page says '€ 20.90', not 20.9.

    Like `plain_number` where the text does not contain the number.
    """
    for found in _WRITTEN.finditer(text):
        decimals = len(found[1])
        if re.sub(r"\D", "", found[0]) == f"{abs(value):.{decimals}f}".replace(".", ""):
            return f"{value:,.{decimals}f}"
    return plain_number(value)


def read_plain_number(text: str) -> float | None:
    """Parse a typed number: '1,000', '1.000,50', '€ 99'; None if it is not a number.

    One point or comma before exactly three digits groups thousands, any other begins the decimals.
    """
    found = _NUMBER.search(text)
    if found is None:
        return None
    digits = re.sub(r"[' \u00a0\u202f]", "", found[0].strip().rstrip(",.")).replace("\u2212", "-")
    sign, body = (-1.0, digits[1:]) if digits.startswith("-") else (1.0, digits.lstrip("+"))
    point = max(body.rfind("."), body.rfind(","))
    both = "." in body and "," in body
    if point >= 0 and (both or not _GROUPED.fullmatch(body)):
        body = re.sub("[.,]", "", body[:point]) + "." + body[point + 1 :]
    else:
        body = re.sub("[.,]", "", body)
    return sign * float(body)


def counted(number: int, noun: str, plural: str = "") -> str:
    """'1 page', '2 pages'."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def percent(share: float, decimals: int = 0) -> str:
    """'60 %' of .6."""
    return f"{100 * share:.{decimals}f} %"


LIKELIHOODS = ((0.95, "almost surely"), (0.8, "very likely"), (0.6, "likely"), (0.4, "perhaps"))
"""Words for probabilities from each threshold on."""


def likelihood(probability: float) -> str:
    """Return a probability in words."""
    for least, words in LIKELIHOODS:
        if probability >= least:
            return words
    return "hardly"
