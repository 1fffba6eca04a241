"""Learns the weights of the evidence from all labelled data together: written sets, real pairs, real sequences, terms.

    python -m benchmarks.training.train_judging [--write] [--left-out FOLDER]

Terms and other page histories are read from clones under `PAGESTRATA_HISTORIES` (`benchmarks.page_histories`); everything else
from `PAGESTRATA_DATA`.
`--write` ships the weights; `--left-out` writes for each set, organisation and sequence those learned without it.

Labels are those of whole pages: on a page of noise every edit is noise, on a page with news at least one is none. So the
likeliest edit of each page with news is taken for the news, the weights are learned, and this is repeated. Weights start from
`PRIOR`, what sense demands, and are drawn back to it. Every figure printed is from pages the weights were not learned from:
written sets and sites are left out whole. The default threshold is set so that `FACTS_KEPT` of the left-out facts are kept, on
pages with a history separately.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.page_histories import PageHistorySequence, page_histories
from benchmarks.pages import ROOT
from benchmarks.quality.decision import organisation_of
from benchmarks.quality.judging_data import (
    MonitorPair,
    RealPair,
    Sequences,
    monitor_pairs,
    monitor_sequences,
    pair_sequences,
    real_pairs,
    written_cases,
)
from pagestrata.comparing.vidiff import compare
from pagestrata.judging.context import NOTHING_KNOWN, Context, Known, edits_between, pair_blocks
from pagestrata.judging.evidence.around_the_edit import RUNNING_TEXT_NAMES
from pagestrata.judging.findings import all_edits
from pagestrata.judging.model import (
    AT,
    CLASSES,
    FILE,
    NAMES,
    EvidenceModel,
    Weights,
    evidence_of,
    expanded,
    is_guarded,
    is_silenced,
    write_model,
)
from pagestrata.judging.page_history import PageHistory
from pagestrata.judging.words import CONCEPTS
from pagestrata.model.blocks import BlockTree
from pagestrata.model.page_state import LEAST_VISITS

Floats = npt.NDArray[np.float64]
PRIOR = {
    "time is explained": -6.0, "was here before": -6.0, "second look differs": -6.0, "day is over": -6.0, "moved": -6.0,
    "is spelling": -6.0, "comes and goes": -4.0, "page turns back": -4.0,
    "slot changes": -2.0, "slot keeps changing": -1.0, "site changes": -3.0,
    "short items turn": -1.0, "frame turns": -0.5, "place turns": -1.0, "short items swap": -0.5,
    "bare siblings rise": -2.0, "link is known": -2.0,
    "counter alone": -2.0, "time of the page": -4.0, "stamp alone": -4.0, "machine alone": -2.0,
    "item is elsewhere": -2.0, "is an age": -3.0, "is ahead": -1.0,
    "is a copyright year": -5.0, "greets by the time": -3.0, "called weather": -3.0,
    "second look is the same": 0.5, "is money": 1.5, "is percent": 1.0, "is score": 1.5, "is version": 1.5, "round figures": 1.0,
}  # fmt: skip
"""What the weights start from, in log odds: -6 for what explains an edit away."""
OF_KNOWN_PAGES = ("items turn", "was here for long", "came lately", *RUNNING_TEXT_NAMES)
"""Evidence that is not weighed at first visits. Habits are not known there, and what is outside of the page's text may be
the very sentence that matters: on simulated changes one event in fifty fell silent by it."""
OF_FIRST_VISITS = (
    *(f"{place} {concept}" for place in ("in front", "behind") for concept in CONCEPTS),
    *(f"under {concept}" for concept in CONCEPTS if concept != "turns"),
    "factor", "step", "rose", "fell", "digits", "is large", "decimals",
    "share in the same direction", "bare siblings rise", "edits of the block",
    "came lately", "frame turns", "short items swap", "item of the frame", "share of the line in links",
)  # fmt: skip
"""Evidence that is not weighed for pages with a history: without it fewer visits of noise alarm. At first visits it is needed."""
KEPT_OF_PRIOR = 0.5
"""What speaks against an edit may lose half of its first weight by learning, and never changes its sign."""
DRAWN_BACK = 150.0
"""How strongly weights are drawn back to their start."""
ROUNDS = 3
NEWS_WEIGHT = 3.0
REAL_WEIGHT, OF_HISTORIES_AT_FIRST = 2.0, 0.5
"""Weight of a real page, and how much of it pages of histories keep for the first visits: they are many and much alike."""
MOST_NOISE = 8.0
"""A page of noise counts at most as so many edits."""
TRIMMED = 0.03
"""Share of the news that is taken for untypical: what no evidence tells from noise does not bend the weights."""
FOLDS = 6
HISTORIES = ("terms", "pages")
FACTS_KEPT, FACTS_KEPT_WITH_HISTORY = 0.993, 0.985
LEAST_SPREAD = 0.05
SILENCED = -50.0
"""The log odds of an edit that is silent whatever the threshold is."""
NO_EDITS = -99.0
"""The log odds of a page on which no text changed."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Page:
    """The evidence of one labelled pair of versions."""

    source: str  # 'written', 'pairs', 'monitor', 'terms' or 'pages'
    group: str  # a set or a site: left out as a whole
    is_news: bool
    rows: Floats
    weight: float = 1.0
    visits: int = 0  # known before this one

    @property
    def is_known(self) -> bool:
        return self.visits >= LEAST_VISITS

    @property
    def is_again(self) -> bool:
        """Whether it is a pair in order, which is also there without its history."""
        return self.source == "pairs" and self.visits > 0


def pages() -> Iterator[Page]:
    for case in written_cases():
        yield _page("written", case.set, case.fact, case.old_tree, case.new_tree)
    pairs = real_pairs()
    for pair in pairs:
        yield _page(
            "pairs", organisation_of(pair.site), pair.dissimilar, pair.old_tree, pair.new_tree, weight=REAL_WEIGHT
        )
    yield from _in_order("pairs", pair_sequences(), pairs)
    yield from _in_order("monitor", monitor_sequences(), monitor_pairs())
    yield from _histories()


def _histories() -> Iterator[Page]:
    """The labelled pairs of page histories, each with its history."""
    for sequence in page_histories("terms", "pages", draw=None):
        yield from _of_sequence(sequence)


def _of_sequence(sequence: PageHistorySequence) -> Iterator[Page]:
    history = PageHistory()
    for number, version in enumerate(sequence.versions):
        if version.is_news is not None:
            old, known = sequence.versions[number - 1].tree, Known(history=history)
            yield _page(
                sequence.kind, sequence.host, version.is_news, old, version.tree, known=known, weight=REAL_WEIGHT
            )
        history = _after(history, version.tree, sequence.versions[number - 1].tree if number else None)


def _in_order(source: str, sequences: Sequences, labelled: Sequence[RealPair | MonitorPair]) -> Iterator[Page]:
    """The labelled pairs of sequences that are fed in order, so that each has its history."""
    labels = {(pair.site, pair.old, pair.new): pair for pair in labelled}
    for site, versions in sequences.items():
        group = organisation_of(site) if source == "pairs" else site
        history = PageHistory()
        for number, (time, tree) in enumerate(versions):
            label = labels.get((site, versions[number - 1][0], time)) if number else None
            if label is not None:
                known, old = Known(history=history), versions[number - 1][1]
                yield _page(source, group, label.dissimilar, old, tree, known=known, weight=REAL_WEIGHT)
            history = _after(history, tree, versions[number - 1][1] if number else None)


def _after(history: PageHistory, tree: BlockTree, old: BlockTree | None) -> PageHistory:
    return history.after(tree, edits_between(old, tree, compare(old, tree)) if old is not None else ())


def _page(
    source: str,
    group: str,
    is_news: bool,
    old: BlockTree,
    new: BlockTree,
    *,
    known: Known = NOTHING_KNOWN,
    weight: float = 1.0,
) -> Page:
    edits = all_edits(pair_blocks(old, new, compare(old, new)))
    rows = evidence_of(edits, Context(old, new, known)).rows
    visits = known.history.visits
    return Page(source=source, group=group, is_news=is_news, rows=rows, weight=weight, visits=visits)


class _ExpandedTable:
    """Products with `expanded(rows)`, a fifth of whose work they take: an edit is of one class, its other columns are 0."""

    def __init__(self, rows: Floats) -> None:
        any_column = AT["words changed"]
        ones = rows.copy()
        ones[:, any_column] = 1.0
        classes = expanded(ones)[:, len(NAMES) : (len(CLASSES) + 1) * len(NAMES)][:, any_column :: len(NAMES)]
        if not ((classes == 0.0) | (classes == 1.0)).all() or not (classes.sum(axis=1) == 1.0).all():
            raise ValueError("an edit is not of exactly one class")
        self._edits = len(rows)
        self._of_class = [np.flatnonzero(one) for one in classes.T]
        self._rows = [rows[own] for own in self._of_class]

    def times(self, weights: Floats) -> Floats:
        """The product with one weight a column."""
        size, found = len(NAMES), np.empty(self._edits)
        for number, (own, rows) in enumerate(zip(self._of_class, self._rows, strict=True), 1):
            found[own] = rows @ (weights[:size] + weights[number * size : (number + 1) * size])
            if number < len(CLASSES):
                found[own] += weights[(len(CLASSES) + 1) * size + number - 1]
        return found

    def turned_times(self, edits: Floats) -> Floats:
        """The product of the turned table with one number an edit."""
        return self._joined(
            [edits[own] @ rows for own, rows in zip(self._of_class, self._rows, strict=True)],
            [float(edits[own].sum()) for own in self._of_class],
        )

    def mean_and_deviation(self) -> tuple[Floats, Floats]:
        sizes = [float(len(own)) for own in self._of_class]
        mean = self._joined([rows.sum(axis=0) for rows in self._rows], sizes) / self._edits
        square = self._joined([(rows**2).sum(axis=0) for rows in self._rows], sizes) / self._edits
        return mean, np.sqrt(np.maximum(0.0, square - mean**2))

    def _joined(self, of_classes: Sequence[Floats], sums: Sequence[float]) -> Floats:
        return np.concatenate([np.sum(of_classes, axis=0), *of_classes, sums[: len(CLASSES) - 1]])


def learn(given: Sequence[Page]) -> Weights:
    """The weights that explain these pages."""
    from scipy.optimize import minimize

    given = [page for page in given if len(page.rows)]
    sizes = np.array([len(page.rows) for page in given])
    table = _ExpandedTable(np.vstack([page.rows for page in given]))
    mean, deviation = table.mean_and_deviation()
    spread, start = deviation + LEAST_SPREAD, prior()
    offset = table.times(start)
    is_news = np.repeat([page.is_news for page in given], sizes)
    pages_weight = np.array([page.weight for page in given])
    weight = np.where(
        is_news,
        np.repeat(NEWS_WEIGHT * pages_weight / sizes, sizes),
        np.repeat(pages_weight * np.minimum(1.0, MOST_NOISE / sizes), sizes),
    )
    found = np.zeros(len(start) + 1)

    def odds_by(found: Floats) -> Floats:
        scaled = found[:-1] / spread
        return np.asarray(table.times(scaled) + (found[-1] - scaled @ mean) + offset)

    def loss(found: Floats) -> tuple[float, Floats]:
        odds = odds_by(found)
        error = weight * (1.0 / (1.0 + np.exp(-odds)) - is_news)
        value = float((weight * (np.logaddexp(0.0, odds) - is_news * odds)).sum())
        value += 0.5 * DRAWN_BACK * float((found[:-1] ** 2).sum())
        slope = (table.turned_times(error) - mean * error.sum()) / spread
        return value, np.append(slope + DRAWN_BACK * found[:-1], error.sum())

    limits = _limits(start, spread)
    ends = np.cumsum(sizes)
    for number in range(ROUNDS):
        found = minimize(loss, found, jac=True, method="L-BFGS-B", bounds=limits, options={"maxiter": 60}).x
        if number == ROUNDS - 1:
            break
        odds = odds_by(found)
        news = [at for at, page in enumerate(given) if page.is_news]
        loudest = {at: ends[at] - sizes[at] + int(np.argmax(odds[ends[at] - sizes[at] : ends[at]])) for at in news}
        lowest = np.quantile([odds[row] for row in loudest.values()], TRIMMED)
        for at, row in loudest.items():
            weight[ends[at] - sizes[at] : ends[at]] = 0.0
            if odds[row] > lowest:
                weight[row] = NEWS_WEIGHT * given[at].weight
    weights = found[:-1] / spread + start
    return Weights(weights, float(found[-1] - (found[:-1] * mean / spread).sum()))


def learn_both(given: Sequence[Page]) -> EvidenceModel:
    """Weights for first visits and for later ones; only the latter learn from pairs in order, and from `OF_KNOWN_PAGES`."""
    once = [_without(page, OF_KNOWN_PAGES) for page in given if not page.is_again]
    once = [
        replace(page, weight=page.weight * OF_HISTORIES_AT_FIRST) if page.source in HISTORIES else page for page in once
    ]
    later = learn([_without(page, OF_FIRST_VISITS) for page in given])
    return EvidenceModel(first_visits=learn(once), later_visits=_unweighed(later, OF_FIRST_VISITS))


def _without(page: Page, names: Sequence[str]) -> Page:
    rows = page.rows.copy()
    rows[:, [AT[name] for name in names]] = 0.0
    return replace(page, rows=rows)


def _unweighed(weights: Weights, names: Sequence[str]) -> Weights:
    """The weights without those of this evidence, for edits of any class."""
    of = weights.of.copy()
    for name in names:
        of[AT[name] : (len(CLASSES) + 1) * len(NAMES) : len(NAMES)] = 0.0
    return Weights(of, weights.bias)


def _limits(start: Floats, spread: Floats) -> list[tuple[float | None, float | None]]:
    """Bounds of the scaled weights: evidence that explains an edit away speaks against every class of edits."""
    limits: list[tuple[float | None, float | None]] = [(None, None)] * (len(start) + 1)
    for name, value in PRIOR.items():
        if value >= 0:
            continue
        limits[AT[name]] = (None, float(-(1.0 - KEPT_OF_PRIOR) * value * spread[AT[name]]))
        for number in range(1, len(CLASSES) + 1):
            limits[number * len(NAMES) + AT[name]] = (None, 0.0)
    return limits


def prior() -> Floats:
    start = np.zeros(expanded(np.zeros((1, len(NAMES)))).shape[1])
    for name, value in PRIOR.items():
        start[AT[name]] = value
    return start


def left_out_odds(given: Sequence[Page]) -> Floats:
    """The log odds of each page by weights that were learned without its set or site."""
    found = np.full(len(given), NO_EDITS)
    folds = _folds(given)
    for fold in sorted(set(folds)):
        model = learn_both([page for page, own in zip(given, folds, strict=True) if own != fold])
        for number, page in enumerate(given):
            if folds[number] == fold and len(page.rows):
                odds = model.log_odds(page.rows)  # here thresholds are not in them yet
                found[number] = np.where(is_silenced(page.rows) & ~is_guarded(page.rows), SILENCED, odds).max()
    return found


def _folds(given: Sequence[Page]) -> list[str]:
    """Written sets, real pairs, terms and pages are left out in turns, each sequence of a monitor by itself."""
    groups = {
        source: sorted({page.group for page in given if page.source == source})
        for source in ("written", "pairs", "terms", "pages")
    }
    return [
        page.group if page.source == "monitor" else f"{page.source} {groups[page.source].index(page.group) % FOLDS}"
        for page in given
    ]


def main() -> None:
    given = list(pages())
    odds = left_out_odds(given)
    is_news = np.array([page.is_news for page in given])
    known = np.array([page.is_known for page in given])
    once = np.array([not page.is_again for page in given])
    first = _threshold(odds[is_news & ~known & once], FACTS_KEPT)
    later = _threshold(odds[is_news & known], FACTS_KEPT_WITH_HISTORY)
    kept = odds > np.where(known, later, first)
    for source in ("written", "pairs", "monitor", "terms", "pages"):
        for history in (False, True):
            own = np.array([page.source == source for page in given]) & (known == history)
            if own.any():
                named = f"{source}{', with history' * history}"
                facts, noise = kept[own & is_news].mean(), (~kept[own & ~is_news]).mean()
                right = (kept[own] == is_news[own]).mean()
                print(
                    f"{named}: {own.sum()} pages, facts kept {facts:.3f}, noise silent {noise:.3f}, right {right:.3f}"
                )
    if "--left-out" in sys.argv:
        _write_left_out(given, Path(sys.argv[sys.argv.index("--left-out") + 1]), first, later)
    if "--write" in sys.argv:
        moved = _with_thresholds(learn_both(given), first, later)
        card = {
            "pages": len(given),
            "edits": int(sum(len(page.rows) for page in given)),
            "thresholds": [round(first, 3), round(later, 3)],
        }
        file = ROOT / "src" / "pagestrata" / "judging" / "data" / FILE
        file.write_text(write_model(moved, card) + "\n", encoding="utf-8")
        print(f"written: {file}, {file.stat().st_size} bytes")


def _with_thresholds(model: EvidenceModel, first: float, later: float) -> EvidenceModel:
    at_first, then = model.first_visits, model.later_visits
    return EvidenceModel(
        first_visits=Weights(at_first.of, at_first.bias - first), later_visits=Weights(then.of, then.bias - later)
    )


def _write_left_out(given: Sequence[Page], folder: Path, first: float, later: float) -> None:
    """For each set, organisation and sequence a model that was learned without the turn it is left out in."""
    folder.mkdir(parents=True, exist_ok=True)
    folds = _folds(given)
    for fold in sorted(set(folds)):
        without = learn_both([page for page, own in zip(given, folds, strict=True) if own != fold])
        text = write_model(_with_thresholds(without, first, later), {"without": fold})
        for group in {page.group for page, own in zip(given, folds, strict=True) if own == fold}:
            (folder / f"{group}.json").write_text(text, encoding="utf-8")


def _threshold(odds: Floats, kept: float) -> float:
    """The log odds above which this share of the news is kept; pages without a single edit of text are not counted."""
    odds = np.sort(odds[odds > NO_EDITS])
    return float(odds[int((1.0 - kept) * len(odds))]) - 1e-6


if __name__ == "__main__":
    main()
