"""How much of a page's main text some blocks hold: word F1, and which blocks belong to it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

RUN_WORDS = 4
"""A word of a block is in the main text when it stands in a run of so many words that the main text has."""
MAIN_SHARE = 0.5
_WORD = re.compile(r"\w+")


def words_of(text: str) -> list[str]:
    """Words as the Web Content Extraction Benchmark counts them."""
    return _WORD.findall(text.lower())


def word_f1(found: Mapping[str, int], wanted: Mapping[str, int]) -> float:
    """Harmonic mean of precision and recall of words, each as often as it occurs."""
    if not found or not wanted:
        return float(not found and not wanted)
    shared = sum(min(count, wanted.get(word, 0)) for word, count in found.items())
    return 2 * shared / (sum(found.values()) + sum(wanted.values()))


def text_f1(texts: Iterable[str], main_text: str) -> float:
    """Word F1 of some texts together."""
    return word_f1(Counter(word for text in texts for word in words_of(text)), Counter(words_of(main_text)))


def main_shares(texts: Sequence[str], main_text: str) -> list[float]:
    """How much of each text stands in the main text, by words in runs; a text without words has none.

    A text of fewer words than a run has to stand there as a whole.
    """
    main = words_of(main_text)
    runs = {size: {tuple(main[i : i + size]) for i in range(len(main) - size + 1)} for size in range(1, RUN_WORDS + 1)}
    return [_share(words_of(text), runs) for text in texts]


def _share(words: Sequence[str], runs: Mapping[int, set[tuple[str, ...]]]) -> float:
    size = min(RUN_WORDS, len(words))
    inside: set[int] = set()
    for start in range(len(words) - size + 1) if size else ():
        if tuple(words[start : start + size]) in runs[size]:
            inside.update(range(start, start + size))
    return len(inside) / max(1, len(words))


def by_kind(scores: Sequence[float], kinds: Sequence[str]) -> dict[str, float]:
    """The mean score of each kind of page."""
    return {
        kind: fmean(score for score, other in zip(scores, kinds, strict=True) if other == kind)
        for kind in sorted(set(kinds))
    }


def weighted(means: Mapping[str, float], shares: Mapping[str, float]) -> float:
    """The mean over kinds, each counting for its share."""
    return sum(shares[kind] * mean for kind, mean in means.items()) / sum(shares[kind] for kind in means)


def show(name: str, means: Mapping[str, float], shares: Mapping[str, float]) -> None:
    """Print the scores of one way to find main texts: of the whole, and by kind."""
    kinds = "   ".join(f"{kind} {mean:.3f}" for kind, mean in means.items())
    print(f"  {name:28} {weighted(means, shares):.3f}   {kinds}", flush=True)
