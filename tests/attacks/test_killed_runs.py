"""Whoever kills a run in mid-capture leaves neither processes nor folders behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(sys.platform == "win32", reason="the watch over killed runs needs a POSIX shell"),
]

PROGRAM = """
import time
from pagestrata.capturing.browser.pool import BrowserPool

def respond(_method, _url):
    print(pool._workers[0].process.pid, flush=True)
    time.sleep(600)

with BrowserPool() as pool:
    pool.capture("http://page.test/", responder=respond)
"""


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """Chromium makes sockets below it, whose paths must not be long."""
    folder = Path(tempfile.mkdtemp(prefix="k"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def is_gone(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def test_a_killed_run_leaves_nothing_behind(short_folder: Path) -> None:
    if len(str(short_folder)) > 18:
        pytest.skip(f"the folder for temporary files has too long a path: {short_folder}")
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, env={**os.environ, "TMPDIR": str(short_folder)}
    ) as run:
        assert run.stdout is not None
        browser = int(run.stdout.readline())
        assert list(short_folder.iterdir())
        run.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 120
    while (not is_gone(browser) or list(short_folder.iterdir())) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert is_gone(browser)
    assert list(short_folder.iterdir()) == []
