"""Boosted trees that say whether a leaf block is main content, learned from the Web Content Extraction Benchmark.

    PAGESTRATA_WCXB=~/web-content-extraction-benchmark python -m benchmarks.training.train_main_content

A leaf is main content when at least half of its words stand in the page's main text. The benchmark says no more, so the shipped
model keeps the levels 1 to 3 apart: the chance of level 4 is mixed with what the trees say, and the rest is shared out as before.
Prints word F1 on hosts left out and the agreement with annotated leaves on pages left out, for each mixture. It writes no
model: these trees agree less with the annotators (`docs/explanation/importance-model-card.md`, with the next step).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.content_pages import ABSENT, ContentPage, content_folder, content_sample, kind_shares, rendered
from benchmarks.main_text import MAIN_SHARE, by_kind, main_shares, text_f1, words_of
from benchmarks.quality.annotated import LEVELS
from benchmarks.quality.importance import SEEDS, load, out_of_fold
from benchmarks.quality.main_content import cut_finely, main_leaves, shipped_model, show
from pagestrata.model.blocks import Block
from pagestrata.weighing.blocks.block_features import Frame, block_features

Floats = npt.NDArray[np.float64]

FOLDS = 4
MOST_LEAVES = 120
"""Of one page: a shop with a thousand alike boxes teaches no more than one with a hundred."""
MIXTURES = (0.0, 0.25, 0.5, 1.0)
"""How much the trees count for in the chance of main content."""
BOOSTING = {
    "max_iter": 100, "learning_rate": 0.1, "max_leaf_nodes": 15, "min_samples_leaf": 30, "l2_regularization": 5.0,
    "max_features": 0.2, "max_bins": 63,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One page: its leaves as numbers, which of them are main content, and what each counts for."""

    page: ContentPage
    leaves: Sequence[Block]
    rows: Floats
    chances: Floats  # [leaves, 4] by the shipped model
    is_main: npt.NDArray[np.bool_]
    words: Floats

    def weights(self) -> Floats:
        """Pages count alike, leaves by the square root of their words."""
        roots = np.sqrt(self.words)
        return np.asarray(roots / max(1.0, roots.sum()))


def lessons() -> list[Lesson]:
    model, found = shipped_model(), []
    for page, snapshot in rendered(content_sample()):
        tree = cut_finely(snapshot)
        leaves, frame = list(tree.leaves()), Frame.of(tree)
        rows = block_features(leaves, frame)
        shares = main_shares([leaf.text for leaf in leaves], page.main_text)
        found.append(
            Lesson(
                page=page,
                leaves=leaves,
                rows=rows,
                chances=model.chances(rows, coarse=frame.coarse),
                is_main=np.array(shares) >= MAIN_SHARE,
                words=np.array([len(words_of(leaf.text)) for leaf in leaves], np.float64),
            )
        )
    return found


def fitted(pages: Sequence[Lesson], seed: int = SEEDS[0]) -> Any:
    """The trees, from leaves with words."""
    from sklearn.ensemble import HistGradientBoostingClassifier
    from threadpoolctl import threadpool_limits

    chance = np.random.default_rng(seed)
    chosen = [_some(np.flatnonzero(one.words > 0), chance) for one in pages]
    rows, labels, weights = (
        np.concatenate([column[some] for column, some in zip(columns, chosen, strict=True)])
        for columns in ([one.rows for one in pages], [one.is_main for one in pages], [one.weights() for one in pages])
    )
    with threadpool_limits(1):
        return HistGradientBoostingClassifier(**BOOSTING, random_state=seed).fit(
            rows, labels, sample_weight=weights / weights.mean()
        )


def _some(places: npt.NDArray[np.intp], chance: np.random.Generator) -> npt.NDArray[np.intp]:
    return places if len(places) <= MOST_LEAVES else chance.choice(places, MOST_LEAVES, replace=False)


def mixed(chances: Floats, main: Floats, share: float) -> Floats:
    """[blocks, 4] with another chance of main content; the other levels keep their proportions."""
    fourth = (1 - share) * chances[:, 3] + share * main
    others = chances[:, :3] / np.maximum(1e-9, chances[:, :3].sum(axis=1, keepdims=True))
    return np.column_stack([others * (1 - fourth)[:, None], fourth])


def said_of_other_hosts(pages: Sequence[Lesson], seed: int = SEEDS[0]) -> list[Floats]:
    """For each page what trees say that saw no page of its host."""
    from sklearn.model_selection import GroupKFold

    said: list[Floats] = [np.zeros(0)] * len(pages)
    folds = GroupKFold(FOLDS, shuffle=True, random_state=seed)
    for train, test in folds.split(np.zeros(len(pages)), groups=[one.page.host for one in pages]):
        trees = fitted([pages[i] for i in train], seed)
        for i in test:
            said[i] = trees.predict_proba(pages[i].rows)[:, 1]
    return said


def main() -> None:
    if content_folder() is None:
        raise SystemExit(ABSENT)
    pages, shares = lessons(), kind_shares()
    said, kinds = said_of_other_hosts(pages), [one.page.kind for one in pages]
    print(f"word F1 of level-4 blocks on hosts left out, {len(pages)} pages")
    for share in MIXTURES:
        found = [
            text_f1(main_leaves(one.leaves, mixed(one.chances, main, share)), one.page.main_text)
            for one, main in zip(pages, said, strict=True)
        ]
        show(f"trees count for {share:.2f}", by_kind(found, kinds), shares)
    blocks = load()
    trees, is_leaf = fitted(pages), np.array([not block.is_part for block in blocks])
    truth = np.array([LEVELS[block.kind] for block in blocks])
    main_chance = trees.predict_proba(np.array([block.features for block in blocks]))[:, 1]
    old = out_of_fold(blocks, SEEDS[0]).levels
    print("agreement with annotated leaves on pages left out")
    for share in MIXTURES:
        right = mixed(old, main_chance, share).argmax(axis=1) + 1 == truth
        print(f"  trees count for {share:.2f}   levels {right[is_leaf].mean():.4f}")


if __name__ == "__main__":
    main()
