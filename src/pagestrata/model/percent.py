"""Shares as people read them, written alike in every message."""

from __future__ import annotations


def percent(share: float, decimals: int = 0) -> str:
    """'60 %' of .6."""
    return f"{100 * share:.{decimals}f} %"


LIKELIHOODS = ((0.95, "almost surely"), (0.8, "very likely"), (0.6, "likely"), (0.4, "perhaps"))
"""The words for probabilities of at least so much."""


def likelihood(probability: float) -> str:
    """A probability in words."""
    for least, words in LIKELIHOODS:
        if probability >= least:
            return words
    return "hardly"
