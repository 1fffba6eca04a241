"""Finding a Chrome, Chromium or Edge on this machine."""

from __future__ import annotations

import os
import shutil

from pagestrata.errors import BrowserError

NAMES = ("google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome", "microsoft-edge")


def find_browser(executable: str | None = None) -> str:
    """The path of the browser to use."""
    for wanted in (executable, os.environ.get("PAGESTRATA_BROWSER")):
        if wanted:
            return wanted
    for name in NAMES:
        if path := shutil.which(name):
            return path
    raise BrowserError("no Chrome, Chromium or Edge was found; run `pagestrata browser install`")
