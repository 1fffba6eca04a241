"""A question in plain words, answered: read, held against what there is, and looked up.

What is left of a question when times, kinds and pages are read are words. They are looked for as a phrase, then each for
itself in the sentences that a change touches, then without those that no change mentions ('typo'), then as many of them as
one version has. `understood` says which it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from pagestrata.app.asking.found_changes import (
    MOST_LOOKED_AT,
    FoundChanges,
    find_changes,
    matching_versions,
    page_words,
    words_near,
)
from pagestrata.query.read_question import read_question, understood
from pagestrata.query.word_forms import words_found

if TYPE_CHECKING:
    from pagestrata.model.change_question import ChangeQuestion
    from pagestrata.model.records import RecordedChange, Version
    from pagestrata.store.archive import Archive


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question as it was understood, and its answer."""

    question: ChangeQuestion
    understood: list[str]
    found: FoundChanges


def ask_archive(archive: Archive, text: str, *, now: datetime, after: str | None = None, limit: int = 20) -> Asked:
    """Answer a question in plain words. Raises what `find_changes` raises."""
    question, unknown = settled(archive, read_question(text, now=now))
    said = understood(question)
    if unknown:
        said.append(f"no change mentions {', '.join(f'“{word}”' for word in unknown)}")
    return Asked(question=question, understood=said, found=find_changes(archive, question, after=after, limit=limit))


def settled(archive: Archive, question: ChangeQuestion) -> tuple[ChangeQuestion, list[str]]:
    """The question with words that can be found, and the words that no change mentions."""
    if question.words is None or question.is_phrase:
        return question, []
    phrase = replace(question, is_phrase=True)
    if matching_versions(archive, phrase, limit=1)[0]:
        return phrase, []
    words = question.words.split()
    versions, _ = matching_versions(archive, replace(question, words=None, is_phrase=True), limit=MOST_LOOKED_AT)
    found = [_words_of(version, changes, words, question) for version, changes in versions]
    known = frozenset[str]().union(*found)
    if not known:
        return question, []
    least = max(map(len, found))
    kept = [word for word in words if word in known]
    told = replace(question, words=" ".join(kept), least_words=least if least < len(kept) else None)
    return told, [word for word in words if word not in known]


def _words_of(
    version: Version, changes: Sequence[RecordedChange], words: list[str], question: ChangeQuestion
) -> frozenset[str]:
    """Return the words that a version mentions; words that only name its page count if another word changed."""
    said = frozenset[str]().union(*(words_near(change, words, question) for change in changes))
    named = words_found(words, page_words(version))
    return said | named if said or named == set(words) else frozenset()
