"""Leaf blocks with exactly equal content: as they are, or cut into several or put together from several.

A content that both versions have once is certain, wherever it is. Contents that repeat (spacers, 'Read more') are
distinguished by their context: first by their refs, where that agrees with the certain blocks around them; then
by their order between the same certain neighbours.

A leaf that says word for word what several blocks of the other version said, one after the other, was split or merged. That
must be seen before similar blocks are paired: half of a block is as similar to some other block of a list (the next teaser, a
menu that was shortened) as to the whole it came from. What is found here is kept out of the pairing and reported by
`splits_merges`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pagestrata.comparing.match.matching import Content, Matching, Outline, content_of, is_empty
from pagestrata.model.blocks import Block
from pagestrata.model.subsequences import longest_common, out_of_order

LARGEST_GAP = 40_000
"""Leftovers of one side times those of the other that are aligned; beyond, equal blocks go by document order."""

FARTHEST_RECOUNT = 20  # places by which inserts and deletes before a block may have changed its number

Holders = dict[Content, list[int]]
Gap = tuple[int | None, int | None]  # the new numbers of the leaves that stayed before and after a place
NOWHERE: Gap = (None, None)


def match_equal(matching: Matching) -> tuple[list[int], list[int]]:
    """Join equal leaf blocks; return the numbers of the other old and new leaves."""
    old, new = _holders(matching.old), _holders(matching.new)
    for content, numbers in old.items():
        others = new.get(content, ())
        if len(numbers) == len(others) == 1 and not is_empty(matching.old.blocks[numbers[0]]):
            matching.join(numbers[0], others[0], 1.0)
    gaps = dict(_gaps_of_old(matching))
    for i, (before, after) in gaps.items():
        j = matching.new.numbers.get(matching.old.blocks[i].ref)
        if j is None or j in matching.partner_of_new or not _is_between(before, j, after):
            continue
        if _keeps_refs(matching, before, after):
            block, other = matching.old.blocks[i], matching.new.blocks[j]
            if not other.children and content_of(block) == content_of(other):
                matching.join(i, j, 1.0)
    _join_in_gaps(matching)
    return (
        [i for i in _leaves(matching.old) if i not in matching.partner_of_old],
        [j for j in _leaves(matching.new) if j not in matching.partner_of_new],
    )


def _leaves(outline: Outline) -> list[int]:
    return [number for number, block in enumerate(outline.blocks) if not block.children]


def _holders(outline: Outline) -> Holders:
    holders: Holders = {}
    for number in _leaves(outline):
        holders.setdefault(content_of(outline.blocks[number]), []).append(number)
    return holders


def _keeps_refs(matching: Matching, *neighbours: int | None) -> bool:
    """Whether refs can be believed here: unless every certain neighbour was renumbered."""
    old, new = matching.old.blocks, matching.new.blocks
    pairs = [(old[matching.partner_of_new[j]].ref, new[j].ref) for j in neighbours if j is not None]
    return not pairs or not all(_was_renumbered(before, after) for before, after in pairs)


def _was_renumbered(before: str, after: str) -> bool:
    """Return whether two refs differ by a few numbers only, as after an insert; a moved block gets an unrelated ref."""
    first, second = before.rpartition(".")[2], after.rpartition(".")[2]
    if before == after or not (first.isdecimal() and second.isdecimal()):
        return False
    return abs(int(first) - int(second)) <= FARTHEST_RECOUNT


def places_in_order(matching: Matching) -> Callable[[int, int], bool]:
    """Return a function that says whether a pair of leaves keeps the order of the leaves that stayed."""
    gaps = dict(_gaps_of_old(matching))

    def fits(i: int, j: int) -> bool:
        before, after = gaps.get(i, (None, None))
        return _is_between(before, j, after)

    return fits


def _is_between(before: int | None, number: int, after: int | None) -> bool:
    return (before is None or before < number) and (after is None or number < after)


def _steady(matching: Matching) -> set[int]:
    """The old numbers of matched leaves that kept their order: what moved is no landmark."""
    pairs = sorted((i, j) for i, j in matching.partner_of_old.items())
    moved = set(out_of_order([j for _, j in pairs]))
    return {i for i, j in pairs if j not in moved}


def _gaps_of_old(matching: Matching) -> list[tuple[int, Gap]]:
    steady = _steady(matching)
    found = _between(_leaves(matching.old), lambda i: matching.partner_of_old[i] if i in steady else None)
    return [(i, gap) for i, gap in found if i not in matching.partner_of_old]


def _gaps_of_new(matching: Matching) -> list[tuple[int, Gap]]:
    steady = {matching.partner_of_old[i] for i in _steady(matching)}
    found = _between(_leaves(matching.new), lambda j: j if j in steady else None)
    return [(j, gap) for j, gap in found if j not in matching.partner_of_new]


def _join_in_gaps(matching: Matching) -> None:
    """Join equal leftovers between the same matched leaves so that they keep their order."""
    waiting: dict[Gap, tuple[list[int], list[int]]] = {}
    for side, gaps in ((0, _gaps_of_old(matching)), (1, _gaps_of_new(matching))):
        for number, gap in gaps:
            waiting.setdefault(gap, ([], []))[side].append(number)
    for gap, (olds, news) in waiting.items():
        if olds and news and len(olds) * len(news) <= LARGEST_GAP:
            before = [content_of(matching.old.blocks[i]) for i in olds]
            after = [content_of(matching.new.blocks[j]) for j in news]
            for a, b in longest_common(before, after):
                if gap != NOWHERE or not is_empty(matching.old.blocks[olds[a]]):
                    matching.join(olds[a], news[b], 1.0)


def _between(leaves: Iterable[int], new_number: Callable[[int], int | None]) -> list[tuple[int, Gap]]:
    """Every unmatched leaf with the new numbers of the matched leaves before and after it."""
    befores: list[tuple[int, int | None]] = []
    found: list[tuple[int, Gap]] = []
    latest: int | None = None
    for number in leaves:
        matched = new_number(number)
        if matched is None:
            befores.append((number, latest))
        else:
            found += [(each, (before, matched)) for each, before in befores]
            befores, latest = [], matched
    return found + [(each, (before, None)) for each, before in befores]


SMALLEST_PART = 3  # different elements and words: fewer may be in any block by coincidence

Start = object  # what a content begins with: its first word, else its first link, else its first picture


def concatenated(
    old: Sequence[Block], new: Sequence[Block], left_old: Sequence[int], left_new: Sequence[int]
) -> tuple[set[int], set[int]]:
    """Return the numbers of the old and new leaf blocks, among those left, that were split or merged word for word."""
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
    """Yield wholes with the parts that make them up; no part is in two wholes."""
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
    """Return the waiting parts that make up a whole, preferring long parts; none if something remains."""
    found: list[int] = []
    rest: Content | None = whole
    while rest is not None and any(rest):
        following = {
            number: after
            for number in waiting.get(_start(rest), ())
            if number not in found
            and rest[2].startswith(parts[number].text)  # most do not, and need no further check
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
    """Return the rest of a content after its beginning; None if it does not begin with that."""
    (links, images, text), (first_links, first_images, first_text) = content, begin
    if links[: len(first_links)] != first_links or images[: len(first_images)] != first_images:
        return None
    if text != first_text and not text.startswith(f"{first_text} " if first_text else ""):
        return None
    return links[len(first_links) :], images[len(first_images) :], text[len(first_text) :].lstrip()
