"""Keep or skip: the decision on labelled pairs of real versions, leaving whole organisations out, beside what others decide by.

    python -m benchmarks.quality.decision [--train]

`--train` also learns the shipped model from all pairs and writes it, with its card, into the package.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.pages import ROOT, Renderer, require_data
from benchmarks.quality.decision_baselines import BASELINES, baseline_scores
from benchmarks.quality.decision_card import card
from benchmarks.quality.decision_table import (
    Floats,
    Labels,
    Row,
    nested_chances,
    rendered,
    row,
    threshold_inside_splits,
    threshold_row,
)
from pagestrata.comparing.vidiff import compare
from pagestrata.deciding.decide import DEFAULT_THRESHOLD, probability_of
from pagestrata.deciding.features.pair_features import CONTENT_NAMES, PICTURE_NAMES, pair_features
from pagestrata.deciding.features.visual_words import VISUAL_NAMES
from pagestrata.deciding.judges import PAPER4_FILE, PAPER4_NAMES
from pagestrata.deciding.learning.linear_model import DecisionModel
from pagestrata.deciding.learning.shipped_pairs import FILE, write_base_pairs
from pagestrata.deciding.learning.training import (
    CORE,
    DISSIMILAR,
    KEEP,
    OWN,
    SIGHT,
    Example,
    LabelledPair,
    feature_table,
    read_pairs,
    train_examples,
)
from pagestrata.deciding.sides import Side
from pagestrata.judging.findings import Finding
from pagestrata.model.blocks import BlockTree
from pagestrata.model.snapshot import Snapshot
from pagestrata.segmenting import segment
from pagestrata.weighing.change_importance import weigh

PAPER_NAMES = CONTENT_NAMES[-25:]
DATA = ROOT / "src" / "pagestrata" / "deciding" / "data"
AMOUNTS, SHIPPED = "amounts alone", "as shipped, without screenshots"
SIGHTED = "as shipped"
PAPER4 = "paper 4: SIFT, colour, Jaccard"
MADE = "2026-11-16"
ORGANISATIONS = (("ota_", "ota"), ("welt.de", "welt"), ("openbsd.org", "openbsd"))


def organisation_of(site: str) -> str:
    """Sites of one organisation resemble each other and are never parted."""
    if site.endswith("apache.org"):
        return "apache"
    return next((name for beginning, name in ORGANISATIONS if site.startswith(beginning)), site)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One labelled pair as numbers, and its single findings, without and with screenshots."""

    pair: LabelledPair
    example: Example
    findings: tuple[Finding, ...]
    baselines: dict[str, float]

    @property
    def without_screenshots(self) -> list[Finding]:
        return [finding for finding in self.findings if not (finding.kind == "picture" and not finding.old_ref)]


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
            site=organisation_of(pair.site),
            dissimilar=pair.label == DISSIMILAR,
            content=found.content,
            pictures=found.pictures,
        ),
        findings=found.findings,
        baselines=baseline_scores(bodies, trees, shots, weigh(trees[0], delta)),
    )


def _body(snapshot: Snapshot) -> bytes:
    return snapshot.responses[0].body if snapshot.responses else snapshot.dom.encode()


def table(judged: list[Judged]) -> dict[str, Row]:
    """All baselines and our models, each tested on organisations it has not seen."""
    labels = np.array([one.example.dissimilar for one in judged])
    groups = np.array([one.example.site for one in judged])
    found = {
        name: threshold_row(np.array([one.baselines[name] for one in judged]), labels, groups) for name in BASELINES
    }

    def chances(names: Sequence[str]) -> Floats:
        inputs = feature_table([one.example for one in judged], names)
        return nested_chances(inputs, labels, groups, names, keep=KEEP)

    for title, names in (
        ("SVM, all features, 12 by |w|", (*CONTENT_NAMES, *PICTURE_NAMES)),
        ("SVM, the 41 features of paper 4", (*PAPER_NAMES, *VISUAL_NAMES)),
        (PAPER4, PAPER4_NAMES),
        ("amounts and likeliest finding, SVM", OWN),
    ):
        found[title] = _row(chances(names), labels)
    found[AMOUNTS] = _row(chances(CORE), labels)
    found[SHIPPED] = _row(np.array([probability_of(one.without_screenshots) for one in judged]), labels)
    found[SIGHTED] = _row(np.array([probability_of(one.findings) for one in judged]), labels)
    return found


def paper1_threshold(judged: list[Judged]) -> float:
    """The threshold of `judges.PAPER1_THRESHOLD`: the median of those that are most often right inside each split."""
    labels = np.array([one.example.dissimilar for one in judged])
    groups = np.array([one.example.site for one in judged])
    return threshold_inside_splits(np.array([one.baselines["E alone"] for one in judged]), labels, groups)


def _row(chance: Floats, labels: Labels) -> Row:
    return row(chance > DEFAULT_THRESHOLD, chance, labels)


def measure() -> dict[str, float]:
    rows = table(load())
    ours = rows[SIGHTED]
    return {
        "accuracy": ours.accuracy,
        "recall of dissimilar": ours.recall,
        "accuracy without screenshots": rows[SHIPPED].accuracy,
        "recall of dissimilar without screenshots": rows[SHIPPED].recall,
        "accuracy of amounts alone": rows[AMOUNTS].accuracy,
        "ranking ahead of the best baseline": ours.ranking - max(rows[name].ranking for name in BASELINES),
    }


def main() -> None:
    report(load(), write="--train" in sys.argv)


def report(judged: list[Judged], *, write: bool) -> None:
    about: dict[str, Any] = {"data": "pairs.json", "pairs": len(judged), "made": MADE}
    examples = [one.example for one in judged]
    trained = train_examples(examples, names=(CORE, SIGHT), card=about)
    rows = table(judged)
    print(rendered(rows))
    print(f"threshold of E for --judge paper1: {paper1_threshold(judged):.4f}")
    print(trained.report())
    for place in rows[SIGHTED].wrong:
        pair = judged[place].pair
        first = [f"{one.kind} {one.old!r} -> {one.new!r}" for one in judged[place].findings[:2]]
        print(f"wrong: {pair.site} {pair.old} -> {pair.new}: {pair.label} ({pair.why}) {first}")
    if write:
        paper = train_examples(examples, names=(PAPER4_NAMES, ()), keep=len(PAPER4_NAMES), card=about)
        (DATA / PAPER4_FILE).write_bytes(DecisionModel(content=paper.model.content, card=about).to_json())
        (DATA / FILE).write_bytes(write_base_pairs(examples))
        sites = len({one.pair.site for one in judged})
        dissimilar = sum(example.dissimilar for example in examples)
        (DATA / "decision.md").write_text(card(trained, rows, sites=sites, dissimilar=dissimilar))


if __name__ == "__main__":
    main()
