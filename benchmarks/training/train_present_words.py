"""The words for 'now' and 'today', and for the parts of a day, of all languages of CLDR, which Babel does not ship.

    npm pack cldr-dates-full@45.0.0 && tar xzf cldr-dates-full-45.0.0.tgz
    python -m benchmarks.training.train_present_words package

writes `weighing/data/present_words.json`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.pages import ROOT
from pagestrata.weighing.noise.noise_grammar import word_tokens

FILE = ROOT / "src" / "pagestrata" / "weighing" / "data" / "present_words.json"
PLAIN_WORDS = frozenset(["como", "este", "haut", "leo", "most", "nau", "nou", "no", "ora", "sad", "sot", "tani", "tay"])
"""Too common in some other language to speak of the present in a text whose language nobody knows."""
LEAST_LETTERS, LEAST_ASCII_LETTERS = 2, 3
FIELDS = {"now": "second", "today": "day"}
HALVES = ("am", "pm")
UNTRANSLATED = "now"
"""Stands where CLDR has no word yet: what it has of such a language is not much read either."""
LINKING = frozenset(
    ["at", "in", "the", "o", "w", "po", "przed", "du", "de", "of", "à", "la", "as", "da", "do", "di", "l", "s"]
)


def main(folder: Path) -> None:
    found: dict[str, set[str]] = {"now": set(), "today": set(), "parts of the day": set()}
    for language in sorted(one for one in (folder / "main").iterdir() if "-" not in one.name):
        fields = _read(language, "dateFields")["fields"]
        if fields["second"].get("relative-type-0") == UNTRANSLATED and language.name != "en":
            continue
        for kind, field in FIELDS.items():
            found[kind].update(_phrase(fields[field].get("relative-type-0", "")))
        periods = _read(language, "ca-gregorian")["calendars"]["gregorian"]["dayPeriods"]
        found["parts of the day"].update(_parts_of_day(periods))
    lists = {kind: sorted(words) for kind, words in found.items()}
    FILE.write_text(json.dumps(lists, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    print({kind: len(words) for kind, words in lists.items()}, FILE.stat().st_size)


def _read(language: Path, name: str) -> Any:
    return json.loads((language / f"{name}.json").read_text(encoding="utf-8"))["main"][language.name]["dates"]


def _phrase(text: str) -> Iterator[str]:
    """The phrase in lower case, words parted by a space, where it is long enough to be known."""
    phrase = " ".join(word_tokens(text))
    least = LEAST_ASCII_LETTERS if phrase.isascii() else LEAST_LETTERS
    if len(phrase) >= least and phrase not in PLAIN_WORDS:
        yield phrase


def _parts_of_day(periods: Any) -> Iterator[str]:
    """The names of morning, noon and evening, without the words that link them to an hour."""
    for context in periods.values():
        for period, name in context["wide"].items():
            words = [word for word in word_tokens(name) if word not in LINKING]
            if not period.startswith(HALVES) and len(words) == 1:
                yield from _phrase(words[0])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
