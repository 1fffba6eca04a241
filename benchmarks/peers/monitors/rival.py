"""What a rival does in this benchmark, and what one check of it costs.

Limits hold while a rival works: time by an alarm clock, the disk by a look at its folder every quarter of a second. A limit
inside another ends with the earlier of both.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import psutil

from benchmarks.peers.monitors.environments import environments_folder
from benchmarks.peers.monitors.served_versions import VersionServer

CHECK_SECONDS = 120.0
MOST_DISK_BYTES = 1024**3
SAMPLE_SECONDS = 0.25
REST_SECONDS, REST_SAMPLE_SECONDS = 30.0, 1.0
RESTS_BELOW = 0.05
"""The share of a processor that a program at rest may use."""
KEPT = "kept"
"""The folder below a rival's own that holds what it keeps of the versions; logs, settings and browsers are beside it."""
_SET_CHILD_SUBREAPER = 36  # linux/prctl.h


class RivalFailedError(Exception):
    """A rival that does not run, hangs, crashes or fills the disk; its row says so."""


class Rival(Protocol):
    """A monitor. `begin` starts to watch a page; everything it writes is in a folder, what it keeps below `KEPT`.

    Each `check` looks once and answers, when the check is over, whether there is an alarm; `settle` waits until all the work for
    it is done, and `reading` is what it gives a person to read at an alarm.
    """

    def begin(self, folder: Path, url: str) -> None: ...

    def check(self) -> bool: ...

    def settle(self) -> None: ...

    def reading(self) -> str: ...

    def end(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One check with its cost."""

    label: str  # 'fact', 'noise' or ''
    alarmed: bool
    read_characters: int  # of an alarm: what a person has to read to learn of the change
    cpu_seconds: float
    seconds: float
    received_bytes: int
    peak_bytes: int


NOT_RUN = "was not run"
"""How the failure of a row begins that nobody began to measure."""


@dataclass(slots=True, kw_only=True)
class Row:
    """All checks of one rival on one history; `failure` says why it ended early."""

    rival: str
    site: str
    checks: list[Check] = field(default_factory=list)
    rest_bytes: int = 0
    disk_bytes: int = 0
    failure: str = ""
    began: str = ""  # UTC
    load: float = 0.0  # of the machine when it began


def rival_environment(home: Path) -> dict[str, str]:
    """What a rival sees of this machine: a home of its own, and nothing of this project."""
    hidden = {"PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE"}
    return {**{name: value for name, value in os.environ.items() if name not in hidden}, "HOME": str(home)}


def own_environment() -> dict[str, str]:
    """What Pagestrata sees: its source, compiled once as an installer does it, in a folder beside the environments."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(environments_folder() / "compiled")}


def run_command(
    command: Sequence[str | Path], *, cwd: Path, env: dict[str, str] | None = None, ends_with: tuple[int, ...] = (0,)
) -> str:
    """The output of a rival's program. Raises RivalFailedError where it fails or takes too long."""
    try:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=cwd,
            env=env or rival_environment(cwd),
            capture_output=True,
            text=True,
            timeout=CHECK_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise RivalFailedError(f"did not end within {CHECK_SECONDS:g} s") from None
    except OSError as error:
        raise RivalFailedError(f"does not run: {error}") from error
    if done.returncode not in ends_with:
        raise RivalFailedError(f"ended with {done.returncode}: {(done.stderr or done.stdout).strip()[-200:]}")
    return done.stdout


def adopt_orphans() -> None:
    """Let processes that lose their parents become children of this one, so that their time is counted."""
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def cpu_seconds() -> float:
    """What all processes below this one have used, those that ended included."""
    _reap()
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = ended.ru_utime + ended.ru_stime
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            times = child.cpu_times()
            total += times.user + times.system + times.children_user + times.children_system
    return total


def _reap() -> None:
    """Takes leave of orphans that ended; programs that this one waits for are in threads of their own that are done."""
    for child in psutil.Process().children():
        with suppress(psutil.Error, ChildProcessError):
            if child.status() == psutil.STATUS_ZOMBIE:
                os.waitpid(child.pid, os.WNOHANG)


def wait_for_rest() -> None:
    """Wait until the processes below this one do next to nothing: a server that has just started is still loading.

    Programs that never rest are measured as they are after a while.
    """
    until, before = time.monotonic() + REST_SECONDS, cpu_seconds()
    while time.monotonic() < until:
        time.sleep(REST_SAMPLE_SECONDS)
        now = cpu_seconds()
        if now - before < RESTS_BELOW * REST_SAMPLE_SECONDS:
            return
        before = now


def memory_bytes() -> int:
    """The memory of all processes below this one; pages that several share are counted once among them."""
    total = 0
    for child in psutil.Process().children(recursive=True):
        with suppress(OSError, StopIteration, psutil.Error):
            lines = Path(f"/proc/{child.pid}/smaps_rollup").read_text().splitlines()
            total += 1024 * next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total


@contextmanager
def watched(folder: Path) -> Iterator[list[int]]:
    """The most memory at any sample, in a list of one. Raises RivalFailedError where the folder grows too large meanwhile.

    For the main thread.
    """
    peak, ended, main = [0], threading.Event(), threading.main_thread().ident

    def sample() -> None:
        while not ended.wait(SAMPLE_SECONDS):
            peak[0] = max(peak[0], memory_bytes())
            if main is not None and folder_bytes(folder) > MOST_DISK_BYTES:
                signal.pthread_kill(main, signal.SIGUSR1)
                return

    def stop(*_: object) -> None:
        raise RivalFailedError(f"filled the disk: more than {MOST_DISK_BYTES / 1e6:g} MB")

    before = signal.signal(signal.SIGUSR1, stop)
    thread = threading.Thread(target=sample, daemon=True)
    thread.start()
    try:
        yield peak
    finally:
        ended.set()
        thread.join()
        signal.signal(signal.SIGUSR1, before)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises RivalFailedError where the block takes longer, or longer than a block around it may. For the main thread."""
    around, began = signal.getitimer(signal.ITIMER_REAL)[0], time.monotonic()
    if 0 < around <= seconds:
        yield
        return

    def stop(*_: object) -> None:
        raise RivalFailedError(f"did not answer within {seconds:g} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if around:
            signal.setitimer(signal.ITIMER_REAL, max(0.001, around - (time.monotonic() - began)))


def folder_bytes(folder: Path) -> int:
    """What a folder takes on the disk."""
    total = 0
    for path in folder.rglob("*"):
        with suppress(OSError):
            total += path.lstat().st_blocks * 512
    return total


def measured(rival: Rival, label: str, server: VersionServer, folder: Path) -> Check:
    """One check and its cost. Raises RivalFailedError where it is over without the page."""
    before, began, sent, asked = cpu_seconds(), time.monotonic(), server.sent_bytes, server.page_answers
    with watched(folder) as peak, within(CHECK_SECONDS):
        alarmed = rival.check()
        seconds = time.monotonic() - began
        if server.page_answers == asked:
            raise RivalFailedError("ended its check without asking for the page")
        rival.settle()
        spent, received = cpu_seconds() - before, server.sent_bytes - sent
    with within(CHECK_SECONDS):
        read = len(rival.reading()) if alarmed else 0
    return Check(
        label=label,
        alarmed=alarmed,
        read_characters=read,
        seconds=seconds,
        cpu_seconds=spent,
        received_bytes=received,
        peak_bytes=peak[0],
    )


def end_descendants(known: set[int]) -> None:
    """Ends what a rival left behind: processes below this one that were not there before it began."""
    left = [child for child in psutil.Process().children(recursive=True) if child.pid not in known]
    for child in left:
        with suppress(psutil.Error):
            child.kill()
    psutil.wait_procs(left, timeout=10)
    _reap()
