from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from pagestrata.capturing.browser.deathwatch import DeathWatch

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the watch needs a POSIX shell")

PARENT = """
import subprocess, sys, time
from pathlib import Path
from pagestrata.capturing.browser.deathwatch import DeathWatch
child = subprocess.Popen(["sleep", "60"], start_new_session=True)
watch = DeathWatch(Path(sys.argv[1]))
watch.over(child.pid)
print(child.pid, flush=True)
time.sleep(60)
"""


def _soon(holds: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 20
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


def _is_dead(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE  # dead, not yet waited for by its new parent
    except psutil.NoSuchProcess:
        return True


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_parent_takes_the_watched_group_and_its_profile_along(tmp_path: Path, by: signal.Signals) -> None:
    profile = tmp_path / "profile with 'quotes'"
    (profile / "deep").mkdir(parents=True)
    with subprocess.Popen([sys.executable, "-c", PARENT, str(profile)], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        watched = int(parent.stdout.readline())
        parent.send_signal(by)
    assert _soon(lambda: _is_dead(watched))
    assert _soon(lambda: not profile.exists())


def test_an_ended_watch_leaves_the_group_alone_and_no_shell_behind(tmp_path: Path) -> None:
    before = {child.pid for child in psutil.Process().children()}
    with subprocess.Popen(["sleep", "60"], start_new_session=True) as watched:
        watch = DeathWatch(tmp_path)
        watch.over(watched.pid)
        watch.end()
        watch.end()
        assert {child.pid for child in psutil.Process().children()} - before == {watched.pid}
        assert watched.poll() is None
        watched.kill()
    assert tmp_path.exists()
