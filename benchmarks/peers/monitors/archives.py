"""Archives: programs that keep every version and raise no alarms. What they cost and the disk they take is what is asked."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from benchmarks.peers.monitors.environments import Environment
from benchmarks.peers.monitors.rival import KEPT, rival_environment, run_command

_CAPTURE = """
import sys
from warcio.capture_http import capture_http
import requests
with capture_http(sys.argv[2], append=True):
    requests.get(sys.argv[1], timeout=60)
"""


@dataclass(slots=True, kw_only=True)
class WarcArchive:
    """The page captured by warcio into one WARC, packed by `wacz create`, held by pywb's `wb-manager`.

    They raise no alarms; the disk they take is what is asked. The recording that a package is made from does not count.
    """

    environment: Environment
    packs: str  # 'warcio', 'wacz' or 'pywb'
    _folder: Path = Path()
    _url: str = ""
    _versions: int = 0

    def begin(self, folder: Path, url: str) -> None:
        self._folder, self._url = folder, url
        if self.packs == "pywb":
            run_command([self.environment.program("wb-manager"), "init", "pages"], cwd=folder / KEPT)

    def check(self) -> bool:
        program, kept = self.environment.program, self._folder / KEPT
        self._versions += 1
        name = f"version-{self._versions}.warc.gz" if self.packs == "pywb" else "page.warc.gz"
        recording = (kept if self.packs == "warcio" else self._folder) / name
        run_command([program("python"), "-c", _CAPTURE, self._url, recording], cwd=self._folder)
        if self.packs == "wacz":  # a package cannot be added to
            (kept / "page.wacz").unlink(missing_ok=True)
            run_command([program("wacz"), "create", "-f", recording, "-o", kept / "page.wacz"], cwd=self._folder)
        if self.packs == "pywb":
            run_command([program("wb-manager"), "add", "pages", recording], cwd=kept)
        return False

    def settle(self) -> None:
        """A command that ended has done its work."""

    def reading(self) -> str:
        return ""

    def end(self) -> None:
        """Nothing is left running."""


ACCOUNT, GROUP = "nobody", "nogroup"
_NOT_HERE = ("ARCHIVE_DOT_ORG", "FAVICON", "MEDIA", "SINGLEFILE", "READABILITY", "MERCURY")
"""Extractors of ArchiveBox that need the network, or programs that PyPI does not have."""


@dataclass(slots=True, kw_only=True)
class ArchiveBox:
    """`archivebox add` at every version: title, headers, wget's copy and WARC, the rendered document, text, PDF and picture.

    It archives an address once; its documentation has a fragment added to archive it again. It refuses to run as root and
    runs as `nobody` then, who must be able to reach its environment and interpreter.
    """

    environment: Environment
    browser: str
    _folder: Path = Path()
    _url: str = ""
    _snapshots: int = 0

    def begin(self, folder: Path, url: str) -> None:
        self._folder, self._url = folder, url
        if os.geteuid() == 0:
            for path in (folder, folder / KEPT):
                shutil.chown(path, ACCOUNT, GROUP)
        self._run("init")

    def _run(self, *arguments: str) -> str:
        as_another = (
            ["setpriv", f"--reuid={ACCOUNT}", f"--regid={GROUP}", "--clear-groups"] if os.geteuid() == 0 else []
        )
        settings = {f"SAVE_{name}": "False" for name in _NOT_HERE} | {"CHROME_BINARY": self.browser}
        return run_command(
            [*as_another, self.environment.program("archivebox"), *arguments],
            cwd=self._folder / KEPT,
            env=rival_environment(self._folder) | settings,
        )

    def check(self) -> bool:
        self._snapshots += 1
        self._run("add", f"{self._url}#{self._snapshots}")
        return False

    def settle(self) -> None:
        """A command that ended has done its work."""

    def reading(self) -> str:
        return ""

    def end(self) -> None:
        """Nothing is left running."""
