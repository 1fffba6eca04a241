"""Finding a Chrome, Chromium or Edge on this machine, and installing one where there is none."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from pagestrata.capturing.browser.start_advice import browser_problem
from pagestrata.capturing.browser.start_faults import Cause, StartFault, start_fault
from pagestrata.capturing.browser.system_packages import this_system
from pagestrata.errors import BrowserError

VARIABLE = "PAGESTRATA_BROWSER"
# Chromium without its window: the same pages for a fifth of the processor time, so it comes first where it is installed
SHELL_NAMES = ("chrome-headless-shell", "chromium-headless-shell")
SHELL_PLACES = {
    "linux": ("/usr/lib/chromium/chromium-headless-shell", "/usr/lib64/chromium-browser/headless_shell"),
}
NAMES = (
    "google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome", "google-chrome-beta",
    "microsoft-edge", "microsoft-edge-stable", "msedge",
)  # fmt: skip
USUAL_PLACES = {
    "linux": (
        "/opt/google/chrome/chrome", "/usr/bin/google-chrome", "/usr/bin/chromium", "/usr/bin/chromium-browser",
        "/usr/lib/chromium/chromium", "/snap/bin/chromium", "/opt/microsoft/msedge/msedge",
    ),
    "darwin": (
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ),
    "win32": (
        r"Google\Chrome\Application\chrome.exe", r"Chromium\Application\chrome.exe",
        r"Microsoft\Edge\Application\msedge.exe",
    ),
}  # fmt: skip
_WINDOWS_ROOTS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
_PLAYWRIGHT_PATTERNS = {
    "linux": ("chromium_headless_shell-*/*/*headless?shell", "chromium-*/chrome-linux*/chrome"),
    "darwin": ("chromium_headless_shell-*/*/*headless?shell", "chromium-*/chrome-mac*/*.app/Contents/MacOS/*"),
    "win32": ("chromium_headless_shell-*/*/*headless?shell.exe", "chromium-*/chrome-win*/chrome.exe"),
}


VERSION_SECONDS = 15.0
_BROWSER = re.compile("chrom|edge|brave|vivaldi|opera", re.IGNORECASE)
_ANOTHER = f"name another with --browser or {VARIABLE}, or run `pagestrata browser install`"


def find_browser(
    executable: str | None = None, *, environment: Mapping[str, str] | None = None, platform: str = sys.platform
) -> str:
    """The path of the browser to use: the one named, that of PAGESTRATA_BROWSER, or the first that is installed."""
    variables = os.environ if environment is None else environment
    for wanted, origin in ((executable, "the option --browser"), (variables.get(VARIABLE), VARIABLE)):
        if wanted:
            return _checked(wanted, origin, variables)
    for path in _installed(variables, platform):
        return path
    raise BrowserError(
        f"no Chrome, Chromium or Edge was found; run `pagestrata browser install`, or name one with {VARIABLE}"
    )


def _checked(wanted: str, origin: str, variables: Mapping[str, str]) -> str:
    found = shutil.which(wanted, path=variables.get("PATH"))
    if found:
        return found
    if Path(wanted).exists():
        raise BrowserError(f"the browser {wanted} (from {origin}) is not an executable file; check it or name another")
    raise BrowserError(f"there is no browser {wanted} (from {origin}); name another or leave it out")


def _installed(variables: Mapping[str, str], platform: str) -> Iterator[str]:
    # Debian's own program before the script in the PATH: a shell stays between, and killing it leaves the browser
    yield from filter(_is_program, SHELL_PLACES.get(platform, ()))
    for name in (*SHELL_NAMES, *NAMES):
        if found := shutil.which(name, path=variables.get("PATH", "")):
            yield found
    for place in _usual_places(variables, platform):
        if _is_program(str(place)):
            yield str(place)
    yield from playwright_browsers(variables, platform)


def _is_program(path: str) -> bool:
    return os.access(path, os.X_OK) and Path(path).is_file()


def _usual_places(variables: Mapping[str, str], platform: str) -> Iterator[Path]:
    places = USUAL_PLACES.get(platform, ())
    if platform == "win32":
        roots = (variables[root] for root in _WINDOWS_ROOTS if root in variables)
        yield from (Path(root) / place for root in roots for place in places)
    else:
        yield from map(Path, places)
        if platform == "darwin" and "HOME" in variables:
            yield from (Path(variables["HOME"] + place) for place in places)


def playwright_browsers(variables: Mapping[str, str], platform: str) -> list[str]:
    """The browsers that `playwright install` has put into its cache: those without a window, then the newest first."""
    if folder := variables.get("PLAYWRIGHT_BROWSERS_PATH"):
        cache = Path(folder)
    elif platform == "win32":
        cache = Path(variables.get("LOCALAPPDATA", "")) / "ms-playwright"
    else:
        below = "Library/Caches" if platform == "darwin" else ".cache"
        cache = Path(variables.get("XDG_CACHE_HOME") or Path(variables.get("HOME", "/")) / below) / "ms-playwright"
    found: list[str] = []
    for pattern in _PLAYWRIGHT_PATTERNS.get(platform, ()):
        newest_first = sorted(cache.glob(pattern), key=_revision, reverse=True)
        found += filter(_is_program, map(str, newest_first))
    return found


def _revision(path: Path) -> int:
    found = re.search(r"chromium\w*-(\d+)", str(path))
    return int(found[1]) if found else 0


@cache
def check_is_browser(executable: str) -> None:
    """Raises BrowserError, within seconds, when a program is not Chrome, Chromium or Edge."""
    if sys.platform == "win32":  # browsers say nothing there
        return
    try:
        done = subprocess.run(
            [executable, "--version"], capture_output=True, text=True, timeout=VERSION_SECONDS, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise BrowserError(f"the browser {executable} does not say what it is ({error}); {_ANOTHER}") from error
    said = done.stdout
    if done.returncode and (fault := start_fault(executable)) and fault.libraries:
        raise BrowserError(browser_problem(fault, this_system()))
    if not _BROWSER.search(said):
        raise BrowserError(f"{executable} is not Chrome, Chromium or Edge (it says {said[:80]!r}); {_ANOTHER}")


def browser_version(executable: str) -> str:
    """What the browser says it is. Raises BrowserError when it cannot be started."""
    try:
        done = subprocess.run([executable, "--version"], capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        fault = start_fault(executable) or StartFault(program=executable, cause=Cause.OTHER, said=str(error))
        raise BrowserError(browser_problem(fault, this_system())) from error
    return done.stdout.strip().splitlines()[-1] if done.stdout.strip() else "unknown version"
