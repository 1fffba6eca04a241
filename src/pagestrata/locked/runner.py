"""Run one worker in a process that gives up its rights first.

This file is run as a program (`python -I runner.py WORKER.py`) and imports nothing of Pagestrata, nor do the workers. Standard
input holds one line of JSON, `{"limits": ..., "task": ...}`, followed by the bytes to work on. A worker is a file with a
function `prepare(task, given)` that loads its libraries and returns the function that does the work. Between the two calls
the process is locked up. The result of the function is written to standard output as JSON.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import sys
from typing import Any

# Imports inside functions: the module exists on Unix only.


def lock_up(limits: dict[str, Any]) -> None:
    """Cap memory and processor time, and (unless `opens_files`) give up the right to open files and sockets.

    Does nothing on systems without resource limits.
    """
    try:
        import resource
    except ImportError:
        return
    kinds = [
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, limits["cpu_seconds"]),
        (resource.RLIMIT_DATA, limits["memory_bytes"]),
    ]
    if not limits["opens_files"]:
        kinds += [(resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_NOFILE, _lowest_unused())]
    for kind, value in kinds:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (value, value))


def _lowest_unused() -> int:
    """The first file descriptor that is not open. As a limit it prevents opening any more."""
    number = 0
    with contextlib.suppress(OSError):
        while True:
            os.fstat(number)
            number += 1
    return number


def load_worker(path: str) -> Any:
    """The module in a file."""
    spec = importlib.util.spec_from_file_location("worker", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> None:
    request = json.loads(sys.stdin.buffer.readline())
    work = load_worker(sys.argv[1]).prepare(request["task"], sys.stdin.buffer.read())
    lock_up(request["limits"])
    sys.stdout.buffer.write(json.dumps(work()).encode("ascii"))
    sys.stdout.flush()
    os._exit(0)  # the usual way out opens files again


if __name__ == "__main__":
    main()
