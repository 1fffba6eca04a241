"""Full text over the blocks of all pages and all times.

The archive's index finds blocks by their words. This module can restrict a search to one block through all its versions,
and adds a snippet to each hit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pagestrata.errors import UsageError
from pagestrata.interfaces import ArchiveReader
from pagestrata.model.blocks import ROLES
from pagestrata.model.records import Stay
from pagestrata.query.first_and_last_said import folded
from pagestrata.query.trace import trace

SNIPPET_CHARACTERS = 160
_SEARCHED_FOR_ONE_BLOCK = 10_000


class TextIndex(Protocol):
    """An index of the texts of blocks."""

    def search(
        self,
        words: str,
        *,
        url: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        changed: bool = False,
        role: str | None = None,
        topic: bool = False,
        limit: int = 50,
    ) -> Sequence[Stay]: ...


class SearchableArchive(ArchiveReader, Protocol):
    """An archive with an index of its texts."""

    @property
    def queries(self) -> TextIndex: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One block that contained the words, its time on the page, and a snippet of its text."""

    stay: Stay
    snippet: str


def search(
    archive: SearchableArchive,
    words: str,
    *,
    url: str | None = None,
    block: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    changed: bool = False,
    topic: bool = False,
    limit: int = 50,
) -> list[Hit]:
    """Find the blocks that contained all the words, newest first.

    `block` is a role ('article'), or the ref of a block in the newest version of the page, which is then followed
    through all versions. With `changed` only blocks that came, or got this text, in the span of time. With `topic`
    the words are looked for in the topics of blocks instead of their texts.
    """
    role = block if block in ROLES else None
    if block is None or role is not None:
        stays = archive.queries.search(
            words, url=url, since=since, until=until, changed=changed, role=role, topic=topic, limit=limit
        )
    else:
        if url is None:
            raise UsageError(f"block {block!r} needs a page; add --url, or name a role: {', '.join(ROLES)}")
        contents = _contents_over_time(archive, url, block)
        found = archive.queries.search(
            words, url=url, since=since, until=until, changed=changed, topic=topic, limit=_SEARCHED_FOR_ONE_BLOCK
        )
        stays = [stay for stay in found if stay.block in contents][:limit]
    return [Hit(stay=stay, snippet=snippet(stay.text, words)) for stay in stays]


def _contents_over_time(archive: SearchableArchive, url: str, ref: str) -> set[str]:
    """The content hashes of a block, and of the blocks inside it, in all versions."""
    versions = archive.versions.of(url)
    newest = archive.versions.at(url, "latest")
    contents: set[str] = set()
    for version, place in trace(archive, versions, ref, newest):
        block = archive.contents.tree(version).by_ref().get(place) if place is not None else None
        contents.update(inner.id for inner in block.walk()) if block is not None else None
    return contents


def snippet(text: str, words: str, *, characters: int = SNIPPET_CHARACTERS) -> str:
    """The part of a text around the first of the words, with … where it is cut."""
    text = re.sub(r"\s+", " ", text).strip()
    if len(text) <= characters:
        return text
    start = max(0, _first_place(text, words) - characters // 3)
    if start:
        start = text.find(" ", start) + 1 or start
    end = min(len(text), start + characters)
    if end < len(text):
        end = max(text.rfind(" ", start, end), start + characters // 2)
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"


def _first_place(text: str, words: str) -> int:
    """Return roughly where the first of the words occurs: folding may change lengths, which does not matter for a snippet."""
    plain = folded(text)
    places = (plain.find(folded(word)) for word in dict.fromkeys(re.findall(r"[^\s\"*]+", words)))
    return min((place for place in places if place >= 0), default=0)
