"""Words, numbers and times as the screens show them: short, exact on hover, harmless whatever a page says."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import UTC, datetime

from markupsafe import Markup, escape

from pagestrata.model.plain_numbers import counted
from pagestrata.model.plain_numbers import percent as plain_percent

LONGEST_TEXT = 2_000
_SHOWN_CONTROLS = {"\n", "\t", " "}
_STEERING = {"Cc", "Cf", "Cs", "Co", "Cn"}
_UNITS = ((86400 * 365, "y"), (86400 * 30, "mo"), (86400, "d"), (3600, "h"), (60, "min"))
_LONG_UNITS = {"y": "year", "mo": "month", "d": "day", "h": "hour", "min": "minute"}
_MONEY_TWICE = re.compile(r"([€$£¥₹₽])(\s?)(\d[\d.,]*)\s?\1")
_STAGES = {
    "unchanged": "not changed, according to the server",
    "quick": "source compared, without a browser",
    "refill": "source compared in the layout of the last version",
    "render": "rendered in the browser",
}
ROLE_WORDS = {
    "header": "header", "menu": "menu", "article": "main text", "link list": "links", "sidebar": "side column",
    "footer": "footer", "ad": "advertisement", "search": "search field", "image": "picture", "table": "table", "form": "form",
    "comments": "comments", "overlay": "overlay", "other": "text",
}  # fmt: skip
"""What screens call a role of a block."""
_BECAME = {"text": "new text", "picture": "another picture", "moved": "moved on the page"}
_SUM_OF_IMPORTANCE = re.compile(r"importance \d")
_NOT_COUNTED = re.compile(r"^(silent|ignored): ")


class _Visible(dict[int, str]):
    """What is shown for a character, by its number: for `str.translate`, filled as characters are met."""

    def __missing__(self, number: int) -> str:
        character = chr(number)
        steers = character not in _SHOWN_CONTROLS and unicodedata.category(character) in _STEERING
        self[number] = "\N{REPLACEMENT CHARACTER}" if steers else character
        return self[number]


_VISIBLE = _Visible()


def clean(text: object, longest: int = LONGEST_TEXT) -> str:
    """The text without characters that steer a screen: controls, direction marks, lone surrogates; cut at a length."""
    cut = str(text)[: longest + 1]
    shown = cut[:longest]
    if not shown.isprintable():  # nearly all texts are, and hold none of them
        shown = shown.translate(_VISIBLE)
    return f"{shown}…" if len(cut) > longest else shown


def ago(moment: datetime | None, now: datetime) -> str:
    """'5 minutes ago', 'in 3 hours'; 'never' for no time."""
    if moment is None:
        return "never"
    seconds = (now - moment).total_seconds()
    if abs(seconds) < 45:
        return "now"
    return f"{_long_span(abs(seconds))} ago" if seconds > 0 else f"in {_long_span(-seconds)}"


def _long_span(seconds: float) -> str:
    """A length of time in one unit, written out: '5 minutes'."""
    for unit, name in _UNITS:
        if round(seconds / unit) >= 1:
            return counted(round(seconds / unit), _LONG_UNITS[name])
    return "a minute"


def span(seconds: float) -> str:
    """A length of time in one unit: '5 min', '3 h', '2 d'."""
    for unit, name in _UNITS:
        if seconds >= unit:
            return f"{round(seconds / unit)} {name}"
    return f"{round(seconds)} s"


def every(seconds: float | None) -> str:
    """How often, in words: 'every hour', 'every 6 hours'; 'as needed' for no interval."""
    if not seconds:
        return "as needed"
    for unit, name in _UNITS:
        if seconds >= unit:
            count = round(seconds / unit, 1)
            return f"every {_LONG_UNITS[name]}" if count == 1 else f"every {count:g} {_LONG_UNITS[name]}s"
    return f"every {round(seconds)} seconds"


def percent(share: float, decimals: int = 0) -> str:
    """A share of 1 in hundredths: '95 %'; the sign stays with its number."""
    return plain_percent(share, decimals).replace(" ", "\u00a0")


def in_code(text: str) -> Markup:
    """Return a text with parts in backticks set as code."""
    parts = text.split("`")
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if number % 2 else escape(part) for number, part in enumerate(parts)
    )


def sentence(text: str) -> str:
    """The text with a capital first letter, unless it begins with an address."""
    return text if "://" in text.partition(" ")[0] else text[:1].upper() + text[1:]


def moment(when: datetime | None, *, seconds: bool = False) -> str:
    """A time to the minute, UTC, or to the second."""
    exactness = "seconds" if seconds else "minutes"
    return when.astimezone(UTC).replace(tzinfo=None).isoformat(" ", exactness) if when is not None else "–"


def local(when: datetime | None, *, seconds: bool = False) -> str:
    """A time as markup: UTC as it is sent, which a script shows in the zone of who reads it, with UTC on hover."""
    if when is None:
        return "–"
    exactness = "seconds" if seconds else "minutes"
    shown = moment(when, seconds=seconds)
    return Markup('<time datetime="{}" title="{} UTC" data-moment="{}">{}</time>').format(
        iso(when), shown, exactness, shown
    )


def share_a_minute(times: Iterable[datetime]) -> bool:
    """Whether some of these times would read the same to the minute."""
    shown = [moment(when) for when in times]
    return len(set(shown)) < len(shown)


def plain_reasons(reasons: Iterable[object]) -> list[str]:
    """Reasons for people: without the sum of importance, whose numbers and refs are for programs."""
    texts = [str(reason) for reason in reasons]
    return [_plain_reason(reason) for reason in texts if not _SUM_OF_IMPORTANCE.match(reason)]


def _plain_reason(reason: str) -> str:
    return _NOT_COUNTED.sub("not counted: ", _MONEY_TWICE.sub(_money_once, reason)).replace("' -> '", "' → '")


def _money_once(found: re.Match[str]) -> str:
    """'€ 129.00' of '€ 129.00 €': a currency is named once."""
    return f"{found[1]}{found[2]}{found[3]}"


def role_words(role: str) -> str:
    """What a person calls a block of this role."""
    return ROLE_WORDS.get(role, role)


def change_words(change: str) -> str:
    """What became of a followed block since the visit before, in plain words."""
    return _BECAME.get(change, change)


def stage_words(stage: str) -> str:
    """How far a visit had to look, in plain words."""
    return _STAGES.get(stage, stage)


def iso(when: datetime) -> str:
    """A time for machines, and for titles."""
    return when.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def day(when: datetime) -> str:
    return f"{when.astimezone(UTC):%Y-%m-%d}"


def size(count: float) -> str:
    """Bytes for people: '1.4 MB'."""
    for unit in ("B", "kB", "MB", "GB"):
        if abs(count) < 1000:
            return f"{count:.0f} {unit}" if unit == "B" or count >= 100 else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} TB"
