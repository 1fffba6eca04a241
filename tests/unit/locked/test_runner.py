from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import pagestrata
from pagestrata.locked.process import Limits, ask_worker
from pagestrata.locked.runner import __file__ as runner
from pagestrata.locked.runner import load_worker

SOURCE = Path(pagestrata.__file__).parent
WORKERS = sorted(SOURCE.rglob("*_worker.py"))
LIMITS = Limits(seconds=120, cpu_seconds=30, memory_bytes=2**29, answer_bytes=100_000)
TRIES = """
import socket

def prepare(task, given):
    def work():
        found = []
        for attempt in (lambda: open(__file__), lambda: open(task["file"], "w"), socket.socket):
            try:
                attempt().close()
                found.append("opened")
            except OSError as error:
                found.append(error.errno)
        return {"found": found}
    return work
"""


@pytest.mark.skipif(sys.platform == "win32", reason="resource limits are POSIX")
def test_a_locked_up_process_opens_nothing(tmp_path: Path) -> None:
    (file := tmp_path / "worker.py").write_text(TRIES)
    task = {"file": str(tmp_path / "written")}
    assert ask_worker(file, task, limits=LIMITS) == {"found": [24, 24, 24]}
    opening = replace(LIMITS, opens_files=True)
    assert ask_worker(file, task, limits=opening) == {"found": ["opened"] * 3}


def test_a_worker_is_loaded_from_its_file(tmp_path: Path) -> None:
    (file := tmp_path / "any name.py").write_text("WORD = 'here'")
    assert load_worker(str(file)).WORD == "here"


@pytest.mark.parametrize("file", [Path(runner), *WORKERS], ids=lambda file: file.name)
def test_nothing_of_pagestrata_is_imported(file: Path) -> None:
    program = f"import sys, runpy; runpy.run_path({str(file)!r}); assert not any(m.startswith('pagestrata') for m in sys.modules)"
    subprocess.run([sys.executable, "-I", "-c", program], check=True)


def test_every_worker_is_asked_in_a_locked_process() -> None:
    """One that starts its own process would have limits of its own again."""
    assert {file.name for file in WORKERS} >= {
        "pdf_worker.py",
        "template_worker.py",
        "xpath_worker.py",
        "xquery_worker.py",
    }
    assert [file.name for file in WORKERS if "setrlimit" in file.read_text()] == []
