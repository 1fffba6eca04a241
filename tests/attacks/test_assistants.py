"""Assistants that send malformed messages: the server still answers the next one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from archived_site import URL
from attacks.canaries import PATIENCE_SECONDS
from web_fixtures import site_archive

pytest.importorskip("mcp_types", reason="pip install 'pagestrata[mcp]'")

BEGIN = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}},
}
ODD_LINES = (
    b"",
    b"not JSON",
    b"\xff\xfe\x00",
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b"a" * 5_000_000,
    b"9" * 5_000,
    b"NaN",
    json.dumps({**BEGIN, "id": {"a": 1}}).encode(),
    json.dumps({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "ask" * 9_999}}).encode(),
    b'{"jsonrpc": "2.0", "id": 6, "method": "tools/call", "params": {"name": "ask", "arguments": {"question": "\\ud800"}}}',
)


@contextmanager
def assistant(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [sys.executable, "-m", "pagestrata.cli.main", "--archive", str(folder), "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_lines_that_are_no_messages_end_nothing(tmp_path: Path) -> None:
    site_archive(tmp_path).close()
    listing = {"name": "history", "arguments": {"url": URL}}
    asked = [
        json.dumps(BEGIN).encode(),
        json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}).encode(),
        *ODD_LINES,
        json.dumps({"jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": listing}).encode(),
    ]
    with assistant(tmp_path) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"\n".join(asked) + b"\n")
        process.stdin.flush()
        answers: dict[Any, Any] = {}
        while 77 not in answers:
            line = process.stdout.readline()
            assert line, process.stderr.read()[-2000:] if process.stderr else ""
            assert len(line) < 100_000
            answer = json.loads(line)
            if not isinstance(answer.get("id"), dict):
                answers[answer.get("id")] = answer
        assert "harbour" in json.dumps(answers[77])
        assert b"Traceback" not in b"".join(json.dumps(one).encode() for one in answers.values())
        process.stdin.close()
        assert process.wait(PATIENCE_SECONDS) == 0
