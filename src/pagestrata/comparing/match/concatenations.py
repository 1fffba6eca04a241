"""Leaf blocks that say word for word what several blocks of the other version said, one after the other.

Such a split or merge is certain, and it must be seen before similar blocks are paired: half of a block is as similar to
some other block of a list (the next teaser, a menu that was shortened) as to the whole it came from. What is found here
is kept out of the pairing and reported by `splits_merges`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pagestrata.comparing.outline import Content, content_of
from pagestrata.model.blocks import Block

SMALLEST_PART = 3
"""Different elements and words: less may be in any block by chance."""

Start = object
"""What a content begins with: its first word, else its first link, else its first picture."""


def concatenated(
    old: Sequence[Block], new: Sequence[Block], left_old: Sequence[int], left_new: Sequence[int]
) -> tuple[set[int], set[int]]:
    """The numbers of the old and of the new leaf blocks, among those left, that were cut or put together exactly."""
    olds: set[int] = set()
    news: set[int] = set()
    for whole, parts in _cut(old, new, left_old, left_new):
        olds.add(whole)
        news.update(parts)
    for whole, parts in _cut(new, old, left_new, left_old):
        if whole not in news and olds.isdisjoint(parts):
            news.add(whole)
            olds.update(parts)
    return olds, news


def _cut(
    wholes: Sequence[Block], parts: Sequence[Block], left_wholes: Sequence[int], left_parts: Sequence[int]
) -> Iterator[tuple[int, list[int]]]:
    """Wholes and the parts that make them up; no part is in two wholes."""
    waiting: dict[Start, list[int]] = {}
    for number in left_parts:
        if _is_telling(parts[number]):
            waiting.setdefault(_start(content_of(parts[number])), []).append(number)
    for whole in left_wholes:
        found = _parts_of(content_of(wholes[whole]), parts, waiting)
        if len(found) > 1:
            for number in found:
                waiting[_start(content_of(parts[number]))].remove(number)
            yield whole, found


def _is_telling(block: Block) -> bool:
    elements = len(set(block.links)) + len(set(block.images))
    return elements >= SMALLEST_PART or elements + len(set(block.text.split())) >= SMALLEST_PART


def _start(content: Content) -> Start:
    links, images, text = content
    words = text.split(maxsplit=1)
    return next(iter((*words[:1], *links[:1], *images[:1])), None)


def _parts_of(whole: Content, parts: Sequence[Block], waiting: dict[Start, list[int]]) -> list[int]:
    """The waiting parts that make up a whole, the longest first part each time; none where something remains."""
    found: list[int] = []
    rest: Content | None = whole
    while rest is not None and any(rest):
        following = {
            number: after
            for number in waiting.get(_start(rest), ())
            if number not in found
            and rest[2].startswith(parts[number].text)  # most do not, and are asked no more
            and (after := _after(rest, content_of(parts[number]))) is not None
        }
        if not following:
            return []
        longest = min(following, key=lambda number: (_length(following[number]), number))
        found.append(longest)
        rest = following[longest]
    return found


def _length(content: Content) -> int:
    links, images, text = content
    return len(links) + len(images) + len(text)


def _after(content: Content, begin: Content) -> Content | None:
    """What follows after a begin; None where a content does not begin so."""
    (links, images, text), (first_links, first_images, first_text) = content, begin
    if links[: len(first_links)] != first_links or images[: len(first_images)] != first_images:
        return None
    if text != first_text and not text.startswith(f"{first_text} " if first_text else ""):
        return None
    return links[len(first_links) :], images[len(first_images) :], text[len(first_text) :].lstrip()
