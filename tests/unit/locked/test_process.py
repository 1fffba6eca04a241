from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from pagestrata.locked.process import Limits, NoAnswerError, ask_worker

LIMITS = Limits(seconds=120, cpu_seconds=30, memory_bytes=2**29, answer_bytes=100_000)
posix = pytest.mark.skipif(sys.platform == "win32", reason="resource limits are POSIX")


def worker(folder: Path, body: str) -> Path:
    """A worker whose work has this body."""
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    (file := folder / "worker.py").write_text(f"def prepare(task, given):\n    def work():\n{lines}\n    return work\n")
    return file


def test_the_worker_gets_the_task_and_the_bytes(tmp_path: Path) -> None:
    file = worker(tmp_path, "return {'task': task, 'given': len(given)}")
    found = ask_worker(file, {"text": "a\nb \ud800 é"}, b"x\n" * 500_000, limits=LIMITS)
    assert found == {"task": {"text": "a\nb \ud800 é"}, "given": 1_000_000}


def test_a_worker_that_takes_too_long_by_the_clock_is_ended(tmp_path: Path) -> None:
    file = worker(tmp_path, "import time; time.sleep(600)")
    with pytest.raises(NoAnswerError) as caught:
        ask_worker(file, {}, limits=replace(LIMITS, seconds=0.5))
    assert caught.value.timed_out


@posix
def test_a_worker_that_takes_too_much_processor_time_is_ended(tmp_path: Path) -> None:
    with pytest.raises(NoAnswerError) as caught:
        ask_worker(worker(tmp_path, "while True: pass"), {}, limits=replace(LIMITS, cpu_seconds=1))
    assert not caught.value.timed_out


@posix
def test_a_worker_that_takes_too_much_memory_gets_none(tmp_path: Path) -> None:
    with pytest.raises(NoAnswerError):
        ask_worker(worker(tmp_path, "return {'size': len(bytearray(2**30))}"), {}, limits=LIMITS)


def test_an_answer_longer_than_allowed_is_not_read(tmp_path: Path) -> None:
    file = worker(tmp_path, "return {'text': 'x' * task['size']}")
    assert len(ask_worker(file, {"size": 90_000}, limits=LIMITS)["text"]) == 90_000
    with pytest.raises(NoAnswerError) as caught:
        ask_worker(file, {"size": 100_000_000}, limits=LIMITS)
    assert not caught.value.timed_out


def test_a_worker_that_reads_nothing_and_fails_is_not_waited_for(tmp_path: Path) -> None:
    (file := tmp_path / "worker.py").write_text("import os; os._exit(3)")
    begin = time.monotonic()
    with pytest.raises(NoAnswerError):
        ask_worker(file, {}, b"x" * 10_000_000, limits=LIMITS)
    assert time.monotonic() - begin < LIMITS.seconds


def test_no_process_is_left_behind(tmp_path: Path) -> None:
    file = worker(tmp_path, "import time; time.sleep(600)")
    before = {child.pid for child in psutil.Process().children()}
    with pytest.raises(NoAnswerError):
        ask_worker(file, {}, limits=replace(LIMITS, seconds=0.5))
    assert {child.pid for child in psutil.Process().children()} <= before


def test_a_worker_has_no_environment_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGESTRATA_ARCHIVE", "postgresql://user:word@host/name")
    found = ask_worker(worker(tmp_path, "import os; return dict(os.environ)"), {}, limits=LIMITS)
    assert "PAGESTRATA_ARCHIVE" not in found
