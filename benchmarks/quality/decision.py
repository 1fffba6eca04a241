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
from benchmarks.quality.decision_baselines import BASELINES, baseline_scores
from benchmarks.quality.decision_card import card
from benchmarks.quality.decision_table import Row, calibrated_row, halves, rendered, row, threshold_scores
from pagestrata.comparing.vidiff import compare
from pagestrata.deciding.decide import MODEL_FILE
from pagestrata.deciding.pair_features import CONTENT_NAMES, PICTURE_NAMES, pair_features
from pagestrata.deciding.shipped_pairs import FILE, write_base_pairs
from pagestrata.deciding.sides import Side
from pagestrata.deciding.svm import out_of_fold_scores
from pagestrata.deciding.training import (
    CORE,
    DISSIMILAR,
    KEEP,
    SIGHT,
    Example,
    LabelledPair,
    feature_table,
    read_pairs,
    train_examples,
)
from pagestrata.deciding.visual_words import VISUAL_NAMES
from pagestrata.model.blocks import BlockTree
from pagestrata.model.snapshot import Snapshot
from pagestrata.segmenting import segment
from pagestrata.weighing.change_importance import weigh

PAPER_NAMES = CONTENT_NAMES[-25:]
DATA = ROOT / "src" / "pagestrata" / "deciding" / "data"
SHIPPED, CONTENT = "as shipped: content and rules", "content alone, no rules"
SIGHTED = "content, screenshots and rules"
MADE = "2026-11-15"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One labelled pair as numbers, and the sentences by which rules lift it, without and with screenshots."""

    pair: LabelledPair
    example: Example
    lifts: tuple[str, ...]
    baselines: dict[str, float]

    @property
    def lifted_by_content(self) -> bool:
        return any(not sentence.startswith("another picture") for sentence in self.lifts)


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
    old, new = (Side(tree=tree, screenshot_png=shot) for tree, shot in zip(trees, shots, strict=True))
    found = pair_features(old, new, delta)
    return Judged(
        pair=pair,
        example=Example(
            site=pair.site, dissimilar=pair.label == DISSIMILAR, content=found.content, pictures=found.pictures
        ),
        lifts=found.lifts,
        baselines=baseline_scores(bodies, trees, shots, weigh(trees[0], delta)),
    )


def _body(snapshot: Snapshot) -> bytes:
    return snapshot.responses[0].body if snapshot.responses else snapshot.dom.encode()


def table(judged: list[Judged]) -> dict[str, Row]:
    """All baselines and our models, each tested on sites it has not seen."""
    labels = np.array([one.example.dissimilar for one in judged])
    sites = np.array([one.pair.site for one in judged])
    found = {}
    for name in BASELINES:
        values = np.array([one.baselines[name] for one in judged])
        found[name] = row(threshold_scores(values, labels, sites) > 0, values, labels)
    numbers = np.array([one.lifted_by_content for one in judged])
    every = np.array([bool(one.lifts) for one in judged])
    for title, names, lifted in (
        ("SVM, all features, 12 by |w|", (*CONTENT_NAMES, *PICTURE_NAMES), None),
        ("SVM, the paper's 41 features", (*PAPER_NAMES, *VISUAL_NAMES), None),
        (CONTENT, CORE, None),
        (SHIPPED, CORE, numbers),
        (SIGHTED, (*CORE, *SIGHT), every),
    ):
        inputs = feature_table([one.example for one in judged], names)
        scores = out_of_fold_scores(inputs, labels, sites, names, keep=KEEP)
        found[title] = calibrated_row(scores, labels, lifted)
    return found


def by_halves(judged: list[Judged]) -> dict[str, float]:
    """Ours against EDGI's formula, the best of the others, learned on half of the sites."""
    return halves(
        feature_table([one.example for one in judged], CORE),
        CORE,
        np.array([one.lifted_by_content for one in judged]),
        np.array([one.baselines["EDGI priority"] for one in judged]),
        np.array([one.example.dissimilar for one in judged]),
        np.array([one.pair.site for one in judged]),
    )


def measure() -> dict[str, float]:
    rows = table(load())
    ours = rows[SIGHTED]
    return {
        "accuracy": ours.accuracy,
        "recall of dissimilar": ours.recall,
        "accuracy without screenshots": rows[SHIPPED].accuracy,
        "recall of dissimilar without screenshots": rows[SHIPPED].recall,
        "accuracy without rules": rows[CONTENT].accuracy,
        "accuracy ahead of the best baseline": ours.accuracy - max(rows[name].accuracy for name in BASELINES),
    }


def main() -> None:
    report(load(), write="--train" in sys.argv)


def report(judged: list[Judged], *, write: bool) -> None:
    about: dict[str, Any] = {"data": "pairs.json", "pairs": len(judged), "made": MADE}
    examples = [one.example for one in judged]
    trained = train_examples(examples, card=about)
    rows, halved = table(judged), by_halves(judged)
    print(rendered(rows))
    print("learned on half of the sites:", {name: round(value, 3) for name, value in halved.items()})
    print(trained.report())
    for place in rows[SIGHTED].wrong:
        pair = judged[place].pair
        print(f"wrong: {pair.site} {pair.old} -> {pair.new}: {pair.label} ({pair.why}) {judged[place].lifts}")
    lifted = [one for one in judged if one.lifts]
    right = sum(one.example.dissimilar for one in lifted)
    print(f"lifted by rules: {len(lifted)} pairs, {right} of them dissimilar")
    if write:
        (DATA / MODEL_FILE).write_bytes(trained.model.to_json())
        (DATA / FILE).write_bytes(write_base_pairs(examples))
        sites = len({one.pair.site for one in judged})
        dissimilar = sum(example.dissimilar for example in examples)
        text = card(trained, rows, halved, sites=sites, dissimilar=dissimilar, lifted=(len(lifted), right))
        (DATA / "decision.md").write_text(text)


if __name__ == "__main__":
    main()
