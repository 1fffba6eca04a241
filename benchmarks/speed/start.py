"""How long short commands take, most of which is loading: processor time next to that of `import sqlalchemy` alone.

    python -m benchmarks.speed.start ARCHIVE URL [--runs 15] [--visit]

Commands run in turns, each as a program of its own, with its modules compiled as an installed program has them; without
that (PYTHONDONTWRITEBYTECODE), every start compiles our source again and takes a quarter longer. Medians. Limit: `log` at
most .6 times SQLAlchemy's import, which it does without.

With `--visit`, a visit is measured beside loading the parts of the standard library that any visit needs: it counts if the
server of URL says that the page has not changed, and every run enters a visit into the archive. Limit: 3 times that.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence

MEASURE = ("-c", "import sqlalchemy")
LEAST = "import urllib.request, ssl, sqlite3, json"
PROGRAM = ("-m", "pagestrata.cli.main")


def commands(archive: str, url: str) -> dict[str, tuple[str, ...]]:
    """What is measured, by name: arguments of Python."""
    there = ("--archive", archive)
    return {
        "import sqlalchemy": MEASURE,
        "--help": (*PROGRAM, "--help"),
        "log": (*PROGRAM, "log", *there),
        "log URL": (*PROGRAM, "log", url, *there),
        "show --format text": (*PROGRAM, "show", url, "--format", "text", *there),
        "show": (*PROGRAM, "show", url, *there),
    }


def visit_commands(archive: str, url: str) -> dict[str, tuple[str, ...]]:
    """A visit, and the least that one could load."""
    return {
        LEAST: ("-c", LEAST),
        "visit URL": (*PROGRAM, "visit", url, "--archive", archive, "--allow-private", "--json"),
    }


def processor_seconds(programs: Mapping[str, Sequence[str]], *, runs: int) -> dict[str, float]:
    """The median processor time of each program, all run in turns after one run that compiles."""
    with tempfile.TemporaryDirectory(prefix="pagestrata-start-") as compiled:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
        taken: dict[str, list[float]] = {name: [] for name in programs}
        for _ in range(runs + 1):
            for name, arguments in programs.items():
                taken[name].append(_once([sys.executable, *arguments], environment))
    return {name: statistics.median(seconds[1:]) for name, seconds in taken.items()}


def _once(words: list[str], environment: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive")
    parser.add_argument("url")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--visit", action="store_true", help="measure a visit instead of the other commands")
    asked = parser.parse_args()
    programs = visit_commands if asked.visit else commands
    found = processor_seconds(programs(asked.archive, asked.url), runs=asked.runs)
    least = next(iter(found.values()))
    for name, seconds in found.items():
        print(f"{name:20} {seconds:.3f} s of processor  {seconds / least:.2f}")


if __name__ == "__main__":
    main()
