"""Answer questions about changes: the versions in which something changed that was asked for, newest first.

The words that remain once times, kinds and pages are read are searched for as a phrase, then one by one in the sentences that
a change touches, then without those that no change mentions ('typo'), then as many of them as one version has.

Advertisements replace a picture and a link at every visit. So pictures and links that the compare screen folds are omitted
unless the question names words or a block. Texts are never omitted: a wrong verdict would hide a price or a date.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from pagestrata.app.comparisons import compare_archived, judged_by_visit
from pagestrata.app.questions.change_kinds import changed_clauses, is_of
from pagestrata.app.sentences import sentences_of, whole_changes
from pagestrata.errors import PagestrataError, UsageError
from pagestrata.model.change_question import FRONT, ChangeKind, ChangeQuestion
from pagestrata.model.change_sentence import change_sentence, marked_edits, text_of
from pagestrata.model.edit_words import PLAIN_WORDS
from pagestrata.query.first_and_last_said import stems_in, words_found
from pagestrata.query.read_question import read_question, understood
from pagestrata.query.timeline import block_timeline
from pagestrata.visit.shown.shown_changes import shown_changes

if TYPE_CHECKING:
    from pagestrata.model.records import RecordedChange, Version
    from pagestrata.store.archive import Archive

OF_KINDS: frozenset[ChangeKind] = frozenset(("picture", "link", "new", "removed"))
ELEMENTS = frozenset(("image", "link"))
ADVERTISEMENT = "ad"


def omits_silenced(question: ChangeQuestion) -> bool:
    """Whether the question is of a kind that every advertisement would answer, and names neither words nor a block."""
    is_named = question.words is not None or question.block is not None
    return question.kind in OF_KINDS and not is_named and not question.with_silenced


def may_be_silenced(changes: Sequence[RecordedChange]) -> bool:
    """Whether all changes are of pictures and links."""
    return bool(changes) and all(change.element in ELEMENTS for change in changes)


def without_silenced(
    archive: Archive, version: Version, before: Version | None, changes: Sequence[RecordedChange]
) -> tuple[RecordedChange, ...]:
    """The changes that the compare screen does not fold; all of them if it cannot show the pair."""
    if before is None:
        return tuple(changes)
    try:
        roles = {block.ref: block.role for block in archive.contents.tree(version).walk()}
        wanted = [change for change in changes if roles.get(change.to_block or change.block) != ADVERTISEMENT]
        folded = _folded_refs(archive, before, version) if wanted else frozenset()
    except PagestrataError:  # too large to be judged now, or its content was removed
        return tuple(changes)
    return tuple(change for change in wanted if folded.isdisjoint({change.block, change.to_block}))


def _folded_refs(archive: Archive, old: Version, new: Version) -> frozenset[str]:
    """The refs, in both versions, of the blocks that the compare screen folds: as the visit judged them, else as now."""
    by_visit = judged_by_visit(archive, old, new)
    shown = by_visit.shown if by_visit is not None else shown_changes(compare_archived(archive, old, new))
    groups = [change.group for change in shown.changes if change.group.folded]
    return frozenset(ref for group in groups for ref in (group.old_ref, group.new_ref) if ref is not None)


VERSIONS_AT_A_TIME = 100
MOST_LOOKED_AT = 2_000
"""Maximum number of versions whose changes one question reads; the next question continues after them."""
JUDGED_COUNTS_AS = 10  # a version that is judged again counts as this many that are only read
MOST_TAGGED = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundChange:
    """A version, the version before it, and the changes that answer the question."""

    version: Version
    before: str | None  # id of the version it was compared with; None for a first one
    sentence: str
    changes: tuple[RecordedChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundChanges:
    """One page of the answer; the next one begins after the version `next_after` (None: this is the last)."""

    items: tuple[FoundChange, ...]
    next_after: str | None


def find_changes(
    archive: Archive, question: ChangeQuestion, *, after: str | None = None, limit: int = 20
) -> FoundChanges:
    """Answer a question. NotFoundError for an unknown page or block, UsageError for a block without a page.

    Words that need not be adjacent count if they are near a change or name its page. Silenced pictures and links are omitted
    unless the question asks for them.
    """
    found, next_after = matching_versions(archive, question, after=after, limit=limit)
    return FoundChanges(items=_described(archive, question, found), next_after=next_after)


def matching_versions(
    archive: Archive, question: ChangeQuestion, *, after: str | None = None, limit: int
) -> tuple[list[tuple[Version, tuple[RecordedChange, ...]]], str | None]:
    """The versions that answer a question, with their changes, and the version after which to continue."""
    urls = _pages(archive, question)
    of_block = _versions_of_block(archive, question)
    last = archive.versions.named(after) if after is not None else None
    found: list[tuple[Version, tuple[RecordedChange, ...]]] = []
    looked_at, is_over = 0, False
    while len(found) < limit and looked_at < MOST_LOOKED_AT and not is_over:
        batch = _versions(archive, question, urls, last, VERSIONS_AT_A_TIME)
        is_over = len(batch) < VERSIONS_AT_A_TIME
        for number, version in enumerate(batch, start=1):
            changes, counts_as = _answering_changes(archive, version, question, of_block)
            last, looked_at = version, looked_at + counts_as
            if changes is not None:
                found.append((version, changes))
            if len(found) == limit:
                is_over = is_over and number == len(batch)
                break
    more = last is not None and not is_over and bool(_versions(archive, question, urls, last, 1))
    return found, last.id if more and last is not None else None


def _pages(archive: Archive, question: ChangeQuestion) -> list[str] | None:
    """The pages that the question is about; None: all."""
    if question.url is not None:
        return [archive.versions.at(question.url, "latest").url]  # says what there is instead
    if question.tag is None:
        return None
    return [watch.url for watch in archive.listings.watches(tag=question.tag, limit=MOST_TAGGED)]


def _versions_of_block(archive: Archive, question: ChangeQuestion) -> Collection[str] | None:
    """The ids of the versions in which the block changed; None if the question names no block."""
    if question.block is None:
        return None
    if question.url is None:
        raise UsageError(f"block {question.block[:60]!r} needs a page; add the address of the page")
    moments = block_timeline(archive, question.url, question.block, since=question.since, until=question.until)
    return {moment.version.id for moment in moments if moment.changed}


def _versions(
    archive: Archive, question: ChangeQuestion, urls: Sequence[str] | None, behind: Version | None, limit: int
) -> Sequence[Version]:
    return archive.listings.kept_versions(
        urls=urls,
        since=question.since,
        until=question.until,
        least_probability=question.least_probability,
        with_first=question.with_first,
        behind=behind,
        limit=limit,
    )


def _answering_changes(
    archive: Archive, version: Version, question: ChangeQuestion, of_block: Collection[str] | None
) -> tuple[tuple[RecordedChange, ...] | None, int]:
    """The changes that answer the question (None: the version is no answer), and how many versions it counts as."""
    wanted = _wanted(archive, version, question, of_block)
    if wanted is None or not omits_silenced(question) or not may_be_silenced(wanted):
        return wanted, 1
    return without_silenced(archive, version, _before(archive, version), wanted) or None, JUDGED_COUNTS_AS


def _wanted(
    archive: Archive, version: Version, question: ChangeQuestion, of_block: Collection[str] | None
) -> tuple[RecordedChange, ...] | None:
    """The changes of a version that answer the question, most important first; None if the version is no answer."""
    if (of_block is not None and version.id not in of_block) or not is_page(version, question.page):
        return None
    wanted = [change for change in whole_changes(archive, version) if is_of(change, question)]
    if not wanted and (question.kind is not None or question.words is not None):
        return None
    if question.words is not None and not question.is_phrase:
        return _with_words(version, wanted, question)
    return tuple(sorted(wanted, key=lambda change: -(change.importance or 0.0)))


def _with_words(
    version: Version, changes: Sequence[RecordedChange], question: ChangeQuestion
) -> tuple[RecordedChange, ...] | None:
    """The changes that mention some of the words, those with most words first; None if too few words are mentioned."""
    words = (question.words or "").split()
    named = words_found(words, page_words(version))
    found = {change.number: words_near(change, words, question) for change in changes}
    mentioned = frozenset[str]().union(*found.values())
    if len(mentioned | named) < (question.least_words or len(words)) or not (mentioned or named == set(words)):
        return None
    speaking = [change for change in changes if found[change.number]] or changes
    return tuple(sorted(speaking, key=lambda change: (-len(found[change.number]), -(change.importance or 0.0))))


def words_near(change: RecordedChange, words: Sequence[str], question: ChangeQuestion) -> frozenset[str]:
    """Return the given words that occur, in any form, in the sentences that a change touches."""
    return words_found(words, stems_in(" ".join(changed_clauses(change, question.kind))))


def page_words(version: Version) -> frozenset[str]:
    """The stems of the words that name a page: those of its title and its address."""
    return stems_in(f"{version.title} {unquote(version.url)}")


def is_page(version: Version, name: str | None) -> bool:
    """Whether a name (words of its title or address, a part of the address, or FRONT) means this page."""
    if name is None:
        return True
    if name == FRONT:
        return urlsplit(version.url).path in {"", "/"}
    if "/" in name or "." in name:
        return name.casefold() in unquote(version.url).casefold()
    words = name.split()
    return words_found(words, page_words(version)) == set(words)


def _described(
    archive: Archive, question: ChangeQuestion, found: Sequence[tuple[Version, tuple[RecordedChange, ...]]]
) -> tuple[FoundChange, ...]:
    sentences = sentences_of(archive, [version for version, _ in found])
    is_narrow = question.kind is not None or question.words is not None

    def sentence(version: Version, changes: tuple[RecordedChange, ...]) -> str:
        own = sentences[version.id]
        if omits_silenced(question) and may_be_silenced(changes):
            return change_sentence(changes) or own  # its own sentence may name what is omitted
        return _sentence(own, changes) if is_narrow else own

    return tuple(
        FoundChange(
            version=version,
            before=before.id if (before := _before(archive, version)) is not None else None,
            sentence=sentence(version, changes),
            changes=changes,
        )
        for version, changes in found
    )


def _sentence(of_version: str, changes: Sequence[RecordedChange]) -> str:
    """The sentence of a version if it mentions one of these changes, else a sentence about them."""
    edited = [words for change in changes for words in _edited(change)]
    if not edited or any(words in of_version for words in edited):
        return of_version
    return change_sentence(changes) or of_version


def _edited(change: RecordedChange) -> list[str]:
    """The first words of the texts that a change added or removed."""
    sides = (text_of(change.old), text_of(change.new))
    texts: Iterable[str] = sides
    if all(sides):
        texts = (text for edit in marked_edits(*sides) for kind, text in edit if kind != "same")
    return [" ".join(text.split()[:PLAIN_WORDS]) for text in texts if text]


def _before(archive: Archive, version: Version) -> Version | None:
    earlier = archive.listings.versions(version.url, before=version.captured_at, limit=1)
    return earlier[0] if earlier else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveAnswer:
    """A question as it was understood, and its answer."""

    question: ChangeQuestion
    understood: list[str]
    found: FoundChanges


def ask_archive(
    archive: Archive, text: str, *, now: datetime, after: str | None = None, limit: int = 20
) -> ArchiveAnswer:
    """Answer a question in plain words. Raises what `find_changes` raises."""
    question, unknown = with_known_words(archive, read_question(text, now=now))
    notes = [f"no change mentions {', '.join(f'“{word}”' for word in unknown)}"] if unknown else []
    found = find_changes(archive, question, after=after, limit=limit)
    return ArchiveAnswer(question=question, understood=[*understood(question), *notes], found=found)


def with_known_words(archive: Archive, question: ChangeQuestion) -> tuple[ChangeQuestion, list[str]]:
    """The question reduced to words that can be found, and the words that no change mentions."""
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
    reduced = replace(question, words=" ".join(kept), least_words=least if least < len(kept) else None)
    return reduced, [word for word in words if word not in known]


def _words_of(
    version: Version, changes: Sequence[RecordedChange], words: list[str], question: ChangeQuestion
) -> frozenset[str]:
    """Return the words that a version mentions; words that only name its page count if another word changed."""
    mentioned = frozenset[str]().union(*(words_near(change, words, question) for change in changes))
    named = words_found(words, page_words(version))
    return mentioned | named if mentioned or named == set(words) else frozenset()
