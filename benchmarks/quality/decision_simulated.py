"""Does the decision get better when it is fitted with simulated noise and events beside the labelled pairs?

    python -m benchmarks.quality.decision_simulated --make FOLDER PART OF      the features of one of several parts of the data
    python -m benchmarks.quality.decision_simulated FOLDER                     fits and compares

From the pages and from the pairs that people called similar `simulated_changes` makes labelled noise and events. Every
model is tested on organisations it has not seen, neither as labelled pairs nor under simulated changes; how much a simulated
example counts is chosen inside the split. Without screenshots. What came of it is in docs/explanation/importance-model-card.md.
"""

from __future__ import annotations

import json
import pickle
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.pages import Renderer, load_page_snapshots, require_data, segmentation_pages
from benchmarks.quality.decision import organisation_of
from benchmarks.quality.decision_table import Floats, Groups, Labels, Row, rendered, row
from benchmarks.quality.simulated_changes import EVENTS, FIRST_STAMP, FORMATS, LOCALES, NOISE, stamped
from pagestrata.comparing.vidiff import compare
from pagestrata.deciding.decide import DEFAULT_THRESHOLD
from pagestrata.deciding.features.pair_features import pair_features
from pagestrata.deciding.findings.chances import probability_of
from pagestrata.deciding.findings.finding_record import Finding
from pagestrata.deciding.learning.svm import fit, out_of_fold_scores, platt
from pagestrata.deciding.learning.training import CORE, DISSIMILAR, KEEP, Example, feature_table, read_pairs
from pagestrata.deciding.surroundings.sides import Side
from pagestrata.model.blocks import BlockTree
from pagestrata.segmenting import segment

PAGES = "annotated pages"
"""The group of all simulated changes on them; no labelled pair is of one."""
COUNTS = (0.0, 0.03, 0.1, 0.5)
"""How much a simulated example may count against a labelled pair."""
DRAWS = 3
"""How often each kind of change is made on a page, and on a pair."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """One example, what was found in it, and which simulated change it is; '' for a labelled pair."""

    example: Example
    findings: Sequence[Finding] = field(default=())
    simulated: str = ""


def make(part: int, parts: int) -> list[Drawn]:
    """The labelled pairs and simulated changes of every `parts`-th page and pair."""
    pages = segmentation_pages()[part::parts]
    trees = {name: segment(snapshot) for name, snapshot, _ in load_page_snapshots(pages)}
    donors = {name: _sentences(tree) for name, tree in trees.items()}
    found = [one for name, tree in trees.items() for one in _on_page(name, tree, _others(donors, name))]
    every = [line for lines in donors.values() for line in lines]
    pairs = read_pairs(json.loads((require_data() / "pairs.json").read_text()))[part::parts]
    with Renderer() as renderer:
        for pair in pairs:
            old, new = (segment(renderer.version(pair.site, pair.url, time)) for time in (pair.old, pair.new))
            site = organisation_of(pair.site)
            found.append(_drawn(site, old, new, dissimilar=pair.label == DISSIMILAR))
            if pair.label != DISSIMILAR:
                found += _beside_real_noise(site, old, new, every, random.Random(f"{pair.site} {pair.new}"))
    return found


def _sentences(tree: BlockTree) -> list[str]:
    return [line for leaf in tree.leaves() for line in leaf.lined_text.split("\n") if len(line.split()) >= 8]


def _others(donors: dict[str, list[str]], name: str) -> list[str]:
    return [line for other, lines in donors.items() if other != name for line in lines]


def _on_page(name: str, tree: BlockTree, donors: Sequence[str]) -> Iterator[Drawn]:
    for draw in range(DRAWS):
        chance = random.Random(f"{name} {draw}")
        for kind, edit in (*EVENTS.items(), *NOISE.items()):
            new = edit(tree, chance, donors)
            if new is not None and new != tree:
                yield _drawn(PAGES, tree, new, dissimilar=kind in EVENTS, simulated=kind)
        locale, form = chance.choice(LOCALES), chance.choice(FORMATS)
        times = FIRST_STAMP, FIRST_STAMP + timedelta(days=1 + draw, minutes=37)
        old, new = (stamped(tree, locale, form, when) for when in times)
        yield _drawn(PAGES, old, new, dissimilar=False, simulated="a time stamp")


def _beside_real_noise(
    site: str, old: BlockTree, new: BlockTree, donors: Sequence[str], chance: random.Random
) -> Iterator[Drawn]:
    for kind, edit in (*EVENTS.items(), *NOISE.items()) * DRAWS:
        changed = edit(new, chance, donors)
        if changed is not None and changed != new:
            yield _drawn(site, old, changed, dissimilar=kind in EVENTS, simulated=kind)


def _drawn(site: str, old: BlockTree, new: BlockTree, *, dissimilar: bool, simulated: str = "") -> Drawn:
    found = pair_features(Side(tree=old), Side(tree=new), compare(old, new))
    example = Example(site=site, dissimilar=dissimilar, content=found.content)
    return Drawn(example=example, findings=tuple(found.findings), simulated=simulated)


def compared(drawn: Sequence[Drawn]) -> dict[str, Row]:
    """Every way to fit, judged on the labelled pairs."""
    real = np.array([not one.simulated for one in drawn])
    labels = np.array([one.example.dissimilar for one in drawn])
    groups = np.array([one.example.site for one in drawn])
    table = feature_table([one.example for one in drawn], CORE)
    found: dict[str, Row] = {}
    chances = {count: _nested(table, labels, groups, real, (count,)) for count in COUNTS}
    chances[-1.0] = _nested(table, labels, groups, real, COUNTS)
    for count, chance in chances.items():
        joined = np.array([probability_of(one.findings, c) for one, c in zip(drawn, chance.tolist(), strict=True)])
        name = "count chosen inside" if count < 0 else f"simulated count {count:g}"
        for title, values in ((f"{name}: amounts alone", chance), (name, joined)):
            found[title] = row(values[real] > DEFAULT_THRESHOLD, values[real], labels[real])
            found[f"{title}, on simulated"] = row(values[~real] > DEFAULT_THRESHOLD, values[~real], labels[~real])
    return found


def _nested(table: Floats, labels: Labels, groups: Groups, real: Labels, choices: Sequence[float]) -> Floats:
    """The probability of each example by a model without its organisation; the count is the choice with the least log loss."""
    chance = np.zeros(len(labels))
    for group in dict.fromkeys(groups.tolist()):
        held = groups == group
        rest = table[~held], labels[~held], groups[~held], real[~held]
        slope, offset, model = min((_fitted(*rest, count) for count in choices), key=lambda one: one[0])[1]
        rows = [dict(zip(CORE, line, strict=True)) for line in table[held].tolist()]
        scores = np.array([model.score(line) for line in rows])
        chance[held] = 1.0 / (1.0 + np.exp(-np.clip(slope * scores + offset, -30, 30)))
    return chance


def _fitted(table: Floats, labels: Labels, groups: Groups, real: Labels, count: float) -> tuple[float, Any]:
    """The log loss on labelled pairs left out in the inner folds, and the model with its calibration."""
    used = real if count <= 0.0 else np.ones(len(labels), bool)
    counts = np.where(real, 1.0, count)[used]
    table, labels, groups, real = table[used], labels[used], groups[used], real[used]
    inner = out_of_fold_scores(table, labels, groups, CORE, keep=KEEP, counts=counts)
    slope, offset = platt(inner[real], labels[real])
    chance = 1.0 / (1.0 + np.exp(-np.clip(slope * inner[real] + offset, -30, 30)))
    loss = float(-np.log(np.clip(np.where(labels[real], chance, 1 - chance), 1e-3, 1)).mean())
    model, _ = fit(table, labels, CORE, keep=KEEP, counts=counts)
    return loss, (slope, offset, model)


def main(arguments: Sequence[str]) -> None:
    if arguments[0] == "--make":
        folder, part, parts = Path(arguments[1]), int(arguments[2]), int(arguments[3])
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{part}.pickle").write_bytes(pickle.dumps(make(part, parts)))
        return
    drawn = [one for file in sorted(Path(arguments[0]).glob("*.pickle")) for one in pickle.loads(file.read_bytes())]
    print(
        f"{sum(not one.simulated for one in drawn)} labelled pairs, {sum(bool(one.simulated) for one in drawn)} simulated"
    )
    for kind in dict.fromkeys(one.simulated for one in drawn if one.simulated):
        heard = [probability_of(one.findings, 0.0) > DEFAULT_THRESHOLD for one in drawn if one.simulated == kind]
        print(
            f"{kind:44} {sum(heard):4} of {len(heard):4} kept by their findings, {'an event' if kind in EVENTS else 'noise'}"
        )
    print(rendered(compared(drawn)))


if __name__ == "__main__":
    main(sys.argv[1:])
