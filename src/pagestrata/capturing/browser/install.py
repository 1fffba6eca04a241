"""Setting up the browser: the libraries of Playwright's driver, a Chromium, and the libraries of that.

Chromium comes with Playwright's own download, else from the packages of the system, on Debian without a window. As
root, missing packages are installed; others are told once, in one command, everything that root has to install.
"""

from __future__ import annotations

import sys
import urllib.request

from pagestrata.capturing.browser.find import find_browser
from pagestrata.capturing.browser.start_advice import browser_problem, driver_problem, driver_program
from pagestrata.capturing.browser.start_faults import Cause, StartFault, start_fault
from pagestrata.capturing.browser.system_packages import Runner, System, run_logged, this_system
from pagestrata.capturing.http.proxy_check import proxy_name, proxy_problem
from pagestrata.errors import BrowserError

SYSTEM_CHROMIUM = ("/usr/bin/chromium", "/usr/lib/chromium/chromium")
"""Debian's Chromium with a window: its package without one shows the same pages for a fifth of the processor time."""


def set_up_browser(*, run: Runner = run_logged, system: System | None = None) -> list[str]:
    """Install what the driver and the browser miss, and say what was installed.

    Raises BrowserError with the command to run where something is missing that cannot be installed from here.
    """
    here = system or this_system()
    done = []
    browser = _found()
    if driver_fault := start_fault(driver_program()):
        done.append(_install_for_driver(driver_fault, browser, here, run))
    if browser is None:
        done.append(install_browser(run=run, system=here))
        browser = find_browser()
    if browser in SYSTEM_CHROMIUM and here.install(here.headless_packages, run):
        done.append(f"installed {', '.join(here.headless_packages)}, which takes less processor time")
        browser = find_browser()
    if browser_fault := start_fault(browser):
        done.append(_install_libraries(browser_fault, browser_problem(browser_fault, here), here, run))
    return done


def install_browser(*, run: Runner = run_logged, system: System | None = None) -> str:
    """Install a Chromium and say how. Raises BrowserError with the exact next command when no way works here."""
    here = system or this_system()
    if run([sys.executable, "-m", "playwright", "install", "chromium"]):
        return "installed with playwright"
    if here.install(here.browser_packages, run):
        return f"installed with {here.commands([])[-1][0]} ({', '.join(here.browser_packages)})"
    raise BrowserError(f"no browser could be installed from here{_proxy_hint()}; {_next_step(here)}")


def _found() -> str | None:
    try:
        return find_browser()
    except BrowserError:
        return None


def _install_for_driver(fault: StartFault, browser: str | None, system: System, run: Runner) -> str:
    """The driver downloads the browser, so that one who may not install its libraries is told of both at once."""
    if fault.cause is not Cause.LIBRARIES or system.unknown(fault.libraries):
        raise BrowserError(driver_problem(fault, system))
    if system.is_root:
        return _install_libraries(fault, driver_problem(fault, system), system, run)
    browser_fault = start_fault(browser) if browser else None
    packages = system.packages([*fault.libraries, *(browser_fault.libraries if browser_fault else ())])
    sentence = f"Playwright's driver {fault.program} {fault.description}"
    if browser_fault:
        sentence += f", and the browser {browser} {browser_fault.description}"
    elif not browser:
        packages, sentence = (*packages, *system.browser_packages), f"{sentence}, and there is no browser"
    raise BrowserError(f"{sentence}; {system.request(packages)}, then the same command as before")


def _install_libraries(fault: StartFault, problem: str, system: System, run: Runner) -> str:
    packages = system.packages(fault.libraries)
    if not system.install(packages, run):
        raise BrowserError(problem)
    if still := start_fault(fault.program):
        raise BrowserError(
            f"{fault.program} {still.description}, also after {', '.join(packages)} was installed; {_OTHERWISE}"
        )
    return f"installed {', '.join(packages)} for {fault.program}"


_OTHERWISE = "name another browser with PAGESTRATA_BROWSER, or another Node.js with PLAYWRIGHT_NODEJS_PATH"


def _proxy_hint() -> str:
    """What is wrong with the proxy of the environment, which downloads go through; "" where nothing is."""
    known = urllib.request.getproxies()
    proxy = known.get("https") or known.get("http")
    problem = proxy_problem(proxy) if proxy else None
    return f" ({proxy_name(proxy)}: {problem[0]}, {problem[1]})" if proxy and problem else ""


def _next_step(system: System) -> str:
    if system.browser_packages:
        return system.request(system.browser_packages)
    if sys.platform == "darwin":
        return "run `brew install --cask chromium`"
    if sys.platform == "win32":
        return "run `winget install Google.Chrome`"
    return f"run `{sys.executable} -m playwright install --with-deps chromium`"
