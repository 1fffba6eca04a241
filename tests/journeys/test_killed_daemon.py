"""The daemon is killed while it visits a page: nothing is lost, nothing is doubled, and the next one makes the visit."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from pagestrata.app.watches import watch_for
from pagestrata.store.archive import open_archive
from pagestrata.store.due.due_visits import LEASE

FEED = b"""<?xml version='1.0'?><rss version='2.0'><channel><title>News</title><link>http://site.test/</link>
<description>d</description><item><title>The bridge is open again</title><guid>1</guid></item></channel></rss>"""


class Server:
    """A feed that answers only when it is let; it knows who asked."""

    def __init__(self) -> None:
        self.asked, self.may_answer = threading.Event(), threading.Event()
        self.requests: list[str] = []


@contextmanager
def serving(state: Server) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            state.requests.append(self.path)
            if self.path == "/robots.txt":
                self._send(404, b"")
                return
            state.asked.set()
            state.may_answer.wait(120)
            self._send(200, FEED)

        def _send(self, status: int, body: bytes) -> None:
            try:
                self.send_response(status)
                self.send_header("Content-Type", "application/rss+xml")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except OSError:
                pass  # whoever asked was killed

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/feed.xml"
    finally:
        state.may_answer.set()
        server.shutdown()
        server.server_close()
        thread.join()


def start(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    source = str(Path(__file__).parents[2] / "src")
    environment = {
        **os.environ,
        "PYTHONPATH": source,
        "PAGESTRATA_ARCHIVE": str(folder),
        "PAGESTRATA_ALLOW_PRIVATE": "1",
    }
    command = [sys.executable, "-m", "pagestrata.cli.main", "run", *words]
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def test_a_killed_daemon_loses_no_visit(tmp_path: Path) -> None:
    state = Server()
    with serving(state) as url:
        with open_archive(tmp_path / "archive") as archive:
            watch = watch_for(archive, url)
        running = start(tmp_path / "archive")
        assert state.asked.wait(120)
        running.send_signal(signal.SIGKILL)
        running.wait()
        state.may_answer.set()
        with open_archive(tmp_path / "archive") as archive:
            assert list(archive.visits.of(url)) == []
            assert not archive.due.take(now=datetime.now(UTC), holder="another")  # its lease is not over
            (free,) = archive.due.take(now=datetime.now(UTC) + LEASE, holder="another")
            assert free.watch_id == watch.id
            archive.due.release(holder="another")
        assert start(tmp_path / "archive", "--once").wait(120) == 0
        with open_archive(tmp_path / "archive") as archive:
            assert [visit.kept for visit in archive.visits.of(url)] == [True]
            assert len(archive.versions.of(url)) == 1
