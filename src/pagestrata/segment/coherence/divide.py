"""Which candidates are divided: the degree of coherence, learned from annotated pages.

Two models say how likely dividing a candidate is right: one for a page's main parts ('coarse'), one for single
articles, lists and teasers ('fine'). They were trained on hand-annotated pages against the division that scores best
there (benchmarks/quality/train_segmenter.py). The page is walked from the root down, one generation at a time, so that
only candidates whose parent was divided are asked about. Those with the same tags on the way from the root are mostly
repetitions of one template (teasers, columns, items) and a reader divides them alike: for single articles, lists and
teasers, part of a candidate's odds are the mean of its kind's.

A permitted degree of coherence (PDoC) of 1 to 10 shifts the odds: 3 is the coarse preset and 7 the fine one. Up to 3
the coarse model alone divides; above that the fine model does, and the coarse one says which main part a leaf is in.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources

import numpy as np

from pagestrata.learned import Ensemble, read_ensembles
from pagestrata.segment.coherence.candidates import Candidates
from pagestrata.segment.coherence.networks import Blend, read_networks
from pagestrata.segment.layout import Floats

COARSE_PDOC, FINE_PDOC, ALL_PDOC = 3, 7, 10
BIAS_PER_STEP = 1.0
"""In log odds: one step of PDoC makes dividing this much more likely."""

SHARE_OF_KIND = {"coarse": 0.0, "fine": 0.4}
"""How much of a candidate's log odds is the mean of those of its kind."""

TREES_FILE, NETWORKS_FILE = "coherence.zip", "coherence_networks.npz"

Model = Ensemble | Blend


@cache
def load_models() -> Mapping[str, Model]:
    """The shipped models, 'coarse' and 'fine'; their answers are log odds of dividing, thresholds taken off."""
    folder = resources.files("pagestrata.segment") / "data"
    trees = read_ensembles((folder / TREES_FILE).read_bytes())
    return {**trees, "fine": Blend(trees=trees["fine"], networks=read_networks((folder / NETWORKS_FILE).read_bytes()))}


class Divider:
    """Answers of one model for the candidates of one layer, asked for when they are needed."""

    def __init__(self, model: Model, candidates: Candidates, table: Floats, *, share_of_kind: float) -> None:
        self._model, self._candidates, self._table = model, candidates, table
        self._share_of_kind = share_of_kind
        self._own = np.full(len(candidates), np.nan)
        self.log_odds = np.full(len(candidates), np.nan)

    def ask(self, indexes: list[int]) -> None:
        """Fill in the log odds of those candidates, one generation of a walk."""
        missing = [index for index in indexes if np.isnan(self._own[index])]
        if missing:
            self._own[missing] = self._model.predict(self._table[missing])
        own = self._own[indexes]
        _, kind, counts = np.unique(self._candidates.kind[indexes], return_inverse=True, return_counts=True)
        of_kind = np.bincount(kind, weights=own, minlength=len(counts)) / counts
        self.log_odds[indexes] = own + self._share_of_kind * (of_kind[kind] - own)

    def leaves(self, starts: list[int], *, bias: float) -> list[list[int]]:
        """For each start, the candidates at which the walk down from it stops, in document order."""
        children = self._candidates.children
        leaves: list[list[int]] = [[] for _ in starts]
        generation = list(enumerate(starts))
        while generation:
            asked = [index for _, index in generation if children[index]]
            if asked:
                self.ask(asked)
            following: list[tuple[int, int]] = []
            for origin, index in generation:
                if children[index] and self.log_odds[index] + bias > 0:
                    following.extend((origin, child) for child in children[index])
                else:
                    leaves[origin].append(index)
            generation = following
        return [sorted(found) for found in leaves]


def bias_of(pdoc: int) -> tuple[float, float]:
    """What a PDoC adds to the coarse and to the fine log odds; minus infinity: never, infinity: always."""
    coarse = BIAS_PER_STEP * min(pdoc - COARSE_PDOC, 0)
    if pdoc <= COARSE_PDOC:
        return coarse, -np.inf
    return coarse, np.inf if pdoc >= ALL_PDOC else BIAS_PER_STEP * (pdoc - FINE_PDOC)
