"""The topics of a stored tree in the delta that leads to it.

A delta is made before its new tree gets topics. Taken as it is, it would say of every block that stayed that its topic
became empty, and lead to a tree that differs from the one that is stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Change, Delta, Details

_TOPIC = "topic"


def with_topics_of(delta: Delta, bare: BlockTree, named: BlockTree) -> Delta:
    """The delta to `named`, given the one to `bare`, which is the same tree with fewer topics."""
    before = {block.ref: block.topic for block in bare.walk()}
    topics = {block.ref: block.topic for block in named.walk() if block.topic != before[block.ref]}
    if not topics:
        return delta
    changes = tuple(_change_with_topics(change, topics) for change in delta.changes)
    details = tuple(_details_with_topics(delta, topics))
    return replace(delta, changes=changes, patch=replace(delta.patch, details=details))


def _change_with_topics(change: Change, topics: Mapping[str, str]) -> Change:
    """Inserted blocks have the topics of the new tree, and so do those that a split or merge leads to."""
    if isinstance(change.new, Block):
        return replace(change, new=_block_with_topics(change.new, topics))
    if change.op in {"split", "merge"} and isinstance(change.new, tuple):
        return replace(
            change, new=tuple(_block_with_topics(part, topics) for part in change.new if isinstance(part, Block))
        )
    return change


def _block_with_topics(block: Block, topics: Mapping[str, str]) -> Block:
    children = tuple(_block_with_topics(child, topics) for child in block.children)
    return replace(block, children=children, topic=topics.get(block.ref, block.topic))


def _details_with_topics(delta: Delta, topics: Mapping[str, str]) -> Iterator[Details]:
    """What the patch says of blocks that stayed: their topic only where it became another one."""
    names = dict(delta.patch.renames)
    names |= {change.block: change.to_block for change in delta.changes if _is_moved_block(change) and change.to_block}
    left = dict(topics)
    for change in delta.changes:
        for block in _blocks_in(change):
            left.pop(block.ref, None)
    for details in delta.patch.details:
        topic = left.pop(names.get(details.block, details.block), None)
        found = details if topic is None else _with_topic(details, topic)
        if found.new:
            yield found
    refs = {new: old for old, new in names.items()}
    # The tree that was compared said nothing, and so did the old one: else there would be details.
    yield from (Details(block=refs.get(ref, ref), old={_TOPIC: ""}, new={_TOPIC: topic}) for ref, topic in left.items())


def _is_moved_block(change: Change) -> bool:
    return change.op == "move" and change.element == "block"


def _blocks_in(change: Change) -> Iterator[Block]:
    """The blocks that a change brings whole."""
    if change.op == "insert" and isinstance(change.new, Block):
        yield from change.new.walk()
    elif change.op in {"split", "merge"} and isinstance(change.new, tuple):
        for part in change.new:
            if isinstance(part, Block):
                yield from part.walk()


def _with_topic(details: Details, topic: str) -> Details:
    before = details.old.get(_TOPIC, "")
    old = {name: value for name, value in details.old.items() if name != _TOPIC}
    new = {name: value for name, value in details.new.items() if name != _TOPIC}
    if before == topic:
        return replace(details, old=old, new=new)
    return replace(details, old={**old, _TOPIC: before}, new={**new, _TOPIC: topic})
