"""Installing a Chromium: with Playwright's own download, else with apt as root on Debian and Ubuntu."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from pagestrata.errors import BrowserError

INSTALL_SECONDS = 900
Runner = Callable[[Sequence[str]], bool]


def install_browser(
    *, run: Runner | None = None, os_release: Path = Path("/etc/os-release"), is_root: bool | None = None
) -> str:
    """Install a Chromium and say how. Raises BrowserError with the exact next command when no way works here."""
    attempt = run or _run
    if attempt([sys.executable, "-m", "playwright", "install", "chromium"]):
        return "installed with playwright"
    debian = _is_debian(os_release)
    root = is_root if is_root is not None else hasattr(os, "geteuid") and os.geteuid() == 0
    if debian and root and shutil.which("apt-get"):
        package = "chromium" if _distribution(os_release) == "debian" else "chromium-browser"
        if attempt(["apt-get", "update"]) and attempt(["apt-get", "install", "--yes", package]):
            return f"installed with apt-get ({package})"
    raise BrowserError(f"no browser could be installed from here; run `{_next_command(debian=debian)}`")


def _next_command(*, debian: bool) -> str:
    if debian:
        return "sudo apt-get update && sudo apt-get install --yes chromium"
    if sys.platform == "darwin":
        return "brew install --cask chromium"
    if sys.platform == "win32":
        return "winget install Google.Chrome"
    return f"{sys.executable} -m playwright install --with-deps chromium"


def _run(command: Sequence[str]) -> bool:
    """Run a command with its output on standard error; whether it went well."""
    try:
        done = subprocess.run(list(command), stdout=sys.stderr, stdin=subprocess.DEVNULL, timeout=INSTALL_SECONDS)
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0


def _is_debian(os_release: Path) -> bool:
    try:
        return "debian" in os_release.read_text().lower()
    except OSError:
        return False


def _distribution(os_release: Path) -> str:
    lines = dict(line.partition("=")[::2] for line in os_release.read_text().splitlines())
    return lines.get("ID", "").strip('"').lower()
