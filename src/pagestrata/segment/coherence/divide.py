"""Which candidates are divided: the degree of coherence, learned from annotated pages.

Two models answer for every candidate at once how likely dividing it is right: one for a page's main parts ('coarse'),
one for single articles, lists and teasers ('fine'). They were trained on hand-annotated pages against the division
that scores best there (benchmarks/quality/train_segmenter.py); each page's answer comes from its own rows alone.

A permitted degree of coherence (PDoC) of 1 to 10 is a point on the way from one model to the other: up to 3 the coarse
model with a rising bias, from 7 the fine one, between them a mixture. A finer step divides whatever a coarser one
does, so that the blocks of one PDoC always lie inside those of the next lower one.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

import numpy as np

from pagestrata.learned import Ensemble, read_ensembles
from pagestrata.model.snapshot import BoolColumn
from pagestrata.segment.coherence.candidates import Candidates
from pagestrata.segment.coherence.features import features
from pagestrata.segment.layout import Floats, Layout

COARSE_PDOC, FINE_PDOC, ALL_PDOC = 3, 7, 10
BIAS_PER_STEP = 1.0
"""In log odds: a step further out on either side makes dividing this much less or more likely."""

MODEL_FILE = "coherence.zip"


@cache
def load_models() -> dict[str, Ensemble]:
    """The shipped models, 'coarse' and 'fine'."""
    data = resources.files("pagestrata.segment") / "data" / MODEL_FILE
    return read_ensembles(data.read_bytes())


def log_odds(layout: Layout, candidates: Candidates) -> tuple[Floats, Floats]:
    """Of dividing each candidate: coarse and fine, thresholds already taken off."""
    _, table = features(layout, candidates)
    models = load_models()
    return models["coarse"].predict(table), models["fine"].predict(table)


def divided(candidates: Candidates, coarse: Floats, fine: Floats, *, pdoc: int) -> BoolColumn:
    """The candidates that are divided at a PDoC. What has one child or none is never divided by itself."""
    found = np.zeros(len(candidates), np.bool_)
    for step in range(1, pdoc + 1):
        share = min(max((step - COARSE_PDOC) / (FINE_PDOC - COARSE_PDOC), 0.0), 1.0)
        bias = BIAS_PER_STEP * (min(step - COARSE_PDOC, 0) + max(step - FINE_PDOC, 0))
        found |= (1 - share) * coarse + share * fine + bias > 0
    if pdoc == ALL_PDOC:
        found[:] = True
    return np.asarray(found & (candidates.child_count > 0))
