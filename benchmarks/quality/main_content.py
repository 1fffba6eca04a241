"""The main content of pages: word F1 of the text of the leaves that `main_content` chooses, beside what content extractors find.

    PAGESTRATA_WCXB=~/web-content-extraction-benchmark python -m benchmarks.quality main_content
    python -m benchmarks.quality.main_content --alone       without trafilatura, readability and jusText

The shipped trees learned from these pages, so trees made in the same way, without the page's host, are measured. 'Possible with
these blocks' takes every leaf of which at least half stands in the main text. `of the whole benchmark` weighs kinds of pages as
often as they occur there: half of its pages are articles.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np

from benchmarks.content_pages import ABSENT, ContentPage, content_folder, kind_shares
from benchmarks.main_text import MAIN_SHARE, by_kind, show, text_f1, weighted
from benchmarks.peers.content_extractors import extracted
from benchmarks.quality.importance import load
from benchmarks.training.train_main_content import SHIPPED, Measured, lessons


def figures(found: Measured, shares: dict[str, float]) -> dict[str, float]:
    means, (levels, main) = found.kinds_together(), found.agreement(SHIPPED)
    return {
        "word F1 of the whole benchmark": weighted(means, shares),
        "word F1, mean of kinds": float(np.mean(list(means.values()))),
        **{f"word F1, {kind}": mean for kind, mean in means.items()},
        "annotated leaves: levels": levels,
        "annotated leaves: main content or not": main,
    }


def measure(*, with_peers: bool = True) -> dict[str, float]:
    """The figures; none, and a sentence why, where the data is not here."""
    if content_folder() is None:
        print(f"  {ABSENT}; nothing was measured")
        return {}
    pages, shares = lessons(), kind_shares()
    found, kinds = Measured.of(pages, load()), [one.page.kind for one in pages]
    show("main content", found.kinds_together(), shares)
    show("level-4 blocks", found.kinds(SHIPPED), shares)
    show("the same without these trees", found.kinds(0), shares)
    possible = [one.f1_of(one.held >= MAIN_SHARE) for one in pages]
    show("possible with these blocks", by_kind(possible, kinds), shares)
    if with_peers:
        _show_peers([one.page for one in pages], shares)
    return figures(found, shares)


def _show_peers(pages: Sequence[ContentPage], shares: dict[str, float]) -> None:
    texts, versions = extracted(pages)
    for extractor, found in texts.items():
        scores = [text_f1([found[page.name]], page.main_text) for page in pages]
        show(extractor, by_kind(scores, [page.kind for page in pages]), shares)
    print("  " + ", ".join(f"{package} {version}" for package, version in versions.items()))


if __name__ == "__main__":
    for figure, value in measure(with_peers="--alone" not in sys.argv).items():
        print(f"  {figure:36} {value:.4f}")
