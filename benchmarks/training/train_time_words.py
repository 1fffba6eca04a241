"""Names of months, weekdays and units, and the words around an age ('ago') or a time to come, of the languages of CLDR.

    python -m benchmarks.training.train_time_words

writes `weighing/data/time_words.json`, so that the package itself needs no Babel.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from benchmarks.pages import ROOT
from pagestrata.weighing.noise.counter_words import VOTES
from pagestrata.weighing.noise.noise_grammar import word_tokens as tokens_of
from pagestrata.weighing.noise.noise_words import CURRENCIES, MONTHS
from pagestrata.weighing.noise.page_words import page_words

FILE = ROOT / "src" / "pagestrata" / "weighing" / "data" / "time_words.json"
UNITS = ("second", "minute", "hour", "day", "week", "month", "year")
LEAST_LETTERS = 2
LEAST_ASCII_LETTERS = 4
LANGUAGES = (
    "ar", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi", "fr", "gl", "he", "hi", "hr", "hu", "id",
    "is", "it", "ka", "lt", "lv", "mk", "mr", "ms", "nb", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "sw", "ta",
    "te", "th", "tr", "uk", "ur", "vi",
)  # fmt: skip
"""Of these short names of months and weekdays are known anywhere, of all others only beside a day and a year."""
MORE_LANGUAGES = ("fo", "fy", "gsw", "lb", "tg")
"""Beside those of `page_words`, which are all that CLDR covers well."""
PLAIN_WORDS = frozenset(
    [
        "anna",
        "bazar",
        "freed",
        "juma",
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
WITHOUT_SPACES = frozenset(("ja", "yue", "zh"))
MEASURES = (
    "length-millimeter", "length-centimeter", "length-meter", "length-kilometer", "length-mile", "length-foot", "length-inch",
    "area-square-meter", "area-square-kilometer", "area-hectare", "area-acre", "area-square-foot", "volume-liter",
    "volume-milliliter", "volume-centiliter", "volume-deciliter", "volume-cubic-meter", "volume-gallon", "mass-milligram",
    "mass-gram", "mass-kilogram", "mass-tonne", "mass-pound", "mass-ounce", "speed-kilometer-per-hour",
    "speed-meter-per-second", "speed-mile-per-hour", "speed-knot", "energy-kilowatt-hour", "energy-kilocalorie",
    "energy-kilojoule", "power-watt", "power-kilowatt", "power-megawatt", "power-horsepower", "digital-byte",
    "digital-kilobyte", "digital-megabyte", "digital-gigabyte", "digital-terabyte", "pressure-hectopascal",
    "electric-volt", "electric-ampere", "frequency-hertz", "frequency-megahertz", "concentr-percent", "temperature-celsius",
)  # fmt: skip
LONGEST_MAGNITUDE = 5
FIRST_MONDAYS = [
    next(day for day in (date(2026, month, number) for number in range(1, 8)) if not day.weekday())
    for month in range(1, 13)
]
VARIANTS = {"bn": ("ন্ট", "ণ্ট"), "et": ("eest", "tagasi"), "th": ("ที่ผ่านมา", "ที่แล้ว")}
"""As many pages write what CLDR writes otherwise."""
PARTITIVES = frozenset(("de",))  # Romanian: 20 de metri
OTHER_FORMS = MONTHS | CURRENCIES | VOTES
"""Words that make a number something else in a language that more pages are written in."""


def main() -> None:
    import babel

    found: dict[str, set[str]] = {name: set() for name in ("months", "weekdays", "units", "before", "after", "fused")}
    for locale in map(babel.Locale.parse, LANGUAGES):
        for kind, into in ((locale.months, "months"), (locale.days, "weekdays")):
            found[into].update(_names(kind))
        units = set(_units(locale))
        found["units"] |= units
        _ages(locale, units, found)
    for locale in map(babel.Locale.parse, all_languages()):
        found["months"].update(_names(locale.months, ("wide",)))
        found["weekdays"].update(_names(locale.days, ("wide",)))
        found["units"].update(_units(locale))
        found["months"].update(name for name in _months_in_dates(locale, ("full", "long")) if _is_long_month(name))
    found["units"] -= found["months"]
    lists = {
        kind: sorted(word for word in words if word not in PLAIN_WORDS and word[0].isalpha())
        for kind, words in found.items()
    }
    lists.update((kind, sorted(words)) for kind, words in _beside_numbers().items())
    known = MONTHS.union(lists["months"])
    lists["short months"] = sorted(
        {
            name
            for locale in map(babel.Locale.parse, all_languages())
            for name in _months_in_dates(locale, ("full", "long", "medium"))
            if known.isdisjoint(tokens_of(name)) and len(name) > 1
        }
    )
    FILE.write_text(json.dumps(lists, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    print({kind: len(words) for kind, words in lists.items()}, FILE.stat().st_size)


def all_languages() -> list[str]:
    """Those that CLDR covers well, and some more."""
    return sorted({*page_words(), *LANGUAGES, *MORE_LANGUAGES})


def _months_in_dates(locale: Any, lengths: Sequence[str]) -> Iterator[str]:
    """The names of months as whole dates have them, with the endings and in the short forms that are used there."""
    from babel.dates import format_date

    for length in lengths:
        texts = [format_date(day, length, locale=locale).lower() for day in FIRST_MONDAYS]
        always = set.intersection(*(set(tokens_of(text)) for text in texts))
        for text in texts:
            words = [word for word in tokens_of(text) if word not in always]
            if words:
                yield text[text.index(words[0]) : text.rindex(words[-1]) + len(words[-1])]


def _is_long_month(name: str) -> bool:
    """Whether a name of a month is nothing else in another language: one of four letters, or of two words of them."""
    return all(_is_long_enough(word) and len(word) >= LEAST_ASCII_LETTERS for word in name.split())


def _beside_numbers() -> dict[str, set[str]]:
    """What is only ever read together with a number: there a word of one language is hardly one of another."""
    import babel
    from babel.localedata import locale_identifiers

    names = [name for name in locale_identifiers() if "_" not in name and name not in WITHOUT_SPACES]
    everywhere = [babel.Locale.parse(name) for name in names]
    locales = [babel.Locale.parse(name) for name in all_languages() if name not in WITHOUT_SPACES]
    units = {unit for locale in everywhere for unit in _units(locale)}
    return {
        "ages": {frame for locale in everywhere for frame in _frames(locale, "past", units)},
        "coming": {frame for locale in locales for frame in _frames(locale, "future", units)},
        "seconds": {word for locale in locales for word in _unit_words(locale, "duration-second")},
        "hours": {word for locale in locales for word in _unit_words(locale, "duration-hour")},
        "minutes": {word for locale in locales for word in _unit_words(locale, "duration-minute")},
        "days": {word for locale in locales for word in _unit_words(locale, "duration-day")},
        "measures": {word for locale in locales for unit in MEASURES for word in _unit_words(locale, unit)},
        "money": {word for name in LANGUAGES for word in _money(babel.Locale.parse(name))}
        | set(_money_of_more_languages()),
        "magnitudes": {word for locale in locales for word in _magnitudes(locale)},
        "short weekdays": {word for locale in locales for word in _short_weekdays(locale)},
    }


def _unit_words(locale: Any, unit: str) -> Iterator[str]:
    """The first word behind the number of a unit; the last one before it where the language has it there."""
    for patterns in locale._data["unit_patterns"].get(unit, {}).values():
        texts = [text for kind, text in patterns.items() if isinstance(text, str) and kind != "per"]
        for before, _, behind in (text.partition("{0}") for text in texts if "{0}" in text):
            words = [word for word in tokens_of(behind) if word not in PARTITIVES]
            yield from words[:1] or tokens_of(before)[-1:]


def _money(locale: Any) -> Iterator[str]:
    """The words and signs of the money in use today where the language is spoken, and of the euro and the dollar."""
    from babel.core import get_global
    from babel.numbers import get_territory_currencies

    spoken = [land for land, languages in get_global("territory_languages").items() if locale.language in languages]
    codes = {code for land in spoken for code in get_territory_currencies(land)} | {"EUR", "USD"}
    for code in sorted(codes):
        names = locale._data["currency_names_plural"].get(code, {}).values()
        for name in (locale.currency_symbols.get(code, ""), code, *names):
            yield from tokens_of(name)[-1:]


def _money_of_more_languages() -> Iterator[str]:
    """Only what is no unit or magnitude of another language."""
    import babel

    for locale in map(babel.Locale.parse, sorted(set(all_languages()) - set(LANGUAGES))):
        yield from (word for word in _money(locale) if len(word) > LEAST_LETTERS or not word.isascii())


def _magnitudes(locale: Any) -> Iterator[str]:
    """Short words for thousands and millions behind a number: 'rb', 'tis.', 'mil'."""
    for formats in locale.compact_decimal_formats.get("short", {}).values():
        for pattern in formats.values():
            words = tokens_of(pattern.pattern)
            if len(words) == 1 and 1 < len(words[0]) <= LONGEST_MAGNITUDE:
                yield words[0]


def _short_weekdays(locale: Any) -> Iterator[str]:
    for names in locale.days.values():
        for width in ("abbreviated", "short"):
            for name in names.get(width, {}).values():
                words = tokens_of(name)
                if len(words) == 1 and len(words[0]) < LEAST_ASCII_LETTERS:
                    yield words[0]


def _words(text: str) -> list[str]:
    return [
        word
        for word in re.split(r"[\s\u00a0\u202f.,:()/\u200f\u200e]+", text.lower())
        if word and not word[0].isdigit()
    ]


def _is_long_enough(word: str) -> bool:
    return len(word) >= (LEAST_ASCII_LETTERS if word.isascii() else LEAST_LETTERS)


def _names(calendar: Any, widths: Sequence[str] = ("wide", "abbreviated")) -> Iterator[str]:
    for context in calendar.values():
        for width in widths:
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


def _frames(locale: Any, tense: str, units: set[str]) -> Iterator[str]:
    """What stands before and behind the number of a past or future time, as 'before|behind', words parted by a space."""
    for unit in UNITS:
        for width in ("", "-short", "-narrow"):
            for pattern in locale._data["date_fields"].get(unit + width, {}).get(tense, {}).values():
                before, number, behind = pattern.lower().partition("{0}")
                words = [tokens_of(part) for part in (before, behind)]
                if number and _says_more([*words[0], *words[1]], units):
                    frame = "|".join(" ".join(part) for part in words)
                    yield from (frame, frame.replace(*VARIANTS.get(locale.language, ("", ""))))


def _says_more(words: list[str], units: set[str]) -> bool:
    """Whether words around a number are more than its unit: '-{0} min' is not said to be an age; nor is '5 Sept'."""
    if OTHER_FORMS.intersection(words):
        return False
    return any(word not in units for word in words) and (len(words) > 1 or len(words[0]) >= LEAST_ASCII_LETTERS)


if __name__ == "__main__":
    main()
