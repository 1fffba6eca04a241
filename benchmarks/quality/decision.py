"""Keep or skip: the decision on labelled pairs of real versions, leaving whole sites out, beside what others decide by.

    python -m benchmarks.quality.decision [--train]

`--train` also learns the shipped model from all pairs and writes it, with its card, into the package.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.pages import ROOT, Renderer, require_data
from benchmarks.quality.decision_baselines import BASELINES, baseline_scores, threshold_scores
from pagestrata.compare.changes import compare
from pagestrata.model.blocks import BlockTree
from pagestrata.model.snapshot import Snapshot
from pagestrata.segment import segment
from pagestrata.weigh.changes import weigh
from pagestrata.weigh.decide import MODEL_FILE
from pagestrata.weigh.pair_features import CONTENT_NAMES, PICTURE_NAMES
from pagestrata.weigh.sides import Side
from pagestrata.weigh.training import (
    Example,
    LabelledPair,
    Scores,
    TrainedModel,
    example_of,
    read_pairs,
    scored,
    train_examples,
)
from pagestrata.weigh.visual_words import VISUAL_NAMES

PAPER_NAMES = CONTENT_NAMES[-25:]
DATA = ROOT / "src" / "pagestrata" / "weigh" / "data"

DESIGN = (
    "How the design was chosen: the weights never saw the site they are tested on, but the design did. Some 170 settings",
    "(scales of the features, which of them, penalty, balance, number kept) were compared by the same leave-one-site-out",
    "figure, first on 97 of the pairs, then on 139 and 171, as they became available. So the figure is somewhat",
    "flattered. The cleanest look: the 52 pairs not yet there when the features were picked gave accuracy .962 and recall",
    "of dissimilar .947 (36 of 38), and all 191 gave .963 and .968, one pair behind EDGI's formula. 32 further settings",
    "over all pairs gave .958 to .969 and were not used. Then one feature was mended because of a unit test (a new",
    "sentence that repeats words of the page is one run), and all pairs were measured once more: the table above.",
    "",
    "EDGI's formula, with its threshold learned the same way, is level with this model. The notes do not say how its",
    "term for one long change grows; 100 words for the full .35 was set once and not varied.",
    "Neither the 16 visual-word distances nor the paper's other structural features improved the figure.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One labelled pair as numbers."""

    pair: LabelledPair
    example: Example
    baselines: dict[str, float]


def load() -> list[Judged]:
    pairs = read_pairs(json.loads((require_data() / "pairs.json").read_text()))
    with Renderer() as renderer:
        return [
            judge(pair, *(renderer.version(pair.site, pair.url, time) for time in (pair.old, pair.new)))
            for pair in pairs
        ]


def judge(pair: LabelledPair, old: Snapshot, new: Snapshot) -> Judged:
    trees = (segment(old), segment(new))
    return judge_trees(pair, trees, (old.screenshot_png, new.screenshot_png), (_body(old), _body(new)))


def judge_trees(
    pair: LabelledPair,
    trees: tuple[BlockTree, BlockTree],
    shots: tuple[bytes | None, bytes | None],
    bodies: tuple[bytes, bytes],
) -> Judged:
    delta = compare(*trees)
    sides = [Side(tree=tree, screenshot_png=shot) for tree, shot in zip(trees, shots, strict=True)]
    return Judged(
        pair=pair,
        example=example_of(pair, sides[0], sides[1], delta),
        baselines=baseline_scores(bodies, trees, shots, weigh(trees[0], delta)),
    )


def _body(snapshot: Snapshot) -> bytes:
    return snapshot.responses[0].body if snapshot.responses else snapshot.dom.encode()


def table(judged: list[Judged], trained: TrainedModel) -> dict[str, Scores]:
    """All baselines and both models, each tested on sites it has not seen."""
    labels = np.array([one.example.dissimilar for one in judged])
    groups = np.array([one.pair.site for one in judged])
    found = {}
    for name in BASELINES:
        values = np.array([one.baselines[name] for one in judged])
        found[name] = scored(threshold_scores(values, labels, groups), labels)
    chosen = train_examples([one.example for one in judged], names=(CONTENT_NAMES, PICTURE_NAMES))
    found["SVM, all features, 12 by |w|"] = chosen.pictures or chosen.content
    paper = train_examples([one.example for one in judged], names=(PAPER_NAMES, VISUAL_NAMES))
    found["SVM, the paper's 41 features"] = paper.pictures or paper.content
    found["content alone"] = trained.content
    if trained.pictures is not None:
        found["content and screenshots"] = trained.pictures
    return found


def measure() -> dict[str, float]:
    judged = load()
    rows = table(judged, train_examples([one.example for one in judged]))
    ours = rows.get("content and screenshots", rows["content alone"])
    best = max(rows[name].accuracy for name in BASELINES)
    return {
        "accuracy": ours.accuracy,
        "recall of dissimilar": ours.recall_dissimilar,
        "accuracy without screenshots": rows["content alone"].accuracy,
        "recall of dissimilar without screenshots": rows["content alone"].recall_dissimilar,
        "accuracy ahead of the best baseline": ours.accuracy - best,
    }


def rendered(rows: dict[str, Scores]) -> str:
    head = f"{'by':28} accuracy  recall of dissimilar  precision"
    lines = [
        f"{name:28} {row.accuracy:8.3f} {row.recall_dissimilar:21.3f} {row.precision_dissimilar:10.3f}"
        for name, row in sorted(rows.items(), key=lambda item: item[1].accuracy)
    ]
    return "\n".join([head, *lines])


def card(judged: list[Judged], trained: TrainedModel, rows: dict[str, Scores]) -> str:
    dissimilar = sum(one.example.dissimilar for one in judged)
    sites = len({one.pair.site for one in judged})
    lines = [
        "# Decision model",
        "",
        "What: two linear models (`decision.json`), one over content features, one over content and screenshots, that",
        "say whether two versions are dissimilar. Made with `python -m benchmarks.quality.decision --train`.",
        "",
        f"Data: {len(judged)} labelled pairs of consecutive versions of {sites} sites ({dissimilar} dissimilar),",
        "November 2026.",
        "",
        "Scores, each pair judged by a model that never saw its site (thresholds of the others chosen the same way):",
        "",
        "```",
        rendered(rows),
        "```",
        "",
        "Features of the model with screenshots:",
        "",
        "```",
        *(f"{name:<42} {weight:+.3f}" for name, weight in trained.table),
        "```",
        "",
        *DESIGN,
        "",
        "Limits: labels are an archivist's view of front pages, docs, terms and lists; mostly English and German.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    judged = load()
    report(judged, write="--train" in sys.argv)


def report(judged: list[Judged], *, write: bool) -> None:
    found: dict[str, Any] = {"data": "pairs.json", "pairs": len(judged), "made": "2026-11-15"}
    trained = train_examples([one.example for one in judged], card=found)
    rows = table(judged, trained)
    print(rendered(rows))
    print(trained.report())
    best = trained.pictures or trained.content
    for place in best.wrong:
        pair = judged[place].pair
        print(f"wrong: {pair.site} {pair.old} -> {pair.new}: {pair.label} ({pair.why})")
    if write:
        (DATA / MODEL_FILE).write_bytes(trained.model.to_json())
        (DATA / "decision.md").write_text(card(judged, trained, rows))


if __name__ == "__main__":
    main()
