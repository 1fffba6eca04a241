from __future__ import annotations

import contextlib
import multiprocessing
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from datetime import UTC, datetime

import pytest

from archived_site import TEXTS, URL, archived_site
from command_line import call
from pagestrata.app.planning.planning import Planner
from pagestrata.app.watches import watch_for
from pagestrata.capturing.options import CaptureOptions
from pagestrata.cli.options import Settings
from pagestrata.cli.serve import ServerOptions, visiting
from pagestrata.store.archive import open_archive


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
        assert "stopped" in server.stderr.read()


@contextlib.contextmanager
def served(*words: object):
    """A server, and what it says first."""
    command = [sys.executable, "-m", "pagestrata.cli.main", "serve", "--port", "0", *map(str, words)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=dict(os.environ)) as server:
        assert server.stderr is not None
        try:
            yield server
        finally:
            server.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(timeout=100)
            server.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="sends POSIX signals")
def test_elsewhere_than_on_this_machine_the_first_user_is_made_by_a_link(tmp_path):
    with served("--host", "0.0.0.0", "--archive", tmp_path) as server:
        assert "http://localhost:" in server.stderr.readline()
        link = re.search(r"http://localhost:(\d+)(/first\?key=\S+)", server.stderr.readline())
        assert link is not None
        base = f"http://127.0.0.1:{link.group(1)}"
        with urllib.request.urlopen(f"{base}{link.group(2)}", timeout=60) as answer:
            assert b"The first user" in answer.read()
        with urllib.request.urlopen(f"{base}/", timeout=60) as answer:
            assert answer.url == f"{base}/login"
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(f"{base}/first?key=wrong", timeout=60)


def test_a_port_in_use_is_said(tmp_path, capfdbinary):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        answer = call(capfdbinary, "serve", "--port", taken.getsockname()[1], "--archive", tmp_path)
    assert answer.code == 2
    assert "choose another --port" in answer.err


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root writes everywhere")
def test_an_archive_that_cannot_be_written_is_shown_all_the_same(tmp_path):
    archived_site(tmp_path).close()
    folders = [tmp_path, *(path for path in tmp_path.rglob("*") if path.is_dir())]
    for path in tmp_path.rglob("*"):
        path.chmod(0o500 if path.is_dir() else 0o400)
    tmp_path.chmod(0o500)
    try:
        with served("--archive", tmp_path) as server:
            assert "reading only" in server.stderr.readline()
            said = re.search(r"http://127\.0\.0\.1:\d+/", server.stderr.readline())
            assert said is not None
            with urllib.request.urlopen(f"{said.group()}cdx?url={URL}", timeout=60) as answer:
                assert b"site.test" in answer.read()
    finally:
        for folder in folders:
            folder.chmod(0o700)


@pytest.mark.parametrize(
    ("asked", "asked_for_replay", "got", "beside"),
    [(8080, None, 8080, 8081), (0, None, 40000, 0), (65535, None, 65535, 0), (8080, 9000, 8080, 9000)],
)
def test_archived_content_gets_the_next_port_unless_another_is_asked_for(asked, asked_for_replay, got, beside):
    place = ServerOptions(host="::1", port=asked, names=(), replay_port=asked_for_replay, replay_origin="")
    assert place.port_beside(got) == beside
    assert place.address(got) == f"http://[::1]:{got}"


def test_watched_pages_are_visited_beside_the_program_until_it_ends(tmp_path):
    url = "http://127.0.0.1:9/"  # private: refused before any request, which is a visit too
    with open_archive(tmp_path) as archive:
        watch_for(archive, url, {"robots": "ignore"})
        begun = datetime.now(UTC)
        with visiting(Settings(archive=str(tmp_path)), CaptureOptions(), Planner()):
            while not archive.visits.of(url):
                time.sleep(0.1)  # another process writes
        (visit, *_) = archive.visits.of(url)
    assert visit.error is not None
    assert visit.visited_at >= begun


def test_an_interrupt_while_it_starts_is_left_to_the_program(tmp_path, capfd):
    open_archive(tmp_path).close()
    before = signal.getsignal(signal.SIGINT)  # who runs behind a shell may be deaf to it
    with visiting(Settings(archive=str(tmp_path)), CaptureOptions(), Planner()):
        (process,) = [child for child in multiprocessing.active_children() if child.name == "pagestrata-run"]
        for _ in range(5):
            os.kill(process.pid, signal.SIGINT)
            time.sleep(0.05)
    assert process.exitcode == 0
    assert "Traceback" not in capfd.readouterr().err
    assert signal.getsignal(signal.SIGINT) is before
