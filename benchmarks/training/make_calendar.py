"""Names of months, weekdays, units of time, measures and money of the languages that CLDR covers.

    python -m benchmarks.training.make_calendar

writes `judging/data/calendar.json`, so that the package itself needs no Babel. Names are only ever read beside a number,
where a word of one language is hardly a plain word of another; very short ones are left out all the same.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from benchmarks.pages import ROOT

FILE = ROOT / "src" / "pagestrata" / "judging" / "data" / "calendar.json"
SECONDS = {
    "second": 1, "minute": 60, "hour": 3_600, "day": 86_400, "week": 604_800, "month": 2_629_800, "year": 31_557_600,
}  # fmt: skip
MEASURES = (
    "length-millimeter", "length-centimeter", "length-meter", "length-kilometer", "length-mile", "length-foot",
    "length-inch", "area-square-meter", "area-square-kilometer", "area-hectare", "area-acre", "area-square-foot",
    "volume-liter", "volume-milliliter", "volume-cubic-meter", "volume-gallon", "mass-milligram", "mass-gram",
    "mass-kilogram", "mass-tonne", "mass-pound", "mass-ounce", "speed-kilometer-per-hour", "speed-meter-per-second",
    "speed-mile-per-hour", "speed-knot", "energy-kilowatt-hour", "energy-kilocalorie", "power-watt", "power-kilowatt",
    "power-megawatt", "power-horsepower", "digital-byte", "digital-kilobyte", "digital-megabyte", "digital-gigabyte",
    "digital-terabyte", "pressure-hectopascal", "frequency-hertz", "frequency-megahertz", "temperature-celsius",
)  # fmt: skip
SIGNS = ("€", "$", "£", "¥", "₽", "₹", "₩", "₺", "₴", "₪", "元", "円", "원", "zł", "kr", "kč", "ft", "lei", "fr", "r$")
SPOKEN = (
    "ar", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi", "fr", "gl", "he", "hi", "hr", "hu",
    "id", "is", "it", "ka", "lt", "lv", "mk", "mr", "ms", "nb", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv",
    "sw", "ta", "te", "th", "tr", "uk", "ur", "vi",
)  # fmt: skip
"""Of these short names are taken too; those of all others are too often words of another language."""
UNPARTED = frozenset(("zh", "ja", "yue", "th", "lo", "km", "my", "bo", "dz"))
SHORT = 4
PARTICLE_UNITS = 8
_SPLIT = re.compile(r"[\s\u00a0\u202f.,:;()/\u200f\u200e'’|–-]+")


def main() -> None:
    import babel
    from babel.localedata import locale_identifiers

    locales = [babel.Locale.parse(name) for name in locale_identifiers() if "_" not in name]
    months: dict[str, int] = {}
    units: dict[str, int] = {}
    found: dict[str, set[str]] = {kind: set() for kind in ("weekdays", "day_parts", "past", "future", "measures")}
    found["money"] = set(SIGNS)
    for locale in locales:
        for number, name in _months(locale):
            months.setdefault(name, number)
        found["weekdays"].update(_weekdays(locale))
        found["day_parts"].update(_day_parts(locale))
        for name, seconds in _units(locale):
            units.setdefault(name, seconds)
        for name, seconds in _declined_units(locale):
            units.setdefault(name, seconds)
        for tense in ("past", "future"):
            found[tense].update(f"{before}|{behind}" for before, behind in _relative(locale, tense))
        found["measures"].update(_measures(locale))
        found["money"].update(_money(locale))
    said = {phrase.strip("|") for phrase in found["past"]}
    months = {name: number for name, number in months.items() if name not in said}  # 'ago' is August, too
    units = {name: seconds for name, seconds in units.items() if name not in said}
    found["measures"] -= set(units)
    found["money"] -= set(units) | found["measures"]
    table: dict[str, Any] = {"months": months, "units": units, **{kind: sorted(words) for kind, words in found.items()}}
    FILE.write_text(json.dumps(table, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n", "utf-8")
    print({kind: len(words) for kind, words in table.items()}, FILE.stat().st_size)


def _tokens(text: str) -> list[str]:
    return [word for word in _SPLIT.split(text.lower()) if word and not any(map(str.isdecimal, word))]


def _is_long_enough(word: str) -> bool:
    return len(word) >= (3 if word.isascii() else 2)


def _is_name(word: str, locale: Any) -> bool:
    return _is_long_enough(word) and (locale.language in SPOKEN or len(word) > SHORT or not word.isascii())


def _months(locale: Any) -> Iterator[tuple[int, str]]:
    for context in locale.months.values():
        for width in ("wide", "abbreviated"):
            for number, name in context.get(width, {}).items():
                words = _tokens(name)
                if len(words) == 1 and _is_name(words[0], locale):
                    yield int(number), words[0]


def _weekdays(locale: Any) -> Iterator[str]:
    for context in locale.days.values():
        for width in ("wide", "abbreviated"):
            for name in context.get(width, {}).values():
                words = _tokens(name)
                if len(words) == 1 and _is_name(words[0], locale):
                    yield words[0]


def _day_parts(locale: Any) -> Iterator[str]:
    """Morning, afternoon, evening, night: names of one word."""
    for context in locale.day_periods.values():
        for name in context.get("wide", {}).values():
            words = _tokens(name)
            if len(words) == 1 and _is_name(words[0], locale):
                yield words[0]


def _units(locale: Any) -> Iterator[tuple[str, int]]:
    patterns = locale._data["unit_patterns"]
    for unit, seconds in SECONDS.items():
        for width in patterns.get(f"duration-{unit}", {}).values():
            for kind, text in width.items():
                if isinstance(text, str) and "{0}" in text and kind != "per":
                    words = _tokens(text.replace("{0}", " "))
                    if len(words) == 1 and (locale.language in SPOKEN or _is_name(words[0], locale)):
                        yield words[0], seconds


def _relative(locale: Any, tense: str) -> Iterator[tuple[str, str]]:
    """What is said before and behind every span that is over, or is still to come: 'hace' and nothing, nothing and 'ago'."""
    for width in ("", "-short", "-narrow"):
        parts = [_parts(pattern, locale) for _, pattern in _patterns(locale, tense, width)]
        befores, behinds = [part[0] for part in parts], [part[1] for part in parts]
        common = _common(befores), _common([behind[::-1] for behind in behinds])[::-1]
        between = "" if locale.language in UNPARTED else " "
        if any(word.isalpha() for side in common for word in side):
            yield between.join(common[0]).strip(), between.join(common[1]).strip()


def _common(lists: Sequence[Sequence[str]]) -> list[str]:
    """What all lists begin with."""
    return [row[0] for row in takewhile(lambda row: len(set(row)) == 1, zip(*lists, strict=False))]


def _declined_units(locale: Any) -> Iterator[tuple[str, int]]:
    """Names of units as they are declined in such phrases: 'před 5 hodinami'."""
    for tense in ("past", "future"):
        for before, behind in set(_relative(locale, tense)):
            for seconds, pattern in (found for width in ("", "-short") for found in _patterns(locale, tense, width)):
                first, last = _parts(pattern, locale)
                unit = last[: len(last) - len(behind.split())] if behind else last
                if " ".join(first) == before and len(unit) == 1 and _is_name(unit[0], locale):
                    yield unit[0], seconds


def _patterns(locale: Any, tense: str, width: str) -> list[tuple[int, str]]:
    fields = locale._data["date_fields"]
    return [
        (seconds, pattern)
        for unit, seconds in SECONDS.items()
        for pattern in fields.get(unit + width, {}).get(tense, {}).values()
        if "{0}" in pattern
    ]


def _parts(pattern: str, locale: Any) -> tuple[list[str], list[str]]:
    """The words before and behind the number; single letters where a language does not part its words."""
    before, _, behind = pattern.partition("{0}")
    if locale.language in UNPARTED:
        return list(before.strip()), list(behind.strip())
    return _tokens(before), _tokens(behind)


def _measures(locale: Any) -> set[str]:
    """The words behind numbers that name a unit; what is behind them for many units is a particle: '20 de metri'."""
    words = Counter(word for unit in MEASURES for word in set(_unit_words(locale, unit)))
    return {word for word, units in words.items() if units < PARTICLE_UNITS}


def _unit_words(locale: Any, unit: str) -> Iterator[str]:
    for width in locale._data["unit_patterns"].get(unit, {}).values():
        for kind, text in width.items():
            if isinstance(text, str) and "{0}" in text and kind != "per":
                words = _tokens(text.partition("{0}")[2])
                yield from words[:1]


def _money(locale: Any) -> Iterator[str]:
    from babel.core import get_global
    from babel.numbers import get_territory_currencies

    spoken = [land for land, languages in get_global("territory_languages").items() if locale.language in languages]
    codes = {code for land in spoken for code in get_territory_currencies(land)} | {"EUR", "USD"}
    for code in sorted(codes):
        names = locale._data["currency_names_plural"].get(code, {}).values()
        for name in (locale.currency_symbols.get(code, ""), code, *names):
            yield from (word for word in _tokens(name)[-1:] if len(word) > 2 or not word.isalpha())


if __name__ == "__main__":
    main()
