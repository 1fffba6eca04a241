"""Importance of blocks: four levels on hand-annotated pages, cross-validated by page (Song et al.: micro-F1 .79-.80).

    python -m benchmarks.quality.importance [--train]

`--train` also learns the shipped model from all pages and writes it, with its card, into the package.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.pages import ROOT, load_page_snapshots
from benchmarks.quality.annotated import LEVELS, AnnotatedBlock, annotated_blocks
from pagestrata.learned import Ensemble, write_ensembles
from pagestrata.weigh.block_features import FEATURES
from pagestrata.weigh.block_model import LEVEL_NAMES, MODEL_FILE

DATA = ROOT / "src" / "pagestrata" / "weigh" / "data"
FOLDS = 10
MAIN = 4
ROUNDS, DEPTH, RATE, SEED = 120, 4, 0.06, 0


def load() -> list[AnnotatedBlock]:
    found = []
    for page, snapshot, truth in load_page_snapshots():
        found.extend(annotated_blocks(page, snapshot, truth))
    return found


def learner() -> Any:
    from sklearn.ensemble import GradientBoostingClassifier

    return GradientBoostingClassifier(
        n_estimators=ROUNDS, learning_rate=RATE, max_depth=DEPTH, subsample=0.6, max_features=0.2, random_state=SEED
    )


def out_of_fold(blocks: list[AnnotatedBlock]) -> npt.NDArray[np.float64]:
    """[blocks, 4] probabilities by models that never saw the block's page."""
    from sklearn.model_selection import GroupKFold

    table = np.array([block.features for block in blocks])
    levels = np.array([block.level for block in blocks])
    pages = np.array([block.page for block in blocks])
    chances = np.zeros((len(blocks), len(LEVEL_NAMES)))
    for train, test in GroupKFold(FOLDS).split(table, levels, pages):
        chances[test] = learner().fit(table[train], levels[train]).predict_proba(table[test])
    return chances


def figures(blocks: list[AnnotatedBlock], chances: npt.NDArray[np.float64]) -> dict[str, float]:
    levels = np.array([block.level for block in blocks])
    said = chances.argmax(axis=1) + 1
    right, main_right = said == levels, (chances[:, MAIN - 1] > 0.5) == (levels == MAIN)
    found = {}
    for name, chosen in (
        ("leaf blocks", np.array([block.is_leaf for block in blocks])),
        ("top-level blocks", np.array([block.is_top for block in blocks])),
    ):
        found[f"micro-F1, {name}"] = float(right[chosen].mean())
        found[f"main content or not, {name}"] = float(main_right[chosen].mean())
    return found


def measure() -> dict[str, float]:
    blocks = load()
    return figures(blocks, out_of_fold(blocks))


def exported(boosted: Any) -> dict[str, Ensemble]:
    """scikit-learn's trees as plain arrays, one ensemble per level."""
    priors = np.log(boosted.init_.class_prior_)
    return {name: _ensemble(boosted, level, float(priors[level])) for level, name in enumerate(LEVEL_NAMES)}


def _ensemble(boosted: Any, level: int, base: float) -> Ensemble:
    columns: dict[str, list[Any]] = {name: [] for name in ("feature", "threshold", "left", "right", "value")}
    roots, depth = [], 0
    for (estimator,) in boosted.estimators_[:, level : level + 1]:
        tree, start = estimator.tree_, len(columns["feature"])
        roots.append(start)
        depth = max(depth, tree.max_depth)
        here = np.arange(tree.node_count)
        leaf = tree.children_left < 0
        columns["feature"] += np.where(leaf, 0, tree.feature).tolist()
        columns["threshold"] += tree.threshold.tolist()
        columns["left"] += (np.where(leaf, here, tree.children_left) + start).tolist()
        columns["right"] += (np.where(leaf, here, tree.children_right) + start).tolist()
        columns["value"] += (tree.value[:, 0, 0] * boosted.learning_rate).tolist()
    integers = {name: np.array(columns[name], np.int32) for name in ("feature", "left", "right")}
    floats = {name: np.array(columns[name], np.float64) for name in ("threshold", "value")}
    return Ensemble(names=FEATURES, roots=np.array(roots, np.int32), depth=depth, base=base, **integers, **floats)


def card(blocks: list[AnnotatedBlock], reached: dict[str, float], size: int) -> str:
    lines = [
        "# Block importance model",
        "",
        "What: four ensembles of boosted trees (`blocks.trees`) that give a block its level: 1 noise, 2 navigation,",
        "3 related, 4 main content. Made with `python -m benchmarks.quality.importance --train` (scikit-learn",
        f"gradient boosting, {ROUNDS} rounds of depth {DEPTH}); evaluated with numpy. {size:,} bytes.",
        "",
        f"Data: {len(blocks)} annotated blocks of {len({block.page for block in blocks})} pages (R. Kreuzer's",
        "dataset-random, public domain), November 2026. Features: `weigh/block_features.py`.",
        "Levels: " + ", ".join(f"{kind} {level}" for kind, level in LEVELS.items()) + ".",
        "",
        f"Scores, cross-validated by page in {FOLDS} folds:",
        "",
        *(f"- {name}: {value:.3f}" for name, value in reached.items()),
        "",
        "Limits: 81 pages of about 2013. Annotators called similar teasers 'Article' on one page and 'LinkList' on",
        "another, and banners 'Header', 'Logo' or 'Image': features of the whole DOM did no better than these.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    blocks = load()
    reached = figures(blocks, out_of_fold(blocks))
    for name, value in reached.items():
        print(f"{name:40} {value:.4f}")
    if "--train" in sys.argv:
        table = np.array([block.features for block in blocks])
        data = write_ensembles(exported(learner().fit(table, [block.level for block in blocks])))
        (DATA / MODEL_FILE).write_bytes(data)
        (DATA / "blocks.md").write_text(card(blocks, reached, len(data)))
        print(f"{MODEL_FILE}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
