"""Two feeds compared item by item (paper 5 §4.3): the title counts 30 %, the description 70 %.

Items are matched by equality, then by id, then by similarity, since many feeds have no ids. An old item without a counterpart
was removed, a new one added. The order of items does not count.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from pagestrata.comparing.quick.coefficients import UNLIKE, intersect
from pagestrata.formats.documents.feeds import Feed, FeedItem
from pagestrata.model.quick_result import QuickResult, SubtreePair

TITLE, DESCRIPTION = 0.3, 0.7
SAME_ITEM = 0.0  # the coefficient above which two items without a common id are the same
COMMON = 40  # a word in more items than this is not used to find counterparts
ALMOST = 1.0 - 1e-6


def compare_feeds(old: Feed, new: Feed) -> QuickResult:
    """Compare two feeds: which items were added, removed or changed."""
    pairs = [_pair(old.items, new.items, i, j) for i, j in _matches(old.items, new.items)]
    if old.title != new.title:
        likeness = -1.0 + 2.0 * intersect(_words(old.title), _words(new.title))
        pairs.insert(0, SubtreePair("channel", "channel", min(ALMOST, likeness), False, old.title, new.title))
    changed = any(pair.changed for pair in pairs)
    mean = sum(pair.similarity for pair in pairs) / len(pairs) if pairs else 1.0
    return QuickResult(
        changed=changed, similarity=min(ALMOST, mean) if changed else 1.0, subtrees=tuple(pairs), kind="feed"
    )


def item_similarity(old: FeedItem, new: FeedItem) -> float:
    """The coefficient of two items, above -1 to 1."""
    titles, texts = intersect(_words(old.title), _words(new.title)), intersect(_words(old.text), _words(new.text))
    return -1.0 + 2.0 * (TITLE * titles + DESCRIPTION * texts)


def _matches(old: Sequence[FeedItem], new: Sequence[FeedItem]) -> Iterator[tuple[int | None, int | None]]:
    """Yield every item once, with its counterpart: the items of the old feed in order, then added ones."""
    found: dict[int, int] = {}
    _match_by(lambda item: item, old, new, found)
    _match_by(lambda item: item.id, old, new, found)
    taken = set(found.values())
    for _, i, j in sorted(_alike(old, new, found)):
        if i not in found and j not in taken:
            found[i] = j
            taken.add(j)
    yield from ((i, found.get(i)) for i in range(len(old)))
    yield from ((None, j) for j in range(len(new)) if j not in taken)


def _match_by(
    key: Callable[[FeedItem], Hashable], old: Sequence[FeedItem], new: Sequence[FeedItem], found: dict[int, int]
) -> None:
    """Add the pairs with equal keys, in order; empty keys do not count."""
    places: dict[Hashable, list[int]] = defaultdict(list)
    taken = set(found.values())
    for j in range(len(new) - 1, -1, -1):
        if j not in taken and key(new[j]):
            places[key(new[j])].append(j)
    for i, item in enumerate(old):
        if i not in found and places.get(key(item)):
            found[i] = places[key(item)].pop()


def _alike(old: Sequence[FeedItem], new: Sequence[FeedItem], found: dict[int, int]) -> Iterator[tuple[float, int, int]]:
    """Yield pairs of items that may be the same, each after the negative of its similarity."""
    taken = set(found.values())
    by_word: dict[str, list[int]] = defaultdict(list)
    for j, item in enumerate(new):
        for word in set(_all_words(item)) if j not in taken else ():
            by_word[word].append(j)
    for i, item in enumerate(old):
        if i in found:
            continue
        near = {j for word in set(_all_words(item)) for j in by_word.get(word, ()) if len(by_word[word]) <= COMMON}
        for j in near:
            alike = item_similarity(item, new[j])
            if alike > SAME_ITEM:
                yield -alike, i, j


def _pair(old: Sequence[FeedItem], new: Sequence[FeedItem], i: int | None, j: int | None) -> SubtreePair:
    before, after = old[i] if i is not None else None, new[j] if j is not None else None
    names = (f"item[{i + 1}]" if i is not None else None, f"item[{j + 1}]" if j is not None else None)
    if before is None or after is None:
        return SubtreePair(*names, UNLIKE, False, _source(before), _source(after))
    if before[1:] == after[1:]:  # another id alone shows nothing
        return SubtreePair(*names, 1.0)
    return SubtreePair(*names, min(ALMOST, item_similarity(before, after)), False, _source(before), _source(after))


def _source(item: FeedItem | None) -> str:
    return "\n".join((*item[1:4], *item.pictures)) if item is not None else ""


def _all_words(item: FeedItem) -> Iterable[str]:
    return (*item.title.split(), *item.text.split())


def _words(text: str) -> Counter[str]:
    return Counter(text.split())
