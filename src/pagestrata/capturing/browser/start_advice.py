"""What to do where Playwright's driver or the browser does not start."""

from __future__ import annotations

import importlib.util
import os
import shlex
import sys
from pathlib import Path

from pagestrata.capturing.browser.start_faults import Cause, StartFault
from pagestrata.capturing.browser.system_packages import System

NODE = "PLAYWRIGHT_NODEJS_PATH"
"""The variable that names another Node for Playwright's driver than the one that comes with it."""

_INSTALL_AGAIN = ("-m", "pip", "install", "--force-reinstall", "--no-deps", "playwright")


def driver_program() -> str:
    """The path of the Node that runs Playwright's driver, whether it is there or not."""
    if named := os.environ.get(NODE):
        return named
    package = importlib.util.find_spec("playwright")
    folder = Path(package.origin).parent if package and package.origin else Path("playwright")
    return str(folder / "driver" / ("node.exe" if sys.platform == "win32" else "node"))


def driver_problem(fault: StartFault, system: System) -> str:
    """The fault of the driver and its mend, as one sentence."""
    return f"Playwright's driver {fault.program} {fault.description}; {driver_advice(fault, system)}"


def browser_problem(fault: StartFault, system: System) -> str:
    """The fault of the browser and its mend, as one sentence."""
    return f"the browser {fault.program} {fault.description}; {browser_advice(fault, system)}"


def driver_advice(fault: StartFault, system: System) -> str:
    """What makes the driver start."""
    if fault.cause is Cause.LIBRARIES:
        return system.library_advice(fault.libraries)
    if os.environ.get(NODE):
        return f"let {NODE} name a Node.js that starts, or remove that variable"
    if system.family == "alpine":  # Playwright's own Node needs glibc
        return f"{system.request(['nodejs'])} and set {NODE}=/usr/bin/node"
    if fault.cause in (Cause.FOREIGN, Cause.SYSTEM_TOO_OLD):
        return f"install Node.js 18 or newer from the packages of this system and name its program with {NODE}"
    return f"run `{shlex.join([sys.executable, *_INSTALL_AGAIN])}`"


def browser_advice(fault: StartFault, system: System) -> str:
    """What makes the browser start, or another take its place."""
    if fault.cause is Cause.LIBRARIES:
        return system.library_advice(fault.libraries)
    if system.browser_packages:
        return f"{system.request(system.browser_packages)}, or name another with --browser or PAGESTRATA_BROWSER"
    return "name another with --browser or PAGESTRATA_BROWSER"
