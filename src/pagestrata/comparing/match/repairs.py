"""Repairs of a matching once the inner blocks are known: equal blocks paired across the page, and wrappers that changed.

Equal blocks are interchangeable: of all ways to pair them, the one with the fewest moves is the truth. Spacers, rules and 'Read
more' teasers repeat. While leaves are matched, little is known of the blocks around them, so some may have been paired across
the page. Every kind of equal blocks of which one seems to have moved is paired again: first inside each pair of parents, by the
longest common subsequence of their children (quadratic, so only for families of ordinary size); then in document order. Among
equal ways those that keep size and style win, or a restyle would be reported that never happened.

Segmenters group differently when a page grows, and an inner block that keeps a few of its children keeps its partner. All the
others would then be reported as moved out of it, or into it. If taking the pair apart (one block deleted, one inserted, both
without content of their own) saves more moves than it costs, and most of the children are concerned, then the wrappers have
changed and nothing moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container

from pagestrata.comparing.delta.element_changes import look_of
from pagestrata.comparing.match.inner_blocks import homes, moved_blocks
from pagestrata.comparing.match.matching import NO_PARENT, Content, Matching, Outline, content_of, is_empty
from pagestrata.model.subsequences import heaviest_common

LARGEST_FAMILY = 10_000  # children of the old parent times those of the new one, without equal ends, that are aligned
SAME_LOOK = 0.25  # bonus for keeping the look of a block, next to keeping its place


def repair_equal_pairs(matching: Matching, regrouped: Container[tuple[str, int]]) -> None:
    """Pair equal leaves again where that saves moves. `regrouped` are blocks that were split or merged."""
    kinds = _doubtful(matching)
    if not kinds:
        return
    before = dict(matching.partner_of_old)
    free_old = _members(matching.old, kinds, lambda i: ("old", i) in regrouped or not _is_equal(matching, i))
    free_new = _members(
        matching.new,
        kinds,
        lambda j: ("new", j) in regrouped or not _is_equal(matching, matching.partner_of_new.get(j)),
    )
    for i in free_old:
        if i in matching.partner_of_old:
            matching.part(i)
    for parent, partner in [(NO_PARENT, NO_PARENT), *matching.partner_of_old.items()]:
        _align_children(matching, parent, partner, free_old, free_new)
    _join_rest(matching, free_old, free_new, before)


def _doubtful(matching: Matching) -> set[Content]:
    """Contents that several blocks have and one of which moved."""
    old, new = matching.old.blocks, matching.new.blocks
    moved = {
        content_of(old[i])
        for i in moved_blocks(matching)
        if not old[i].children and content_of(old[i]) == content_of(new[matching.partner_of_old[i]])
    }
    if not moved:
        return moved
    most: Counter[Content] = Counter()
    for outline in (matching.old, matching.new):
        most |= Counter(content for block in outline.blocks if (content := content_of(block)) in moved)
    return {content for content in moved if most[content] > 1}


def _is_equal(matching: Matching, i: int | None) -> bool:
    """Whether an old leaf is paired with an equal one, or not at all."""
    j = matching.partner_of_old.get(i) if i is not None else None
    return i is None or j is None or content_of(matching.old.blocks[i]) == content_of(matching.new.blocks[j])


def _members(outline: Outline, kinds: set[Content], is_taken: Callable[[int], bool]) -> dict[int, Content]:
    return {
        number: content
        for number, block in enumerate(outline.blocks)
        if not block.children and (content := content_of(block)) in kinds and not is_taken(number)
    }


def _align_children(
    matching: Matching, parent: int, partner: int, free_old: dict[int, Content], free_new: dict[int, Content]
) -> None:
    """Join free children of two matched blocks so that most of all children keep their order."""
    if parent != NO_PARENT and not matching.old.blocks[parent].children:
        return
    olds, news = matching.old.children(parent), matching.new.children(partner)
    if not any(i in free_old for i in olds):
        return

    def weight(i: int, j: int) -> float:
        if i in free_old and j in free_new:
            same = free_old[i] == free_new[j]
            return same + SAME_LOOK * (same and (look_of(matching.old.blocks[i]) == look_of(matching.new.blocks[j])))
        return float(matching.partner_of_old.get(i) == j)

    pairs = []
    for end in (0, -1):  # what is the same at both ends needs no weighing
        while olds and news and weight(olds[end], news[end]) == (1 + SAME_LOOK if olds[end] in free_old else 1):
            pairs.append((olds.pop(end), news.pop(end)))
    if len(olds) * len(news) <= LARGEST_FAMILY:
        pairs += heaviest_common(olds, news, weight)
    for i, j in pairs:
        if i in free_old:
            matching.join(i, j, 1.0)


def _join_rest(
    matching: Matching, free_old: dict[int, Content], free_new: dict[int, Content], before: dict[int, int]
) -> None:
    """Join what is left of each kind: as before if still possible, then in document order."""
    for i, j in before.items():
        if i in free_old and i not in matching.partner_of_old and j not in matching.partner_of_new:
            matching.join(i, j, 1.0)
    waiting: dict[Content, list[int]] = {}
    for j in reversed(free_new):
        if j not in matching.partner_of_new and not is_empty(matching.new.blocks[j]):
            waiting.setdefault(free_new[j], []).append(j)
    for i, content in free_old.items():
        if i not in matching.partner_of_old and waiting.get(content):
            matching.join(i, waiting[content].pop(), 1.0)


COST = 2  # number of operations that taking a pair of inner blocks apart costs
MOST_ROUNDS = 4


def drop_wrappers(matching: Matching, regrouped: Container[tuple[str, int]]) -> None:
    """Take pairs of inner blocks apart that cause more moves than they are worth; `regrouped` as in `repair_equal_pairs`."""
    for _ in range(MOST_ROUNDS):
        causing = [
            i for i, count in _causes(matching).items() if count > COST and not _holds_regrouped(matching, i, regrouped)
        ]
        if not causing:
            return
        for i in causing:
            matching.part(i)


def _causes(matching: Matching) -> Counter[int]:
    """Return how many moves each pair of inner blocks causes, by the old block, if most of its children are concerned."""
    old_home, new_home = (
        homes(matching.old, matching.partner_of_old),
        homes(matching.new, matching.partner_of_new),
    )
    partner_of_old = {**matching.partner_of_old, NO_PARENT: NO_PARENT}
    partner_of_new = {**matching.partner_of_new, NO_PARENT: NO_PARENT}
    causes: Counter[int] = Counter()
    for i in moved_blocks(matching):
        was, now = old_home(i), new_home(matching.partner_of_old[i])
        if was != NO_PARENT and partner_of_old[old_home(was)] == now:
            causes[was] += 1  # out of a block into the one around it
        elif now != NO_PARENT and new_home(now) == partner_of_old[was]:
            causes[partner_of_new[now]] += 1  # from next to a block into it
    if not causes:
        return causes
    inside: Counter[int] = Counter()
    for i, j in matching.partner_of_old.items():
        around = {old_home(i), partner_of_new[new_home(j)]}
        inside.update(around)
    return Counter({i: count for i, count in causes.items() if 2 * count > inside[i]})


def _holds_regrouped(matching: Matching, number: int, regrouped: Container[tuple[str, int]]) -> bool:
    """Whether a block that was split or merged is in one of the pair."""
    pair = (("old", matching.old, number), ("new", matching.new, matching.partner_of_old[number]))
    return any(
        (side, outline.numbers[block.ref]) in regrouped
        for side, outline, top in pair
        for block in outline.blocks[top].walk()
    )
