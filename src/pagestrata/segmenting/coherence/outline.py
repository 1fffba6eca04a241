"""Build an outline from divided candidates: the page, its main parts, and their leaves.

The tree is shallow on purpose: wrappers come and go between versions of a page, and a level for each would mean nothing
to a reader. The main parts of a page are the blocks of the coarse model.

Several wrappers may contain the same content: a column as high as the page around a short menu, padding around a list, a line of
text in a wide cell. Where the walk stopped in such a chain says little about where a reader sees the block end. So a second model
walks down the chain and decides at each candidate whether the next box is closer to what annotators drew. Only the box of a
block depends on this, not its content, ref or position in the tree.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from pagestrata.learned.networks import Networks
from pagestrata.segmenting.coherence.candidates import Candidates, candidate_boxes, find_candidates
from pagestrata.segmenting.coherence.divide import SHARE_OF_KIND, Divider, Models, bias_of, load_models
from pagestrata.segmenting.coherence.features import features
from pagestrata.segmenting.layout import Floats, Layout
from pagestrata.segmenting.outline import MAX_DOC, MIN_DOC, Outline


def outline_page(layout: Layout, root: int, *, pdoc: int, models: Models | None = None) -> Outline:
    """The outline below one root at a permitted degree of coherence."""
    models = models if models is not None else load_models()
    candidates = find_candidates(layout, root)
    _, table = features(layout, candidates)
    coarse = Divider(models.coarse, candidates, table, share_of_kind=SHARE_OF_KIND["coarse"])
    fine = Divider(models.fine, candidates, table, share_of_kind=SHARE_OF_KIND["fine"])
    coarse_bias, fine_bias = bias_of(pdoc)
    (parts,) = coarse.leaves([0], bias=coarse_bias)
    if fine_bias == -np.inf:
        return _outline(candidates, coarse, {part: [part] for part in parts}, frames={})
    (leaves,) = fine.leaves([0], bias=fine_bias)
    frames = find_frames(models.frames, candidates, table, candidate_boxes(layout, candidates), leaves)
    return _outline(candidates, fine, _grouped(candidates, parts, leaves), frames=frames)


def _grouped(candidates: Candidates, parts: list[int], leaves: list[int]) -> dict[int, list[int]]:
    """Return the leaves of each part. Where the models disagree and a leaf spans several parts, it becomes a part."""
    known = set(parts)
    groups: dict[int, list[int]] = {}
    for leaf in leaves:
        part = leaf
        while part > 0 and part not in known:
            part = int(candidates.parent[part])
        groups.setdefault(part if part in known else leaf, []).append(leaf)
    return groups


def _outline(
    candidates: Candidates, divider: Divider, groups: dict[int, list[int]], *, frames: dict[int, int]
) -> Outline:
    def leaf_of(index: int, least_doc: int) -> Outline:
        frame = candidates.rows[frames[index]] if index in frames else ()
        return Outline(rows=candidates.rows[index], frame=frame, doc=max(least_doc, _degree(divider, index)))

    found = []
    for part, leaves in groups.items():
        if len(leaves) == 1:
            found.append(leaf_of(leaves[0], MIN_DOC))
            continue
        doc = _degree(divider, part)
        children = tuple(leaf_of(leaf, doc) for leaf in leaves)
        found.append(Outline(rows=candidates.rows[part], children=children, doc=doc))
    if len(found) == 1 and not found[0].children:
        return Outline(rows=candidates.rows[0], doc=found[0].doc)
    return Outline(rows=candidates.rows[0], children=tuple(found), doc=min([MAX_DOC, *(part.doc for part in found)]))


def _degree(divider: Divider, index: int) -> int:
    """Return the DoC, 1 to 10: the model's confidence that a candidate is one unit; 10 if it cannot be divided."""
    odds = float(divider.log_odds[index])
    if np.isnan(odds):
        return MAX_DOC
    coherent = 1.0 / (1.0 + np.exp(np.clip(odds, -30, 30)))
    return round(MIN_DOC + (MAX_DOC - MIN_DOC) * float(coherent))


def chain_of(candidates: Candidates, index: int) -> list[int]:
    """Return the candidates with the same content, outermost first. The root forms a chain of its own."""
    children = candidates.children
    top = index
    while (above := int(candidates.parent[top])) > 0 and len(children[above]) == 1:
        top = above
    chain = [top]
    while len(children[chain[-1]]) == 1:
        chain.append(children[chain[-1]][0])
    return chain


def find_frames(
    model: Networks, candidates: Candidates, table: Floats, boxes: Floats, leaves: Iterable[int]
) -> dict[int, int]:
    """Return for each leaf the candidate whose box is drawn."""
    chains = {leaf: chain_of(candidates, leaf) for leaf in leaves}
    # Equal boxes need no choice.
    asked = sorted(
        {
            outer
            for chain in chains.values()
            for outer, inner in pairwise(chain)
            if not np.array_equal(boxes[outer], boxes[inner])
        }
    )
    stays = {index for index, odds in zip(asked, model.predict(table[asked]).tolist(), strict=True) if odds <= 0}
    return {leaf: next((index for index in chain if index in stays), chain[-1]) for leaf, chain in chains.items()}
