"""Block trees and deltas as JSON: the forms that `pagestrata segment` and `pagestrata diff --format json` print.

Blocks come in document order, parents first.
"""

from __future__ import annotations

from typing import Any

from pagestrata.model.blocks import Block, BlockStyle, BlockTree, Image, Link
from pagestrata.model.deltas import Change, Delta, Picture, Value
from pagestrata.model.geometry import Box
from pagestrata.model.weights import Decision, Weights


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


def delta_to_json(delta: Delta, weights: Weights | None = None, decision: Decision | None = None) -> dict[str, Any]:
    """The delta with its importance and the decision about it, as plain values."""
    shares = weights.change_importance if weights else (None,) * len(delta.changes)
    return {
        "from": delta.from_version,
        "to": delta.to_version,
        "structure_changed": delta.structure_changed,
        "importance": round(weights.total, 6) if weights else None,
        "similar": decision.similar if decision else None,
        "score": round(decision.score, 6) if decision else None,
        "probability": round(decision.probability, 6) if decision else None,
        "changes": [change_to_json(change, share) for change, share in zip(delta.changes, shares, strict=True)],
        "reasons": list(decision.reasons) if decision else [],
    }


def change_to_json(change: Change, importance: float | None = None) -> dict[str, Any]:
    """One operation."""
    weight = change.importance if importance is None else importance
    return {
        "op": change.op,
        "element": change.element,
        "block": change.block,
        "to_block": change.to_block,
        "old": value_to_json(change.old),
        "new": value_to_json(change.new),
        "importance": None if weight is None else round(weight, 6),
    }


def value_to_json(value: Value) -> Any:
    """Return the value before or after a change, as an object whose keys tell its kind."""
    if value is None:
        return None
    if isinstance(value, str):
        return {"text": value}
    if isinstance(value, Box):
        return {"box": list(value)}
    if isinstance(value, BlockStyle):
        return {
            "font_size": value.font_size,
            "font_weight": value.font_weight,
            "colour": f"#{value.colour:08x}",
            "background": f"#{value.background:08x}",
        }
    if isinstance(value, Block):
        return {**block_to_json(value), "blocks": [value_to_json(child) for child in value.children]}
    if isinstance(value, Link | Image):
        return element_to_json(value)
    if isinstance(value, Picture):
        return {"name": value.name, "address": value.address, "picture": value.hash}
    return {"blocks": [value_to_json(block) for block in value]}
