"""Make a `Block` from the attributes of a Vi-XML block; used by the parser and by the fast scan."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isfinite

from pagestrata.model.blocks import PAGE_LAYER, Block, BlockStyle, Image, Link, new_block
from pagestrata.model.geometry import Box
from pagestrata.model.signs import signs_from_words

MAX_BLOCKS = 200_000
MOST_KEPT_BOXES = 4096
"""Two versions of a page put most blocks in the same place."""

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
    importance, style, exact, signs = get("Importance"), get("Style"), get("Box"), get("Signs")
    return new_block(
        ref=ref_of(get("Ref", "")),
        children=children,
        links=links,
        images=images,
        text=text,
        layer=get("Layer", PAGE_LAYER),
        box=exact_box(exact) if exact else whole_box(get("Pos", "")),
        doc=int(get("Doc", "10")),
        role=get("Role", "other"),
        importance=float(importance) if importance else None,
        topic=get("Topic", ""),
        style=read_style(style) if style else None,
        picture_hash=get("Picture", ""),
        signs=signs_from_words(signs) if signs else (),
    )


def ref_of(value: str) -> str:
    """The ref in a Ref attribute."""
    ref = value[5:] if value.startswith("Block") else value
    if not ref:
        raise ValueError("a block without Ref")
    return ref


def note_ref(ref: str, seen: set[str]) -> None:
    """Add a ref to `seen`. Raises ValueError for a duplicate, and for too many refs."""
    if ref in seen:
        raise ValueError(f"Ref {ref!r} occurs twice")
    seen.add(ref)
    if len(seen) > MAX_BLOCKS:
        raise ValueError(f"more than {MAX_BLOCKS} blocks")


@lru_cache(maxsize=MOST_KEPT_BOXES)
def whole_box(pos: str) -> Box:
    """The box the authors' Pos says, in whole pixels."""
    whole = _POS.fullmatch(pos)
    return Box(*map(float, whole.groups())) if whole is not None else _box_of(pos_values(pos), pos)


@lru_cache(maxsize=MOST_KEPT_BOXES)
def exact_box(words: str) -> Box:
    """The box in four numbers."""
    return _box_of(words.split(), words)


_new_box = tuple.__new__  # what Box() does, without a call in between


def _box_of(words: list[str], source: str) -> Box:
    if len(words) == 4:
        box = _new_box(Box, map(float, words))
        if isfinite(sum(box)):
            return box
    raise ValueError(f"{source!r} is not a box of four numbers")


def pos_values(pos: str) -> list[str]:
    """The numbers in a Pos; zeros for an empty one."""
    return [word.rpartition(":")[2] for word in pos.split()] or ["0", "0", "0", "0"]


@lru_cache(maxsize=256)
def read_style(words: str) -> BlockStyle:
    """The style in its four words."""
    values = words.split()
    if len(values) != 4:
        raise ValueError(f"{words!r} is not a style of four words")
    size, weight, colour, background = values
    return BlockStyle(
        font_size=float(size), font_weight=int(weight), colour=int(colour, 16), background=int(background, 16)
    )
