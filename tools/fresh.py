"""`make fresh`: the two commands of the README on a bare Debian, as root and as an ordinary user; and the whole tutorial.

The tutorial is done with the wheel, installed as a person installs it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.bare_debian import SUITES, BareDebian, CannotTryError, build, need_program, need_root_and_room, timed

CLONE = Path(__file__).parents[1]
USER = "reader"
CORE_TESTS = ".venv/bin/python -m pytest -q -m core -n 2 tests/journeys"
TUTORIAL = ".venv/bin/python -m tools.installs pip --tutorial"
PIP_CACHE = "/root/.cache/pip"


def main() -> int:
    asked = _arguments()
    with tempfile.TemporaryDirectory(prefix="pagestrata-fresh-", dir=asked.folder) as folder:
        try:
            need_root_and_room(Path(folder))
            need_program("mmdebstrap", "mmdebstrap")
        except CannotTryError as error:
            print(f"make fresh: skipped: {error}", flush=True)
            return 0
        for suite in asked.suites or SUITES:
            try:
                _try(suite, Path(folder) / suite, core_only=asked.core, as_user=asked.user or not asked.core)
            except subprocess.CalledProcessError as error:
                print(
                    f"make fresh: failed on {suite} (code {error.returncode}); what it printed last says why",
                    flush=True,
                )
                return 1
            finally:  # nothing is mounted in it any more
                subprocess.run(["rm", "--recursive", "--force", str(Path(folder) / suite)], check=True)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make fresh", description=__doc__)
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=f"releases of Debian (default: {' '.join(SUITES)})")
    parser.add_argument("--core", action="store_true", help="`make demo` and the tests marked as core, as root only")
    parser.add_argument("--user", action="store_true", help="with --core: as an ordinary user as well")
    parser.add_argument(
        "--folder", default="/var/tmp", help="where the machines are built, and removed (default: %(default)s)"
    )
    return parser.parse_args()


def _try(suite: str, root: Path, *, core_only: bool, as_user: bool) -> None:
    with timed(f"make fresh: {suite}: a bare machine is built"):
        machine = build(suite, root)
    _clone_into(machine, "root/pagestrata")
    with timed(f"make fresh: {suite}: make demo, as root"):
        machine.run("make demo", folder="/root/pagestrata", show=_pip_cache())
    with timed(f"make fresh: {suite}: the wheel is installed, and every command of the tutorial is called"):
        machine.run(TUTORIAL, folder="/root/pagestrata", show=_pip_cache())
    if core_only:
        with timed(f"make fresh: {suite}: the core journeys, as root"):
            machine.run(CORE_TESTS, folder="/root/pagestrata")
    else:
        with timed(f"make fresh: {suite}: make test, as root"):
            machine.run("make test", folder="/root/pagestrata", show=_pip_cache())
    if as_user:
        _try_as_user(suite, machine)


def _try_as_user(suite: str, machine: BareDebian) -> None:
    machine.run(f"useradd --create-home {USER}")
    _clone_into(machine, f"home/{USER}/pagestrata")
    machine.run(f"chown --recursive {USER}: /home/{USER}/pagestrata")
    with timed(f"make fresh: {suite}: make demo and the core journeys, as a user whose browser root installed"):
        machine.run(f"make demo && {CORE_TESTS}", user=USER, folder=f"/home/{USER}/pagestrata")


def _clone_into(machine: BareDebian, place: str) -> None:
    """What is committed, as a person gets it."""
    subprocess.run(
        ["git", "clone", "--quiet", "--no-hardlinks", "--depth=1", CLONE.as_uri(), str(machine.root / place)],
        check=True,
    )


def _pip_cache() -> dict[str, Path]:
    """Downloads of this machine, which are not fetched twice; packages are still checked against the locks."""
    cache = Path(os.environ.get("PIP_CACHE_DIR", Path.home() / ".cache/pip"))
    cache.mkdir(parents=True, exist_ok=True)
    return {PIP_CACHE: cache}


if __name__ == "__main__":
    sys.exit(main())
