"""Ask a worker in a locked process, with limits on the time and the size of its answer (see `runner`)."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

_RUNNER = Path(__file__).with_name("runner.py")
_PIECE_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of a worker. `seconds` are wall-clock time, on a machine that may be busy."""

    seconds: float
    cpu_seconds: int
    memory_bytes: int
    answer_bytes: int
    """The caller holds the answer in memory and has no limit of its own."""
    opens_files: bool = False


class NoAnswerError(Exception):
    """The worker gave no answer: a limit, or its input, ended it."""

    def __init__(self, *, timed_out: bool) -> None:
        super().__init__("took too long" if timed_out else "ended without an answer")
        self.timed_out = timed_out


def ask_worker(worker: Path, task: Mapping[str, Any], data: bytes = b"", *, limits: Limits) -> dict[str, Any]:
    """Run the worker in a file on a task and data; return its answer after its process has ended. Raises NoAnswerError."""
    with _started(worker) as process:
        expired = threading.Event()
        timer = threading.Timer(limits.seconds, _end, (process, expired))
        writer = threading.Thread(target=_write, args=(process.stdin, _request(task, limits), data))
        try:
            timer.start()
            writer.start()
            answer = _read(process.stdout, limits.answer_bytes)
        finally:
            process.kill()
            timer.cancel()
            if writer.ident is not None:
                writer.join()
    try:
        found: dict[str, Any] = json.loads(answer)
    except ValueError:
        raise NoAnswerError(timed_out=expired.is_set()) from None
    return found


def _started(worker: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-I", str(_RUNNER), str(worker)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={"LC_ALL": "C.UTF-8"},
        cwd=worker.parent,
    )


def _request(task: Mapping[str, Any], limits: Limits) -> bytes:
    own = {
        "cpu_seconds": limits.cpu_seconds,
        "memory_bytes": limits.memory_bytes,
        "opens_files": limits.opens_files,
    }
    return json.dumps({"limits": own, "task": dict(task)}).encode("ascii") + b"\n"


def _end(process: subprocess.Popen[bytes], expired: threading.Event) -> None:
    expired.set()
    process.kill()


def _write(stdin: IO[bytes] | None, *pieces: bytes) -> None:
    assert stdin is not None
    with contextlib.suppress(OSError), stdin:  # a process that ends does not read on
        stdin.writelines(pieces)


def _read(stdout: IO[bytes] | None, most_bytes: int) -> bytes:
    """Everything written there; b"" if it is more than allowed."""
    assert stdout is not None
    pieces, size = [], 0
    while piece := stdout.read(_PIECE_BYTES):
        pieces.append(piece)
        size += len(piece)
        if size > most_bytes:
            return b""
    return b"".join(pieces)
