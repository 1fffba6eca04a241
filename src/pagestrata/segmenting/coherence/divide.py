"""Decide which candidates are divided, by a degree of coherence that is learned from annotated pages.

Two models say how likely dividing a candidate is right: one for a page's main parts ('coarse'), one for single
articles, lists and teasers ('fine'). They were trained on hand-annotated pages against the division that scores best
there (benchmarks/training/train_segmenter.py). The page is walked from the root down, one generation at a time, so that
only candidates whose parent was divided are asked about. Those with the same tags on the way from the root are mostly
repetitions of one template (teasers, columns, items) and a reader divides them alike: for single articles, lists and
teasers, part of a candidate's odds are the mean of its kind's.

A permitted degree of coherence (PDoC) of 1 to 10 shifts the odds: 3 is the coarse preset and 7 the fine one. Up to 3
the coarse model alone divides; above that the fine model does, and the coarse one says which main part a leaf is in.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np

from pagestrata.learned.networks import Blend, Networks, read_networks
from pagestrata.learned.trees import Ensemble, read_ensembles
from pagestrata.segmenting.coherence.candidates import Candidates
from pagestrata.segmenting.layout import Floats

COARSE_PDOC, FINE_PDOC, ALL_PDOC = 3, 7, 10
BIAS_PER_STEP = 1.0
"""Log odds that one step of PDoC adds to dividing."""

SHARE_OF_KIND = {"coarse": 0.0, "fine": 0.4}
"""Share of the mean of a candidate's kind in its log odds."""

TREES_FILE, NETWORKS_FILE, FRAMES_FILE = "coherence.zip", "coherence_networks.npz", "coherence_frames.npz"


@dataclass(frozen=True, kw_only=True)
class Models:
    """The models of the segmenter. They return log odds minus their thresholds."""

    coarse: Ensemble  # that a candidate is divided
    fine: Ensemble | Blend
    frames: Networks  # that the next box is the better one


@cache
def load_models() -> Models:
    """Return the shipped models."""
    folder = resources.files("pagestrata.segmenting") / "data"
    trees = read_ensembles((folder / TREES_FILE).read_bytes())
    networks, frames = (read_networks((folder / name).read_bytes()) for name in (NETWORKS_FILE, FRAMES_FILE))
    return Models(coarse=trees["coarse"], fine=Blend(trees=trees["fine"], networks=networks), frames=frames)


class Divider:
    """Answers of one model for the candidates of one layer, computed on demand."""

    def __init__(self, model: Ensemble | Blend, candidates: Candidates, table: Floats, *, share_of_kind: float) -> None:
        self._model, self._candidates, self._table = model, candidates, table
        self._share_of_kind = share_of_kind
        self._own = np.full(len(candidates), np.nan)
        self.log_odds = np.full(len(candidates), np.nan)

    def ask(self, indexes: list[int]) -> None:
        """Fill in the log odds of those candidates, one generation of a walk."""
        unknown = [index for index in indexes if np.isnan(self._own[index])]
        if unknown:
            # Only children are asked about in advance: one large batch is faster than many small ones.
            together = [member for index in unknown for member in self._line(index)]
            self._own[together] = self._model.predict(self._table[together])
        own = self._own[indexes]
        if self._share_of_kind:
            kind = self._candidates.kind[indexes]
            of_kind = np.bincount(kind, weights=own)[kind] / np.bincount(kind)[kind]
            own += self._share_of_kind * (of_kind - own)
        self.log_odds[indexes] = own

    def _line(self, index: int) -> list[int]:
        """Return the candidate and its chain of only children."""
        children = self._candidates.children
        line = [index]
        while len(children[line[-1]]) == 1 and children[children[line[-1]][0]]:
            line.append(children[line[-1]][0])
        return line

    def leaves(self, starts: list[int], *, bias: float) -> list[list[int]]:
        """Return for each start the candidates where the walk from it stops, in document order."""
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
    """Return what a PDoC adds to the coarse and fine log odds: minus infinity never divides, infinity always."""
    coarse = BIAS_PER_STEP * min(pdoc - COARSE_PDOC, 0)
    if pdoc <= COARSE_PDOC:
        return coarse, -np.inf
    return coarse, np.inf if pdoc >= ALL_PDOC else BIAS_PER_STEP * (pdoc - FINE_PDOC)
