"""From divided candidates to an outline: the page, its main parts, and the leaves in them.

The tree is kept this shallow on purpose. Wrappers come and go between two versions of a page; a level for each of
them would rename every block below. What a reader calls the parts of a page are the blocks of the coarse model.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pagestrata.model.snapshot import BoolColumn
from pagestrata.segment.coherence.candidates import Candidates, find_candidates
from pagestrata.segment.coherence.divide import COARSE_PDOC, divided, log_odds
from pagestrata.segment.layout import Floats, Layout
from pagestrata.segment.outline import MAX_DOC, MIN_DOC, Outline


def outline_page(layout: Layout, root: int, *, pdoc: int) -> Outline:
    """The outline below one root at a permitted degree of coherence."""
    candidates = find_candidates(layout, root)
    coarse, fine = log_odds(layout, candidates)
    splits = divided(candidates, coarse, fine, pdoc=pdoc)
    part_splits = divided(candidates, coarse, fine, pdoc=min(pdoc, COARSE_PDOC))
    docs = degrees(fine)
    parts = []
    for part in leaves_below(candidates, part_splits, 0):
        leaves = leaves_below(candidates, splits, part)
        if len(leaves) == 1:
            parts.append(Outline(rows=candidates.rows[leaves[0]], doc=int(docs[leaves[0]])))
            continue
        doc = int(docs[part])
        children = tuple(Outline(rows=candidates.rows[leaf], doc=max(doc, int(docs[leaf]))) for leaf in leaves)
        parts.append(Outline(rows=candidates.rows[part], children=children, doc=doc))
    if len(parts) == 1 and not parts[0].children:
        return Outline(rows=(root,), doc=parts[0].doc)
    return Outline(rows=(root,), children=tuple(parts), doc=min([MAX_DOC, *(part.doc for part in parts)]))


def degrees(fine: Floats) -> Sequence[int]:
    """DoC 1 to 10: how sure the fine model is that a candidate is one thing."""
    coherent = 1.0 / (1.0 + np.exp(np.clip(fine, -30, 30)))
    found: list[int] = np.rint(MIN_DOC + (MAX_DOC - MIN_DOC) * coherent).astype(np.int64).tolist()
    return found


def leaves_below(candidates: Candidates, splits: BoolColumn, start: int) -> list[int]:
    """The undivided candidates under one, in document order."""
    found, waiting = [], [start]
    while waiting:
        candidate = waiting.pop()
        if splits[candidate]:
            waiting.extend(reversed(candidates.children[candidate]))
        else:
            found.append(candidate)
    return found
