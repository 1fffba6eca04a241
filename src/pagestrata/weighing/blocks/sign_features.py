"""What the page's author calls a block (`model.signs`), in numbers: the share of its text that each sign holds for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pagestrata.model.blocks import Block
from pagestrata.model.signs import SIGNS

CALLED: tuple[str, ...] = tuple(f"called {name}" for name in SIGNS)
_COLUMN = {name: place for place, name in enumerate(SIGNS)}


def sign_features(leaves: Sequence[Block]) -> npt.NDArray[np.float64]:
    """One row per name in `CALLED`, with one number per block; zeros for blocks of archives that know no signs."""
    shares = np.zeros((len(CALLED), len(leaves)))
    for place, leaf in enumerate(leaves):
        length = max(1, len(leaf.text))
        for name, start, end in leaf.signs:
            shares[_COLUMN[name], place] += 1.0 if end > length else (end - start) / length
    return np.minimum(shares, 1.0)
