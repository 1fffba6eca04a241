"""The programs that are compared, the packages they come in, and the environments they run in."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from benchmarks.peers.monitors.archives import ArchiveBox, WarcArchive
from benchmarks.peers.monitors.differs import ScraplingExtract, XmlDiff
from benchmarks.peers.monitors.environments import Environment, installed, python_for_all
from benchmarks.peers.monitors.monitors import CommandMonitor, Pagestrata
from benchmarks.peers.monitors.rival import Rival, RivalFailedError
from benchmarks.peers.monitors.servers import ChangeDetection, PagestrataServer
from benchmarks.peers.monitors.side_by_side import Contender
from pagestrata import __version__
from pagestrata.capturing.browser.find import find_browser

OURS, OUR_SERVER = "Pagestrata", "Pagestrata, its server"
PACKAGES: dict[str, tuple[str, ...]] = {
    "changedetection": ("changedetection.io", "playwright"),
    "urlwatch": ("urlwatch",),
    "webchanges": ("webchanges",),
    "scrapling": ("scrapling[fetchers,shell]",),
    "xmldiff": ("xmldiff",),
    "archive": ("warcio", "wacz", "pywb", "requests"),
    "archivebox": ("archivebox",),
}
NEEDED = {
    "changedetection.io, plain": "changedetection", "changedetection.io with Chrome": "changedetection",
    "urlwatch": "urlwatch", "webchanges": "webchanges", "Scrapling's extract and diff": "scrapling", "xmldiff": "xmldiff",
    "warcio": "archive", "wacz": "archive", "pywb": "archive", "ArchiveBox": "archivebox",
}  # fmt: skip
"""Which of `PACKAGES` a row is measured with; ours are not among them."""
NAMES = (OURS, OUR_SERVER, *NEEDED)
ARCHIVES = ("warcio", "wacz", "pywb", "ArchiveBox")
ARCHIVES_EVERY = 3
"""Archives raise no alarms: their room and cost are measured on the first history and every third after it."""


def contenders(only: Sequence[str] = NAMES) -> tuple[list[Contender], dict[str, str]]:
    """The programs of these names, and the versions that are installed for them. One that cannot be installed fails its row.

    Nothing is installed for rows that are not asked for: it takes minutes, and gigabytes.
    """
    environments: dict[str, Environment | Exception] = {}
    browser = find_browser()
    versions = {
        OURS: _own_version(),
        "Chromium": _said_by([str(browser), "--version"]).removeprefix("Chromium").strip(),
    }
    for name in dict.fromkeys(NEEDED[row] for row in NAMES if row in only and row in NEEDED):
        packages = PACKAGES[name]
        python = python_for_all() if name == "archivebox" else sys.executable
        try:
            environments[name] = found = installed(name, packages, python=python)
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
        Contender(name=OUR_SERVER, make=PagestrataServer),
        Contender(name="changedetection.io, plain", make=partial(made, "changedetection", ChangeDetection)),
        Contender(
            name="changedetection.io with Chrome",
            make=partial(made, "changedetection", ChangeDetection, browser=Path(browser)),
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
        *(_archive(name, partial(made, "archive", WarcArchive, packs=name)) for name in ("warcio", "wacz", "pywb")),
        _archive("ArchiveBox", partial(made, "archivebox", ArchiveBox, browser=str(browser))),
    ]
    return [one for one in listed if one.name in only], versions


def _archive(name: str, make: partial[Rival]) -> Contender:
    return Contender(name=name, make=make, raises_alarms=False, every=ARCHIVES_EVERY)


def _own_version() -> str:
    """The version, and the commit where this is a checkout."""
    commit = _said_by(["git", "-C", str(Path(__file__).parent), "rev-parse", "--short=8", "HEAD"])
    return f"{__version__} (commit {commit})" if commit else __version__


def _said_by(command: Sequence[str]) -> str:
    """The output of a command, or '' where it does not run."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=30).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""
