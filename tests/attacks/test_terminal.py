"""An archived page tries to control its reader's terminal: on a real one, with the real commands."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from captures import capture, visit_of
from pagestrata.store.archive import open_archive

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")

HOSTILE = "words \x1b]0;owned\x07 \x1b]52;c;cm0=\x1b\\ \x9b31m \u202eevil\u2066 \x08\r end"
OBEYED = [code.encode() for code in ("\x1b", "\x07", "\x08", "\x9b", "\u202e", "\u2066")]


def on_terminal(*words: str) -> bytes:
    """What a command writes to a terminal, on both outputs."""
    ours, theirs = pty.openpty()
    try:
        with subprocess.Popen(
            [sys.executable, "-m", "pagestrata.cli.main", *words],
            stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
        ) as program:  # fmt: skip
            os.close(theirs)
            theirs = -1
            parts = []
            while part := _read(ours):
                parts.append(part)
        assert program.returncode in {0, 1}, b"".join(parts)
        return b"".join(parts)
    finally:
        os.close(ours)
        if theirs >= 0:
            os.close(theirs)


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux: the other side is closed
        return b""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    with open_archive(folder) as opened:
        taken, tree = capture([HOSTILE, "second"], title=f"title of words {HOSTILE}")
        opened.append(taken, tree, None, visit=visit_of(taken))
    return folder


@pytest.mark.parametrize(
    "words",
    [("log", "http://site.test/"), ("search", "words"), ("search", "words", "--format", "json"),
     ("show", "http://site.test/@latest", "--format", "text"), ("show", "http://site.test/@latest", "--format", "raw")],
)  # fmt: skip
def test_no_byte_of_a_page_reaches_a_terminal_unescaped(archive: Path, words: tuple[str, ...]) -> None:
    shown = on_terminal("--archive", str(archive), *words)
    assert b"words" in shown
    assert not [code for code in OBEYED if code in shown]
