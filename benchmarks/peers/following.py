"""How well single elements are found again, by Pagestrata, Scrapling and Similo, on Similo's pairs.

    PAGESTRATA_SIMILO=~/Similo2-JS python -m benchmarks.peers.following Scrapling

The pairs, pages and answers are those of `benchmarks.quality.similo`: Pagestrata judges every site with a ranker that was
trained without it. Each program runs in a process of its own, so that one that hangs or crashes fails its own row.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict

from benchmarks.peers.monitors.results_file import Followed
from benchmarks.peers.scrapling_match import scrapling_locator
from benchmarks.quality.follow import fold_rankers
from benchmarks.quality.similo import measured_sites, similo_score
from benchmarks.similo_pages import ABSENT, SimiloSite, similo_folder, similo_sites
from pagestrata.follow.page import Page, nodes_of

FOLLOWING = "following"
FOLLOWERS = ("Pagestrata", "Scrapling", "Similo")
PROGRAM = ("-m", "benchmarks.peers.following")


def followed(
    *, seconds: float, names: tuple[str, ...] = FOLLOWERS, program: tuple[str, ...] = PROGRAM
) -> tuple[Followed, ...]:
    """The row of each; one that takes longer, or does not run, has failed."""
    return tuple(_in_a_process(name, [sys.executable, *program, name], seconds) for name in names)


def _in_a_process(name: str, command: list[str], seconds: float) -> Followed:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return Followed(name=name, failure=f"did not end within {seconds:.0f} s")
    if done.returncode:
        return Followed(name=name, failure=f"ended with {done.returncode}: {done.stderr.strip()[-200:]}")
    try:
        return Followed(**json.loads(done.stdout.splitlines()[-1]))
    except (IndexError, TypeError, ValueError):
        return Followed(name=name, failure=f"said no figures: {done.stdout.strip()[-200:]!r}")


def measured(name: str) -> Followed:
    """How many answers of a program are right and wrong. Raises SystemExit where the data is absent."""
    if similo_folder() is None:
        raise SystemExit(ABSENT)
    if name == "Pagestrata":
        given = measured_sites(fold_rankers(), together=True).given
        answers = [right if state == "found" else None for state, right in given]
    else:
        answers = [right for site in similo_sites() for right in PEERS[name](site)]
    return Followed(
        name=name,
        pairs=len(answers),
        right=answers.count(True),
        wrong=answers.count(False),
    )


def _scrapling(site: SimiloSite) -> list[bool | None]:
    before, after = Page(nodes_of(site.old)), Page(nodes_of(site.new))
    located = [(scrapling_locator(before, old)(after), new) for old, new in site.pairs]
    return [None if row is None else row == new for row, new in located]


def _similo(site: SimiloSite) -> list[bool | None]:
    """It always names an element: the one of the highest score."""
    rows, records = list(site.new_records), list(site.new_records.values())
    answers: list[bool | None] = []
    for old, new in site.pairs:
        scores = [similo_score(site.old_records[old], other) for other in records]
        answers.append(rows[scores.index(max(scores))] == new)
    return answers


PEERS: dict[str, Callable[[SimiloSite], list[bool | None]]] = {"Scrapling": _scrapling, "Similo": _similo}
"""Whether each pair was found rightly; None where a program names no element."""


if __name__ == "__main__":
    print(json.dumps(asdict(measured(sys.argv[1]))))
