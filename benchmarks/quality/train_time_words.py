"""Names of months, weekdays and units of time, and the words around an age ('ago'), of all languages of CLDR.

    python -m benchmarks.quality.train_time_words

writes `weighing/data/time_words.json`, so that the package itself needs no Babel.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from benchmarks.pages import ROOT
from pagestrata.weighing.noise_grammar import word_tokens as tokens_of

FILE = ROOT / "src" / "pagestrata" / "weighing" / "data" / "time_words.json"
UNITS = ("second", "minute", "hour", "day", "week", "month", "year")
LEAST_LETTERS = 2
LEAST_ASCII_LETTERS = 4
LANGUAGES = [
    "ar",
    "bg",
    "bn",
    "ca",
    "cs",
    "da",
    "de",
    "el",
    "en",
    "es",
    "et",
    "eu",
    "fa",
    "fi",
    "fr",
    "gl",
    "he",
    "hi",
    "hr",
    "hu",
    "id",
    "is",
    "it",
    "ka",
    "lt",
    "lv",
    "mk",
    "mr",
    "ms",
    "nb",
    "nl",
    "pl",
    "pt",
    "ro",
    "ru",
    "sk",
    "sl",
    "sq",
    "sr",
    "sv",
    "sw",
    "ta",
    "te",
    "th",
    "tr",
    "uk",
    "ur",
    "vi",
]
PLAIN_WORDS = frozenset(
    [
        "date",
        "here",
        "more",
        "time",
        "lang",
        "saa",
        "siku",
        "wiki",
        "dakika",
        "miaka",
        "miezi",
        "mwaka",
        "mwezi",
        "sekunde",
        "perce",
        "fa",
        "any",
        "aste",
        "nappal",
        "tháng",
    ]
)
"""Too common in some other language to mean a time in a text whose language nobody knows."""


def main() -> None:
    import babel

    found: dict[str, set[str]] = {name: set() for name in ("months", "weekdays", "units", "before", "after", "fused")}
    for name in LANGUAGES:
        locale = babel.Locale.parse(name)
        for kind, into in ((locale.months, "months"), (locale.days, "weekdays")):
            found[into].update(_names(kind))
        units = set(_units(locale))
        found["units"] |= units
        _ages(locale, units, found)
    found["units"] -= found["months"]
    locales = [babel.Locale.parse(name) for name in (*LANGUAGES, "ko")]
    units = {unit for locale in locales for unit in _units(locale)}
    found["ages"] = {frame for locale in locales for frame in _age_frames(locale, units)}
    lists = {
        kind: sorted(word for word in words if word not in PLAIN_WORDS and word[0].isalpha())
        for kind, words in found.items()
        if kind != "ages"
    }
    lists["ages"] = sorted(found["ages"])
    FILE.write_text(json.dumps(lists, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    print({kind: len(words) for kind, words in lists.items()}, FILE.stat().st_size)


def _words(text: str) -> list[str]:
    return [
        word
        for word in re.split(r"[\s\u00a0\u202f.,:()/\u200f\u200e]+", text.lower())
        if word and not word[0].isdigit()
    ]


def _is_long_enough(word: str) -> bool:
    return len(word) >= (LEAST_ASCII_LETTERS if word.isascii() else LEAST_LETTERS)


def _names(calendar: Any) -> Iterator[str]:
    for context in calendar.values():
        for width in ("wide", "abbreviated"):
            for name in context.get(width, {}).values():
                words = _words(name)
                if len(words) == 1 and _is_long_enough(words[0]) and not re.search(r"\d", words[0]):
                    yield words[0]


def _units(locale: Any) -> Iterator[str]:
    for unit in UNITS:
        for patterns in locale._data["unit_patterns"].get(f"duration-{unit}", {}).values():
            for text in patterns.values():
                if not isinstance(text, str) or "{0}" not in text:
                    continue
                words = _words(text.replace("{0}", " "))
                if len(words) == 1 and _is_long_enough(words[0]):
                    yield words[0]


def _ages(locale: Any, units: set[str], found: dict[str, set[str]]) -> None:
    """Words before and after a span of time that is over, from patterns such as 'hace {0} minutos'."""
    for unit in UNITS:
        for width in ("", "-short", "-narrow"):
            past = locale._data["date_fields"].get(unit + width, {}).get("past", {})
            for pattern in past.values():
                start, _, end = pattern.partition("{0}")
                before, after = _words(start), _words(end)
                if len(after) == 1 and not before and not any(unit == after[0] for unit in units) and len(after[0]) > 3:
                    found["fused"].add(after[0])
                elif len(after) == 2 and not before:
                    found["units"].update(word for word in after[:1] if _is_long_enough(word))
                    found["after"].add(after[1])
                elif len(before) == 1 and len(after) == 1:
                    found["units"].update(word for word in after[:1] if _is_long_enough(word))
                    found["before"].add(before[0])


def _age_frames(locale: Any, units: set[str]) -> Iterator[str]:
    """What stands before and behind the number of an age, as 'before|behind', words parted by a space."""
    for unit in UNITS:
        for width in ("", "-short", "-narrow"):
            for pattern in locale._data["date_fields"].get(unit + width, {}).get("past", {}).values():
                before, number, behind = pattern.lower().partition("{0}")
                words = [tokens_of(part) for part in (before, behind)]
                if number and _says_ago([*words[0], *words[1]], units):
                    yield "|".join(" ".join(part) for part in words)


def _says_ago(words: list[str], units: set[str]) -> bool:
    """Whether words around a number are more than its unit: '-{0} min' is not said to be an age."""
    return any(word not in units for word in words) and (len(words) > 1 or len(words[0]) >= LEAST_ASCII_LETTERS)


if __name__ == "__main__":
    main()
