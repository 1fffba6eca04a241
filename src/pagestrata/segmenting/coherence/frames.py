"""The frame of a block: which of several boxes around the same content a reader would draw.

Wrappers are often nested without siblings and have the same content: a column as high as the page around a short menu,
padding around a list, a line of text in a wide cell. Where the walk stopped in such a chain says little about where a
reader sees the block end. So a second model walks down the chain and decides at each candidate whether the next box is
closer to what annotators drew. Only the box of a block depends on this, not its content, ref or position in the tree.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from pagestrata.learned.networks import Networks
from pagestrata.segmenting.coherence.candidates import Candidates
from pagestrata.segmenting.layout import Floats


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
