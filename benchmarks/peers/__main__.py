"""Pagestrata next to what people use today, on the same pages, in one run.

    PAGESTRATA_SIMILO=~/Similo2-JS python -m benchmarks.peers [--every 4] [--versions 5] [--minutes 90]

Installs each rival from PyPI into an environment of its own (`PAGESTRATA_PEERS`, default `~/.cache/pagestrata/peers`), then
goes on in a network namespace with nothing but loopback (`unshare`, which needs the right to make one). After every row it
writes the page of results, its pictures and, beside it, the raw figures as JSON. It takes about an hour; run it under `nice`.

The histories are every `--every`-th labelled site by name, or those of `--sites`. Every program first passes a trial
(`monitors/trial.py`). One that takes more than `--row-minutes` for a history has failed on it, and the run goes on; what is
not run when `--minutes` are over has failed, too. Ends with 1 where a row failed, whoever it was: the page says why.

`--resume` goes on with a run that was ended early: what it measured of the same versions is not measured again.
`--only NAME… --keep` measures some programs again and keeps the figures of the others. `--page` only writes the page again,
with `--merge` from the figures of several runs. The page lists every command it was made with, the JSON file the time of
each row. `following` is the part about single elements (`following.py`), which needs Similo's data.

ArchiveBox refuses to run as root and runs as `nobody` then: `PAGESTRATA_PEERS` has to be a folder that `nobody` can reach.
"""

from __future__ import annotations

import argparse
import math
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import reduce
from pathlib import Path

from benchmarks.pages import ROOT
from benchmarks.peers.contenders import ARCHIVES, NAMES, contenders
from benchmarks.peers.following import FOLLOWING, followed
from benchmarks.peers.histories import every_nth, histories, labelled_sites
from benchmarks.peers.monitors.results_file import Results, read_results, site_of, write_results
from benchmarks.peers.monitors.results_page import results_page
from benchmarks.peers.monitors.results_plots import plots
from benchmarks.peers.monitors.rival import Row, adopt_orphans
from benchmarks.peers.monitors.side_by_side import TimeLimits, run_all
from benchmarks.peers.monitors.trial import TrialPage

ALONE = "PAGESTRATA_PEERS_ALONE"
"""Set where the network is gone already."""


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(arguments if arguments is not None else sys.argv[1:])
    asked = _parsed(given)
    if asked.page:
        results = read_results(asked.output.with_suffix(".json"))
        write_page(reduce(Results.merged, map(read_results, asked.merge), results), asked.output)
        return 0
    if not os.environ.get(ALONE):
        contenders(asked.only)  # installs them while there is a network
        command = ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
        command += [sys.executable, "-m", "benchmarks.peers", *given]
        return subprocess.run(command, env={**os.environ, ALONE: "1"}, check=False).returncode
    adopt_orphans()
    return _measure(asked, shlex.join(["python", "-m", "benchmarks.peers", *_without_output(given)]))


def _without_output(given: Sequence[str]) -> list[str]:
    """Where the page is written is of no interest to its readers."""
    places = [place for place, word in enumerate(given) if word == "--output"]
    return [word for place, word in enumerate(given) if place not in places and place - 1 not in places]


def _measure(asked: argparse.Namespace, command: str) -> int:
    """Measure what was asked for, and write the page after each row. Returns 1 where a row failed."""
    chosen, versions = contenders(asked.only)
    served = histories(asked.sites or every_nth(asked.every), asked.versions)
    sites = tuple(map(site_of, served))
    old = read_results(asked.output.with_suffix(".json")) if asked.keep or asked.resume else Results()
    old = old.of_sites(sites) if asked.resume else old
    named = {*old.programs, *(one.name for one in chosen)}
    results = replace(
        old,
        versions=old.versions | versions,
        programs=tuple(name for name in NAMES if name in named),
        archives=ARCHIVES,
        sites=tuple(sorted({*old.sites, *sites}, key=lambda site: site.name)),
        rule=old.rule if asked.keep else _rule(asked),
        commands=(*old.commands, f"{command} ({datetime.now(UTC):%Y-%m-%d %H:%M} UTC)"),
        machine=f"{os.cpu_count()} cores shared with other programs",
        is_tried=not asked.no_trial and (old.is_tried or not old.rows),
    )
    began = time.monotonic()
    if FOLLOWING in asked.only and not (asked.resume and old.following):
        results = replace(results, following=followed(seconds=60 * min(asked.follow_minutes, asked.minutes / 6)))

    def note(rows: Sequence[Row]) -> None:
        """A run that is ended early leaves what it measured."""
        write_page(results.with_rows(rows), asked.output)

    rows = run_all(
        chosen,
        served,
        trial=None if asked.no_trial else TrialPage(),
        limits=TimeLimits(
            row_seconds=60 * asked.row_minutes, run_seconds=60 * asked.minutes - (time.monotonic() - began)
        ),
        done={(row.rival, row.site) for row in old.rows} if asked.resume else (),
        note=note,
    )
    results = results.with_rows(rows)
    write_page(results, asked.output)
    return int(any(row.failure for row in rows) or any(one.failure for one in results.following))


def write_page(results: Results, output: Path) -> None:
    """The page, its pictures and the figures behind them."""
    pictures = output.parents[1] / "pictures"
    for folder in (pictures, output.parent):
        folder.mkdir(parents=True, exist_ok=True)
    write_results(results, output.with_suffix(".json"))
    names = []
    for name, drawn in plots(results).items():
        names.append(f"{output.stem}-{name}.svg")
        (pictures / names[-1]).write_text(drawn)
    output.write_text(results_page(results, raw=output.with_suffix(".json").name, pictures=names))


def _rule(asked: argparse.Namespace) -> str:
    if asked.sites:
        return "named on the command line"
    nth = {1: "each", 2: "every second", 3: "every third", 4: "every fourth"}.get(asked.every, f"one in {asked.every}")
    return f"{nth} of the {len(labelled_sites())} sites with labelled pairs, by name, beginning with the first"


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers")
    parser.add_argument("--every", type=int, default=4, help="every so many-th labelled site by name [default: 4]")
    parser.add_argument("--sites", nargs="+", help="these sites instead")
    parser.add_argument("--versions", type=int, default=5, help="of each history [default: 5]")
    parser.add_argument("--minutes", type=float, default=math.inf, help="for the whole run [default: no limit]")
    parser.add_argument("--row-minutes", type=float, default=15, help="for one program on one history [default: 15]")
    parser.add_argument("--follow-minutes", type=float, default=30, help="for each part of `following` [default: 30]")
    everything = (*NAMES, FOLLOWING)
    parser.add_argument(
        "--only", nargs="+", choices=everything, default=everything, metavar="NAME",
        help="only these, by the names in the table",
    )  # fmt: skip
    parser.add_argument("--keep", action="store_true", help="keep the figures of what this run does not measure")
    parser.add_argument(
        "--resume", action="store_true", help="go on where a run was ended; what it measured is not measured again"
    )
    parser.add_argument("--no-trial", action="store_true", help="measure at once; the page says so")
    parser.add_argument("--page", action="store_true", help="write the page from the figures of the last run")
    parser.add_argument("--merge", nargs="+", type=Path, default=[], metavar="FILE", help="figures to add, with --page")
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "explanation" / "side-by-side.md")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
