"""Pagestrata next to what people use today, on the same pages, in one run.

    python -m benchmarks.peers [--sites SITE…] [--versions 12] [--minutes 45] [--output docs/explanation/side-by-side.md]

Installs each rival from PyPI into an environment of its own (`PAGESTRATA_PEERS`, default `~/.cache/pagestrata/peers`), then
goes on in a network namespace with nothing but loopback (`unshare`, which needs the right to make one) and writes the page
of results after every row. `--all` takes every site of the real data; it takes hours. Every rival first passes a trial
(`monitors/trial.py`). A rival that takes more than `--row-minutes` for a history has failed on it, and the run goes on; what is
not run when `--minutes` are over has failed, too. Ends with 1 where a row failed, whoever it was: the page says why.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from pathlib import Path

from benchmarks.pages import ROOT, monitor_index, monitor_labels, require_data, sequence_index
from benchmarks.peers.monitors.differs import ScraplingExtract, WarcArchive, XmlDiff
from benchmarks.peers.monitors.environments import Environment, installed
from benchmarks.peers.monitors.monitors import CommandMonitor, Pagestrata
from benchmarks.peers.monitors.results_page import OURS, Run, plot, results_page
from benchmarks.peers.monitors.rival import Rival, RivalFailedError, Row, adopt_orphans
from benchmarks.peers.monitors.served_versions import History
from benchmarks.peers.monitors.servers import ChangeDetection, PagestrataServer
from benchmarks.peers.monitors.side_by_side import Contender, TimeLimits, run_all
from benchmarks.peers.monitors.trial import TrialPage
from pagestrata import __version__
from pagestrata.capturing.browser.find import find_browser

PACKAGES: dict[str, tuple[str, ...]] = {
    "changedetection": ("changedetection.io", "playwright"),
    "urlwatch": ("urlwatch",),
    "webchanges": ("webchanges",),
    "scrapling": ("scrapling[fetchers,shell]",),
    "xmldiff": ("xmldiff",),
    "archive": ("warcio", "wacz", "pywb", "requests"),
}
NEEDED = {
    "changedetection.io, plain": "changedetection", "changedetection.io with Chrome": "changedetection",
    "urlwatch": "urlwatch", "webchanges": "webchanges", "Scrapling's extract and diff": "scrapling", "xmldiff": "xmldiff",
    "warcio": "archive", "wacz": "archive", "pywb": "archive",
}  # fmt: skip
"""Which of `PACKAGES` a row is measured with; ours are not among them."""
NAMES = (OURS, f"{OURS}, its server", *NEEDED)
FEW_SITES = ("ccc.de_events", "msdh.ms.gov_covid", "dplyr.tidyverse.org")
ALONE = "PAGESTRATA_PEERS_ALONE"
"""Set where the network is gone already."""


def histories(sites: Sequence[str], versions: int) -> list[History]:
    """The histories of these sites, the last versions of each, where the labels are densest."""
    listed = json.loads((require_data() / "pairs.json").read_text()) + monitor_labels()
    found = []
    for folder, index in (("sequences", sequence_index()), ("monitor/sequences", monitor_index())):
        for site, entry in index.items():
            if site not in sites:
                continue
            labels = {(pair["old"], pair["new"]): pair["label"] for pair in listed if pair["site"] == site}
            times = [version["time"] for version in entry["versions"]]
            begin = _densest([(old, new) in labels for old, new in pairwise(times)], versions)
            recording = require_data() / folder / f"{site}.warc.gz"
            chosen = tuple(times[begin : begin + versions])
            found.append(History(site=site, url=entry["url"], recording=recording, times=chosen, labels=labels))
    return found


def _densest(labelled: Sequence[bool], versions: int) -> int:
    """Where to begin so that the most pairs have a label."""
    starts = range(max(1, len(labelled) + 2 - versions))
    return max(starts, key=lambda start: (sum(labelled[start : start + versions - 1]), -start))


def contenders(only: Sequence[str] = NAMES) -> tuple[list[Contender], dict[str, str]]:
    """The rivals of these names, and the versions that are installed for them. One that cannot be installed fails its row.

    Nothing is installed for rows that are not asked for: it takes minutes, and gigabytes.
    """
    environments: dict[str, Environment | Exception] = {}
    versions = {OURS: __version__}
    for name in dict.fromkeys(NEEDED[row] for row in NAMES if row in only and row in NEEDED):
        packages = PACKAGES[name]
        try:
            environments[name] = found = installed(name, packages)
            versions |= found.versions(tuple(package.partition("[")[0] for package in packages))
        except (RuntimeError, subprocess.SubprocessError, OSError) as error:
            environments[name] = error

    def made(name: str, make: type, **options: object) -> Rival:
        environment = environments[name]
        if isinstance(environment, Exception):
            raise RivalFailedError(str(environment))
        rival: Rival = make(environment=environment, **options)
        return rival

    listed = [
        Contender(name=OURS, make=Pagestrata),
        Contender(name=f"{OURS}, its server", make=PagestrataServer),
        Contender(name="changedetection.io, plain", make=partial(made, "changedetection", ChangeDetection)),
        Contender(
            name="changedetection.io with Chrome",
            make=partial(made, "changedetection", ChangeDetection, browser=Path(find_browser())),
        ),
        *(
            Contender(
                name=name,
                make=partial(made, name, CommandMonitor, program=name, jobs_option=jobs, database_option=database),
            )
            for name, jobs, database in (("urlwatch", "--urls", "--cache"), ("webchanges", "--jobs", "--database"))
        ),
        Contender(name="Scrapling's extract and diff", make=partial(made, "scrapling", ScraplingExtract)),
        Contender(name="xmldiff", make=partial(made, "xmldiff", XmlDiff)),
        *(
            Contender(name=name, make=partial(made, "archive", WarcArchive, packs=name), raises_alarms=False)
            for name in ("warcio", "wacz", "pywb")
        ),
    ]
    return [one for one in listed if one.name in only], versions


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parsed(arguments)
    if not os.environ.get(ALONE):
        contenders(asked.only)  # installs them while there is a network
        command = ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
        command += [sys.executable, "-m", "benchmarks.peers", *(arguments if arguments is not None else sys.argv[1:])]
        return subprocess.run(command, env={**os.environ, ALONE: "1"}, check=False).returncode
    adopt_orphans()
    chosen, versions = contenders(asked.only)
    sites = [*sequence_index(), *monitor_index()] if asked.all else asked.sites
    began, load = datetime.now(UTC), os.getloadavg()[0]
    picture = asked.output.parents[1] / "pictures" / f"{asked.output.stem}.svg"

    only = " --only " + " ".join(f"'{one.name}'" for one in chosen) if len(chosen) < len(NAMES) else ""
    options = only + (" --no-trial" if asked.no_trial else "")

    def note(rows: Sequence[Row]) -> None:
        """Write the page of the rows so far: a run that is ended early leaves what it measured."""
        there = list(dict.fromkeys(row.site for row in rows))
        run = Run(
            versions=versions,
            made_at=began,
            command=f"python -m benchmarks.peers --sites {' '.join(there)} --versions {asked.versions}{options}",
            is_tried=not asked.no_trial,
            machine=f"{os.cpu_count()} cores with other programs at work (load {load:.0f} to {os.getloadavg()[0]:.0f})",
            monitors=tuple(one.name for one in chosen if one.raises_alarms),
        )
        for folder in (picture.parent, asked.output.parent):
            folder.mkdir(parents=True, exist_ok=True)
        picture.write_text(plot(rows, run.monitors))
        asked.output.write_text(results_page(rows, run, picture=f"../pictures/{picture.name}"))

    rows = run_all(
        chosen,
        histories(sites, asked.versions),
        trial=None if asked.no_trial else TrialPage(),
        limits=TimeLimits(row_seconds=60 * asked.row_minutes, run_seconds=60 * asked.minutes),
        note=note,
    )
    return int(any(row.failure for row in rows))


def _parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers")
    parser.add_argument("--sites", nargs="+", default=list(FEW_SITES))
    parser.add_argument("--versions", type=int, default=12)
    parser.add_argument("--minutes", type=float, default=math.inf, help="for the whole run [default: no limit]")
    parser.add_argument("--row-minutes", type=float, default=15, help="for one program on one history [default: 15]")
    parser.add_argument("--all", action="store_true", help="every site")
    parser.add_argument(
        "--only", nargs="+", choices=NAMES, default=NAMES, metavar="NAME", help="only these, by the names in the table"
    )
    parser.add_argument("--no-trial", action="store_true", help="measure at once; the page says so")
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "explanation" / "side-by-side.md")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
