"""pywb, started on this machine for tests.

pywb pins old versions of libraries, so it lives in an environment of its own: `.venv-pywb` in the project, or wherever
PAGESTRATA_PYWB names its `wayback` program.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError

import pytest

_ROOT = Path(__file__).parents[1]


def find_pywb() -> Path:
    """The `wayback` program; the test is skipped when there is none."""
    named = os.environ.get("PAGESTRATA_PYWB")
    places = [Path(named)] if named else []
    places += [_ROOT / ".venv-pywb" / "bin" / "wayback", Path(sys.executable).with_name("wayback")]
    found = next((place for place in places if place.is_file()), None) or shutil.which("wayback")
    if found is None:
        pytest.skip("pywb is not installed: python -m venv .venv-pywb && .venv-pywb/bin/pip install pywb")
    return Path(found)


def manage(folder: Path, *arguments: str) -> None:
    """Run `wb-manager` in a folder."""
    program = find_pywb().with_name("wb-manager")
    done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


@contextmanager
def pywb(folder: Path) -> Iterator[str]:
    """pywb over the collections in a folder; gives its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = folder / "pywb.log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            [find_pywb(), "--bind", "127.0.0.1", "--port", str(port), "--directory", str(folder)],
            cwd=folder, stdout=output, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            _wait_until_it_answers(f"http://127.0.0.1:{port}/", server, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(timeout=20)


def _wait_until_it_answers(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        assert server.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.1)
    raise AssertionError(f"pywb did not answer: {log.read_text()}")
