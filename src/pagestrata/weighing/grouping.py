"""The changes of a delta grouped by the leaf block they happened in, and the sentence that tells about one group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Change, Delta
from pagestrata.model.percent import percent

NEW = "+"
"""Mark before the key of an inserted block: its ref belongs to the new tree and may repeat one of the old."""

PAST = {
    "insert": "inserted", "delete": "deleted", "update": "updated", "move": "moved",
    "split": "split", "merge": "merged",
}  # fmt: skip


@dataclass(slots=True, kw_only=True)
class BlockChanges:
    """Everything that happened in one leaf block: the block as it was, and (index in the delta, change)."""

    block: Block | None
    is_new: bool = False
    changes: list[tuple[int, Change]] = field(default_factory=list)

    def count_of(self, element: str) -> int:
        """N(el, b): how many elements of a type the block had; a block is one text, one block, one style."""
        if self.is_new or self.block is None:
            return 0
        if element in {"block", "style"}:
            return 1
        if element == "text":
            return int(bool(self.block.text))
        return len(self.block.links if element == "link" else self.block.images)


def changes_by_block(tree: BlockTree, delta: Delta) -> dict[str, BlockChanges]:
    """Leaf block -> its changes. A change of a whole block belongs to every leaf in it."""
    blocks = tree.by_ref()
    touched: dict[str, BlockChanges] = {}
    for index, change in enumerate(delta.changes):
        for key, block in _leaves_of(change, blocks):
            touched.setdefault(key, BlockChanges(block=block, is_new=key.startswith(NEW))).changes.append(
                (index, change)
            )
    return touched


def _leaves_of(change: Change, blocks: Mapping[str, Block]) -> Iterable[tuple[str, Block | None]]:
    if change.op == "insert" and change.element == "block":
        if not isinstance(change.new, Block):
            return [(NEW + change.block, None)]
        return [(NEW + leaf.ref, leaf) for leaf in change.new.walk() if leaf.is_leaf]
    found: list[tuple[str, Block | None]] = []
    for ref in _old_refs(change):
        block = blocks.get(ref)
        if block is None:
            found.append((NEW + ref, None))
        else:
            found.extend((leaf.ref, leaf) for leaf in block.walk() if leaf.is_leaf)
    return found


def _old_refs(change: Change) -> tuple[str, ...]:
    """A merge names several old blocks; every other change one."""
    if change.op == "merge" and isinstance(change.old, tuple) and change.old:
        return tuple(part.ref if isinstance(part, Block) else str(part) for part in change.old)
    return (change.block,)


def share_sentence(
    key: str, entry: BlockChanges, *, importance: float, amount: float, quiet: int, note: str = ""
) -> str:
    """'block 2.2 (article, importance 0.40): 4 links inserted, 67 % of it changed'."""
    counts = Counter((change.op, change.element) for _, change in entry.changes)
    parts = [
        f"{count} {element}{'s' if count > 1 else ''} {PAST[op]}" for (op, element), count in sorted(counts.items())
    ]
    role = f"{entry.block.role}, " if entry.block is not None and entry.block.role != "other" else ""
    name = f"new block {key.removeprefix(NEW)}" if key.startswith(NEW) else f"block {key}"
    sentence = (
        f"{name} ({role}importance {importance:.2f}): {', '.join(parts)}, {percent(min(1.0, amount))} of it changed"
    )
    if quiet:
        which = "only dates or counters" if quiet == len(entry.changes) else f"{quiet} of them dates or counters"
        sentence += f"; {which}"
    return f"{sentence}; {note}" if note else sentence
