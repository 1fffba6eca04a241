"""From divided candidates to an outline: the page, its main parts, and the leaves in them.

The tree is kept this shallow on purpose. Wrappers come and go between two versions of a page; a level for each of
them would say nothing to a reader. What a reader calls the parts of a page are the blocks of the coarse model.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pagestrata.learned import Ensemble
from pagestrata.segment.coherence.candidates import Candidates, find_candidates
from pagestrata.segment.coherence.divide import Divider, bias_of, load_models
from pagestrata.segment.coherence.features import features
from pagestrata.segment.layout import Layout
from pagestrata.segment.outline import MAX_DOC, MIN_DOC, Outline


def outline_page(layout: Layout, root: int, *, pdoc: int, models: Mapping[str, Ensemble] | None = None) -> Outline:
    """The outline below one root at a permitted degree of coherence."""
    models = models if models is not None else load_models()
    candidates = find_candidates(layout, root)
    _, table = features(layout, candidates)
    coarse, fine = (Divider(models[name], candidates, table) for name in ("coarse", "fine"))
    coarse_bias, fine_bias = bias_of(pdoc)
    (found,) = coarse.leaves([0], bias=coarse_bias)
    goes_on = fine_bias > -np.inf
    leaves_of = fine.leaves(found, bias=fine_bias) if goes_on else [[part] for part in found]
    divider = fine if goes_on else coarse
    parts = []
    for part, leaves in zip(found, leaves_of, strict=True):
        if len(leaves) == 1:
            parts.append(_leaf(candidates, divider, leaves[0], MIN_DOC))
            continue
        doc = _degree(divider, part)
        children = tuple(_leaf(candidates, divider, leaf, doc) for leaf in leaves)
        parts.append(Outline(rows=candidates.rows[part], children=children, doc=doc))
    if len(parts) == 1 and not parts[0].children:
        return Outline(rows=(root,), doc=parts[0].doc)
    return Outline(rows=(root,), children=tuple(parts), doc=min([MAX_DOC, *(part.doc for part in parts)]))


def _leaf(candidates: Candidates, divider: Divider, index: int, least_doc: int) -> Outline:
    return Outline(rows=candidates.rows[index], doc=max(least_doc, _degree(divider, index)))


def _degree(divider: Divider, index: int) -> int:
    """DoC 1 to 10: how sure the model is that a candidate is one thing; what cannot be divided is."""
    odds = float(divider.log_odds[index])
    if np.isnan(odds):
        return MAX_DOC
    coherent = 1.0 / (1.0 + np.exp(np.clip(odds, -30, 30)))
    return round(MIN_DOC + (MAX_DOC - MIN_DOC) * float(coherent))
