"""Another user of the machine tries to drive the browser, or to use its guard."""

from __future__ import annotations

import socket
from contextlib import suppress

import psutil
import pytest

from attacks.canaries import PATIENCE_SECONDS, canary, internet, message
from pagestrata.capturing.browser.pool import BrowserPool
from pagestrata.capturing.options import CaptureOptions

pytestmark = pytest.mark.browser


def family(pool: BrowserPool) -> list[psutil.Process]:
    process = pool._workers[0].process
    assert process is not None
    root = psutil.Process(process.pid)
    return [root, *root.children(recursive=True)]


def test_the_browser_listens_nowhere_and_its_guard_serves_no_stranger(pool: BrowserPool) -> None:
    listening: list[int] = []
    answers: list[bytes] = []
    flags: list[str] = []

    with canary() as inside:

        def look_around(_: str) -> bytes:
            """In mid-capture: every port of the browser, and what the guard says to a stranger."""
            for process in family(pool):
                with suppress(psutil.Error):
                    connections = process.net_connections("inet")
                    listening.extend(found.laddr.port for found in connections if found.status == psutil.CONN_LISTEN)
            flags.extend(family(pool)[0].cmdline())
            port = int(next(flag for flag in flags if flag.startswith("--proxy-server=")).rpartition(":")[2])
            for target in (f"GET {inside.origin}/ HTTP/1.1", f"CONNECT {inside.address}:{inside.port} HTTP/1.1"):
                with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS) as stranger:
                    stranger.sendall(f"{target}\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
                    answers.append(stranger.recv(65536))
            return message("<p>words")

        with internet(look_around) as far:
            pool.capture("http://far.invalid/", CaptureOptions(proxy=far.proxy, screenshot=False))
    assert listening == []
    assert not any(flag.startswith("--remote-debugging-port") for flag in flags)
    assert answers
    assert all(answer.startswith(b"HTTP/1.1 407") for answer in answers)
    assert inside.touched == []
