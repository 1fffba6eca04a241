"""Matching of old and new leaf blocks (DEXA 2010 sequel of paper 1; notes §4).

From cheap to expensive, each step only for what is left: equal content under the same ref; equal content anywhere; what was
cut or put together word for word is set aside; the same ref with clearly similar content; the best assignment among
candidates that share rare elements or words. What is left then can only be known by its place (see `match_by_position`). The
authors' rule (mean of three dissimilarities, by integer division) is not used: there, any change of the text prevents a match.
"""

from __future__ import annotations

from collections.abc import Callable

from pagestrata.comparing.match.assignment import Scored, assign
from pagestrata.comparing.match.equal_blocks import concatenated, match_equal, places_in_order
from pagestrata.comparing.match.matching import Content, Matching, Outline, is_empty
from pagestrata.comparing.match.similarity import Features, similarity

ACCEPT = 0.5
ACCEPT_SAME_REF = 0.6
TELLING_TEXT = 20  # from this number of characters on, equal text under the same ref is no coincidence
MOST_HOLDERS = 12
"""Elements and words in more unmatched blocks than this are ignored: candidates would become quadratic."""
MOST_CANDIDATES = 8
IN_ORDER = 0.02  # bonus for keeping the order of the blocks around: a tie-breaker
FAR_APART = 0.001
"""Penalty for the distance on the page: a tie-breaker that keeps the order of equal blocks."""


def match_leaves(old: Outline, new: Outline) -> Matching:
    """The matching of the leaf blocks."""
    matching = Matching(old, new)
    renumbered = old.numbers != new.numbers
    left_old, left_new = match_equal(matching) if renumbered else _equal_at_same_ref(matching)
    if left_old and left_new:
        left_old, left_new = _equal_anywhere(matching, left_old, left_new, repeated=False)
    if left_old and left_new:
        left_old, left_new = _not_concatenated(matching, left_old, left_new)
    if left_old and left_new:
        _match_similar(matching, left_old, left_new, renumbered=renumbered)
    return matching


def _not_concatenated(matching: Matching, left_old: list[int], left_new: list[int]) -> tuple[list[int], list[int]]:
    """The leftovers without blocks that were split or merged word for word: they have no partner."""
    cut_old, cut_new = concatenated(matching.old.blocks, matching.new.blocks, left_old, left_new)
    return [i for i in left_old if i not in cut_old], [j for j in left_new if j not in cut_new]


def _match_similar(matching: Matching, left_old: list[int], left_new: list[int], *, renumbered: bool) -> None:
    """Join similar leaves, and the remaining equal leaves whose content repeats."""
    fits = places_in_order(matching) if renumbered else _anywhere
    left_old, left_new = _clearly_the_same(matching, left_old, left_new, fits)
    if left_old and left_new:
        left_old, left_new = _equal_anywhere(matching, left_old, left_new, repeated=True)
    if left_old and left_new:
        old_features = {i: Features(matching.old.blocks[i]) for i in left_old}
        new_features = {j: Features(matching.new.blocks[j]) for j in left_new}
        if not renumbered:
            _similar_at_same_ref(matching, old_features, new_features)
        _best_candidates(matching, old_features, new_features, places_in_order(matching) if renumbered else _anywhere)


def _equal_at_same_ref(matching: Matching) -> tuple[list[int], list[int]]:
    """Join equal leaves under the same ref, and those with a distinctive text that differ only in links or images."""
    numbers, blocks = matching.new.numbers, matching.new.blocks
    left_old = []
    for i, block in enumerate(matching.old.blocks):
        if block.children:
            continue
        j = numbers[block.ref]
        other = blocks[j]
        if block is other or (
            block.text == other.text
            # Python walks a tuple even to compare it with itself.
            and (block.links is other.links or block.links == other.links)
            and block.images == other.images
            and not other.children
        ):
            matching.join(i, j, 1.0)
        else:
            left_old.append(i)
    _join_same_texts(matching, left_old)
    old, new = matching.partner_of_old, matching.partner_of_new
    left_new = [j for j, block in enumerate(blocks) if j not in new and not block.children]
    return [i for i in left_old if i not in old], left_new


def _join_same_texts(matching: Matching, left_old: list[int]) -> None:
    """Join leaves under the same ref with the same long text, if no other pair has this text."""
    same_text: dict[str, tuple[int, int] | None] = {}
    for i in left_old:
        block = matching.old.blocks[i]
        j = matching.new.numbers[block.ref]
        other = matching.new.blocks[j]
        if len(block.text) >= TELLING_TEXT and block.text == other.text and not other.children:
            same_text[block.text] = None if block.text in same_text else (i, j)
    for pair in same_text.values():
        if pair is not None:
            matching.join(*pair, ACCEPT_SAME_REF)


def _equal_anywhere(
    matching: Matching, left_old: list[int], left_new: list[int], *, repeated: bool
) -> tuple[list[int], list[int]]:
    """Join equal blocks in document order, first only contents that occur once; empty blocks are ignored."""
    waiting: dict[Content, list[int]] = {}
    for j in left_new:
        block = matching.new.blocks[j]
        if not is_empty(block):
            waiting.setdefault((block.links, block.images, block.text), []).append(j)
    found: dict[Content, list[int]] = {}
    for i in left_old:
        block = matching.old.blocks[i]
        content: Content = (block.links, block.images, block.text)
        if content in waiting:
            found.setdefault(content, []).append(i)
    if not found:
        return left_old, left_new
    for shared, numbers in found.items():
        places = waiting[shared]
        if repeated or len(numbers) == len(places) == 1:
            for i, j in zip(numbers, places, strict=False):
                matching.join(i, j, 1.0)
    return (
        [i for i in left_old if i not in matching.partner_of_old],
        [j for j in left_new if j not in matching.partner_of_new],
    )


Fits = Callable[[int, int], bool]


def _anywhere(_old: int, _new: int) -> bool:
    return True


def _clearly_the_same(
    matching: Matching, left_old: list[int], left_new: list[int], fits: Fits
) -> tuple[list[int], list[int]]:
    """Match blocks with equal refs and equal text, or most links in common, without comparing words."""
    candidates, still = set(left_new), []
    for i in left_old:
        old = matching.old.blocks[i]
        j = matching.new.numbers.get(old.ref)
        if j in candidates and fits(i, j):
            new = matching.new.blocks[j]
            shared = ACCEPT_SAME_REF
            if old.text != new.text or len(old.text) < TELLING_TEXT:
                shared = _share(old.links, new.links)
                if not old.links and not old.text:
                    shared = _share(old.images, new.images)
            if shared >= ACCEPT_SAME_REF:
                matching.join(i, j, shared)
                continue
        still.append(i)
    return still, [j for j in left_new if j not in matching.partner_of_new]


def _share(old: tuple[object, ...], new: tuple[object, ...]) -> float:
    """The share of the longer list that both have."""
    return len(set(old).intersection(new)) / max(len(old), len(new), 1)


def _similar_at_same_ref(matching: Matching, old: dict[int, Features], new: dict[int, Features]) -> None:
    for i in list(old):
        j = matching.new.numbers.get(old[i].block.ref)
        if j in new:
            score = similarity(old[i], new[j])
            if score >= ACCEPT_SAME_REF:
                matching.join(i, j, score)
                del old[i], new[j]


def _best_candidates(matching: Matching, old: dict[int, Features], new: dict[int, Features], fits: Fits) -> None:
    holders: dict[str, list[int]] = {}
    for j, features in new.items():
        for key in _keys(features):
            holders.setdefault(key, []).append(j)
    candidates: list[Scored] = []
    for i, features in old.items():
        shared: dict[int, int] = {}
        for key in _keys(features):
            found = holders.get(key, ())
            if len(found) <= MOST_HOLDERS:
                for j in found:
                    shared[j] = shared.get(j, 0) + 1
        same_ref = matching.new.numbers.get(features.block.ref)
        if same_ref in new:
            shared[same_ref] = shared.get(same_ref, 0) + 1
        for j in sorted(shared, key=lambda j: (-shared[j], j))[:MOST_CANDIDATES]:  # sets have no order of their own
            score = similarity(features, new[j])
            if score >= ACCEPT:
                apart = i / len(matching.old.blocks) - j / len(matching.new.blocks)
                candidates.append((score + IN_ORDER * fits(i, j) - FAR_APART * apart**2, i, j))
    for score, i, j in assign(candidates):
        matching.join(i, j, min(score, 1.0))
        del old[i], new[j]


def _keys(features: Features) -> list[str]:
    """The keys of the inverted index: parts of links and images, and words."""
    return [*features.links, *features.images, *features.words]
