"""Labels in languages that few pages are written in."""

import re

import pytest

from pagestrata.weighing.noise import label_words


@pytest.mark.parametrize(
    "listed", [label_words.RECOMMENDED, label_words.SPONSORS, label_words.FROM_THE_ARCHIVE, label_words.MOST_READ]
)
def test_some_are_labels_only_where_their_line_ends(listed: tuple[str, ...]) -> None:
    for phrase in listed:
        said = phrase.split("(")[0].split("[")[0].rstrip("'’")
        assert not re.match(phrase, f"{said} something else", re.IGNORECASE)


def test_phrases_are_patterns_in_lower_case() -> None:
    every = (*label_words.ADVERTISEMENTS, *label_words.DID_YOU_KNOW, *label_words.RECOMMENDED, *label_words.SPONSORS)
    assert all(re.compile(phrase) and phrase == phrase.strip() and phrase == phrase.lower() for phrase in every)
