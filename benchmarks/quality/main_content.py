"""The main content of pages: word F1 of the text of level-4 blocks, beside what content extractors find.

    PAGESTRATA_WCXB=~/web-content-extraction-benchmark python -m benchmarks.quality main_content
    python -m benchmarks.quality.main_content --alone       without trafilatura, readability and jusText

The shipped model never saw these pages. 'Possible with these blocks' takes every leaf of which at least half stands in the main
text. `of the whole benchmark` weighs kinds of pages as often as they occur there: half of its pages are articles.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from benchmarks.content_pages import ABSENT, ContentPage, content_folder, content_sample, kind_shares, rendered
from benchmarks.main_text import MAIN_SHARE, by_kind, main_shares, text_f1, weighted
from benchmarks.peers.content_extractors import extracted
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.snapshot import Snapshot
from pagestrata.segmenting import DEFAULT_SEGMENTER, segment
from pagestrata.weighing.blocks.block_features import Frame
from pagestrata.weighing.blocks.block_importance import BlockModel, default_block_model

MAIN = 4


def cut_finely(snapshot: Snapshot) -> BlockTree:
    """The blocks of a page, as a visit cuts it."""
    return segment(snapshot, DEFAULT_SEGMENTER, pdoc="fine")


def main_leaves(leaves: Sequence[Block], chances: npt.NDArray[np.float64]) -> list[str]:
    """The texts of the leaves whose likeliest level is the fourth; what covers the page is no content."""
    levels = chances.argmax(axis=1) + 1
    return [leaf.text for leaf, level in zip(leaves, levels, strict=True) if level == MAIN and not leaf.is_overlay]


def shipped_model() -> BlockModel:
    model = default_block_model()
    if model is None:
        raise SystemExit(
            "the block importance model cannot be read; train it with benchmarks.quality.importance --train"
        )
    return model


def show(name: str, means: dict[str, float], shares: dict[str, float]) -> None:
    kinds = "   ".join(f"{kind} {mean:.3f}" for kind, mean in means.items())
    print(f"  {name:28} {weighted(means, shares):.3f}   {kinds}", flush=True)


def figures(means: dict[str, float], shares: dict[str, float]) -> dict[str, float]:
    return {
        "word F1 of the whole benchmark": weighted(means, shares),
        "word F1, mean of kinds": float(np.mean(list(means.values()))),
        **{f"word F1, {kind}": mean for kind, mean in means.items()},
    }


def measure(*, with_peers: bool = True) -> dict[str, float]:
    """The figures; none, and a sentence why, where the data is not here."""
    if content_folder() is None:
        print(f"  {ABSENT}; nothing was measured")
        return {}
    model, shares = shipped_model(), kind_shares()
    pages: list[ContentPage] = []
    own, possible = [], []
    for page, snapshot in rendered(content_sample()):
        tree = cut_finely(snapshot)
        leaves = list(tree.leaves())
        held = main_shares([leaf.text for leaf in leaves], page.main_text)
        pages.append(page)
        own.append(text_f1(main_leaves(leaves, model.probabilities(leaves, Frame.of(tree))), page.main_text))
        best = [leaf.text for leaf, share in zip(leaves, held, strict=True) if share >= MAIN_SHARE]
        possible.append(text_f1(best, page.main_text))
    kinds = [page.kind for page in pages]
    show("level-4 blocks", by_kind(own, kinds), shares)
    show("possible with these blocks", by_kind(possible, kinds), shares)
    if with_peers:
        _show_peers(pages, shares)
    return figures(by_kind(own, kinds), shares)


def _show_peers(pages: Sequence[ContentPage], shares: dict[str, float]) -> None:
    texts, versions = extracted(pages)
    for extractor, found in texts.items():
        scores = [text_f1([found[page.name]], page.main_text) for page in pages]
        show(extractor, by_kind(scores, [page.kind for page in pages]), shares)
    print("  " + ", ".join(f"{package} {version}" for package, version in versions.items()))


if __name__ == "__main__":
    for figure, value in measure(with_peers="--alone" not in sys.argv).items():
        print(f"  {figure:36} {value:.4f}")
