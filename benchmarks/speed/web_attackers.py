"""A reader of the web application beside clients that mean it harm: what the reader waits, and what the server takes.

`python -m benchmarks.speed.web_attackers`: 50 connections that say a letter a second and never end their request, and 20 clients
that send 300 MB each, one after the other, before anybody knows who they are. The server runs in a process of its own, over an
archive of 300 watched pages where people log in; the reader has a token. Asked: at the 95th percentile 300 ms by the clock, and
300 MB.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import multiprocessing
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks.speed.web_archives import fill_watched
from pagestrata.store.archive import open_archive
from pagestrata.web.security.identify import Person, Role, make_token
from pagestrata.web.security.logins import add_user

SLOW, LARGE, READS = 50, 20, 300
PAGES, VERSIONS_EACH = 300, 4
LARGE_BYTES = 300_000_000
ASKED_MS, ASKED_MB = 300.0, 300.0
PATHS = ("/", "/api/v1/pages", "/plan", "/search?q=w00007")


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What one reader saw, and the most memory that the server took."""

    waited_ms: list[float]
    failed: int
    most_megabytes: float
    refused_bodies: int

    @property
    def p95_ms(self) -> float:
        return statistics.quantiles(self.waited_ms, n=20)[-1]


def measure(folder: Path, *, slow: int = SLOW, large: int = LARGE, reads: int = READS, pages: int = PAGES) -> Measured:
    """Let a reader read beside so many attackers."""
    secret = _prepare(folder, pages)
    with _served(folder) as (process, port):
        spawning = multiprocessing.get_context("spawn")
        told, answered = spawning.Pipe()
        attackers = spawning.Process(target=_attack, args=(port, slow, large, answered), daemon=True)
        attackers.start()
        told.recv()  # they are under way
        _read(port, secret, 10)  # the first looks load what screens need
        waited, failed = _read(port, secret, reads)
        told.send("stop")
        refused = told.recv()
        attackers.join(60)
        most = _peak_megabytes(process.pid)
    return Measured(waited_ms=waited, failed=failed, most_megabytes=most, refused_bodies=refused)


def _attack(port: int, slow: int, large: int, told: Connection) -> None:
    """Attack until told to stop, in a process of its own: the reader must not wait for the attackers' Python."""
    stop, refused = threading.Event(), [0]
    threads = [threading.Thread(target=_drip, args=(port, stop), daemon=True) for _ in range(slow)]
    threads += [threading.Thread(target=_pour, args=(port, stop, refused), daemon=True) for _ in range(large)]
    for thread in threads:
        thread.start()
    told.send("begun")
    told.recv()
    stop.set()
    for thread in threads:
        thread.join(30)
    told.send(refused[0])


def _prepare(folder: Path, pages: int) -> str:
    """An archive of so many watched pages where people log in; the secret of a token for reading."""
    now = datetime.now(UTC)
    with open_archive(folder) as archive:
        fill_watched(archive, pages, versions_each=VERSIONS_EACH)
        add_user(archive, "reader", "a long password", Role.ADMIN, now=now)
        reader = Person(name="reader", role=Role.ADMIN, way="session")
        return make_token(archive, reader, label="reader", scope="read", now=now)[1]


@contextlib.contextmanager
def _served(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    command = [sys.executable, "-m", "pagestrata.cli.main", "--archive", str(folder), "serve", "--port", "0"]
    command += ["--requests-per-minute", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            yield process, int(process.stderr.readline().split("127.0.0.1:")[1].split("/")[0])
        finally:
            process.terminate()
            process.wait(60)


def _drip(port: int, stop: threading.Event) -> None:
    """Begin a request and say a letter of it each second; begin again when the server hangs up."""
    while not stop.is_set():
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=30) as client:
            client.sendall(b"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            while not stop.wait(1.0):
                client.sendall(b"a")
        stop.wait(0.1)


def _pour(port: int, stop: threading.Event, refused: list[int]) -> None:
    """Send large bodies, with and without saying how large they are, until each is refused."""
    is_chunked = False
    while not stop.is_set():
        is_chunked = not is_chunked
        size = "Transfer-Encoding: chunked" if is_chunked else f"Content-Length: {LARGE_BYTES}"
        head = f"POST /api/v1/visits HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n{size}\r\n\r\n"
        part = b"10000\r\n" + b"a" * 65536 + b"\r\n" if is_chunked else b"a" * 65536
        sent = 0
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=30) as client:
            client.sendall(head.encode())
            while sent < LARGE_BYTES and not stop.is_set():
                client.sendall(part)
                sent += len(part)
        refused[0] += sent < LARGE_BYTES
        stop.wait(0.1)


def _read(port: int, secret: str, reads: int) -> tuple[list[float], int]:
    """What each request of a reader took in milliseconds, and how many were not answered as they should be."""
    waited, failed = [], 0
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for turn in range(reads):
        begin = time.perf_counter()
        try:
            client.request("GET", PATHS[turn % len(PATHS)], headers={"Authorization": f"Bearer {secret}"})
            answer = client.getresponse()
            answer.read()
            failed += answer.status != 200
        except (OSError, http.client.HTTPException):
            failed += 1
            client.close()
        waited.append(1000 * (time.perf_counter() - begin))
        time.sleep(0.02)
    client.close()
    return waited, failed


def _peak_megabytes(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) / 1024


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slow", type=int, default=SLOW)
    parser.add_argument("--large", type=int, default=LARGE)
    parser.add_argument("--reads", type=int, default=READS)
    given = parser.parse_args()
    ends = []
    for slow, large in ((0, 0), (given.slow, given.large)):
        with tempfile.TemporaryDirectory() as folder:
            found = measure(Path(folder) / "archive", slow=slow, large=large, reads=given.reads)
        print(
            f"beside {slow} slow connections and {large} large bodies: median {statistics.median(found.waited_ms):.0f} ms, "
            f"95th percentile {found.p95_ms:.0f} ms, {found.failed} of {len(found.waited_ms)} reads failed, "
            f"{found.refused_bodies} bodies refused, {found.most_megabytes:.0f} MB at most"
        )
        ends.append(found.failed or found.p95_ms > ASKED_MS or found.most_megabytes > ASKED_MB)
    return 1 if ends[-1] else 0


if __name__ == "__main__":
    raise SystemExit(main())
