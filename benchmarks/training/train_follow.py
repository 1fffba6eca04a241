"""Trains the ranker of the default follower from elements whose unique id persists, the ids hidden.

    PAGESTRATA_SIMILO=~/Similo2-JS python -m benchmarks.training.train_follow
    python -m benchmarks.training.tune_found          then chooses the thresholds, sites left out

Pairs of versions one, three and eight apart; half of them once more with the element taken out, so that the ranker
learns 'none of these'. Ids that only count elements are no truth where elements came or went. Ids stand on few prices
and headlines, so there are also made-up changes: any element of a page, its texts rewritten and a few other elements
taken out; and any element of a page that was made again (`redesigns`). Versions that are years apart come from Similo's
pairs (`benchmarks/similo_pages`).

Writes src/pagestrata/follow/data/ranker.zip, trained on all sites, and benchmarks/quality/data/follow_folds.zip, five
rankers that each never saw a fifth of the sites: the quality benchmark judges every site with the ranker that does not know it.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.pages import load_sequence_snapshots, sequence_index
from benchmarks.similo_pages import ABSENT, similo_folder, similo_sites
from benchmarks.training.redesigns import redesigned
from pagestrata.follow.hide import without_element, without_ids
from pagestrata.follow.portraits.features import FEATURES, compare
from pagestrata.follow.portraits.item_page import ItemPage
from pagestrata.follow.portraits.portrait import portrait_of
from pagestrata.follow.portraits.traits import counted_ids
from pagestrata.follow.ranker import NAME
from pagestrata.learned.trees import Ensemble, write_ensembles
from pagestrata.model.snapshot import NodeTable, Snapshot

ROOT = Path(__file__).parents[2]
RANKER = ROOT / "src" / "pagestrata" / "follow" / "data" / "ranker.zip"
FOLDS = ROOT / "benchmarks" / "quality" / "data" / "follow_folds.zip"
SITES = ROOT / "benchmarks" / "quality" / "data" / "follow_sites.json"
STEPS = ((1, 1.0), (3, 0.4), (8, 0.4))  # versions apart, share of pairs taken
PAIRS_PER_SITE = 200
REMOVED_SHARE = 0.5
MADE_UP_VERSIONS = 6
MADE_UP_BLOCKS = 10
MADE_UP_SIZE = 60
CANDIDATES_PER_PAIR = 12
REDESIGNS = 5
REDESIGN_BLOCKS = 14
TELLING_TAGS = frozenset({"a", "button", "input", "select", "textarea", "img", "svg", "h1", "h2", "h3", "label", "li"})
SIMILO = "similo "
HIDDEN_SHARE = 0.4
GROUPS_PER_SITE = 180
SIMILO_WEIGHT = 2.0
"""The only versions that are really years apart."""
FOLD_COUNT = 5
UNSEEN_TAGS = frozenset({"html", "head", "script", "style", "meta", "link", "title", "base", "noscript"})
SETTINGS = {
    "max_iter": 50, "learning_rate": 0.15, "max_leaf_nodes": 12, "max_depth": 6, "min_samples_leaf": 30,
    "l2_regularization": 5.0, "early_stopping": False, "max_bins": 96, "random_state": 0,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Example:
    """The candidates of one pair of versions; at most one is right."""

    site: str
    features: np.ndarray[Any, Any]
    right: np.ndarray[Any, Any]


def rows_by_unique_id(nodes: NodeTable) -> dict[str, int]:
    """Elements of the page's body whose id occurs once."""
    counts = Counter(own["id"] for own in nodes.attributes if own.get("id"))
    return {
        own["id"]: row
        for row, own in enumerate(nodes.attributes)
        if own.get("id") and counts[own["id"]] == 1 and nodes.tag_of(row) not in UNSEEN_TAGS
    }


def renumbered(old: Mapping[str, int], new: Mapping[str, int]) -> set[str]:
    """Ids that count elements of which others are on the new page: 'cb3' is another block when the second one is gone."""
    before, after = counted_ids(old), counted_ids(new)
    series = {_stem(name) for name in before ^ after}
    return {name for name in before | after if _stem(name) in series}


def _stem(identifier: str) -> str:
    return identifier.rstrip("0123456789")


def examples_of(site: str, snapshots: Sequence[Snapshot], chance: random.Random) -> Iterator[Example]:
    known = [rows_by_unique_id(snapshot.nodes) if snapshot.nodes is not None else {} for snapshot in snapshots]
    hidden: dict[int, tuple[Snapshot, ItemPage]] = {}

    def page(number: int) -> tuple[Snapshot, ItemPage]:
        if number not in hidden:
            blind = without_ids(snapshots[number])
            assert blind.nodes is not None
            hidden[number] = (blind, ItemPage(blind.nodes))
        return hidden[number]

    for old, new, name in _pairs(known, chance):
        portrait = portrait_of(page(old)[1], known[old][name])
        row = known[new][name]
        compared = compare(portrait, page(new)[1], also=np.array([row]))
        yield _example(site, compared.features, compared.rows == row)
        if chance.random() < REMOVED_SHARE:
            nodes = without_element(page(new)[0], row).nodes
            assert nodes is not None
            compared = compare(portrait, ItemPage(nodes))
            yield _example(site, compared.features, np.zeros(len(compared.rows), bool))


def made_up_examples(site: str, snapshots: Sequence[Snapshot], chance: random.Random) -> Iterator[Example]:
    """Any small element, found again after its texts were rewritten and other elements taken out; and then removed."""
    htmls = [snapshot for snapshot in snapshots if snapshot.nodes is not None]
    for snapshot in chance.sample(htmls, min(len(htmls), MADE_UP_VERSIONS)):
        hidden = without_ids(snapshot)
        assert hidden.nodes is not None
        page = ItemPage(hidden.nodes)
        sizes = hidden.nodes.end[page.candidates] - page.candidates
        small = page.candidates[(sizes <= MADE_UP_SIZE) & hidden.nodes.visible[page.candidates]].tolist()
        for row in chance.sample(small, min(len(small), MADE_UP_BLOCKS)):
            changed, at = _disturbed(_rewritten(hidden, row, chance), row, chance)
            for later, right in ((changed, at), (without_element(changed, at), -1)):
                assert later.nodes is not None
                also = np.array([right]) if right >= 0 else None
                compared = compare(portrait_of(page, row), ItemPage(later.nodes), also=also)
                yield _example(site, compared.features, compared.rows == right)


def redesign_examples(site: str, snapshots: Sequence[Snapshot], chance: random.Random) -> Iterator[Example]:
    """Elements of all kinds, found again on the page made again; and removed from it."""
    htmls = [snapshot for snapshot in snapshots if snapshot.nodes is not None]
    for snapshot in chance.sample(htmls, min(len(htmls), REDESIGNS)):
        hidden = without_ids(snapshot)
        assert hidden.nodes is not None
        page = ItemPage(hidden.nodes)
        changed, places = redesigned(hidden, chance)
        assert changed.nodes is not None
        later = ItemPage(changed.nodes)
        for row in _of_all_kinds(page, chance):
            portrait, right = portrait_of(page, row), places[row]
            compared = compare(portrait, later, also=np.array([right]))
            yield _example(site, compared.features, compared.rows == right)
            if chance.random() < REMOVED_SHARE:
                nodes = without_element(changed, right).nodes
                assert nodes is not None
                compared = compare(portrait, ItemPage(nodes))
                yield _example(site, compared.features, np.zeros(len(compared.rows), bool))


def _of_all_kinds(page: ItemPage, chance: random.Random) -> list[int]:
    """Visible small elements, half of them links, buttons, fields, pictures and headings."""
    nodes = page.nodes
    sizes = nodes.end[page.candidates] - page.candidates
    small = page.candidates[(sizes <= MADE_UP_SIZE) & nodes.visible[page.candidates]].tolist()
    telling = [row for row in small if nodes.tag_of(row) in TELLING_TAGS]
    half = REDESIGN_BLOCKS // 2
    chosen = chance.sample(small, min(len(small), half)) + chance.sample(telling, min(len(telling), half))
    return sorted(set(chosen))


def similo_examples(chance: random.Random) -> Iterator[Example]:
    """Similo's pairs, with and without the words around the old elements, ids shown and hidden, and the element removed."""
    for with_neighbours in (True, False):
        for site in similo_sites(with_neighbours=with_neighbours):
            hide = chance.random() < HIDDEN_SHARE
            old, new = (without_ids(site.old), without_ids(site.new)) if hide else (site.old, site.new)
            assert old.nodes is not None
            assert new.nodes is not None
            before, after = ItemPage(old.nodes), ItemPage(new.nodes)
            for row, right in site.pairs:
                portrait = portrait_of(before, row)
                compared = compare(portrait, after, also=np.array([right]))
                yield _example(SIMILO + site.name, compared.features, compared.rows == right)
                if chance.random() < REMOVED_SHARE:
                    nodes = without_element(new, right).nodes
                    assert nodes is not None
                    compared = compare(portrait, ItemPage(nodes))
                    yield _example(SIMILO + site.name, compared.features, np.zeros(len(compared.rows), bool))


def _rewritten(snapshot: Snapshot, row: int, chance: random.Random) -> Snapshot:
    """Other digits in numbers, other words of the page in texts; now and then nothing changes."""
    nodes = snapshot.nodes
    assert nodes is not None
    vocabulary = [word for text in nodes.text for word in text.split()] or ["word"]
    texts, strength = list(nodes.text), chance.choice([0.0, 0.3, 1.0, 1.0])
    for at in range(row, int(nodes.end[row])):
        words = texts[at].split()
        texts[at] = " ".join(_other(word, vocabulary, chance) if chance.random() < strength else word for word in words)
    return replace(snapshot, nodes=replace(nodes, text=tuple(texts)))


def _other(word: str, vocabulary: Sequence[str], chance: random.Random) -> str:
    if any(character.isdigit() for character in word):
        return "".join(chance.choice("0123456789") if c.isdigit() else c for c in word)
    return chance.choice(vocabulary)


def _disturbed(snapshot: Snapshot, row: int, chance: random.Random) -> tuple[Snapshot, int]:
    """Without a few other small elements; and where the row is now."""
    for _ in range(chance.choice([0, 0, 1, 3])):
        nodes = snapshot.nodes
        assert nodes is not None
        other = chance.randrange(2, len(nodes)) if len(nodes) > 2 else row
        end = int(nodes.end[other])
        overlaps = other <= row < end or row <= other < nodes.end[row]
        if nodes.is_text[other] or end - other > MADE_UP_SIZE or overlaps:
            continue
        snapshot = without_element(snapshot, other)
        row -= end - other if other < row else 0
    return snapshot, row


def _pairs(known: Sequence[Mapping[str, int]], chance: random.Random) -> list[tuple[int, int, str]]:
    found = [
        (old, old + step, name)
        for step, share in STEPS
        for old in range(len(known) - step)
        for others in [renumbered(known[old], known[old + step])]
        for name in known[old]
        if name in known[old + step] and name not in others and chance.random() < share
    ]
    return sorted(chance.sample(found, min(len(found), PAIRS_PER_SITE)))


def _example(site: str, features: np.ndarray[Any, Any], right: np.ndarray[Any, Any]) -> Example:
    score = features[:, FEATURES.index("first_round")]
    kept = np.union1d(np.argsort(-score)[:CANDIDATES_PER_PAIR], np.flatnonzero(right))
    return Example(site, features[kept], right[kept])


def trained(examples: Sequence[Example]) -> Ensemble:
    """The trees; sites weighted by the root of their size, more for Similo's pairs."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    features = np.concatenate([example.features for example in examples])
    right = np.concatenate([example.right for example in examples])
    sizes = Counter(example.site for example in examples)
    weights = np.concatenate([np.full(len(e.right), _weight(e) * sizes[e.site] ** -0.5) for e in examples])
    model = HistGradientBoostingClassifier(**SETTINGS).fit(features, right, sample_weight=weights / weights.mean())
    return _ensemble(model)


def _weight(example: Example) -> float:
    return SIMILO_WEIGHT if example.site.startswith(SIMILO) else 1.0


def _ensemble(model: Any) -> Ensemble:
    """scikit-learn's trees in one table; thresholds rounded down, since features are single precision."""
    trees = [stage[0].nodes for stage in model._predictors]
    starts = np.cumsum([0, *map(len, trees)])
    nodes = np.concatenate(trees)
    shift = np.repeat(starts[:-1], [len(tree) for tree in trees])
    leaf, places = nodes["is_leaf"].astype(bool), np.arange(len(nodes))
    limit = nodes["num_threshold"].astype(np.float32)
    limit = np.where(limit > nodes["num_threshold"], np.nextafter(limit, np.float32(-np.inf)), limit)
    return Ensemble(
        names=FEATURES,
        feature=np.where(leaf, 0, nodes["feature_idx"]).astype(np.int32),
        threshold=np.where(leaf, 0.0, limit).astype(np.float64),
        left=np.where(leaf, places, nodes["left"] + shift).astype(np.int32),
        right=np.where(leaf, places, nodes["right"] + shift).astype(np.int32),
        value=np.where(leaf, nodes["value"], 0.0).astype(np.float32).astype(np.float64),
        roots=starts[:-1].astype(np.int32),
        depth=int(nodes["depth"].max()),
        base=float(model._baseline_prediction.ravel()[0]),
    )


def write_rankers(examples: Sequence[Example]) -> None:
    sites = sorted({example.site for example in examples})
    left_out = [frozenset(sites[fold::FOLD_COUNT]) for fold in range(FOLD_COUNT)]
    parts = [[example for example in examples if example.site not in left] for left in left_out]
    with ProcessPoolExecutor() as workers:
        *folds, whole = workers.map(trained, [*parts, list(examples)])
    FOLDS.parent.mkdir(exist_ok=True)
    FOLDS.write_bytes(write_ensembles({f"fold{fold}": trees for fold, trees in enumerate(folds)}))
    SITES.write_text(json.dumps(sites, indent=1) + "\n")
    RANKER.write_bytes(write_ensembles({NAME: whole}))


def site_examples(site: str) -> list[Example]:
    """The examples of one site, the same in every run, at most GROUPS_PER_SITE."""
    chance = random.Random(f"train {site}")
    snapshots = [replace(snapshot, screenshot_png=None) for snapshot in load_sequence_snapshots(site)]
    made = (examples_of, made_up_examples, redesign_examples)
    found = [example for examples in made for example in examples(site, snapshots, chance)]
    print(f"{site}: {len(found)} examples", flush=True)
    return chance.sample(found, min(len(found), GROUPS_PER_SITE))


def main() -> None:
    if similo_folder() is None:  # or the examples of the sequences would be made for nothing
        raise SystemExit(ABSENT)
    with ProcessPoolExecutor() as workers:
        examples = [example for found in workers.map(site_examples, sorted(sequence_index())) for example in found]
    write_rankers([*examples, *similo_examples(random.Random("train similo"))])


if __name__ == "__main__":
    main()
