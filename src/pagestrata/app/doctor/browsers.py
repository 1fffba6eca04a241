"""Python, Playwright's driver, the browser with its sandbox, and the fonts."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Iterator

from pagestrata import __version__
from pagestrata.capturing.browser.check import SCRIPTS, check_browser
from pagestrata.capturing.browser.direct_browser import can_show
from pagestrata.capturing.browser.find import browser_version, find_browser
from pagestrata.capturing.browser.font_packages import font_advice
from pagestrata.capturing.browser.process import NO_SANDBOX
from pagestrata.capturing.browser.start_advice import browser_advice, driver_advice, driver_program
from pagestrata.capturing.browser.start_faults import ANSWER_SECONDS, start_fault
from pagestrata.capturing.browser.system_packages import System
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import BrowserError, CaptureError
from pagestrata.model.check_results import CheckResult, fine, missing, weak


def python_result() -> CheckResult:
    return fine("Python", f"{platform.python_version()} ({sys.executable}), Pagestrata {__version__}")


def driver_result(system: System) -> CheckResult:
    """Whether Playwright's driver starts, with all its libraries, and what it is needed for."""
    program = driver_program()
    if fault := start_fault(program):
        return missing("driver", f"{program} {fault.description}", driver_advice(fault, system))
    said = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=ANSWER_SECONDS).stdout.strip()
    needed = "for steps and stored logins only" if can_show(CaptureOptions()) else "for every page"
    return fine("driver", f"{program}: Node {said}; {needed}")


def browser_results(executable: str | None, system: System, *, opens_browser: bool) -> Iterator[CheckResult]:
    """Whether a browser is there, starts, and shows a page with its sandbox on; then which fonts it finds."""
    try:
        path = find_browser(executable)
    except BrowserError as error:
        yield missing("browser", *_divided(error))
        return
    if fault := start_fault(path):
        yield missing("browser", f"{path} {fault.description}", browser_advice(fault, system))
        return
    if not opens_browser:
        yield fine("browser", f"{path}: {browser_version(path)}")
        yield from _sandbox_off()
        return
    yield from _opened(path, system)


def _opened(path: str, system: System) -> Iterator[CheckResult]:
    try:
        found = check_browser(path)
    except CaptureError as error:
        is_sandbox = "sandbox" in str(error)
        yield missing("sandbox" if is_sandbox else "browser", *_divided(error))
        return
    way = "without the driver" if found.is_direct else "by the driver"
    yield fine("browser", f"{found.path}: {found.version}; captured a test page in {found.seconds:.1f} s {way}")
    yield next(_sandbox_off(), fine("sandbox", "on"))
    if found.without_font:
        lacking = f"none for {', '.join(found.without_font)}: their letters are archived as boxes"
        judged = missing if "Latin" in found.without_font else weak
        yield judged("fonts", lacking, font_advice(found.without_font, system))
    else:
        yield fine("fonts", f"the letters of all tested scripts are drawn ({', '.join(SCRIPTS)})")


def _sandbox_off() -> Iterator[CheckResult]:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        advice = "run Pagestrata as an ordinary user, as the container and docs/how-to/run-in-a-container.md do"
        yield weak("sandbox", "off, because Chromium has none for root", advice)
    elif os.environ.get(NO_SANDBOX) == "1":
        yield weak("sandbox", f"off, because {NO_SANDBOX} is set", f"remove {NO_SANDBOX}, unless you trust every page")


def _divided(error: Exception) -> tuple[str, str]:
    """A message as what was found and what to do: ours have a semicolon between the two."""
    found, _, advice = str(error).partition("; ")
    return found, advice
