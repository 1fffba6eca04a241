"""How the tutorial is done command by command; `make fresh` does it with an installed program on a bare machine."""

from __future__ import annotations

import re
import socket
import sys
from pathlib import Path

import pytest

from tools.tutorial import EXAMPLE, PAGE, commands, do_tutorial, free_port

LISTED = commands(PAGE.read_text("utf-8"))
SERVER = """
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"Pagestrata")
HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""


@pytest.fixture
def port() -> int:
    return free_port(0)


def program(folder: Path, script: str) -> Path:
    made = folder / "bin" / "pagestrata"
    made.parent.mkdir()
    made.write_text(f"#!/bin/sh\n{script}\n")
    made.chmod(0o755)
    return made


def test_every_command_of_the_page_is_found() -> None:
    text = PAGE.read_text("utf-8")
    assert len(LISTED) == len(re.findall(r"^\$ ", text, re.MULTILINE)) > 15
    assert all(line.startswith("pagestrata ") for line in LISTED)
    assert LISTED[0] == "pagestrata doctor"


def test_commands_are_called_as_they_stand_there(tmp_path: Path, port: int) -> None:
    (tmp_path / "server.py").write_text(SERVER)
    called = program(
        tmp_path,
        f'echo "$*" >> {tmp_path}/called; case $1 in serve) exec {sys.executable} {tmp_path}/server.py {port};; esac',
    )
    assert list(do_tutorial(LISTED, called, tmp_path, port=port)) == []
    lines = (tmp_path / "called").read_text().splitlines()
    asked = [re.sub(r"http://127\.0\.0\.1:\d+/", EXAMPLE, line).removesuffix(f" --port {port}") for line in lines]
    assert asked == [line.removeprefix("pagestrata ").replace('"', "") for line in LISTED]


def test_a_command_that_fails_is_named_with_what_it_said(tmp_path: Path, port: int) -> None:
    called = program(tmp_path, "echo went wrong >&2; exit 2")
    first, served = do_tutorial(["pagestrata doctor", "pagestrata serve"], called, tmp_path, port=port)
    assert (first.command, first.said) == ("pagestrata doctor", "exit code 2: went wrong\n")
    assert served.said == "the server ended with 2: went wrong\n"


def test_a_port_that_is_taken_is_left_to_who_has_it() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = int(taken.getsockname()[1])
        assert free_port(port) != port
