"""What a search shows: the blocks that contain the words, by page, with the times at which each was first and last seen.

The list of everything in the archive, watched or not, is here too: its pages, the last change of each, and the followed blocks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from pagestrata.app.sentences import sentences_of
from pagestrata.app.watches import page_name
from pagestrata.errors import NotFoundError
from pagestrata.model.geometry import Box
from pagestrata.model.records import Trail, Version, Watch
from pagestrata.notify.pictures import picture_of_block
from pagestrata.query.search import Hit, search
from pagestrata.store.merkle_log.removals import RemovedVersion, removal_words
from pagestrata.store.questions.listings import ArchivedPage
from pagestrata.visit.news import name_of_trail

if TYPE_CHECKING:
    from pagestrata.store.archive import Archive

HITS_A_PAGE = 50
MOST_HITS = 1000
"""The maximum number of results over all pages of the list."""
AROUND_PX = 24
TALLEST_PX = 1200
PICTURE_SHAPE = 1 / 3
"""Height by width of the picture of a block that is not taller."""
_WORD = re.compile(r'[^\s"*]+')


PAGES_SHOWN = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A part of a text; `is_match` if it is one of the words of the search."""

    text: str
    is_match: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundBlock:
    """A block with the words."""

    version: str  # that brought it, in which `ref` is its place
    ref: str
    role: str
    pieces: tuple[Piece, ...]
    text: str
    first_seen: datetime
    last_seen: datetime
    gone_at: datetime | None  # None while it is there
    came_with: str = ""  # what changed with the version that brought it

    @property
    def snippet(self) -> str:
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPage:
    """A page with its matching blocks, and when it first and last contained the words."""

    url: str
    title: str  # of its newest version
    blocks: tuple[FoundBlock, ...]

    @property
    def first_seen(self) -> datetime:
        return min(block.first_seen for block in self.blocks)

    @property
    def last_seen(self) -> datetime:
        return max(block.last_seen for block in self.blocks)

    @property
    def still_says_it(self) -> bool:
        return any(block.gone_at is None for block in self.blocks)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAnswer:
    """A part of the results; `next_after` is where they continue, None at the end."""

    words: str
    pages: tuple[FoundPage, ...]
    blocks: int
    next_after: int | None


def search_answer(
    archive: Archive,
    words: str,
    *,
    url: str | None = None,
    block: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    changed: bool = False,
    after: int = 0,
    limit: int = HITS_A_PAGE,
) -> SearchAnswer:
    """Return the results after the first `after` blocks. `block` is a role, or a ref on the page `url`."""
    end = min(after + limit, MOST_HITS)
    hits = search(
        archive, words, url=url, block=block, since=since, until=until, changed=changed, limit=max(1, end + 1)
    )
    shown = hits[after:end]
    return SearchAnswer(
        words=words,
        pages=_by_page(archive, shown, words),
        blocks=len(shown),
        next_after=end if len(hits) > end and end < MOST_HITS else None,
    )


def _by_page(archive: Archive, hits: Sequence[Hit], words: str) -> tuple[FoundPage, ...]:
    blocks: dict[str, list[FoundBlock]] = {}
    sentences = archive.visits.sentences([hit.stay.first_version for hit in hits])
    for hit in hits:
        blocks.setdefault(hit.stay.url, []).append(_found(hit, words, sentences.get(hit.stay.first_version, "")))
    titles = archive.versions.titles(blocks)
    return tuple(FoundPage(url=url, title=titles.get(url, ""), blocks=tuple(found)) for url, found in blocks.items())


def _found(hit: Hit, words: str, came_with: str = "") -> FoundBlock:
    stay = hit.stay
    return FoundBlock(
        version=stay.first_version,
        ref=stay.ref,
        role=stay.role,
        pieces=marked_pieces(hit.snippet, words),
        text=stay.text,
        first_seen=stay.first_seen,
        last_seen=stay.last_seen,
        gone_at=stay.gone_at,
        came_with=came_with,
    )


def marked_pieces(text: str, words: str) -> tuple[Piece, ...]:
    """The text cut around each occurrence of one of the words. Ignores case and accents."""
    folded, places = _folded(text)
    wanted = sorted({found for word in _WORD.findall(words) if (found := _folded(word)[0])}, key=len, reverse=True)
    pieces: list[Piece] = []
    end = 0
    for match in re.finditer("|".join(map(re.escape, wanted)), folded) if wanted else ():
        begin, stop = places[match.start()], places[match.end() - 1] + 1
        if begin < end:
            continue
        pieces += [Piece(text=text[end:begin])] if begin > end else []
        pieces.append(Piece(text=text[begin:stop], is_match=True))
        end = stop
    return (*pieces, Piece(text=text[end:])) if end < len(text) or not pieces else tuple(pieces)


def _folded(text: str) -> tuple[str, list[int]]:
    """The text without case and accents, and for each of its characters its original position."""
    folded, places = [], []
    for place, character in enumerate(text):
        for plain in unicodedata.normalize("NFKD", character.casefold()):
            if not unicodedata.combining(plain):
                folded.append(plain)
                places.append(place)
    return "".join(folded), places


def _around(box: Box, page_size: tuple[int, int]) -> Box:
    """The whole width of the page around a block, with the block in the middle as far as the page reaches."""
    width, page_height = page_size
    height = min(max(box.height + 2 * AROUND_PX, width * PICTURE_SHAPE), TALLEST_PX)
    middle = box.y + min(box.height, TALLEST_PX) / 2
    top = max(0.0, min(middle - height / 2, page_height - height))
    return Box(0, top, width, height)


def block_picture(archive: Archive, version: Version, ref: str) -> bytes:
    """A PNG of the block, framed, with its surroundings. Raises NotFoundError if there is no picture of it."""
    block = archive.contents.tree(version).by_ref().get(ref)
    screenshot = archive.contents.picture(version)
    if block is None or screenshot is None:
        raise NotFoundError(f"there is no picture of block {ref[:60]!r} of version {version.id}")
    size = screenshot.size or (0, 0)
    if block.box.y >= size[1]:
        raise NotFoundError(f"block {ref[:60]!r} is below the picture, which ends at {size[1]:,} px; read its text")
    picture = picture_of_block(screenshot, _around(block.box, size), [block.box])
    if picture is None:
        raise NotFoundError(f"block {ref[:60]!r} of version {version.id} has no area on the picture")
    return picture


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPage:
    """An archived page; `watch` is None if it is not watched."""

    page: ArchivedPage
    name: str
    watch: Watch | None
    last_change: str  # in one sentence
    blocks: Sequence[tuple[str, str]]  # followed ones: id and name
    removed: str  # how many versions which rule removed, in words; '' for none


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything:
    """A part of the list of archived pages, which continues after `after` (None: this is the end)."""

    pages: Sequence[ListedPage]
    after: int | None


def everything(archive: Archive, *, words: str = "", after: int = 0, only_unwatched: bool = False) -> Everything:
    """Return the archived pages in the order in which they were added; `words` must be in the address."""
    found = archive.listings.pages(
        after=after, limit=PAGES_SHOWN + 1, words=words or None, only_unwatched=only_unwatched
    )
    shown = found[:PAGES_SHOWN]
    removed = archive.versions.removed_of_pages([page.number for page in shown])
    listed = [_listed(archive, page, removed.get(page.number, ())) for page in shown]
    return Everything(pages=listed, after=shown[-1].number if len(found) > PAGES_SHOWN else None)


def _listed(archive: Archive, page: ArchivedPage, removed: Sequence[RemovedVersion]) -> ListedPage:
    watch, latest = archive.watches.of(page.url), archive.versions.latest(page.url)
    trails: Sequence[Trail] = archive.trails.of(page.url)
    return ListedPage(
        page=page,
        name=page_name(page.url, watch, page.title),
        watch=watch,
        last_change=sentences_of(archive, [latest])[latest.id] if latest is not None else "",
        blocks=[(trail.id, name_of_trail(trail)) for trail in trails],
        removed=removal_words(removed) if removed else "",
    )
