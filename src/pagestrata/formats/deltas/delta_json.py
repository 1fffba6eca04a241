"""A delta as JSON, the form `pagestrata diff --format json` prints."""

from __future__ import annotations

from typing import Any

from pagestrata.formats.trees.tree_json import block_to_json, element_to_json
from pagestrata.model.blocks import Block, BlockStyle, Image, Link
from pagestrata.model.deltas import Change, Delta, Picture, Value
from pagestrata.model.geometry import Box
from pagestrata.model.weights import Decision, Weights


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
