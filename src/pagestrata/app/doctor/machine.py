"""This machine: Python, the browser with its sandbox and fonts, the clock, disks and memory."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
import zoneinfo
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil

import pagestrata
from pagestrata import __version__
from pagestrata.capturing.browser.check import SCRIPTS, check_browser
from pagestrata.capturing.browser.direct_browser import can_show
from pagestrata.capturing.browser.find import browser_version, find_browser
from pagestrata.capturing.browser.process import NO_SANDBOX
from pagestrata.capturing.browser.start_advice import browser_advice, driver_advice, driver_program
from pagestrata.capturing.browser.start_faults import ANSWER_SECONDS, start_fault
from pagestrata.capturing.browser.system_packages import System, font_advice
from pagestrata.capturing.options import CaptureOptions
from pagestrata.errors import BrowserError, CaptureError
from pagestrata.model.check_results import CheckResult, fine, missing, weak
from pagestrata.store.opening import blob_place

MEGABYTE = 1024 * 1024
DISK_MISSING, DISK_WEAK = 200 * MEGABYTE, 2048 * MEGABYTE
MEMORY_MISSING, MEMORY_WEAK = 300 * MEGABYTE, 1024 * MEGABYTE
SHARED_WEAK = 60 * MEGABYTE
FEWEST_FILES = 1000
CLOCK_TOLERANCE = timedelta(minutes=5)
SET_CLOCK = "set the clock, with `timedatectl set-ntp true` for example: versions are filed under its time"
_CGROUP = Path("/sys/fs/cgroup")
_SHARED = "/dev/shm"  # noqa: S108 - looked at, not written


def clock_result(now: datetime, *, newest_visit_at: datetime | None, server_time: datetime | None) -> CheckResult:
    """Whether the clock is plausible: not before the installation, nor before the newest visit in the archive."""
    installed = datetime.fromtimestamp(Path(str(pagestrata.__file__)).stat().st_mtime, UTC)
    if now < installed - CLOCK_TOLERANCE:
        found = f"{_shown(now)} is before Pagestrata was installed ({_shown(installed)})"
        return missing("clock", found, SET_CLOCK)
    if newest_visit_at is not None and now < newest_visit_at - CLOCK_TOLERANCE:
        found = f"{_shown(now)} is before the newest visit in the archive ({_shown(newest_visit_at)})"
        return missing("clock", found, SET_CLOCK)
    if server_time is not None and abs(server_time - now) > CLOCK_TOLERANCE:
        found = f"{_shown(now)} here, but {_shown(server_time)} on the PostgreSQL server"
        return weak("clock", found, "set both clocks, with `timedatectl set-ntp true` for example")
    return fine("clock", _shown(now))


def time_zone_result() -> CheckResult:
    """Whether names of time zones are known: visiting hours and digests use them."""
    here = datetime.now().astimezone().tzname() or "unknown"
    named = os.environ.get("TZ", "").removeprefix(":")
    if not _is_known("Europe/Berlin"):
        return weak(
            "time zone", f"{here}; no names of time zones are known", "install the package tzdata of this system"
        )
    if "/" in named and not named.startswith("/") and not _is_known(named):
        return weak("time zone", f"{here}, since TZ={named} is not a time zone", "correct the variable TZ")
    return fine("time zone", here)


def disk_results(archive: str | None) -> Iterator[CheckResult]:
    """Free space where the archive, its blobs and temporary files are; one line for each disk."""
    seen = set()
    for name, folder in _folders(archive):
        device = folder.stat().st_dev
        if device not in seen:
            seen.add(device)
            yield _disk_result(f"disk ({name})", folder)


def _folders(archive: str | None) -> Iterator[tuple[str, Path]]:
    if archive is not None and "://" not in archive.partition("?blobs=")[0]:
        yield "archive", nearest_folder(Path(archive.partition("?blobs=")[0]))
    if archive is not None and (place := blob_place(archive)) and "://" not in place:
        yield "blobs", nearest_folder(Path(place))
    yield "temporary files", Path(tempfile.gettempdir())


def nearest_folder(path: Path) -> Path:
    """The folder itself, or its nearest existing parent."""
    return next(folder for folder in (path.absolute(), *path.absolute().parents) if folder.is_dir())


def _disk_result(name: str, folder: Path) -> CheckResult:
    usage = shutil.disk_usage(folder)
    found = f"{_size(usage.free)} free of {_size(usage.total)} in {folder}"
    advice = (
        f"free space in {folder}, or move what is there to a larger disk; `pagestrata gc` removes what no version needs"
    )
    if usage.free < DISK_MISSING:
        return missing(name, found, advice)
    if hasattr(os, "statvfs") and (status := os.statvfs(folder)).f_files and status.f_favail < FEWEST_FILES:
        return missing(name, f"room for {status.f_favail} more files in {folder}", f"delete files in {folder}")
    return weak(name, found, advice) if usage.free < DISK_WEAK else fine(name, found)


def memory_result() -> CheckResult:
    """Memory that a browser could use, within the limits of a container."""
    available = min(psutil.virtual_memory().available, _left_in_container())
    found = f"{_size(available)} available"
    advice = "give this machine or container more memory, or end other programs: a page may need 500 MB and more"
    if available < MEMORY_MISSING:
        return missing("memory", found, advice)
    return weak("memory", found, advice) if available < MEMORY_WEAK else fine("memory", found)


def _left_in_container() -> int:
    try:
        limit = (_CGROUP / "memory.max").read_text().strip()
        return (
            psutil.virtual_memory().total
            if limit == "max"
            else int(limit) - int((_CGROUP / "memory.current").read_text())
        )
    except (OSError, ValueError):
        return psutil.virtual_memory().total


def shared_memory_result(folder: Path = Path(_SHARED)) -> CheckResult:
    """The size of /dev/shm. Our browsers do not need it; PostgreSQL and Ray on this machine do."""
    if not folder.is_dir():
        return weak(_SHARED, "is missing", "mount a tmpfs there if PostgreSQL or Ray run on this machine")
    total = shutil.disk_usage(folder).total
    if total < SHARED_WEAK:
        return weak(_SHARED, _size(total), "make it larger (shm_size: 1gb in compose.yaml)")
    return fine(_SHARED, _size(total))


def _is_known(zone: str) -> bool:
    try:
        zoneinfo.ZoneInfo(zone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def _shown(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _size(count: int) -> str:
    return f"{count / 1024 / MEGABYTE:.1f} GB" if count >= 1024 * MEGABYTE else f"{count / MEGABYTE:.0f} MB"


def python_result() -> CheckResult:
    return fine("Python", f"{platform.python_version()} ({sys.executable}), Pagestrata {__version__}")


def driver_result(system: System) -> CheckResult:
    """Whether Playwright's driver starts with all its libraries, and what it is needed for."""
    program = driver_program()
    if fault := start_fault(program):
        return missing("driver", f"{program} {fault.description}", driver_advice(fault, system))
    version = subprocess.run(
        [program, "--version"], capture_output=True, text=True, timeout=ANSWER_SECONDS
    ).stdout.strip()
    needed = "for steps and stored logins only" if can_show(CaptureOptions()) else "for every page"
    return fine("driver", f"{program}: Node {version}; {needed}")


def browser_results(executable: str | None, system: System, *, opens_browser: bool) -> Iterator[CheckResult]:
    """Whether the browser exists, starts, and shows a page with its sandbox on; then which fonts it finds."""
    try:
        path = find_browser(executable)
    except BrowserError as error:
        yield missing("browser", *split_message(error))
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
        yield missing("sandbox" if is_sandbox else "browser", *split_message(error))
        return
    way = "without the driver" if found.is_direct else "by the driver"
    yield fine("browser", f"{found.path}: {found.version}; captured a test page in {found.seconds:.1f} s {way}")
    yield next(_sandbox_off(), fine("sandbox", "on"))
    if found.without_font:
        lacking = f"none for {', '.join(found.without_font)}: their characters are archived as boxes"
        judged = missing if "Latin" in found.without_font else weak
        yield judged("fonts", lacking, font_advice(found.without_font, system))
    else:
        yield fine("fonts", f"available for all tested scripts ({', '.join(SCRIPTS)})")


def _sandbox_off() -> Iterator[CheckResult]:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        advice = "run Pagestrata as an ordinary user, as the container and docs/how-to/run-in-a-container.md do"
        yield weak("sandbox", "off, because Chromium has none for root", advice)
    elif os.environ.get(NO_SANDBOX) == "1":
        yield weak("sandbox", f"off, because {NO_SANDBOX} is set", f"remove {NO_SANDBOX}, unless you trust every page")


def split_message(message: object) -> tuple[str, str]:
    """Split one of our messages at its semicolon into what was found and what to do."""
    found, _, advice = str(message).partition("; ")
    return found, advice
