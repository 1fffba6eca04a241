"""Leaf blocks of equal content, where refs may have been counted anew.

A content that both versions have once is certain, wherever it stands. Contents that repeat (spacers, 'Read more') are
told apart by what stands around them: first by their refs, if the certain blocks around them kept theirs; then by their
order between the same certain neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pagestrata.compare.matching import Matching
from pagestrata.compare.outline import Content, Outline, content_of, is_empty

Holders = dict[Content, list[int]]


def match_equal(matching: Matching) -> tuple[list[int], list[int]]:
    """Join equal leaf blocks; gives the numbers of those left."""
    old, new = _holders(matching.old), _holders(matching.new)
    for content, numbers in old.items():
        others = new.get(content, ())
        if len(numbers) == len(others) == 1 and not is_empty(matching.old.blocks[numbers[0]]):
            matching.join(numbers[0], others[0], 1.0)
    trusted = _parents_with_kept_refs(matching)
    for numbers in old.values():
        for i in numbers:
            _join_same_ref(matching, i, trusted)
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


def _parents_with_kept_refs(matching: Matching) -> dict[int, int]:
    """For every old parent of certain blocks: how many kept their ref less how many did not."""
    votes: dict[int, int] = {}
    for i, j in matching.partner_of_old.items():
        parent = matching.old.parents[i]
        same = matching.old.blocks[i].ref == matching.new.blocks[j].ref
        votes[parent] = votes.get(parent, 0) + (1 if same else -1)
    return votes


def _join_same_ref(matching: Matching, i: int, trusted: dict[int, int]) -> None:
    block = matching.old.blocks[i]
    j = matching.new.numbers.get(block.ref)
    if i in matching.partner_of_old or j is None or j in matching.partner_of_new:
        return
    other = matching.new.blocks[j]
    kept = trusted.get(matching.old.parents[i], 0) >= 0
    if kept and not other.children and content_of(block) == content_of(other):
        matching.join(i, j, 1.0)


def _join_in_gaps(matching: Matching) -> None:
    """Join equal leftovers between the same matched leaves, in their order."""
    partners = matching.partner_of_old
    old = _between(_leaves(matching.old), partners.get)
    new = _between(_leaves(matching.new), lambda j: j if j in matching.partner_of_new else None)
    waiting: dict[tuple[object, Content], list[int]] = {}
    for j, gap in new:
        waiting.setdefault((gap, content_of(matching.new.blocks[j])), []).append(j)
    for i, gap in old:
        places = waiting.get((gap, content_of(matching.old.blocks[i])))
        if places:
            matching.join(i, places.pop(0), 1.0)


def _between(
    leaves: Iterable[int], new_number: Callable[[int], int | None]
) -> list[tuple[int, tuple[int | None, int | None]]]:
    """Every unmatched leaf with the new numbers of the matched leaves before and after it."""
    befores: list[tuple[int, int | None]] = []
    found: list[tuple[int, tuple[int | None, int | None]]] = []
    latest: int | None = None
    for number in leaves:
        matched = new_number(number)
        if matched is None:
            befores.append((number, latest))
        else:
            found += [(each, (before, matched)) for each, before in befores]
            befores, latest = [], matched
    return found + [(each, (before, None)) for each, before in befores]
