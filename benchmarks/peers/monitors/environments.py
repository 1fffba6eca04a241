"""Rivals from PyPI, each in an environment of its own."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

INSTALL_SECONDS = 900


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """A virtual environment with the packages of one rival."""

    folder: Path

    def program(self, name: str) -> Path:
        return self.folder / "bin" / name

    def versions(self, packages: tuple[str, ...]) -> dict[str, str]:
        """The installed version of each package."""
        code = "import json,sys;from importlib.metadata import version;print(json.dumps({p:version(p) for p in sys.argv[1:]}))"
        done = subprocess.run(
            [self.program("python"), "-c", code, *packages], capture_output=True, text=True, check=True, timeout=60
        )
        found: dict[str, str] = json.loads(done.stdout)
        return found


def environments_folder() -> Path:
    base = os.environ.get("PAGESTRATA_PEERS", str(Path.home() / ".cache" / "pagestrata" / "peers"))
    return Path(base)


def python_for_all() -> str:
    """An interpreter that every account may run: this one, or the system's where this one is in a private folder."""
    for candidate in (sys.executable, "/usr/bin/python3"):
        found = Path(candidate).resolve()
        if found.is_file() and all(folder.stat().st_mode & stat.S_IXOTH for folder in found.parents):
            return str(found)
    return sys.executable


def installed(name: str, packages: tuple[str, ...], *, python: str = sys.executable) -> Environment:
    """The environment of a rival, made where it is not there yet. Raises RuntimeError where it cannot be installed."""
    environment = Environment(folder=environments_folder() / name)
    mark = environment.folder / "installed.json"
    if mark.is_file() and json.loads(mark.read_text()) == list(packages):
        return environment
    uv = Path(sys.executable).with_name("uv")
    steps: list[list[str]] = (
        [
            [str(uv), "venv", "--quiet", "--clear", "--python", python, str(environment.folder)],
            [str(uv), "pip", "install", "--quiet", "--python", str(environment.program("python")), *packages],
        ]
        if uv.is_file()
        else [
            [python, "-m", "venv", "--clear", str(environment.folder)],
            [str(environment.program("pip")), "install", "--quiet", *packages],
        ]
    )
    for step in steps:
        try:
            done = subprocess.run(step, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            raise RuntimeError(f"was not installed within {INSTALL_SECONDS} s") from None
        if done.returncode:
            raise RuntimeError(f"cannot be installed: {done.stderr.strip()[-300:]}")
    mark.write_text(json.dumps(list(packages)))
    return environment
