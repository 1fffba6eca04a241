"""A run that is killed during a capture leaves no process and no folder behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from attacks.canaries import PATIENCE_SECONDS

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(sys.platform == "win32", reason="the watch over killed runs needs a POSIX shell"),
]

PROGRAM = """
import time
{before}
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


UNWATCHED = "from pagestrata.capturing.browser import deathwatch; deathwatch._SCRIPT = 'cat >/dev/null'"


def is_gone(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def kill_in_mid_capture(folder: Path, before: str = "") -> int:
    """Kill a run, with its temporary files in a folder; gives the process that was its browser."""
    if len(str(folder)) > 18:
        pytest.skip(f"the folder for temporary files has too long a path: {folder}")
    program, environment = PROGRAM.replace("{before}", before), {**os.environ, "TMPDIR": str(folder)}
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, env=environment) as run:
        assert run.stdout is not None
        browser = int(run.stdout.readline())
        assert list(folder.iterdir())
        run.send_signal(signal.SIGKILL)
    return browser


def test_a_killed_run_leaves_nothing_behind(short_folder: Path) -> None:
    browser = kill_in_mid_capture(short_folder)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (not is_gone(browser) or list(short_folder.iterdir())) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert is_gone(browser)
    assert list(short_folder.iterdir()) == []


def test_without_its_watch_a_killed_run_leaves_its_folder_behind(short_folder: Path) -> None:
    """So that the test above can fail."""
    browser = kill_in_mid_capture(short_folder, UNWATCHED)
    with suppress(ProcessLookupError):
        os.killpg(os.getpgid(browser), signal.SIGKILL)
    assert [path for path in short_folder.iterdir() if path.name.startswith("pagestrata-browser-")]


def test_a_run_killed_while_its_browser_starts_leaves_nothing_behind(short_folder: Path) -> None:
    """The watch was not told yet which processes are the browser's: it finds them by the profile."""
    if len(str(short_folder)) > 18:
        pytest.skip(f"the folder for temporary files has too long a path: {short_folder}")
    silent = "from pagestrata.capturing.browser import deathwatch; deathwatch.DeathWatch.over = lambda *_: None"
    browser = kill_in_mid_capture(short_folder, silent)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (not is_gone(browser) or list(short_folder.iterdir())) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert is_gone(browser)
    assert list(short_folder.iterdir()) == []
