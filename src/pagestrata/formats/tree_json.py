"""A block tree as JSON, the form `pagestrata segment` prints: blocks in document order, parents first."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pagestrata.errors import InputError
from pagestrata.model.blocks import Block, BlockTree, Image, Link
from pagestrata.model.geometry import Box


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
        "text": block.text,
        "links": [element_to_json(link) for link in block.links],
        "images": [element_to_json(image) for image in block.images],
    }


def element_to_json(element: Link | Image) -> dict[str, str]:
    return {"name": element.name, "address": element.address}


def tree_from_json(value: Any) -> BlockTree:
    """The tree in such a value. Raises InputError where it does not fit."""
    try:
        return _tree(value)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        what = f"{type(error).__name__}: {error}"
        raise InputError(
            f"not a block tree in JSON ({what}); write one with `pagestrata segment --format json`"
        ) from error


def _tree(value: dict[str, Any]) -> BlockTree:
    children: dict[str | None, list[dict[str, Any]]] = {}
    for entry in value["blocks"]:
        children.setdefault(entry["parent"], []).append(entry)
    built: dict[str, Block] = {}
    for entry in reversed(value["blocks"]):  # children stand behind their parents
        inside = tuple(built[child["ref"]] for child in children.get(entry["ref"], ()))
        built[entry["ref"]] = _block(entry, inside)
    captured_at = value.get("captured_at")
    return BlockTree(
        blocks=tuple(built[entry["ref"]] for entry in children.get(None, ())),
        url=value.get("url", ""),
        title=value.get("title", ""),
        captured_at=datetime.fromisoformat(captured_at) if captured_at else None,
        viewport=(int(value["viewport"][0]), int(value["viewport"][1])),
        page_size=(float(value["page"][0]), float(value["page"][1])),
        segmenter=value.get("segmenter", ""),
    )


def _block(entry: dict[str, Any], children: tuple[Block, ...]) -> Block:
    return Block(
        ref=str(entry["ref"]),
        children=children,
        links=tuple(Link(link["name"], link["address"]) for link in entry["links"]),
        images=tuple(Image(image["name"], image["address"]) for image in entry["images"]),
        text=entry["text"],
        layer=entry["layer"],
        box=Box(*(float(part) for part in entry["box"])),
        doc=int(entry["doc"]),
        role=entry["role"],
        importance=entry["importance"],
        topic=entry["topic"],
    )


def _number(value: float) -> float | int:
    """Whole pixels as whole numbers, others to a hundredth."""
    rounded = round(float(value), 2)
    return int(rounded) if rounded.is_integer() else rounded
