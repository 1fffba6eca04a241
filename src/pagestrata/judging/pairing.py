"""Which leaf blocks of two versions belong together, for `decide`.

Blocks of equal content belong together wherever they stand: news that merely moved down the page, the known failure of
paper 4, is no difference. Of the rest the delta's matches tell, where there is a delta, and otherwise equal refs; what
is then left came or went. Blocks that were joined, and those that one was split into, are compared as one block each: what they
say is the same, however they are cut.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from pagestrata.model.blocks import Block, BlockTree, Image, Link
from pagestrata.model.deltas import Delta, Operation
from pagestrata.model.signs import joined_signs

Content = tuple[str, tuple[Link, ...], tuple[Image, ...]]


class Regrouped(NamedTuple):
    """A block that moved, that was split, or that others were joined into, as a leaf of the new version."""

    op: Operation
    block: Block
    old_ref: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """Leaf blocks of the page itself (overlays left out), sorted by what became of them."""

    equal: tuple[tuple[Block, Block], ...]
    changed: tuple[tuple[Block, Block], ...]
    deleted: tuple[Block, ...]
    inserted: tuple[Block, ...]
    regrouped: tuple[Regrouped, ...] = ()

    @property
    def old_count(self) -> int:
        return len(self.equal) + len(self.changed) + len(self.deleted)

    @property
    def new_count(self) -> int:
        return len(self.equal) + len(self.changed) + len(self.inserted)

    def old_differing(self) -> list[Block]:
        return [*(old for old, _ in self.changed), *self.deleted]

    def new_differing(self) -> list[Block]:
        return [*(new for _, new in self.changed), *self.inserted]


def pair_blocks(old: BlockTree, new: BlockTree, delta: Delta | None = None) -> Pairing:
    before = [leaf for leaf in old.leaves() if not leaf.is_overlay]
    after = [leaf for leaf in new.leaves() if not leaf.is_overlay]
    equal, before, after = _equal(before, after)
    joined, before, after = _joined(before, after, delta)
    partners = {match.old: match.new for match in delta.matches} if delta is not None else {}
    waiting = {leaf.ref: leaf for leaf in after}
    changed: list[tuple[Block, Block]] = []
    deleted: list[Block] = []
    for leaf in before:
        partner = waiting.pop(partners.get(leaf.ref, leaf.ref), None)
        if partner is None:
            deleted.append(leaf)
        else:
            changed.append((leaf, partner))
    return Pairing(
        equal=(*equal, *(pair for pair in joined if _says_the_same(*pair))),
        changed=(*changed, *(pair for pair in joined if not _says_the_same(*pair))),
        deleted=tuple(deleted),
        inserted=tuple(waiting.values()),
        regrouped=tuple(_regrouped(new, delta)) if delta is not None else (),
    )


def _says_the_same(old: Block, new: Block) -> bool:
    """Whether two blocks have the same words, links and pictures, however they are cut."""
    return old.text.split() == new.text.split() and old.links == new.links and old.images == new.images


def _joined(
    before: list[Block], after: list[Block], delta: Delta | None
) -> tuple[list[tuple[Block, Block]], list[Block], list[Block]]:
    """What was split or joined, each side as one block, and what is left of both sides."""
    olds, news = {leaf.ref: leaf for leaf in before}, {leaf.ref: leaf for leaf in after}
    found = []
    for change in delta.changes if delta is not None else ():
        if change.op in {"split", "merge"} and isinstance(change.old, tuple) and isinstance(change.new, tuple):
            was, now = _parts(change.old, olds), _parts(change.new, news)
            if was and now:
                found.append((_as_one(was, now), _as_one(now, was)))
    return found, list(olds.values()), list(news.values())


def _parts(blocks: tuple[object, ...], waiting: dict[str, Block]) -> list[Block]:
    """The leaves among these blocks that belong to nothing yet; they do now."""
    leaves = [leaf for block in blocks if isinstance(block, Block) for leaf in block.walk() if not leaf.children]
    if not all(leaf.ref in waiting for leaf in leaves):
        return []
    return [waiting.pop(leaf.ref) for leaf in leaves]


def _as_one(parts: list[Block], other: list[Block]) -> Block:
    """Several blocks as one, in the order in which one block on the other side says the same."""
    first = parts[0]
    if len(parts) == 1:
        return first
    if len(other) == 1 and all(part.text in other[0].text for part in parts):
        parts = sorted(parts, key=lambda part: other[0].text.index(part.text))
    return replace(
        first,
        text=" ".join(part.text for part in parts if part.text),
        line_ends=_line_ends([part for part in parts if part.text]),
        signs=joined_signs([(part.text, part.signs) for part in parts if part.text]),
        links=tuple(link for part in parts for link in part.links),
        images=tuple(image for part in parts for image in part.images),
    )


def _line_ends(parts: list[Block]) -> tuple[int, ...]:
    """The line ends of blocks that are joined: their own, and one between each two."""
    if not any(part.line_ends for part in parts):
        return ()
    found, start = [], 0
    for part in parts:
        found += [start + end for end in part.line_ends]
        start += len(part.text) + 1
        found.append(start - 1)
    return tuple(found[:-1])


def _regrouped(new: BlockTree, delta: Delta) -> Iterator[Regrouped]:
    blocks = new.by_ref()
    for change in delta.changes:
        if change.element == "block" and change.op in {"move", "split", "merge"}:
            block = blocks.get(change.to_block or change.block)
            leaf = next((leaf for leaf in block.walk() if not leaf.children), None) if block is not None else None
            if leaf is not None and not leaf.is_overlay:
                yield Regrouped(change.op, leaf, change.block)


def _equal(before: list[Block], after: list[Block]) -> tuple[list[tuple[Block, Block]], list[Block], list[Block]]:
    """Blocks of equal content, first with first, and what is left of both sides."""
    waiting: dict[Content, list[Block]] = defaultdict(list)
    for leaf in reversed(after):
        waiting[leaf.text, leaf.links, leaf.images].append(leaf)
    equal, rest = [], []
    for leaf in before:
        same = waiting.get((leaf.text, leaf.links, leaf.images))
        if same:
            equal.append((leaf, same.pop()))
        else:
            rest.append(leaf)
    taken = {id(partner) for _, partner in equal}
    return equal, rest, [leaf for leaf in after if id(leaf) not in taken]
