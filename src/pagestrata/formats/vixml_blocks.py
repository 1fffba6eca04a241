"""From the attributes of a Vi-XML block to a `Block`; both ways of reading a file end here."""

from __future__ import annotations

import re

from pagestrata.model.blocks import PAGE_LAYER, Block, BlockStyle, Image, Link
from pagestrata.model.geometry import Box

MAX_BLOCKS = 200_000

_POS = re.compile(r"\S+?:(-?[0-9]{1,9}) \S+?:(-?[0-9]{1,9}) \S+?:(-?[0-9]{1,9}) \S+?:(-?[0-9]{1,9})")


def make_block(
    attributes: dict[str, str],
    children: tuple[Block, ...],
    links: tuple[Link, ...],
    images: tuple[Image, ...],
    text: str,
) -> Block:
    """The block with these attributes. Raises ValueError for values that make no sense."""
    get = attributes.get
    ref = get("Ref", "").removeprefix("Block")
    if not ref:
        raise ValueError("a block without Ref")
    importance, style = get("Importance"), get("Style")
    return Block(
        ref=ref,
        children=children,
        links=links,
        images=images,
        text=text,
        layer=get("Layer", PAGE_LAYER),
        box=_box(get("Box"), get("Pos", "")),
        doc=int(get("Doc", "10")),
        role=get("Role", "other"),
        importance=float(importance) if importance else None,
        topic=get("Topic", ""),
        style=read_style(style) if style else None,
        picture_hash=get("Picture", ""),
    )


def note_ref(ref: str, seen: set[str]) -> None:
    """Remember a ref. Raises ValueError for one that is there already, and for too many."""
    if ref in seen:
        raise ValueError(f"Ref {ref!r} occurs twice")
    seen.add(ref)
    if len(seen) > MAX_BLOCKS:
        raise ValueError(f"more than {MAX_BLOCKS} blocks")


def _box(exact: str | None, pos: str) -> Box:
    """The box of a block, exact where the file says so."""
    whole = None if exact else _POS.fullmatch(pos)
    if whole is not None:
        return Box(*map(float, whole.groups()))
    values = exact.split() if exact else pos_values(pos)
    box = Box(*map(float, values)) if len(values) == 4 else None
    if box is None or not box.is_finite:
        raise ValueError(f"{exact or pos!r} is not a box of four numbers")
    return box


def pos_values(pos: str) -> list[str]:
    """The numbers in a Pos; zeros for an empty one."""
    return [word.rpartition(":")[2] for word in pos.split()] or ["0", "0", "0", "0"]


def read_style(words: str) -> BlockStyle:
    """The style in its four words."""
    values = words.split()
    if len(values) != 4:
        raise ValueError(f"{words!r} is not a style of four words")
    size, weight, colour, background = values
    return BlockStyle(
        font_size=float(size), font_weight=int(weight), colour=int(colour, 16), background=int(background, 16)
    )
