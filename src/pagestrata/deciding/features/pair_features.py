"""All features of a pair of versions, for `decide` and its training: content, structure and, where possible, sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import numpy as np

from pagestrata.deciding.chances import likeliest, said_importance, silence_volatile, with_importance
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
from pagestrata.judging.context import NOTHING_KNOWN, Known
from pagestrata.judging.findings import Finding, findings_of
from pagestrata.judging.pairing import Pairing, pair_blocks
from pagestrata.model.blocks import BlockTree
from pagestrata.model.deltas import Delta
from pagestrata.model.screenshots import Screenshot, is_same_file
from pagestrata.weighing.blocks.block_importance import size_shares
from pagestrata.weighing.history.volatility import Volatility

LINKS_ALIKE = "Jaccard of link addresses"
LIKELIEST = "chance of the likeliest finding"


@dataclass(frozen=True, slots=True, kw_only=True)
class PairFeatures:
    """The features by name, what they were read from, single findings, and what could not be looked at."""

    content: Mapping[str, float]
    pictures: Mapping[str, float] | None
    change: ContentChange
    pairing: Pairing
    worths: Mapping[int, Worth] = field(repr=False)  # by id(block)
    importance: Mapping[int, float] = field(repr=False)  # share of its own page, by id(block)
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()

    def all(self) -> dict[str, float]:
        return {**self.content, **(self.pictures or {})}


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardPair:
    """The leaf blocks of two versions side by side, and what is found between them as a person and the history value it."""

    pairing: Pairing
    findings: tuple[Finding, ...]


def pair_features(
    old: Side, new: Side, delta: Delta | None = None, *, history: Volatility | None = None, visual_words: bool = True
) -> PairFeatures:
    """All features of a pair; `visual_words=False` leaves out the 16 distances, the most expensive of them."""
    return with_pictures(content_of_pair(old, new, delta, history=history), old, new, visual_words=visual_words)


def content_of_pair(
    old: Side,
    new: Side,
    delta: Delta | None = None,
    *,
    history: Volatility | None = None,
    importance: Mapping[str, float] | None = None,
    found: HeardPair | None = None,
    known: Known = NOTHING_KNOWN,
) -> PairFeatures:
    """The features that need no screenshot.

    `history` silences what changes at nearly every visit, `importance` is what a person says of blocks and roles: blocks
    of importance 0 count as unchanged. `known` is what the archive knows of the page, `found` what `heard_pair` gave for the
    same, where somebody asked already.
    """
    said = importance or {}
    if found is None:
        found = heard_pair(old, new, delta, history=history, importance=said, known=known)
    pairing, findings = found.pairing, found.findings
    heard = _heard(pairing, findings)
    worths, shares = _worth(old.tree, new.tree)
    change = content_change(heard, _said_worths(pairing, worths, said))
    content = {
        **content_features(change, heard, shares),
        LIKELIEST: likeliest(findings),
        **structural_features(old.tree, new.tree, pairing),
    }
    if 0.0 in said.values():
        without = structural_features(_without(old.tree, said), _without(new.tree, said), pairing)
        content[LINKS_ALIKE] = max(content[LINKS_ALIKE], without[LINKS_ALIKE])
    return PairFeatures(
        content=content,
        pictures=None,
        change=change,
        pairing=pairing,
        worths=worths,
        importance=shares,
        findings=(*findings, *redesigns(pairing, shares)),
        notes=_notes([unusable(shot) for shot in _shots(old, new)]),
    )


def with_redesigns(found: HeardPair, old: Side, new: Side) -> tuple[Finding, ...]:
    """The findings that `content_of_pair` has, without all that only a decision needs."""
    if not any(one.kind == "style" for one in found.findings):  # nothing to find a redesign in
        return found.findings
    return (*found.findings, *redesigns(found.pairing, _worth(old.tree, new.tree)[1]))


def heard_pair(
    old: Side,
    new: Side,
    delta: Delta | None,
    *,
    history: Volatility | None,
    importance: Mapping[str, float],
    known: Known = NOTHING_KNOWN,
) -> HeardPair:
    """What is found between two versions, without what always changes, and as a person values it."""
    pairing = pair_blocks(old.tree, new.tree, delta)
    findings = findings_of(old.tree, new.tree, pairing, known=known)
    if history is not None:
        findings = silence_volatile(findings, history, old.tree, new.tree)
    return HeardPair(pairing=pairing, findings=tuple(with_importance(findings, importance)))


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


def _worth(*trees: BlockTree) -> tuple[dict[int, Worth], dict[int, float]]:
    """id(leaf) -> the worth of its place, and its share of the page."""
    worths: dict[int, Worth] = {}
    importance: dict[int, float] = {}
    for tree in trees:
        leaves = [leaf for leaf in tree.leaves() if not leaf.is_overlay]
        if not leaves:
            continue
        found = [worth_of(leaf) for leaf in leaves]
        raw = np.array([worth.words for worth in found]) * size_shares(leaves) ** 0.5
        total = float(raw.sum()) or 1.0
        worths.update(zip(map(id, leaves), found, strict=True))
        importance.update(zip(map(id, leaves), (raw / total).tolist(), strict=True))
    return worths, importance


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
    findings = (*found.findings, *swapped_pictures(looks, found.worths))
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
