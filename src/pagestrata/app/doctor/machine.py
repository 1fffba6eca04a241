"""Clock, time zone, disk, memory and shared memory of this machine."""

from __future__ import annotations

import os
import shutil
import tempfile
import zoneinfo
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil

import pagestrata
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
    """Whether the clock is plausible: not before the program was installed, nor before the archive's newest visit."""
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
    """Whether names of time zones are known: visiting hours and digests are written in them."""
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
    """The folder itself, or the nearest one above that is there."""
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
    """The size of /dev/shm. Our browsers do without it; PostgreSQL and Ray on this machine do not."""
    if not folder.is_dir():
        return weak(_SHARED, "is not there", "mount a tmpfs there if PostgreSQL or Ray run on this machine")
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
