"""Learns the weights of the evidence from all labelled data together: written sets, real pairs, real sequences.

    python -m benchmarks.training.train_judging [--write]

Labels are those of whole pages: on a page of noise every edit is noise, on a page with news at least one is none. So the
likeliest edit of each page with news is taken for the news, the weights are learned, and this is repeated. Weights start from
`PRIOR`, what sense demands, and are drawn back to it. Every figure printed is from pages the weights were not learned from:
written sets and sites are left out whole. The default threshold is set so that `FACTS_KEPT` of the left-out facts are kept.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchmarks.pages import ROOT
from benchmarks.quality.decision import organisation_of
from benchmarks.quality.judging_data import monitor_pairs, monitor_sequences, real_pairs, written_cases
from pagestrata.comparing.vidiff import compare
from pagestrata.judging.context import NOTHING_KNOWN, Context, Known
from pagestrata.judging.evidence.table import NAMES, evidence_of
from pagestrata.judging.findings import all_edits
from pagestrata.judging.model import AT, FILE, EvidenceModel, expanded, write_model
from pagestrata.judging.page_history import PageHistory
from pagestrata.judging.pairing import pair_blocks
from pagestrata.model.blocks import BlockTree

Floats = npt.NDArray[np.float64]
PRIOR = {
    "time is explained": -4.0, "slot changes": -2.0, "slot keeps changing": -1.0,
    "was here before": -2.5, "comes and goes": -2.5, "place turns": -1.0,
    "second look differs": -6.0, "second look is the same": 0.5, "site changes": -3.0, "day is over": -4.0, "moved": -3.0,
    "is spelling": -4.0, "link is known": -1.0, "is money": 1.5, "is percent": 1.0, "is score": 1.5,
}  # fmt: skip
"""What the weights start from, in log odds."""
DRAWN_BACK = 60.0
ROUNDS = 3
NEWS_WEIGHT = 2.0
REAL_WEIGHT = 2.0
MOST_NOISE = 8.0
"""A page of noise counts at most as so many edits."""
FOLDS = 6
FACTS_KEPT = 0.985
LEAST_SPREAD = 0.05


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Page:
    """The evidence of one labelled pair of versions."""

    source: str  # 'written', 'pairs' or 'monitor'
    group: str  # a set or a site: left out as a whole
    is_news: bool
    rows: Floats
    weight: float = 1.0


def pages() -> Iterator[Page]:
    for case in written_cases():
        yield _page("written", case.set, case.fact, case.old_tree, case.new_tree)
    for pair in real_pairs():
        yield _page(
            "pairs", organisation_of(pair.site), pair.dissimilar, pair.old_tree, pair.new_tree, weight=REAL_WEIGHT
        )
    labels = {(pair.site, pair.old, pair.new): pair for pair in monitor_pairs()}
    for site, versions in monitor_sequences().items():
        history = PageHistory()
        for number, (time, tree) in enumerate(versions):
            label = labels.get((site, versions[number - 1][0], time)) if number else None
            if label is not None:
                known = Known(history=history)
                old = versions[number - 1][1]
                yield _page("monitor", site, label.dissimilar, old, tree, known=known, weight=REAL_WEIGHT)
            history = history.after(tree)


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
    return Page(source=source, group=group, is_news=is_news, rows=rows, weight=weight)


def learn(given: Sequence[Page]) -> EvidenceModel:
    """The weights that explain these pages."""
    from scipy.optimize import minimize

    given = [page for page in given if len(page.rows)]
    sizes = np.array([len(page.rows) for page in given])
    table = expanded(np.vstack([page.rows for page in given]))
    mean, spread = table.mean(axis=0), table.std(axis=0) + LEAST_SPREAD
    scaled, start = (table - mean) / spread, prior()
    offset = table @ start
    is_news = np.repeat([page.is_news for page in given], sizes)
    pages_weight = np.array([page.weight for page in given])
    weight = np.where(
        is_news,
        np.repeat(NEWS_WEIGHT * pages_weight / sizes, sizes),
        np.repeat(pages_weight * np.minimum(1.0, MOST_NOISE / sizes), sizes),
    )
    found = np.zeros(table.shape[1] + 1)

    def loss(found: Floats) -> tuple[float, Floats]:
        odds = scaled @ found[:-1] + found[-1] + offset
        error = weight * (1.0 / (1.0 + np.exp(-odds)) - is_news)
        value = float((weight * (np.logaddexp(0.0, odds) - is_news * odds)).sum())
        value += 0.5 * DRAWN_BACK * float((found[:-1] ** 2).sum())
        return value, np.append(scaled.T @ error + DRAWN_BACK * found[:-1], error.sum())

    ends = np.cumsum(sizes)
    for number in range(ROUNDS):
        found = minimize(loss, found, jac=True, method="L-BFGS-B", options={"maxiter": 60}).x
        if number == ROUNDS - 1:
            break
        odds = scaled @ found[:-1] + found[-1] + offset
        for page, end, size in zip(given, ends, sizes, strict=True):
            if page.is_news:
                weight[end - size : end] = 0.0
                weight[end - size + int(np.argmax(odds[end - size : end]))] = NEWS_WEIGHT * page.weight
    weights = found[:-1] / spread + start
    return EvidenceModel(weights=weights, bias=float(found[-1] - (found[:-1] * mean / spread).sum()))


def prior() -> Floats:
    start = np.zeros(expanded(np.zeros((1, len(NAMES)))).shape[1])
    for name, value in PRIOR.items():
        start[AT[name]] = value
    return start


def left_out_odds(given: Sequence[Page]) -> Floats:
    """The log odds of each page by weights that were learned without its set or site."""
    found = np.full(len(given), -9.0)
    folds = _folds(given)
    for fold in sorted(set(folds)):
        model = learn([page for page, own in zip(given, folds, strict=True) if own != fold])
        for number, page in enumerate(given):
            if folds[number] == fold and len(page.rows):
                found[number] = model.log_odds(page.rows).max()
    return found


def _folds(given: Sequence[Page]) -> list[tuple[bool, int]]:
    """Written sets and real sites are left out in turns of their own."""
    groups = {True: sorted({page.group for page in given if page.source == "written"})}
    groups[False] = sorted({page.group for page in given if page.source != "written"})
    return [(page.source == "written", groups[page.source == "written"].index(page.group) % FOLDS) for page in given]


def main() -> None:
    given = list(pages())
    odds = left_out_odds(given)
    is_news = np.array([page.is_news for page in given])
    threshold = float(np.sort(odds[is_news & (odds > -9.0)])[int((1.0 - FACTS_KEPT) * is_news.sum())]) - 1e-6
    for source in ("written", "pairs", "monitor"):
        own = np.array([page.source == source for page in given])
        kept, silent = (odds[own & is_news] > threshold).mean(), (odds[own & ~is_news] <= threshold).mean()
        print(f"{source}: {own.sum()} pages, facts kept {kept:.3f}, noise silent {silent:.3f} (left out)")
    if "--write" in sys.argv:
        model = learn(given)
        moved = EvidenceModel(weights=model.weights, bias=model.bias - threshold)
        card = {
            "pages": len(given),
            "edits": int(sum(len(page.rows) for page in given)),
            "threshold": round(threshold, 3),
        }
        file = ROOT / "src" / "pagestrata" / "judging" / "data" / FILE
        file.write_text(write_model(moved, card) + "\n", encoding="utf-8")
        print(f"written: {file}, {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
