"""Train the coherence segmenter on the annotated pages and write its models into the package.

    python -m benchmarks.training.train_segmenter            (needs lightgbm; benchmarks.quality.segmentation cross-validates)

A candidate's label is whether dividing it is part of the division that scores best (benchmarks/training/division_labels.py);
its weight grows with what a wrong answer would cost. The coarse model is trees alone, the fine one trees and networks;
networks also choose the boxes of the fine one's blocks (benchmarks/training/frame_labels.py).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.pages import ROOT, load_page_snapshots
from benchmarks.training.division_labels import LEVELS, BlockTerms, block_terms, gains_of_dividing
from benchmarks.training.frame_labels import gains_of_going_in
from benchmarks.training.train_networks import fit_networks
from pagestrata.learned.networks import Blend, Networks, write_networks
from pagestrata.learned.trees import Ensemble, write_ensembles
from pagestrata.segmenting.coherence.candidates import Candidates, find_candidates
from pagestrata.segmenting.coherence.divide import (
    FRAMES_FILE,
    NETWORKS_FILE,
    SHARE_OF_KIND,
    TREES_FILE,
    Divider,
    Models,
)
from pagestrata.segmenting.coherence.features import features
from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.overlays import find_overlays

COST_POWER = {"coarse": 1.0, "fine": 0.5}
THRESHOLDS = tuple(round(-1.0 + 0.1 * step, 1) for step in range(21))
STEADY_STEPS = 2
INNER_FOLDS = 8
BAGS = 2
ROUNDS = 120
PARAMETERS: dict[str, Any] = {
    "objective": "binary", "learning_rate": 0.06, "num_leaves": 12, "max_depth": 6, "min_data_in_leaf": 20, "lambda_l2": 5.0,
    "feature_fraction": 0.3, "bagging_fraction": 0.7, "bagging_freq": 1, "max_bin": 63, "num_threads": 1,
    "verbose": -1, "force_row_wise": True, "deterministic": True,
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Example:
    """One annotated page, ready for training."""

    names: tuple[str, ...]
    table: np.ndarray
    candidates: Candidates
    terms: dict[str, BlockTerms]  # by preset
    gains: dict[str, np.ndarray]  # preset -> what dividing each candidate is worth, nan without children
    frame_gains: np.ndarray | None  # what the next box in is worth, nan without a choice


def examples(pages: Iterable[tuple[str, Any, dict[str, Any]]]) -> list[Example]:
    """All annotated pages with features and labels."""
    return [_example(snapshot, truth) for _, snapshot, truth in pages]


def _example(snapshot: Any, truth: dict[str, Any]) -> Example:
    layout = Layout.of(snapshot, overlays=find_overlays(snapshot))
    candidates = find_candidates(layout, 0)
    names, table = features(layout, candidates)
    found = {preset: block_terms(layout, candidates, truth, preset) for preset in LEVELS}
    terms = {preset: known for preset, known in found.items() if known is not None}
    gains = {preset: gains_of_dividing(candidates, known.values()) for preset, known in terms.items()}
    frame_gains = None
    if "fine" in gains:
        leaves = best_leaves(candidates, gains["fine"])
        frame_gains = gains_of_going_in(layout, candidates, truth, leaves)
    return Example(
        names=names, table=table, candidates=candidates, terms=terms, gains=gains, frame_gains=frame_gains
    )  # fmt: skip


def best_leaves(candidates: Candidates, gains: np.ndarray) -> list[int]:
    """Where the walk stops if it divides what is worth dividing."""
    leaves, waiting = [], [0]
    while waiting:
        index = waiting.pop()
        if gains[index] > 0:
            waiting.extend(candidates.children[index])
        else:
            leaves.append(index)
    return sorted(leaves)


def train(pages: Sequence[Example]) -> Models:
    """All models, thresholds taken off."""
    coarse, fine = _divider(pages, "coarse"), _divider(pages, "fine")
    assert isinstance(coarse, Ensemble)
    return Models(coarse=coarse, fine=fine, frames=_frames(pages))


def _divider(pages: Sequence[Example], preset: str) -> Ensemble | Blend:
    known = [page for page in pages if preset in page.gains]
    model, threshold = _fitted(known, preset), best_threshold(known, preset)
    if isinstance(model, Ensemble):
        return replace(model, base=-threshold)
    networks = replace(model.networks, outer_base=model.networks.outer_base - threshold)
    return Blend(trees=replace(model.trees, base=-threshold), networks=networks)


def _frames(pages: Sequence[Example]) -> Networks:
    known = [(page.table, page.frame_gains) for page in pages if page.frame_gains is not None]
    table, labels, weight = _telling(known, COST_POWER["fine"])
    return fit_networks(table, labels, weight)


def _telling(known: Sequence[tuple[np.ndarray, np.ndarray]], power: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features, labels and weights of the candidates where the answer matters, of tables and gains."""
    gains = np.concatenate([gains for _, gains in known])
    telling = np.isfinite(gains) & (np.abs(gains) > 1e-6)
    weight = np.abs(gains[telling]) ** power
    return np.concatenate([table for table, _ in known])[telling], (gains[telling] > 0).astype(int), weight


def best_threshold(pages: Sequence[Example], preset: str) -> float:
    """The log odds above which dividing scores best, on pages that the models asked have not seen.

    These models are made as the one is that they stand for, of nearly as many pages: the best threshold depends on both.
    """
    worth = np.zeros(len(THRESHOLDS))
    for fold in range(INNER_FOLDS):
        model = _fitted([page for i, page in enumerate(pages) if i % INNER_FOLDS != fold], preset)
        for page in pages[fold::INNER_FOLDS]:
            divider = Divider(model, page.candidates, page.table, share_of_kind=SHARE_OF_KIND[preset])
            for number, threshold in enumerate(THRESHOLDS):
                (leaves,) = divider.leaves([0], bias=-threshold)
                worth[number] += page.terms[preset].f(leaves)
    # One page more or less makes the curve jump: what its neighbourhood is worth is a steadier choice.
    steady = np.convolve(worth, np.ones(2 * STEADY_STEPS + 1), mode="valid")
    return THRESHOLDS[STEADY_STEPS + int(steady.argmax())]


def _fitted(pages: Sequence[Example], preset: str) -> Ensemble | Blend:
    import lightgbm

    table, labels, weight = _telling([(page.table, page.gains[preset]) for page in pages], COST_POWER[preset])
    data = lightgbm.Dataset(
        table, labels, weight=weight / weight.mean(),
        params={"max_bin": PARAMETERS["max_bin"], "verbose": -1, "num_threads": 1}, free_raw_data=False,
    )  # fmt: skip
    boosters = [lightgbm.train({**PARAMETERS, "seed": bag}, data, ROUNDS) for bag in range(BAGS)]
    trees = exported(boosters, names=pages[0].names)
    if preset == "coarse":
        return trees
    return Blend(trees=trees, networks=fit_networks(table, labels, weight))


def exported(boosters: Sequence[Any], *, names: tuple[str, ...]) -> Ensemble:
    """The mean of several boosters as one table of nodes."""
    feature: list[int] = []
    threshold: list[float] = []
    left: list[int] = []
    right: list[int] = []
    value: list[float] = []
    roots: list[int] = []
    deepest = 0

    def add(node: dict[str, Any], depth: int) -> int:
        nonlocal deepest
        deepest = max(deepest, depth)
        index = len(feature)
        for column, empty in ((feature, 0), (threshold, 0.0), (left, index), (right, index), (value, 0.0)):
            column.append(empty)  # type: ignore[attr-defined]
        if "split_feature" in node:
            assert node["decision_type"] == "<="
            feature[index], threshold[index] = node["split_feature"], node["threshold"]
            left[index] = add(node["left_child"], depth + 1)
            right[index] = add(node["right_child"], depth + 1)
        else:
            value[index] = node["leaf_value"] / len(boosters)
        return index

    for booster in boosters:
        for tree in booster.dump_model()["tree_info"]:
            roots.append(add(tree["tree_structure"], 0))
    return Ensemble(
        names=names, depth=deepest,
        feature=np.array(feature, np.int32), threshold=np.array(threshold), left=np.array(left, np.int32),
        right=np.array(right, np.int32), value=np.array(value), roots=np.array(roots, np.int32),
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=ROOT / "src" / "pagestrata" / "segmenting" / "data")
    options = parser.parse_args()
    pages = examples(load_page_snapshots())
    models = train(pages)
    assert isinstance(models.fine, Blend)
    options.folder.mkdir(parents=True, exist_ok=True)
    files = {
        TREES_FILE: write_ensembles({"coarse": models.coarse, "fine": models.fine.trees}),
        NETWORKS_FILE: write_networks(models.fine.networks),
        FRAMES_FILE: write_networks(models.frames),
    }
    for name, data in files.items():
        (options.folder / name).write_bytes(data)
        print(f"trained on {len(pages)} pages, {len(data)} bytes in {options.folder / name}")


if __name__ == "__main__":
    main()
