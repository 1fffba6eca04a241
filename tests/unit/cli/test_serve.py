import contextlib
import os
import re
import signal
import subprocess
import sys
import urllib.request

import pytest

from archived_site import TEXTS, URL, archived_site
from command_line import call


@pytest.mark.skipif(sys.platform == "win32", reason="sends POSIX signals")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_the_archive_is_served_until_interrupted(tmp_path, ending):
    if ending == signal.SIGINT and signal.getsignal(ending) == signal.SIG_IGN:
        pytest.skip("started in the background of a shell, where interrupts are ignored")
    archived_site(tmp_path).close()
    command = [sys.executable, "-m", "pagestrata.cli.main", "serve", "--port", "0", "--archive", str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=dict(os.environ)) as server:
        assert server.stderr is not None
        try:
            said = re.search(r"http://127\.0\.0\.1:\d+/", server.stderr.readline())
            assert said is not None
            with urllib.request.urlopen(f"{said.group()}web/{URL}", timeout=30) as answer:
                assert TEXTS[2][1].encode() in answer.read()
                assert answer.headers["Memento-Datetime"] == "Sun, 04 Jan 2026 03:04:05 GMT"
        finally:
            server.send_signal(ending)
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(timeout=20)
            server.kill()
        assert server.returncode == 0
        assert "ended" in server.stderr.read()


def test_only_this_machine_is_served(tmp_path, capfdbinary):
    archived_site(tmp_path).close()
    answer = call(capfdbinary, "serve", "--host", "0.0.0.0", "--archive", tmp_path)
    assert answer.code == 2
    assert "serves this machine only" in answer.err
