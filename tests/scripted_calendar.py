"""An OpenTimestamps calendar on this machine: it promises at once, and writes into a block of its own when told to."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SALT, NEIGHBOUR = b"calendar", bytes(range(32))
EASIEST = bytes.fromhex("ffff7f20")  # half of all hashes are proof enough


def promise(address: str) -> bytes:
    """The attestation of a calendar."""
    name = address.encode()
    return bytes.fromhex("0083dfe30d2ef90c8e") + bytes([len(name) + 1, len(name)]) + name


def in_block(height: int) -> bytes:
    """The attestation of a Bitcoin block."""
    assert 0x80 <= height < 0x4000
    return bytes.fromhex("000588960d73d71901") + bytes([2, height & 0x7F | 0x80, height >> 7])


def header_with(root: bytes, at: datetime) -> bytes:
    """The header of a block with this Merkle root."""
    start = bytes(36) + root + int(at.timestamp()).to_bytes(4, "little") + EASIEST
    for nonce in range(1000):
        header = start + nonce.to_bytes(4, "little")
        if hashlib.sha256(hashlib.sha256(header).digest()).digest()[-1] < 0x7F:
            return header
    raise AssertionError("no proof of work")


class ScriptedCalendar:
    """What it was asked, how long it waits before it answers, and what it answers instead."""

    def __init__(self) -> None:
        self.address, self.height, self.wait_seconds = "", 0, 0.0
        self.digests: list[bytes] = []
        self.asked: list[str] = []
        self.instead: tuple[int, bytes] | None = None

    def root_of(self, digest: bytes) -> bytes:
        """The Merkle root of the block in which the calendar writes what it promised for a digest."""
        return hashlib.sha256(hashlib.sha256(NEIGHBOUR + self.promised(digest)).digest()).digest()

    def promised(self, digest: bytes) -> bytes:
        return hashlib.sha256(digest + SALT).digest()

    def answer(self, path: str, body: bytes) -> tuple[int, bytes]:
        self.asked.append(path)
        time.sleep(self.wait_seconds)
        if self.instead is not None:
            return self.instead
        if path == "/digest":
            self.digests.append(body)
            return 200, bytes([0xF0, len(SALT)]) + SALT + b"\x08" + promise(self.address)
        known = [digest for digest in self.digests if path == f"/timestamp/{self.promised(digest).hex()}"]
        if not known or not self.height:
            return 404, b"Pending confirmation in Bitcoin blockchain"
        return 200, bytes([0xF1, len(NEIGHBOUR)]) + NEIGHBOUR + b"\x08\x08" + in_block(self.height)

    @contextmanager
    def serving(self) -> Iterator[str]:
        """Serve; gives the address as the settings take it."""
        calendar = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self._reply(self.rfile.read(int(self.headers["Content-Length"])))

            def do_GET(self) -> None:
                self._reply(b"")

            def _reply(self, body: bytes) -> None:
                status, answer = calendar.answer(self.path, body)
                self.send_response(status)
                self.send_header("Content-Length", str(len(answer)))
                if status == 302:
                    self.send_header("Location", "http://127.0.0.1:9/")
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        self.address = f"http://127.0.0.1:{server.server_port}"
        try:
            yield f"ots+{self.address}"
        finally:
            server.shutdown()
            server.server_close()
            thread.join()
