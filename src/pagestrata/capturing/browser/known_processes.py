"""Which processes are below another, asked again and again: whose child a process is, is read once for each of them.

A browser's memory is looked at twice a second, and a machine has hundreds of processes that are none of its helpers.
"""

from __future__ import annotations

import threading

import psutil


class KnownProcesses:
    """The processes of this machine that were met so far, with their parents."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[psutil.Process, int] | None] = {}  # None: it was gone before it could be asked
        self._lock = threading.Lock()

    def below(self, pid: int) -> list[psutil.Process]:
        """The processes below this one, parents first; one whose parent died stays where it was."""
        with self._lock:
            self._meet(psutil.pids())
            children: dict[int, list[psutil.Process]] = {}
            for process, parent in filter(None, self._known.values()):
                children.setdefault(parent, []).append(process)
        found: list[psutil.Process] = []
        waiting = [pid]
        while waiting:
            below = children.pop(waiting.pop(), [])
            found += below
            waiting += [process.pid for process in below]
        return found

    def _meet(self, there: list[int]) -> None:
        self._known = {pid: self._known[pid] if pid in self._known else _asked(pid) for pid in there}


def _asked(pid: int) -> tuple[psutil.Process, int] | None:
    try:
        process = psutil.Process(pid)
        return process, process.ppid()
    except psutil.Error:
        return None
