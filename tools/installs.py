"""`make installs`: the wheel as people install it, by pip, by uv and by pipx, each into a place of its own, and used there.

    python -m tools.installs [pip] [uv] [pipx] [--tutorial]

Each program says its version, examines the machine and visits a page of this machine. With --tutorial it also does the whole
tutorial. Dependencies come from where pip gets them here.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from pagestrata import __version__
from pagestrata.demo.site import ChangingSite

ROOT = Path(__file__).parents[1]
_PIP_VALUE = re.compile(r"^\S*?\.([\w-]+)='(.*)'$", re.MULTILINE)
_UV_NAMES = (
    ("index-url", "UV_DEFAULT_INDEX", " "),
    ("extra-index-url", "UV_INDEX", " "),
    ("find-links", "UV_FIND_LINKS", ","),
    ("cert", "SSL_CERT_FILE", " "),
)


class InstallError(Exception):
    """An installed program does not do what it should; the message says which and why."""


def build_wheel(folder: Path) -> Path:
    """The wheel of this source, built into a folder."""
    _run([sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)], cwd=ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def with_pip(wheel: Path, folder: Path) -> Path:
    """Install into an empty virtual environment."""
    _run([sys.executable, "-m", "venv", str(folder)])
    _run([str(folder / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", str(wheel)])
    return folder / "bin" / "pagestrata"


def with_uv(wheel: Path, folder: Path) -> Path:
    """Install with `uv tool install`."""
    places = {"UV_TOOL_DIR": str(folder / "tools"), "UV_TOOL_BIN_DIR": str(folder / "bin")}
    uv = Path(sys.executable).with_name("uv")
    command = [str(uv), "tool", "install", "--quiet", "--python", sys.executable, str(wheel)]
    _run(command, variables=places | uv_settings(_said([sys.executable, "-m", "pip", "config", "list"])))
    return folder / "bin" / "pagestrata"


def with_pipx(wheel: Path, folder: Path) -> Path:
    """Install with pipx, which is installed first, apart."""
    own = folder / "pipx"
    _run([sys.executable, "-m", "venv", str(own)])
    _run([str(own / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", "pipx"])
    places = {"PIPX_HOME": str(folder / "home"), "PIPX_BIN_DIR": str(folder / "bin"), "PIPX_DEFAULT_BACKEND": "pip"}
    _run([str(own / "bin/pipx"), "install", "--quiet", "--python", sys.executable, str(wheel)], variables=places)
    return folder / "bin" / "pagestrata"


WAYS: dict[str, Callable[[Path, Path], Path]] = {"pip": with_pip, "uv": with_uv, "pipx": with_pipx}


def uv_settings(listing: str) -> dict[str, str]:
    """What `pip config list` says about indexes and certificates, as the variables that uv reads."""
    values = {name: value.replace("\\n", " ").split() for name, value in _PIP_VALUE.findall(listing)}
    found = {"UV_INDEX_STRATEGY": "unsafe-best-match"}  # as pip takes packages: the best of all indexes
    for name, variable, between in _UV_NAMES:
        if values.get(name):
            found[variable] = between.join(values[name])
    return found


def use(program: Path) -> None:
    """Ask an installed program for its version, examine the machine with it, and visit a page twice."""
    if (said := _said([str(program), "--version"])) != f"pagestrata, version {__version__}\n":
        raise InstallError(f"{program} --version says {said!r}")
    examined = json.loads(_said([str(program), "doctor", "--json"], codes={0, 1}))
    if not examined["results"]:
        raise InstallError(f"{program} doctor says nothing")
    with tempfile.TemporaryDirectory() as archive, ChangingSite() as site:
        for change in ((), ("new headline",)):
            site.apply(*change)
            words = ["visit", site.url, "--allow-private", "--archive", archive, "--json"]
            visited = json.loads(_said([str(program), *words]))
            if not visited["kept"]:
                raise InstallError(f"{program} visit kept no version: {visited['reasons']}")


def _said(command: list[str], *, codes: set[int] | None = None) -> str:
    done = subprocess.run(command, capture_output=True, text=True, cwd="/")
    if done.returncode not in (codes or {0}):
        raise InstallError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr[-800:]}")
    return done.stdout


def _run(command: list[str], *, cwd: Path | None = None, variables: dict[str, str] | None = None) -> None:
    done = subprocess.run(command, cwd=cwd, env={**os.environ, **(variables or {})}, capture_output=True, text=True)
    if done.returncode:
        raise InstallError(f"{' '.join(command)} ended with {done.returncode}: {(done.stdout + done.stderr)[-1500:]}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="make installs", description=__doc__)
    parser.add_argument("ways", nargs="*", metavar="WAY", help=f"of {', '.join(WAYS)} (default: all)")
    parser.add_argument("--tutorial", action="store_true", help="do the whole tutorial with each program")
    asked = parser.parse_args()
    os.environ.pop("PYTHONPATH", None)  # the source here is not what was installed
    with tempfile.TemporaryDirectory(prefix="pagestrata-installs-") as name:
        folder = Path(name)
        try:
            wheel = build_wheel(folder / "dist")
            for way in asked.ways or WAYS:
                begun = time.monotonic()
                program = WAYS[way](wheel, folder / way)
                use(program)
                print(f"installs: {way}: installed and used, {time.monotonic() - begun:.0f} s", flush=True)
                if asked.tutorial:
                    subprocess.run([sys.executable, "-m", "tools.tutorial", str(program)], cwd=ROOT, check=True)
        except (InstallError, subprocess.CalledProcessError) as error:
            print(f"installs: failed: {error}", flush=True)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
