"""Monitors that are commands: Pagestrata's `visit`, urlwatch and webchanges."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from benchmarks.peers.monitors.environments import Environment
from benchmarks.peers.monitors.rival import KEPT, RivalFailedError, own_environment, run_command


@dataclass(slots=True, kw_only=True)
class Pagestrata:
    """`pagestrata visit`, one command a check: an alarm is a version that is kept after the first."""

    _folder: Path = Path()
    _url: str = ""
    _versions: int = 0

    def begin(self, folder: Path, url: str) -> None:
        self._folder, self._url = folder, url

    def _run(self, *arguments: str) -> str:
        program = Path(sys.executable).with_name("pagestrata")
        command: list[str | Path] = [program, *arguments, "--archive", self._folder / KEPT / "archive"]
        return run_command(command, cwd=self._folder, env=own_environment(), ends_with=(0, 1))  # 1: `diff` found some

    def check(self) -> bool:
        found = json.loads(self._run("visit", self._url, "--allow-private", "--format", "json"))
        self._versions += found["kept"]
        return bool(found["kept"]) and self._versions > 1

    def settle(self) -> None:
        """A command that ended has done its work."""

    def reading(self) -> str:
        return self._run("diff", f"{self._url}@~1", f"{self._url}@latest", "--format", "text")

    def end(self) -> None:
        """Nothing is left running."""


_HEADS_CHANGE = re.compile(r"^(?:\d+\. )?CHANGED: ", re.MULTILINE)
_HEADS_ERROR = re.compile(r"^(?:\d+\. )?ERROR: ", re.MULTILINE)
"""The lines that both programs begin a job with; the lines of its text begin with a space, a plus or a minus."""


@dataclass(slots=True, kw_only=True)
class CommandMonitor:
    """urlwatch and webchanges: a list of jobs, a database, and a unified diff on the terminal where something changed.

    Pages are turned into text first, as the documentation of both has it for pages.
    """

    environment: Environment
    program: str
    jobs_option: str
    database_option: str
    _folder: Path = Path()
    _said: str = ""
    _is_first: bool = True

    def begin(self, folder: Path, url: str) -> None:
        self._folder = folder
        (folder / "jobs.yaml").write_text(f"name: page\nurl: {json.dumps(url)}\nfilter:\n  - html2text\n")

    def check(self) -> bool:
        command: list[str | Path] = [self.environment.program(self.program), self.jobs_option, "jobs.yaml"]
        command += ["--config", "config.yaml", "--hooks", "hooks.py", self.database_option, f"{KEPT}/seen.db"]
        self._said = run_command(command, cwd=self._folder)
        if _HEADS_ERROR.search(self._said):
            raise RivalFailedError(f"cannot read the page: {self._said.strip()[:200]}")
        is_first, self._is_first = self._is_first, False
        return bool(_HEADS_CHANGE.search(self._said)) and not is_first

    def settle(self) -> None:
        """A command that ended has done its work."""

    def reading(self) -> str:
        return self._said

    def end(self) -> None:
        """Nothing is left running."""
