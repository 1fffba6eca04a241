"""The verdicts of the product on labelled page histories, fed in order, by visit: noise that alarms and facts that are missed.

    python -m benchmarks.quality.history_verdicts [KIND…] [--draw DRAW] [--wrong]

KIND is `pages` (default) or `terms` (`benchmarks.page_histories`). Each visit is compared with the one before it and has the
history of all before; without screenshots.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from benchmarks.page_histories import LEARNED, PageHistorySequence, page_histories
from benchmarks.quality.judging_scores import Judged, score
from pagestrata.comparing.vidiff import compare
from pagestrata.deciding.decide import decide
from pagestrata.judging.context import Known, edits_between
from pagestrata.judging.page_history import PageHistory

SPANS = ((2, 3), (4, 99))


def verdicts(sequence: PageHistorySequence) -> Iterator[Judged]:
    """One verdict for each labelled pair of versions."""
    history = PageHistory()
    for visit, version in enumerate(sequence.versions, 1):
        if visit > 1:
            old = sequence.versions[visit - 2].tree
            delta = compare(old, version.tree)
            if version.is_news is not None:
                decision = decide(old, version.tree, delta=delta, known=Known(history=history))
                yield Judged(
                    group=sequence.name,
                    fact=version.is_news,
                    alarm=not decision.similar,
                    name=f"visit {visit}",
                    why=str(decision.reasons[0]),
                    probability=decision.probability,
                    visit=visit,
                )
            history = history.after(version.tree, edits_between(old, version.tree, delta))
        else:
            history = history.after(version.tree)


def report(found: Sequence[Judged]) -> str:
    lines = []
    for first, last in SPANS:
        one = score(case for case in found if first <= case.visit <= last)
        alarms, missed = one.noises - one.noises_silent, one.facts - one.facts_kept
        span = f"visits {first} and {last}" if last < 99 else f"from visit {first} on"
        lines.append(f"{span}: {alarms} of {one.noises} noisy visits alarm, {missed} of {one.facts} facts are missed")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.quality.history_verdicts")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="`pages` or `terms`; `pages` without one")
    parser.add_argument(
        "--draw", type=int, default=LEARNED, help="the sequences of this draw, as in `history_labels.json`"
    )
    parser.add_argument("--wrong", action="store_true", help="list wrong verdicts")
    asked = parser.parse_args(arguments)
    found = [
        case for sequence in page_histories(*(asked.kinds or ["pages"]), draw=asked.draw) for case in verdicts(sequence)
    ]
    print(report(found))
    if asked.wrong:
        print("\n".join(f"{case.group}, {case.name}: {case.why}" for case in found if not case.right))


if __name__ == "__main__":
    main()
