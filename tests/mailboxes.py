"""A mail server on loopback that keeps what it is sent, for tests of what gets out."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any


@dataclass
class Mailbox:
    """What came in, and which recipients are refused."""

    port: int = 0
    refused: set[str] = field(default_factory=set)
    mails: list[EmailMessage] = field(default_factory=list)
    logins: list[str] = field(default_factory=list)

    @property
    def server(self) -> str:
        return f"smtp://127.0.0.1:{self.port}?from=archive@example.org"

    def part(self, kind: str, number: int = -1) -> str:
        """The text of a mail in one of its forms: plain or html."""
        body: Any = self.mails[number].get_body((kind,))
        return str(body.get_content())

    def pictures(self, number: int = -1) -> list[bytes]:
        found: list[Any] = [part for part in self.mails[number].walk() if part.get_content_type() == "image/png"]
        return [part.get_content() for part in found]


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.say("220 test")
            while line := self.rfile.readline():
                verb, rest = line.decode().strip().partition(" ")[::2]
                if verb.upper() == "QUIT":
                    return self.say("221 bye")
                self.answer(verb.upper(), rest)
            return None

        def answer(self, verb: str, rest: str) -> None:
            if verb == "EHLO":
                self.say("250-test")
                self.say("250 AUTH PLAIN")
            elif verb == "AUTH":
                box.logins.append(rest)
                self.say("235 welcome")
            elif verb == "RCPT" and any(name in rest for name in box.refused):
                self.say("550 no such person")
            elif verb == "DATA":
                self.say("354 go on")
                lines = []
                while (line := self.rfile.readline()) != b".\r\n":
                    lines.append(line[1:] if line.startswith(b"..") else line)
                box.mails.append(message_from_bytes(b"".join(lines), policy=default))  # type: ignore[arg-type]
                self.say("250 taken")
            else:
                self.say("250 ok")

        def say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    box.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield box
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
