"""Train the coherence segmenter on the annotated pages and write its models into the package.

    python -m benchmarks.quality.train_segmenter            (needs lightgbm; benchmarks.quality.segmentation cross-validates)

Labels. Extended BCubed of disjoint blocks is a sum over blocks (precision: sum of squared overlaps over the block's mass;
recall: over the truth's), so the division of a page that scores best is found exactly by dynamic programming over the
candidates. A candidate's label is whether dividing it is part of that; its weight is what a wrong answer would cost.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.pages import ROOT, load_page_snapshots, require_data
from pagestrata.learned import Ensemble, write_ensembles
from pagestrata.segment.coherence.candidates import Candidates, candidate_boxes, find_candidates
from pagestrata.segment.coherence.divide import MODEL_FILE
from pagestrata.segment.coherence.features import features
from pagestrata.segment.layout import Layout
from pagestrata.segment.overlays import find_overlays

LEVELS = {"coarse": "top", "fine": "sub"}
COST_POWER = {"coarse": 1.0, "fine": 0.5}
THRESHOLD = {"coarse": 0.6, "fine": 0.45}
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

    page: str
    truth: dict[str, Any]
    names: tuple[str, ...]
    table: np.ndarray
    candidates: Candidates
    boxes: np.ndarray  # [k, 4] x, y, width, height
    gains: dict[str, np.ndarray]  # preset -> what dividing each candidate is worth, nan without children


def examples(pages: Iterable[tuple[str, Any, dict[str, Any]]]) -> list[Example]:
    """All annotated pages with features and labels."""
    return [_example(page, snapshot, truth) for page, snapshot, truth in pages]


def _example(page: str, snapshot: Any, truth: dict[str, Any]) -> Example:
    layout = Layout.of(snapshot, overlays=find_overlays(snapshot))
    candidates = find_candidates(layout, 0)
    names, table = features(layout, candidates)
    boxes = candidate_boxes(layout, candidates)
    boxes[:, 2:] -= boxes[:, :2]
    gains = {
        preset: gains_of_dividing(candidates, boxes, truth, wanted)
        for preset, level in LEVELS.items()
        if len(wanted := tools().truth_boxes(truth, level))
    }
    return Example(page=page, truth=truth, names=names, table=table, candidates=candidates, boxes=boxes, gains=gains)


def tools() -> Any:
    """The scoring script that comes with the data."""
    folder = str(require_data().parent / "tools")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    import score_segmentation

    return score_segmentation


def gains_of_dividing(
    candidates: Candidates, boxes: np.ndarray, truth: dict[str, Any], wanted: Sequence[Sequence[float]]
) -> np.ndarray:
    """For each candidate: the best that dividing it can score, less what keeping it scores."""
    kept = block_values(boxes, truth, np.asarray(wanted, float))
    best, gains = kept.copy(), np.full(len(kept), np.nan)
    for index in range(len(kept) - 1, -1, -1):
        if candidates.children[index]:
            inside = sum(best[child] for child in candidates.children[index])
            gains[index] = inside - kept[index]
            best[index] = max(best[index], inside)
    return gains


def block_values(boxes: np.ndarray, truth: dict[str, Any], wanted: np.ndarray) -> np.ndarray:
    """What each box adds to precision and recall over characters, nodes and pixels, each of them from 0 to 1."""
    membership = tools().box_membership
    texts = np.array([text[:4] for text in truth["texts"]], float).reshape(-1, 4)
    others = np.array([element[:4] for element in truth["elements"]], float).reshape(-1, 4)
    chars = np.array([text[4] for text in truth["texts"]], float)
    nodes = np.concatenate([texts, others])
    total = np.zeros(len(boxes))
    for places, weight in ((texts, chars), (nodes, np.ones(len(nodes)))):
        ours, theirs = membership(places, boxes).astype(float), membership(places, wanted).astype(float)
        overlap = (ours * weight[:, None]).T @ theirs
        total += _shares(overlap, weight @ ours, weight @ theirs, float((weight * theirs.any(axis=1)).sum()))
    overlap, mass, wanted_mass = _areas(boxes, wanted, truth["size"])
    return total + _shares(overlap, mass, wanted_mass, float(wanted_mass.sum()))


def _shares(overlap: np.ndarray, mass: np.ndarray, wanted_mass: np.ndarray, wanted_total: float) -> np.ndarray:
    squares = overlap**2
    precision = squares.sum(axis=1) / np.maximum(mass, 1e-9)
    recall = (squares / np.maximum(wanted_mass, 1e-9)).sum(axis=1)
    return 0.5 * precision / max(mass[0], 1e-9) + 0.5 * recall / max(wanted_total, 1e-9)


def _areas(boxes: np.ndarray, wanted: np.ndarray, size: Sequence[float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    def corners(places: np.ndarray) -> np.ndarray:
        limits = np.array([*size, *size], float)
        return np.clip(np.concatenate([places[:, :2], places[:, :2] + places[:, 2:]], axis=1), 0.0, limits)

    ours, theirs = corners(boxes), corners(wanted)
    lower = np.maximum(ours[:, None, :2], theirs[None, :, :2])
    upper = np.minimum(ours[:, None, 2:], theirs[None, :, 2:])
    overlap = np.clip(upper - lower, 0.0, None).prod(axis=2)
    return overlap, (ours[:, 2:] - ours[:, :2]).prod(axis=1), (theirs[:, 2:] - theirs[:, :2]).prod(axis=1)


def train(pages: Sequence[Example], preset: str) -> Ensemble:
    """The model of one preset; its answers are log odds with the threshold taken off."""
    import lightgbm

    known = [page for page in pages if preset in page.gains]
    table = np.concatenate([page.table for page in known])
    gains = np.concatenate([page.gains[preset] for page in known])
    telling = np.isfinite(gains) & (np.abs(gains) > 1e-6)
    weight = np.abs(gains[telling]) ** COST_POWER[preset]
    data = lightgbm.Dataset(
        table[telling], (gains[telling] > 0).astype(int), weight=weight / weight.mean(),
        params={"max_bin": PARAMETERS["max_bin"], "verbose": -1, "num_threads": 1}, free_raw_data=False,
    )  # fmt: skip
    boosters = [lightgbm.train({**PARAMETERS, "seed": bag}, data, ROUNDS) for bag in range(BAGS)]
    odds = THRESHOLD[preset] / (1 - THRESHOLD[preset])
    return exported(boosters, names=known[0].names, base=-float(np.log(odds)))


def exported(boosters: Sequence[Any], *, names: tuple[str, ...], base: float) -> Ensemble:
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
        names=names, depth=deepest, base=base,
        feature=np.array(feature, np.int32), threshold=np.array(threshold), left=np.array(left, np.int32),
        right=np.array(right, np.int32), value=np.array(value), roots=np.array(roots, np.int32),
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    target = ROOT / "src" / "pagestrata" / "segment" / "data" / MODEL_FILE
    parser.add_argument("--output", type=Path, default=target)
    options = parser.parse_args()
    pages = examples(load_page_snapshots())
    data = write_ensembles({preset: train(pages, preset) for preset in LEVELS})
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_bytes(data)
    print(f"trained on {len(pages)} pages, {len(data)} bytes in {options.output}")


if __name__ == "__main__":
    main()
