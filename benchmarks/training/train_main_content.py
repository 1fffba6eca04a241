"""Boosted trees that say whether a leaf block is main content, learned from two sets of pages that people judged.

    PAGESTRATA_WCXB=~/web-content-extraction-benchmark python -m benchmarks.training.train_main_content [--train]

On the pages of the Web Content Extraction Benchmark a leaf is main content when at least half of its words stand in the page's
main text; on the annotated pages, when its type is of level 4. The annotated leaves together weigh half as much as the
benchmark's pages. Prints word F1 on hosts left out and the agreement on annotated pages left out, for several shares of the
chance of level 4 that the trees decide (the rest is up to the models of `benchmarks.quality.importance`), and with that share
chosen on the other folds. `--train` also writes the shipped trees, learned from all pages, with their card.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.content_pages import ABSENT, ContentPage, content_folder, content_sample, kind_shares, rendered
from benchmarks.main_text import MAIN_SHARE, by_kind, main_shares, show, text_f1, weighted, words_of
from benchmarks.quality.annotated import LEVELS, AnnotatedBlock
from benchmarks.quality.importance import DATA, SEEDS, load, out_of_fold
from pagestrata.learned.trees import Ensemble, write_ensembles
from pagestrata.model.blocks import Block, BlockTree
from pagestrata.model.snapshot import Snapshot
from pagestrata.segmenting import DEFAULT_SEGMENTER, segment
from pagestrata.weighing.blocks import block_importance
from pagestrata.weighing.blocks.block_features import Frame, block_features
from pagestrata.weighing.blocks.block_importance import (
    MAIN,
    MAIN_FEATURES,
    MAIN_FILE,
    MODEL_FILE,
    NETWORKS_FILE,
    BlockModel,
    read_block_model,
    with_main_chance,
)
from pagestrata.weighing.blocks.main_content import MAIN_LEVEL, chosen_together
from pagestrata.weighing.blocks.page_context import page_context

Floats = npt.NDArray[np.float64]

FOLDS = 5
MOST_LEAVES = 120
"""Of one page: a shop with a thousand alike boxes teaches no more than one with a hundred."""
ANNOTATED_WEIGHT = 0.5
"""All annotated leaves together, where all pages of the benchmark weigh 1."""
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""How much of the chance of level 4 the trees decide, as looked at."""
SHIPPED = SHARES.index(block_importance.MAIN_SHARE)
BOOSTING = {
    "max_iter": 100, "learning_rate": 0.1, "max_leaf_nodes": 15, "min_samples_leaf": 30, "l2_regularization": 5.0,
    "max_features": 0.2, "max_bins": 63,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One page of the benchmark: its leaves as numbers, which of them are main content, and their words."""

    page: ContentPage
    leaves: Sequence[Block]
    rows: Floats  # [leaves, MAIN_FEATURES]
    chances: Floats  # [leaves, 4] by the models that look at each leaf alone
    held: Floats  # how much of each leaf stands in the main text
    words: Floats

    def weights(self) -> Floats:
        """Pages count alike, leaves by the square root of their words."""
        roots = np.sqrt(self.words)
        return np.asarray(roots / max(1.0, roots.sum()))

    def f1(self, chances: Floats) -> float:
        """Word F1 of the leaves of level 4: the fourth is the likeliest, and they do not cover the page."""
        return self.f1_of(self.of_level_4(chances))

    def of_level_4(self, chances: Floats) -> npt.NDArray[np.bool_]:
        below = np.array([not leaf.is_overlay for leaf in self.leaves], np.bool_)
        return np.asarray((chances.argmax(axis=1) + 1 == MAIN_LEVEL) & below)

    def f1_together(self, main: Floats) -> float:
        """Word F1 of the leaves that `main_content` chooses by what the trees say of them."""
        of_level_4 = self.of_level_4(with_main_chance(self.chances, main))
        return self.f1_of(chosen_together(self.leaves, of_level_4, main))

    def f1_of(self, chosen: npt.NDArray[np.bool_]) -> float:
        texts = [leaf.text for leaf, some in zip(self.leaves, chosen, strict=True) if some and not leaf.is_overlay]
        return text_f1(texts, self.page.main_text)


class LeftOut(NamedTuple):
    """What trees say that saw no page of the same host, or not the same annotated page; and the number of their fold."""

    pages: list[Floats]  # for each page the chance of each leaf
    page_folds: npt.NDArray[np.int64]
    annotated: Floats  # for each annotated leaf
    annotated_folds: npt.NDArray[np.int64]


def model_of_leaves_alone() -> BlockModel:
    """The shipped models that look at each leaf alone."""
    return read_block_model(*((DATA / name).read_bytes() for name in (MODEL_FILE, NETWORKS_FILE)))


def cut_finely(snapshot: Snapshot) -> BlockTree:
    """The blocks of a page, as a visit cuts it."""
    return segment(snapshot, DEFAULT_SEGMENTER, pdoc="fine")


def lessons() -> list[Lesson]:
    model = model_of_leaves_alone()
    return [lesson(page, cut_finely(snapshot), model) for page, snapshot in rendered(content_sample())]


def lesson(page: ContentPage, tree: BlockTree, model: BlockModel) -> Lesson:
    leaves, frame = list(tree.leaves()), Frame.of(tree)
    rows = block_features(leaves, frame)
    return Lesson(
        page=page,
        leaves=leaves,
        rows=np.hstack([rows, page_context(leaves, frame.title)]),
        chances=model.chances(rows, coarse=frame.coarse),
        held=np.array(main_shares([leaf.text for leaf in leaves], page.main_text)),
        words=np.array([len(words_of(leaf.text)) for leaf in leaves], np.float64),
    )


def leaves_of(blocks: Sequence[AnnotatedBlock]) -> list[AnnotatedBlock]:
    return [block for block in blocks if not block.is_part]


def fitted(pages: Sequence[Lesson], annotated: Sequence[AnnotatedBlock], seed: int = SEEDS[0]) -> Any:
    """The trees, from leaves with words and from annotated leaves."""
    from sklearn.ensemble import HistGradientBoostingClassifier
    from threadpoolctl import threadpool_limits

    chance = np.random.default_rng(seed)
    chosen = [_some(np.flatnonzero(one.words > 0), chance) for one in pages]
    weights = np.concatenate([one.weights()[some] for one, some in zip(pages, chosen, strict=True)])
    share = ANNOTATED_WEIGHT * weights.sum() / max(1, len(annotated))
    rows = [one.rows[some] for one, some in zip(pages, chosen, strict=True)]
    labels = [one.held[some] >= MAIN_SHARE for one, some in zip(pages, chosen, strict=True)]
    weights = np.append(weights, np.full(len(annotated), share))
    with threadpool_limits(1):  # other processes work beside: threads would wait for each other
        return HistGradientBoostingClassifier(**BOOSTING, random_state=seed).fit(
            np.concatenate([*rows, _rows(annotated)]),
            np.concatenate([*labels, _levels(annotated) == MAIN_LEVEL]),
            sample_weight=weights / weights.mean(),
        )


def _some(places: npt.NDArray[np.intp], chance: np.random.Generator) -> npt.NDArray[np.intp]:
    return places if len(places) <= MOST_LEAVES else chance.choice(places, MOST_LEAVES, replace=False)


def _rows(blocks: Sequence[AnnotatedBlock]) -> Floats:
    return np.array([np.concatenate([block.features, block.context]) for block in blocks]).reshape(
        -1, len(MAIN_FEATURES)
    )


def _levels(blocks: Sequence[AnnotatedBlock]) -> npt.NDArray[np.int64]:
    return np.array([LEVELS[block.kind] for block in blocks], np.int64)


def left_out(pages: Sequence[Lesson], annotated: Sequence[AnnotatedBlock], seed: int = SEEDS[0]) -> LeftOut:
    """Folds by host and by annotated page; the trees of a fold see neither its hosts nor its annotated pages."""
    page_folds = _folds([one.page.host for one in pages], seed)
    annotated_folds = _folds([block.page for block in annotated], seed)
    found = LeftOut([np.zeros(0)] * len(pages), page_folds, np.zeros(len(annotated)), annotated_folds)
    for fold in range(FOLDS):
        trees = fitted(
            [one for one, its in zip(pages, page_folds, strict=True) if its != fold],
            [block for block, its in zip(annotated, annotated_folds, strict=True) if its != fold],
            seed,
        )
        for place in np.flatnonzero(page_folds == fold).tolist():
            found.pages[place] = trees.predict_proba(pages[place].rows)[:, 1]
        test = annotated_folds == fold
        found.annotated[test] = trees.predict_proba(_rows(annotated)[test])[:, 1]
    return found


def _folds(groups: Sequence[str], seed: int) -> npt.NDArray[np.int64]:
    """The number of the fold of each, the same within a group."""
    from sklearn.model_selection import GroupKFold

    found = np.zeros(len(groups), np.int64)
    folds = GroupKFold(FOLDS, shuffle=True, random_state=seed)
    for number, (_, test) in enumerate(folds.split(np.zeros(len(groups)), groups=groups)):
        found[test] = number
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """For each of `SHARES` the word F1 of each page and the level of each annotated leaf, on what was left out.

    Further the word F1 of what `main_content` chooses, which does not depend on a share that was looked at.
    """

    pages: Sequence[Lesson]
    f1: Floats  # [shares, pages], of the leaves of level 4
    together: Floats  # [pages] word F1 of the leaves that `main_content` chooses
    levels: npt.NDArray[np.int64]  # [shares, annotated leaves]
    truth: npt.NDArray[np.int64]
    page_folds: npt.NDArray[np.int64]
    annotated_folds: npt.NDArray[np.int64]

    @classmethod
    def of(cls, pages: Sequence[Lesson], blocks: Sequence[AnnotatedBlock], seed: int = SEEDS[0]) -> Measured:
        annotated = leaves_of(blocks)
        found = left_out(pages, annotated, seed)
        chances = out_of_fold(blocks, seed).levels[[not block.is_part for block in blocks]]
        return cls(
            pages=pages,
            f1=np.array(
                [
                    [
                        one.f1(with_main_chance(one.chances, main, share))
                        for one, main in zip(pages, found.pages, strict=True)
                    ]
                    for share in SHARES
                ]
            ),
            together=np.array([one.f1_together(main) for one, main in zip(pages, found.pages, strict=True)]),
            levels=np.array([with_main_chance(chances, found.annotated, share).argmax(axis=1) + 1 for share in SHARES]),
            truth=_levels(annotated),
            page_folds=found.page_folds,
            annotated_folds=found.annotated_folds,
        )

    def kinds(self, share: int) -> dict[str, float]:
        return by_kind(self.f1[share].tolist(), [one.page.kind for one in self.pages])

    def kinds_together(self) -> dict[str, float]:
        return by_kind(self.together.tolist(), [one.page.kind for one in self.pages])

    def agreement(self, share: int) -> tuple[float, float]:
        """On the levels of annotated leaves, and on which of them are main content."""
        right, levels = self.levels[share] == self.truth, self.levels[share]
        return float(right.mean()), float(((levels == MAIN_LEVEL) == (self.truth == MAIN_LEVEL)).mean())

    def with_the_share_chosen(self) -> tuple[dict[str, float], float, float]:
        """Word F1 by kind and both agreements, each fold with the share that has the best F1 and levels on the other folds."""
        right = self.levels == self.truth
        main_right = (self.levels == MAIN_LEVEL) == (self.truth == MAIN_LEVEL)
        f1, agree, main_agree = np.zeros(len(self.pages)), np.zeros(len(self.truth)), np.zeros(len(self.truth))
        for fold in range(FOLDS):
            here, leaves = self.page_folds == fold, self.annotated_folds == fold
            best = int(np.argmax(self.f1[:, ~here].mean(axis=1) + right[:, ~leaves].mean(axis=1)))
            f1[here], agree[leaves], main_agree[leaves] = (
                self.f1[best, here],
                right[best, leaves],
                main_right[best, leaves],
            )
        kinds = by_kind(f1.tolist(), [one.page.kind for one in self.pages])
        return kinds, float(agree.mean()), float(main_agree.mean())


def exported(model: Any) -> Ensemble:
    """The trees as plain arrays; the first is nothing but a leaf with the score of a leaf of which nothing is known."""
    trees = [stage[0].nodes for stage in model._predictors]
    starts = 1 + np.cumsum([0, *map(len, trees)])
    nodes = np.concatenate(trees)
    shift, places = np.repeat(starts[:-1], [len(one) for one in trees]), 1 + np.arange(len(nodes))
    leaf = nodes["is_leaf"].astype(bool)
    return Ensemble(
        names=MAIN_FEATURES,
        feature=np.append(0, np.where(leaf, 0, nodes["feature_idx"])).astype(np.int32),
        threshold=np.append(0.0, np.where(leaf, 0.0, nodes["num_threshold"])),
        left=np.append(0, np.where(leaf, places, nodes["left"] + shift)).astype(np.int32),
        right=np.append(0, np.where(leaf, places, nodes["right"] + shift)).astype(np.int32),
        value=np.round(np.append(model._baseline_prediction.ravel(), np.where(leaf, nodes["value"], 0.0)), 4).astype(
            np.float32
        ),
        roots=np.append(0, starts[:-1]).astype(np.int32),
        depth=int(nodes["depth"].max()),
    )


def card(found: Measured, leaves: int, size: int) -> str:
    shares = kind_shares()
    kinds, agree, main_agree = found.with_the_share_chosen()
    by_kinds = ", ".join(f"{kind} {mean:.3f}" for kind, mean in found.kinds(SHIPPED).items())
    together = found.kinds_together()
    together_by_kinds = ", ".join(f"{kind} {mean:.3f}" for kind, mean in together.items())
    rows = [
        f"| {share} | {weighted(found.kinds(place), shares):.3f} | {found.agreement(place)[0]:.3f} "
        f"| {found.agreement(place)[1]:.3f} |"
        for place, share in enumerate(SHARES)
    ]
    return "\n".join(
        [
            "# Trees for main content",
            "",
            f"What: boosted trees (`{MAIN_FILE}`, {size:,} bytes) that give the chance that a leaf block is main content.",
            "Made with `python -m benchmarks.training.train_main_content --train` (scikit-learn's histogram gradient boosting,",
            f"{BOOSTING['max_iter']} trees of at most {BOOSTING['max_leaf_nodes']} leaves); evaluated with numpy.",
            "",
            f"Data: {sum(len(one.leaves) for one in found.pages)} leaf blocks of {len(found.pages)} pages of the *Web Content",
            "Extraction Benchmark* by Murrough Foley (https://github.com/Murrough-Foley/web-content-extraction-benchmark),",
            "licensed under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/). Labels were derived from its main texts by",
            "matching words; neither its pages nor its texts are in this file. Further the",
            f"{leaves} annotated leaf blocks of `blocks.md`, which together weigh half as much. November 2026.",
            "",
            f"Scores on what was left out ({FOLDS} folds by host and by annotated page, seed {SEEDS[0]}), by the share of the",
            "chance of level 4 that the trees decide.",
            "",
            "| share | word F1 of level 4 | agreement on annotated levels | on main content or not |",
            "|---|---|---|---|",
            *rows,
            "",
            f"{block_importance.MAIN_SHARE} is shipped: the best sum of word F1 and agreement on levels. With that choice",
            f"made on the other folds: word F1 {weighted(kinds, shares):.3f}, levels {agree:.3f},",
            f"main content or not {main_agree:.3f}.",
            f"By kind, as shipped: {by_kinds}.",
            f"Leaves chosen together, as `main_content` does: {weighted(together, shares):.3f}; {together_by_kinds}.",
            "",
            "Limits: most pages were drawn without their style sheets. Text that only scripts of other hosts write is missing.",
            "",
        ]
    )


def main() -> None:
    if content_folder() is None:
        raise SystemExit(ABSENT)
    pages, blocks, shares = lessons(), load(), kind_shares()
    found, annotated = Measured.of(pages, blocks), leaves_of(blocks)
    print(
        f"word F1 of level 4 on hosts left out ({len(pages)} pages), and levels of annotated leaves on pages left out"
    )
    for place, share in enumerate(SHARES):
        levels, is_main = found.agreement(place)
        show(f"trees decide {share:.2f}", found.kinds(place), shares)
        print(f"    annotated: levels {levels:.4f}, main content or not {is_main:.4f}")
    kinds, levels, is_main = found.with_the_share_chosen()
    show("share chosen on other folds", kinds, shares)
    show("leaves chosen together", found.kinds_together(), shares)
    print(f"    annotated: levels {levels:.4f}, main content or not {is_main:.4f}")
    if "--train" in sys.argv:
        data = write_ensembles({MAIN: exported(fitted(pages, annotated))})
        (DATA / MAIN_FILE).write_bytes(data)
        (DATA / "main_content.md").write_text(card(found, len(annotated), len(data)))
        print(f"{MAIN_FILE}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
