"""Rows of a forum, in any language whose ages are known; and rows of facts."""

from __future__ import annotations

import pytest

from pagestrata.deciding.by_itself.topic_rows import is_topic_row
from pagestrata.weighing.texts.text_edits import edits_between


def is_row(old: str, new: str) -> bool:
    return all(is_topic_row(edit, (old, new)) for edit in edits_between(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Winter feed? 48 3,912 12 minutes ago by Heather", "Winter feed? 49 3,951 3 minutes ago by Jo"),
        ("Honigpreise 2026 203 18.730 vor 2 Stunden von Ostwind", "Honigpreise 2026 204 18.812 vor 1 Stunde von KarlM"),
        ("Winter feed? 48 12 minutes ago by Heather", "Winter feed? 49 3 minutes ago by Jo"),
        ("Sails 4 312 · yesterday", "Sails 5 340 · just now"),
    ],
)
def test_a_topic_with_its_counts_and_its_last_writer(old: str, new: str) -> None:
    assert is_row(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Winter feed? 48 3,912 12 minutes ago by Heather", "Winter losses? 49 3,951 3 minutes ago by Jo"),
        ("Free beds 48 12 minutes ago", "Free beds 31 3 minutes ago"),
        ("Missing: 4 · 3 minutes ago", "Missing: 9 · 5 minutes ago"),
        ("Track 4 · 3 minutes ago", "Track 7 · 5 minutes ago"),
        ("Level 48 open until May", "Level 49 open until June"),
        (
            "Fire 3 dead 2 hours ago said the mayor after a long night",
            "Fire 5 dead 3 hours ago said the mayor after a long night",
        ),
    ],
)
def test_other_rows_speak(old: str, new: str) -> None:
    assert not is_row(old, new)
