"""Quality of the segmenters on the annotated pages.

    python -m benchmarks.quality segmentation

Extended BCubed F (characters / nodes / pixels), coarse against the top-level blocks and fine against the innermost ones,
scored with the script that comes with the data. The coherence segmenter is cross-validated by page: models are trained,
and their thresholds chosen, without the pages they are scored on. What 'coarse' and 'fine' mean for the segmenters of the
papers is chosen in the same folds; they are scored with the shipped presets, and with those that the other folds chose.
"""

from __future__ import annotations

import multiprocessing
import os
import statistics
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np

from benchmarks.pages import load_page_snapshots
from benchmarks.training.division_labels import LEVELS, tools
from benchmarks.training.train_segmenter import examples, train
from pagestrata.model.blocks import BlockTree
from pagestrata.model.snapshot import Snapshot
from pagestrata.segmenting import segment
from pagestrata.segmenting.assembly import build_tree
from pagestrata.segmenting.coherence import COARSE_PDOC, FINE_PDOC, outline_page
from pagestrata.segmenting.layout import Layout
from pagestrata.segmenting.overlays import find_overlays

FOLDS = 9
KINDS = ("chars", "nodes", "pixels")
SETTINGS = {"vips": tuple(range(1, 10)), "partition": tuple(range(1, 7))}
"""What the presets of the papers' segmenters are chosen among: permitted degrees of coherence, and levels."""
PDOC = {"coarse": COARSE_PDOC, "fine": FINE_PDOC}


def scored_boxes(tree: BlockTree) -> list[list[float]]:
    """The boxes that count: leaves of the page layer, or overlays when they are all there is."""
    leaves = list(tree.leaves())
    return [list(leaf.box) for leaf in leaves if leaf.layer == "page"] or [list(leaf.box) for leaf in leaves]


def summary(scores: list[dict[str, Any]]) -> list[float]:
    return [round(statistics.fmean(score[kind][2] for score in scores if score[kind]), 4) for kind in KINDS]


def quality(
    pages: list[tuple[str, Snapshot, dict[str, Any]]], cut: Callable[[int, str], BlockTree]
) -> dict[str, list[float]]:
    """Preset -> F over characters, nodes and pixels; `cut` answers for a page's number and a preset."""
    found = {}
    for preset, level in LEVELS.items():
        scores = [
            tools().score_page(truth, scored_boxes(cut(number, preset)), level)
            for number, (_, _, truth) in enumerate(pages)
        ]
        found[preset] = summary([score for score in scores if score is not None])
    return found


def cross_validated(
    pages: list[tuple[str, Snapshot, dict[str, Any]]], *, folds: int, seed: int = 0
) -> dict[str, list[float]]:
    """The coherence segmenter, every page cut by models that never saw it."""
    known = examples(pages)
    order = np.random.RandomState(seed).permutation(len(pages))
    trees: dict[tuple[int, str], BlockTree] = {}
    for fold in range(folds):
        held_out = set(order[fold::folds].tolist())
        models = train([known[i] for i in range(len(pages)) if i not in held_out])
        for number in held_out:
            snapshot = pages[number][1]
            layout = Layout.of(snapshot, overlays=find_overlays(snapshot))
            for preset, pdoc in PDOC.items():
                outlines = [outline_page(layout, root, pdoc=pdoc, models=models) for root in (0, *layout.overlays)]
                trees[number, preset] = build_tree(snapshot, layout, outlines, segmenter="coherence")
    return quality(pages, lambda number, preset: trees[number, preset])


def presets_cross_validated(
    pages: list[tuple[str, Snapshot, dict[str, Any]]], name: str, *, folds: int, seed: int = 0
) -> tuple[dict[str, list[float]], dict[str, list[int]]]:
    """A segmenter of the papers with presets that never saw the page: F by preset, and what each fold chose."""
    table = _scores_by_setting(pages, name)
    order = np.random.RandomState(seed).permutation(len(pages))
    figures: dict[str, list[float]] = {}
    chosen: dict[str, list[int]] = {}
    for preset in LEVELS:
        held_out: list[np.ndarray] = []
        chosen[preset] = []
        for fold in range(folds):
            known = np.setdiff1d(order, order[fold::folds])
            best = int(np.nanmean(table[preset][:, known], axis=(1, 2)).argmax())
            chosen[preset].append(SETTINGS[name][best])
            held_out.extend(table[preset][best, order[fold::folds]])
        figures[preset] = np.round(np.nanmean(held_out, axis=0), 4).tolist()
    return figures, chosen


def _scores_by_setting(pages: list[tuple[str, Snapshot, dict[str, Any]]], name: str) -> dict[str, np.ndarray]:
    """Preset -> [settings, pages, kinds] F, nan where a page has no annotation of that level."""
    option = "level" if name == "partition" else "pdoc"
    table = {preset: np.full((len(SETTINGS[name]), len(pages), len(KINDS)), np.nan) for preset in LEVELS}
    for row, setting in enumerate(SETTINGS[name]):
        for number, (_, snapshot, truth) in enumerate(pages):
            boxes = scored_boxes(segment(snapshot, name, **{option: setting}))  # type: ignore[arg-type]
            for preset, level in LEVELS.items():
                score = tools().score_page(truth, boxes, level)
                if score is not None:
                    table[preset][row, number] = [score[kind][2] if score[kind] else np.nan for kind in KINDS]
    return table


def measure() -> dict[str, float]:
    """Every figure by name."""
    tools()
    for _ in load_page_snapshots():  # rendered here, once for all of them
        pass
    with ProcessPoolExecutor(os.cpu_count(), mp_context=multiprocessing.get_context("spawn")) as processes:
        found = [figures for part in processes.map(_figures, ("coherence", *SETTINGS)) for figures in part.items()]
    return {
        f"{name} {preset} F {kind}": value
        for name, presets in found
        for preset, values in presets.items()
        for kind, value in zip(KINDS, values, strict=True)
    }


def _figures(name: str) -> dict[str, dict[str, list[float]]]:
    """Of one segmenter, with the shipped presets and with those of other pages: preset -> F by kind."""
    pages = list(load_page_snapshots())
    if name == "coherence":
        return {name: cross_validated(pages, folds=FOLDS)}
    return {
        name: quality(pages, lambda number, preset: segment(pages[number][1], name, pdoc=preset)),  # type: ignore[arg-type]
        f"{name}, preset of other pages,": presets_cross_validated(pages, name, folds=FOLDS)[0],
    }
