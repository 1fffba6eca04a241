"""A scripted use of Pagestrata on the demo newspaper: commands are printed and run while the site changes.

    with Story() as story:
        story.run("visit", story.url)
        story.site.apply("price")
        print(story.run("visit", story.url, "--json"))

The archive is a temporary folder. The scripts of docs/gallery are such stories.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Self

from pagestrata.demo.site import ChangingSite
from pagestrata.errors import PagestrataError


class Story:
    """A context manager with the demo site and a temporary archive."""

    def __init__(self) -> None:
        self.site = ChangingSite()
        self._folder = tempfile.TemporaryDirectory(prefix="pagestrata-story-")

    @property
    def url(self) -> str:
        """The front page of the site."""
        return self.site.url

    @property
    def folder(self) -> Path:
        """A temporary folder for files; the archive is below it."""
        return Path(self._folder.name)

    def __enter__(self) -> Self:
        self.site.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self.site.__exit__(*error)
        self._folder.cleanup()

    def run(self, *words: str, codes: tuple[int, ...] = (0,)) -> str:
        """Run a command and return its output. Raises PagestrataError if its exit code is not in `codes`."""
        done = subprocess.run(
            [sys.executable, "-m", "pagestrata", *words],
            env={**os.environ, **self._variables()},
            cwd=self.folder,
            capture_output=True,
            text=True,
        )
        print(f"$ pagestrata {shlex.join(words)}\n{done.stdout}", flush=True)
        if done.returncode not in codes:
            raise PagestrataError(f"the command {words[0]} ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def _variables(self) -> dict[str, str]:
        return {
            "PAGESTRATA_ARCHIVE": str(self.folder / "archive"),
            "PAGESTRATA_ALLOW_PRIVATE": "1",
            "XDG_CONFIG_HOME": str(self.folder / "settings"),
        }
