"""What a program left behind: processes, files, listening ports, threads."""

from __future__ import annotations

import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

PATIENCE_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Traces:
    """Where this process stands now, of what must not grow."""

    processes: frozenset[int]
    files: frozenset[str]
    ports: frozenset[int]
    threads: frozenset[str]

    @classmethod
    def now(cls) -> Traces:
        me = psutil.Process()
        listening = (found for found in me.net_connections("inet") if found.status == psutil.CONN_LISTEN)
        return cls(
            processes=frozenset(child.pid for child in me.children(recursive=True)),
            files=frozenset(path.name for path in Path(tempfile.gettempdir()).iterdir()),
            ports=frozenset(found.laddr.port for found in listening),
            threads=frozenset(thread.name for thread in threading.enumerate()),
        )

    def since(self, before: Traces) -> dict[str, list[str]]:
        return {
            "processes": sorted(map(str, self.processes - before.processes)),
            "files": sorted(self.files - before.files),
            "ports": sorted(map(str, self.ports - before.ports)),
            "threads": sorted(name for name in self.threads - before.threads if not name.startswith("asyncio_")),
        }


def left_since(before: Traces) -> dict[str, list[str]]:
    """What is there that was not, once everything that is ending has ended."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while any((found := Traces.now().since(before)).values()) and time.monotonic() < deadline:
        time.sleep(0.1)
    return found
