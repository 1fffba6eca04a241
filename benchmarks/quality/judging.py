"""The verdicts of the product on all labelled data, in one table: written sets, real pairs, and real pages as a monitor.

    python -m benchmarks.quality judging
    python -m benchmarks.quality.judging [PART…] [--no-pictures] [--wrong] [--models FOLDER] [--write FILE]

PART is `written`, `pairs`, `monitor` or `runs`; all of them without one. `--wrong` lists every wrong verdict with both reasons.
`--no-pictures` leaves screenshots out, which takes a quarter of the time. `--write` writes figures and counts as JSON.

written    The sixteen written sets and `phrases.json`, at one look; and those of which a second look shows something else
           (`second_pages`), as a visit that may look again judges them.
pairs      The labelled pairs of real versions in `pairs.json`, with screenshots, each by itself.
monitor    The labelled pairs of `monitor/`. All versions of a site are visited in order, so that each visit has the history
           of those before it. Every version is kept, so that a visit is compared with the one before it, as its label says.
runs       The same as a watch runs: cheap stages come first, and a visit is compared with the last version that was kept.
           A pair whose label then does not say what is right is left out (`judging_scores.judgeable`).

The product is asked as a user asks it (`judging_runs`), with its shipped model of evidence, which knows these data. For figures
inside splits, `--models FOLDER` gives the product for each set and site another model of evidence, learned without it:
`python -m benchmarks.training.train_judging --left-out FOLDER` makes them. Rules know the data all the same.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple

from benchmarks.pages import monitor_index
from benchmarks.quality.decision import organisation_of
from benchmarks.quality.judging_data import WrittenCase, labels_of_pairs, real_pairs, written_cases
from benchmarks.quality.judging_runs import (
    TURNS,
    judged_at_second_look,
    judged_pairs,
    judged_written,
    monitored_as_it_runs,
    monitored_pair_by_pair,
)
from benchmarks.quality.judging_scores import (
    Judged,
    by_group,
    by_kind_of_noise,
    figures,
    record,
    score,
    table,
    with_history,
)
from benchmarks.quality.judging_scores import wrong_cases as wrong
from pagestrata.judging import findings
from pagestrata.judging.model import read_model

WRITTEN, SECOND, PAIRS, BY_PAIR, AS_IT_RUNS = (
    "written, one look",
    "written, second look",
    "real pairs",
    "monitor, pair by pair",
    "monitor, as it runs",
)
PARTS = {"written": (WRITTEN, SECOND), "pairs": (PAIRS,), "monitor": (BY_PAIR,), "runs": (AS_IT_RUNS,)}


class Task(NamedTuple):
    """One set or site to be judged, in a process of its own."""

    part: str
    group: str
    models: str | None  # the folder with a model for each group
    pictures: bool


def judged(
    parts: Sequence[str] = tuple(PARTS), *, models: str | None = None, pictures: bool = True
) -> dict[str, list[Judged]]:
    """The verdicts of these parts, on as many processors as there are."""
    tasks = [Task(name, group, models, pictures) for part in parts for name in PARTS[part] for group in _groups(name)]
    found: dict[str, list[Judged]] = {task.part: [] for task in tasks}
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count() or 1, mp_context=spawn) as processes:
        for task, cases in zip(tasks, processes.map(_judged, tasks), strict=True):
            found[task.part] += cases
    return found


def _groups(part: str) -> list[str]:
    if part == WRITTEN:
        return list(_written())
    if part == SECOND:
        return [group for group, cases in _written().items() if any(case.second_key for case in cases)]
    if part == PAIRS:
        return list(dict.fromkeys(label["site"] for label in labels_of_pairs()))
    return list(monitor_index())


@cache
def _written() -> dict[str, list[WrittenCase]]:
    found: dict[str, list[WrittenCase]] = {}
    for case in written_cases():
        found.setdefault(case.set, []).append(case)
    return found


def _judged(task: Task) -> list[Judged]:
    _take_model(task)
    if task.part == WRITTEN:
        return judged_written(_written()[task.group])
    if task.part == SECOND:
        return judged_at_second_look(_written()[task.group])
    if task.part == PAIRS:
        return judged_pairs(real_pairs([task.group]), pictures=task.pictures)
    run = monitored_pair_by_pair if task.part == BY_PAIR else monitored_as_it_runs
    return run(task.group, pictures=task.pictures)


def _take_model(task: Task) -> None:
    """Let the product of this process weigh evidence by the model that was learned without this set or site."""
    if task.models is not None:
        group = organisation_of(task.group) if task.part == PAIRS else task.group
        model = read_model((Path(task.models) / f"{group}.json").read_text(encoding="utf-8"))
        findings.default_model = lambda: model  # type: ignore[assignment]


def report(found: Mapping[str, Sequence[Judged]], *, list_wrong: bool = False) -> str:
    """The tables of all parts."""
    said = []
    for part, cases in found.items():
        rows = {**by_group(cases), "all": score(cases)}
        if part == SECOND:
            rows["all of them at one look"] = score(case for case in found[WRITTEN] if TURNS in case.kinds)
        said.append(table(part, rows))
        later = with_history(cases)
        if later:
            said.append(table(f"{part}, from the fourth visit on", {**by_group(later), "all": score(later)}))
            said.append(table(f"{part}, by kind of noise from the fourth visit on", by_kind_of_noise(later)))
        if list_wrong:
            said.append(f"wrong in {part}:\n{wrong(cases)}")
    return "\n\n".join(said)


def measure() -> dict[str, float]:
    found = judged()
    print(report(found))
    return figures(found)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.quality.judging")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of {', '.join(PARTS)}; all without one")
    parser.add_argument("--no-pictures", action="store_true", help="leave screenshots out: four times as fast")
    parser.add_argument("--wrong", action="store_true", help="list every wrong verdict")
    parser.add_argument("--models", metavar="FOLDER", help="weigh evidence on each set and site by FOLDER/NAME.json")
    parser.add_argument("--write", metavar="FILE", type=Path, help="write the figures as JSON")
    asked = parser.parse_args(arguments)
    unknown = set(asked.parts) - set(PARTS)
    if unknown:
        parser.error(f"there is no part {', '.join(sorted(unknown))}; known are {', '.join(PARTS)}")
    found = judged(asked.parts or tuple(PARTS), models=asked.models, pictures=not asked.no_pictures)
    print(report(found, list_wrong=asked.wrong))
    values = figures(found)
    print("\n" + "\n".join(f"{name:64} {value:.4f}" for name, value in values.items()))
    if asked.write:
        rounded = {name: round(value, 4) for name, value in values.items()}
        about = {"made": datetime.now(UTC).date().isoformat(), "pictures": not asked.no_pictures}
        asked.write.write_text(json.dumps({**about, "figures": rounded, "counts": record(found)}, indent=1) + "\n")


if __name__ == "__main__":
    main()
