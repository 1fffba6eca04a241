"""A block tree as JSON, the form `pagestrata segment` prints: blocks in document order, parents first."""

from __future__ import annotations

from typing import Any

from pagestrata.model.blocks import Block, BlockTree, Image, Link


def tree_to_json(tree: BlockTree) -> dict[str, Any]:
    """The tree as plain values."""
    parents = tree.parents()
    return {
        "url": tree.url,
        "title": tree.title,
        "captured_at": tree.captured_at.isoformat() if tree.captured_at else None,
        "viewport": list(tree.viewport),
        "page": [_number(value) for value in tree.page_size],
        "segmenter": tree.segmenter,
        "blocks": [block_to_json(block, parents[block.ref]) for block in tree.walk()],
    }


def block_to_json(block: Block, parent: str | None = None) -> dict[str, Any]:
    """One block without those inside it."""
    return {
        "ref": block.ref,
        "parent": parent,
        "leaf": block.is_leaf,
        "layer": block.layer,
        "box": [_number(value) for value in block.box],
        "doc": block.doc,
        "role": block.role,
        "importance": block.importance,
        "topic": block.topic,
        "signs": list(dict.fromkeys(sign.name for sign in block.signs)),
        "text": block.text,
        "links": [element_to_json(link) for link in block.links],
        "images": [element_to_json(image) for image in block.images],
    }


def element_to_json(element: Link | Image) -> dict[str, str]:
    return {"name": element.name, "address": element.address}


def _number(value: float) -> float | int:
    """Whole pixels as whole numbers, others to a hundredth."""
    rounded = round(float(value), 2)
    return int(rounded) if rounded.is_integer() else rounded
