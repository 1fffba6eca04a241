"""All features of a pair of versions, for `decide` and its training: content, structure and, where possible, sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import numpy as np

from pagestrata.deciding.always_keep import content_lifts, picture_lifts, redesign_lifts
from pagestrata.deciding.codebooks import default_codebooks
from pagestrata.deciding.content_change import ContentChange, content_change, content_features
from pagestrata.deciding.pairing import Pairing, pair_blocks
from pagestrata.deciding.places import Worth, worths_of
from pagestrata.deciding.sides import Side
from pagestrata.deciding.small_screenshots import Picture, Unusable, open_picture, unusable
from pagestrata.deciding.structural_features import structural_features
from pagestrata.deciding.visual_blocks import BLOCK_PICTURE_NAMES, block_looks, look_features
from pagestrata.deciding.visual_words import VISUAL_NAMES, Signature, signature_of, visual_features
from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.weighing.block_importance import is_overlay, size_shares
from pagestrata.weighing.volatility import Volatility


@dataclass(frozen=True, slots=True, kw_only=True)
class PairFeatures:
    """The features by name, what they were read from, what lifts the decision, and what could not be looked at."""

    content: Mapping[str, float]
    pictures: Mapping[str, float] | None
    change: ContentChange
    pairing: Pairing
    worths: Mapping[int, Worth] = field(repr=False)  # by id(block)
    importance: Mapping[int, float] = field(repr=False)  # share of its own page, by id(block)
    lifts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def all(self) -> dict[str, float]:
        return {**self.content, **(self.pictures or {})}


def pair_features(
    old: Side, new: Side, delta: Delta | None = None, *, history: Volatility | None = None, visual_words: bool = True
) -> PairFeatures:
    """All features of a pair; `visual_words=False` leaves out the 16 distances, the most expensive of them."""
    return with_pictures(content_of_pair(old, new, delta, history=history), old, new, visual_words=visual_words)


def content_of_pair(
    old: Side, new: Side, delta: Delta | None = None, *, history: Volatility | None = None
) -> PairFeatures:
    """The features that need no screenshot. `history` silences what changes at nearly every visit."""
    pairing = pair_blocks(old.tree, new.tree, delta)
    worths, importance = _worth(old.tree, new.tree, factors=history.factors() if history is not None else None)
    change = content_change(pairing, worths)
    content = {
        **content_features(change, pairing, importance),
        **structural_features(old.tree, new.tree, pairing),
    }
    return PairFeatures(
        content=content,
        pictures=None,
        change=change,
        pairing=pairing,
        worths=worths,
        importance=importance,
        lifts=(*content_lifts(pairing, change, worths), *redesign_lifts(pairing, importance)),
        notes=_notes([unusable(shot) for shot in _shots(old, new)]),
    )


def _shots(old: Side, new: Side) -> list[bytes]:
    """Both screenshots, or none: one alone says nothing."""
    found = [side.screenshot_png for side in (old, new) if side.screenshot_png is not None]
    return found if len(found) == 2 else []


def _notes(opened: Sequence[object]) -> tuple[str, ...]:
    """Why the screenshots cannot be used: of the old version, else of the new one."""
    for place, one in zip(("old", "new"), opened, strict=False):
        if isinstance(one, Unusable):
            return (f"{place} version: {one.reason}; decided by content alone",)
    return ()


def _worth(*trees: BlockTree, factors: Mapping[str, float] | None) -> tuple[dict[int, Worth], dict[int, float]]:
    """id(leaf) -> the worth of its place, and its share of the page."""
    worths: dict[int, Worth] = {}
    importance: dict[int, float] = {}
    for tree in trees:
        leaves = [leaf for leaf in tree.leaves() if not is_overlay(leaf)]
        if not leaves:
            continue
        found = worths_of(leaves, factors)
        raw = np.array([worth.words for worth in found]) * size_shares(leaves) ** 0.5
        total = float(raw.sum()) or 1.0
        worths.update(zip(map(id, leaves), found, strict=True))
        importance.update(zip(map(id, leaves), (raw / total).tolist(), strict=True))
    return worths, importance


def with_pictures(found: PairFeatures, old: Side, new: Side, *, visual_words: bool) -> PairFeatures:
    """The features with those of the screenshots, or with the reason why there are none."""
    shots = _shots(old, new)
    if not shots or (found.notes and shots[0] != shots[1]):
        return found
    if shots[0] == shots[1]:
        return replace(found, pictures=dict.fromkeys(PICTURE_NAMES, 0.0), notes=())
    with ThreadPoolExecutor(2) as threads:  # unpacking a PNG takes most of the time and runs outside the interpreter
        opened = list(threads.map(_described if visual_words else _plain, shots))
    notes = _notes(opened)
    if notes:
        return replace(found, notes=notes)
    first, second = (one for one in opened if isinstance(one, _Described))
    looks = block_looks(first.picture, second.picture, found.pairing, found.importance)
    words = visual_features(first.signature, second.signature) if first.signature and second.signature else {}
    lifts = (*found.lifts, *picture_lifts(looks, found.worths))
    return replace(found, pictures={**words, **look_features(looks)}, lifts=lifts)


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
    signature: Signature | None = None


def _plain(png: bytes) -> _Described | Unusable:
    picture = open_picture(png)
    return picture if isinstance(picture, Unusable) else _Described(picture=picture)


def _described(png: bytes) -> _Described | Unusable:
    picture = open_picture(png)
    if isinstance(picture, Unusable):
        return picture
    return _Described(picture=picture, signature=signature_of(picture, default_codebooks()))
