"""When a page or a block first and last contained a phrase, and how words are compared: without case, accents and endings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from pagestrata.errors import UsageError
from pagestrata.interfaces import ArchiveReader
from pagestrata.model.blocks import Block
from pagestrata.model.records import Version
from pagestrata.query.trace import trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One version that contains the phrase, and the block in which it occurs."""

    version: Version
    block: str
    text: str  # the block's text, or the names of its links and pictures if the phrase is there


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """First and last version with some words. Both are None if no version has them."""

    first: Said | None
    last: Said | None
    versions: int  # number of versions with the phrase
    of_versions: int  # number of all versions
    interrupted: bool  # a version in between lacks the phrase
    still: bool  # the newest version has it
    unsaid_since: datetime | None = None  # time of the first version without it after the last with it


def first_and_last(
    archive: ArchiveReader, url: str, phrase: str, *, block: str | None = None, at: str | datetime = "latest"
) -> Saying:
    """Return when the page contained the phrase, or the block that has the ref `block` at time `at`.

    Case, accents, white space and compatibility forms are ignored. Texts, link names and image names are searched.
    """
    wanted = folded(phrase)
    if not wanted:
        raise UsageError("nothing to search for; give the words")
    says = [_said(version, blocks, wanted) for version, blocks in _spoken(archive, url, block, at)]
    numbers = [number for number, saying in enumerate(says) if saying is not None]
    if not numbers:
        return Saying(first=None, last=None, versions=0, of_versions=len(says), interrupted=False, still=False)
    versions = archive.versions.of(url)
    ended = numbers[-1] + 1 < len(says)
    return Saying(
        first=says[numbers[0]],
        last=says[numbers[-1]],
        versions=len(numbers),
        of_versions=len(says),
        interrupted=len(numbers) <= numbers[-1] - numbers[0],
        still=not ended,
        unsaid_since=versions[numbers[-1] + 1].captured_at if ended else None,
    )


def folded(text: str) -> str:
    """Text without letter case, accents and differences of white space."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return re.sub(r"\s+", " ", "".join(c for c in plain if not unicodedata.combining(c))).strip()


def _spoken(
    archive: ArchiveReader, url: str, ref: str | None, at: str | datetime
) -> Iterator[tuple[Version, list[Block]]]:
    versions = list(archive.versions.of(url))
    if ref is None:
        for version in versions:
            yield version, list(archive.contents.tree(version).leaves())
        return
    for version, place in trace(archive, versions, ref, archive.versions.at(url, at)):
        found = archive.contents.tree(version).by_ref().get(place) if place is not None else None
        yield version, list(found.walk()) if found is not None else []


def _said(version: Version, blocks: list[Block], wanted: str) -> Said | None:
    for block in blocks:
        named = " ".join([*(link.name for link in block.links), *(image.name for image in block.images)])
        for text in (block.text, named):
            if wanted in folded(text):
                return Said(version=version, block=block.ref, text=text)
    return None


_ENDINGS = ("ing", "ies", "ed", "es", "s", "e", "y")
LEAST_STEM = 3


def stem(word: str) -> str:
    """A word without letter case, accents and its usual ending."""
    plain = folded(word)
    found = next((end for end in _ENDINGS if plain.endswith(end) and len(plain) - len(end) >= LEAST_STEM), "")
    return plain[: len(plain) - len(found)] if plain.isalpha() else plain


def stems_in(text: str) -> frozenset[str]:
    """The stems of all words of a text."""
    return frozenset(stem(word) for word in re.findall(r"\w+", text))


def words_found(words: Iterable[str], stems: frozenset[str]) -> frozenset[str]:
    """Return the words of which every part is among the stems; 'o'clock' has two parts."""
    return frozenset(word for word in words if stems_in(word) and stems_in(word) <= stems)
