"""Words that say nothing about a topic, for the languages topics are made in. Short lists of our own."""

from __future__ import annotations

from collections import defaultdict
from importlib.resources import files


def _load() -> dict[str, frozenset[str]]:
    words: dict[str, list[str]] = defaultdict(list)
    language = ""
    for line in files("pagestrata.store.search").joinpath("data", "stopwords.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            language = line.strip("[]")
        elif not line.startswith("#"):
            words[language] += line.split()
    return {name: frozenset(listed) for name, listed in words.items() if name}


STOP_WORDS = _load()
"""By language: en, fr, de, es, zh, ja."""
