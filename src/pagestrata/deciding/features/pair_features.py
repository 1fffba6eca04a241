"""All features of a pair of versions, for `decide` and its training: content, structure and, where possible, sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from pagestrata.deciding.features.content_change import (
    ContentChange,
    Worth,
    content_change,
    content_features,
    structural_features,
    worth_of,
)
from pagestrata.deciding.features.visual_blocks import (
    BLOCK_PICTURE_NAMES,
    Picture,
    Unusable,
    block_looks,
    look_features,
    open_picture,
    redesigns,
    swapped_pictures,
    unusable,
)
from pagestrata.deciding.features.visual_words import (
    VISUAL_NAMES,
    Signature,
    default_codebooks,
    signature_of,
    visual_features,
)
from pagestrata.deciding.sides import Side
from pagestrata.judging.context import NOTHING_KNOWN, Context, Known, Pairing, pair_blocks
from pagestrata.judging.findings import Finding, HeardPair, heard_pair, likeliest, weighed_looks
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.screenshots import Screenshot, is_same_file
from pagestrata.weighing.blocks.block_importance import size_shares

LINKS_ALIKE = "Jaccard of link addresses"
LIKELIEST = "chance of the likeliest finding"


@dataclass(frozen=True, kw_only=True)
class PairFeatures:
    """Two versions, what was found between them, and the features for models: computed when a model first reads them."""

    old: Side
    new: Side
    pairing: Pairing
    known: Known = NOTHING_KNOWN
    said_importance: Mapping[str, float] = field(default_factory=dict)  # of blocks and roles, as a person set it
    pictures: Mapping[str, float] | None = None
    findings: tuple[Finding, ...] = ()
    heard: tuple[Finding, ...] = ()  # the findings before redesigns and swapped pictures joined them
    notes: tuple[str, ...] = ()  # why screenshots could not be used

    @cached_property
    def worths(self) -> Mapping[int, Worth]:
        """The worth of the place of each leaf, by id(block)."""
        return {id(leaf): worth_of(leaf) for side in (self.old, self.new) for leaf in _leaves(side.tree)}

    @cached_property
    def importance(self) -> Mapping[int, float]:
        """The share of each leaf in its own page, by id(block)."""
        return _shares(self.old.tree, self.new.tree)

    @cached_property
    def change(self) -> ContentChange:
        """The words, linked titles and pictures that came or went."""
        worths = _said_worths(self.pairing, self.worths, self.said_importance)
        return content_change(_heard(self.pairing, self.heard), worths)

    @cached_property
    def content(self) -> Mapping[str, float]:
        """The features that need no screenshot, by name."""
        old, new, said = self.old.tree, self.new.tree, self.said_importance
        content = {
            **content_features(self.change, _heard(self.pairing, self.heard), self.importance),
            LIKELIEST: likeliest(self.heard),
            **structural_features(old, new, self.pairing),
        }
        if 0.0 in said.values():
            without = structural_features(_without(old, said), _without(new, said), self.pairing)
            content[LINKS_ALIKE] = max(content[LINKS_ALIKE], without[LINKS_ALIKE])
        return content

    def all(self) -> dict[str, float]:
        return {**self.content, **(self.pictures or {})}


def pair_features(old: Side, new: Side, delta: Delta | None = None, *, visual_words: bool = True) -> PairFeatures:
    """All features of a pair; `visual_words=False` leaves out the 16 distances, the most expensive of them."""
    found = heard_pair(old.tree, new.tree, delta)
    redesigned = redesigns_between(found, old, new) if found.has_new_styles else ()
    content = PairFeatures(
        old=old, new=new, pairing=found.pairing, findings=(*found.findings, *redesigned), heard=found.findings
    )
    return with_pictures(with_notes(content), old, new, visual_words=visual_words)


def redesigns_between(found: HeardPair, old: Side, new: Side) -> list[Finding]:
    """One finding if most of the page was given other fonts or colours, else nothing."""
    return redesigns(found.pairing, _shares(old.tree, new.tree))


def with_notes(found: PairFeatures) -> PairFeatures:
    """The features, with the reasons why screenshots cannot be used."""
    return replace(found, notes=_notes([unusable(shot) for shot in _shots(found.old, found.new)]))


def said_importance(block: Block, old_ref: str, importance: Mapping[str, float]) -> float | None:
    """The importance set for a block by its ref, old or new, or its role; a ref takes precedence."""
    return next((importance[name] for name in (block.ref, old_ref, block.role) if name in importance), None)


def _heard(pairing: Pairing, findings: Sequence[Finding]) -> Pairing:
    """The pairing with blocks of which nothing but noise is to be said among the unchanged ones."""
    speaking = {id(finding.block) for finding in findings if not finding.is_noise}
    quiet = {id(finding.block) for finding in findings if finding.is_noise} - speaking
    return Pairing(
        equal=(*pairing.equal, *(pair for pair in pairing.changed if id(pair[1]) in quiet)),
        changed=tuple(pair for pair in pairing.changed if id(pair[1]) not in quiet),
        deleted=tuple(block for block in pairing.deleted if id(block) not in quiet),
        inserted=tuple(block for block in pairing.inserted if id(block) not in quiet),
    )


def _said_worths(pairing: Pairing, worths: Mapping[int, Worth], importance: Mapping[str, float]) -> Mapping[int, Worth]:
    """The worths with what a person said in place of what the role says, on both sides of a pair."""
    if not importance:
        return worths
    sides = [*pairing.changed, *((block, block) for block in (*pairing.deleted, *pairing.inserted))]
    found = dict(worths)
    for old, new in sides:
        said = said_importance(new, old.ref, importance)
        if said is not None:
            found[id(old)] = found[id(new)] = Worth(words=said, titles=said)
    return found


def _without(tree: BlockTree, importance: Mapping[str, float]) -> BlockTree:
    """The leaves of the tree without those that a person set to 0."""
    leaves = tuple(leaf for leaf in tree.leaves() if said_importance(leaf, leaf.ref, importance) != 0.0)
    return replace(tree, blocks=leaves)


def _shots(old: Side, new: Side) -> list[Screenshot]:
    """Both screenshots, or none: one alone says nothing."""
    found = [side.picture for side in (old, new)]
    shots = [shot for shot in found if shot is not None]
    return shots if len(shots) == 2 else []


def _notes(opened: Sequence[object]) -> tuple[str, ...]:
    """Why the screenshots cannot be used: of the old version, else of the new one."""
    for place, one in zip(("old", "new"), opened, strict=False):
        if isinstance(one, Unusable):
            return (f"{place} version: {one.reason}; decided by content alone",)
    return ()


def _leaves(tree: BlockTree) -> list[Block]:
    return [leaf for leaf in tree.leaves() if not leaf.is_overlay]


def _shares(*trees: BlockTree) -> dict[int, float]:
    """id(leaf) -> its share of its page."""
    shares: dict[int, float] = {}
    for leaves in filter(None, map(_leaves, trees)):
        raw = np.array([worth_of(leaf).words for leaf in leaves]) * size_shares(leaves) ** 0.5
        total = float(raw.sum()) or 1.0
        shares.update(zip(map(id, leaves), (raw / total).tolist(), strict=True))
    return shares


def with_pictures(found: PairFeatures, old: Side, new: Side, *, visual_words: bool) -> PairFeatures:
    """The features with those of the screenshots, or with the reason why there are none."""
    shots = _shots(old, new)
    is_same = bool(shots) and is_same_file(*shots)
    if not shots or (found.notes and not is_same):
        return found
    if is_same:
        return replace(found, pictures=dict.fromkeys(PICTURE_NAMES, 0.0), notes=())
    with ThreadPoolExecutor(2) as threads:  # unpacking a PNG takes most of the time and runs outside the interpreter
        opened = list(threads.map(_described if visual_words else _plain, shots))
    notes = _notes(opened)
    if notes:
        return replace(found, notes=notes)
    first, second = (one for one in opened if isinstance(one, _Described))
    looks = block_looks(first.picture, second.picture, found.pairing, found.importance)
    words = visual_features(first.signature, second.signature) if first.signature and second.signature else {}
    swapped = weighed_looks(swapped_pictures(looks, found.worths), Context(old.tree, new.tree, found.known))
    findings = (*found.findings, *swapped)
    return replace(found, pictures={**words, **look_features(looks)}, findings=findings)


def _names() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of the content features and of the visual ones, as a pair of empty pages has them."""
    empty = BlockTree(blocks=())
    pairing = pair_blocks(empty, empty)
    content = {
        **content_features(content_change(pairing, {}), pairing, {}),
        LIKELIEST: 0.0,
        **structural_features(empty, empty, pairing),
    }
    return tuple(content), (*VISUAL_NAMES, *BLOCK_PICTURE_NAMES)


CONTENT_NAMES, PICTURE_NAMES = _names()
FEATURE_NAMES = frozenset((*CONTENT_NAMES, *PICTURE_NAMES))
WORD_DISTANCES = frozenset(VISUAL_NAMES)
"""The features of paper 4's visual words, which are computed only for a model that uses them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Described:
    picture: Picture
    signature: Signature | None = None


def _plain(shot: Screenshot) -> _Described | Unusable:
    picture = open_picture(shot)
    return picture if isinstance(picture, Unusable) else _Described(picture=picture)


def _described(shot: Screenshot) -> _Described | Unusable:
    picture = open_picture(shot)
    if isinstance(picture, Unusable):
        return picture
    return _Described(picture=picture, signature=signature_of(picture, default_codebooks()))
