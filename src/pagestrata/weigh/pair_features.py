"""All features of a pair of versions, for `decide` and its training: content, structure and, where possible, sight."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.weigh.block_features import Frame
from pagestrata.weigh.blocks import block_values, is_overlay, size_shares
from pagestrata.weigh.codebooks import default_codebooks
from pagestrata.weigh.pairing import Pairing, pair_blocks
from pagestrata.weigh.per_block import ContentChange, content_change, content_features
from pagestrata.weigh.pictures import Picture, Unusable, open_picture
from pagestrata.weigh.sides import Side
from pagestrata.weigh.structural import structural_features
from pagestrata.weigh.visual_blocks import BLOCK_PICTURE_NAMES, block_picture_features
from pagestrata.weigh.visual_words import VISUAL_NAMES, Signature, signature_of, visual_features

LEAST_WORTH = 0.3
"""What a changed word is worth at least: a role may be wrong, and news in a footer is still news."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairFeatures:
    """The features by name, what they were read from, and what could not be looked at."""

    content: Mapping[str, float]
    pictures: Mapping[str, float] | None
    change: ContentChange
    pairing: Pairing
    notes: tuple[str, ...] = field(default=())

    def all(self) -> dict[str, float]:
        return {**self.content, **(self.pictures or {})}


def pair_features(old: Side, new: Side, delta: Delta | None = None, *, visual_words: bool = True) -> PairFeatures:
    """All features of a pair; `visual_words=False` leaves out the 16 distances, the dearest of them."""
    pairing = pair_blocks(old.tree, new.tree, delta)
    values, importance = _worth(old.tree, new.tree)
    change = content_change(pairing, values)
    content = {
        **content_features(change, pairing, importance),
        **structural_features(old.tree, new.tree, pairing),
    }
    pictures, notes = _picture_features(old, new, pairing, importance, visual_words=visual_words)
    return PairFeatures(content=content, pictures=pictures, change=change, pairing=pairing, notes=notes)


def _worth(*trees: BlockTree) -> tuple[dict[int, float], dict[int, float]]:
    """id(leaf) -> the worth of its kind, and its share of the page; by rules, which cost a tenth of the learned model."""
    values: dict[int, float] = {}
    importance: dict[int, float] = {}
    for tree in trees:
        leaves = [leaf for leaf in tree.leaves() if not is_overlay(leaf)]
        if not leaves:
            continue
        worth = LEAST_WORTH + (1.0 - LEAST_WORTH) * block_values(leaves, Frame.of(tree), model=None)
        raw = worth * size_shares(leaves) ** 0.5
        total = float(raw.sum()) or 1.0
        values.update(zip(map(id, leaves), worth.tolist(), strict=True))
        importance.update(zip(map(id, leaves), (raw / total).tolist(), strict=True))
    return values, importance


def _picture_features(
    old: Side, new: Side, pairing: Pairing, importance: Mapping[int, float], *, visual_words: bool
) -> tuple[dict[str, float] | None, tuple[str, ...]]:
    """The visual features, or None and why there are none."""
    if old.screenshot_png is None or new.screenshot_png is None:
        return None, ()
    shots = (old.screenshot_png, new.screenshot_png)
    if shots[0] == shots[1]:
        return dict.fromkeys(PICTURE_NAMES, 0.0), ()
    with ThreadPoolExecutor(2) as threads:  # unpacking a PNG takes most of the time and runs outside the interpreter
        opened = list(threads.map(_described if visual_words else open_picture, shots))
    first, second = opened
    if isinstance(first, Unusable):
        return None, (f"old version: {first.reason}; decided by content alone",)
    if isinstance(second, Unusable):
        return None, (f"new version: {second.reason}; decided by content alone",)
    if isinstance(first, Picture) and isinstance(second, Picture):
        return block_picture_features(first, second, pairing, importance), ()
    assert isinstance(first, _Described)
    assert isinstance(second, _Described)
    blocks = block_picture_features(first.picture, second.picture, pairing, importance)
    return {**visual_features(first.signature, second.signature), **blocks}, ()


def _names() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of the content features and of the visual ones, as a pair of empty pages has them."""
    empty = BlockTree(blocks=())
    pairing = pair_blocks(empty, empty)
    content = {
        **content_features(content_change(pairing, {}), pairing, {}),
        **structural_features(empty, empty, pairing),
    }
    return tuple(content), (*VISUAL_NAMES, *BLOCK_PICTURE_NAMES)


CONTENT_NAMES, PICTURE_NAMES = _names()
FEATURE_NAMES = frozenset((*CONTENT_NAMES, *PICTURE_NAMES))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Described:
    picture: Picture
    signature: Signature


def _described(png: bytes) -> _Described | Unusable:
    picture = open_picture(png)
    if isinstance(picture, Unusable):
        return picture
    return _Described(picture=picture, signature=signature_of(picture, default_codebooks()))
