"""The operations of a delta as rows, for questions, tables and news; the exact delta is stored on its own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pagestrata.model.deltas import Change, Delta
    from pagestrata.model.weights import Weights

# Imports inside functions: commands that only list or check a page start without them (tests/guards/test_light_start.py).

MAX_VALUE_CHARACTERS = 1000


def change_rows(delta: Delta | None, weights: Weights | None) -> list[dict[str, Any]]:
    """Return one row per operation: what changed in which block, from what to what, and its importance."""
    importances = weights.change_importance if weights is not None else ()
    rows = []
    for number, change in enumerate(delta.changes if delta else ()):
        importance = importances[number] if number < len(importances) else change.importance
        rows.append(_change_row(number, change, importance))
    return rows


def _change_row(number: int, change: Change, importance: float | None) -> dict[str, Any]:
    return {
        "number": number,
        "op": change.op,
        "element": change.element,
        "block": change.block,
        "to_block": change.to_block,
        "old": _value(change.old),
        "new": _value(change.new),
        "importance": importance,
    }


def _value(value: Any) -> str | None:
    """A changed value as JSON: objects for links, images and blocks, a string for text."""
    if value is None:
        return None
    return clean(json.dumps(_plain(value), ensure_ascii=False))


def _plain(value: Any) -> Any:
    from pagestrata.model.blocks import Block  # deferred: listing versions does not need it

    if isinstance(value, Block):
        text = " ".join(leaf.text for leaf in value.walk() if leaf.text)
        return {"ref": value.ref, "id": value.id, "role": value.role, "text": text[:MAX_VALUE_CHARACTERS]}
    if isinstance(value, str):
        return value[:MAX_VALUE_CHARACTERS]
    if hasattr(value, "_asdict"):
        return {name: _plain(part) for name, part in value._asdict().items()}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if hasattr(value, "__dataclass_fields__"):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return value


def clean(text: str) -> str:
    """Text that every database takes: no lone surrogates, no NUL."""
    return (
        text.replace("\0", "\ufffd").encode("utf-8", "replace").decode() if not text.isascii() or "\0" in text else text
    )
