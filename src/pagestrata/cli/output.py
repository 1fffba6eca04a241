"""Answers: JSON and texts to standard output or a file, never both with messages."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from pathlib import Path
from typing import Any

import click

from pagestrata.errors import InputError
from pagestrata.formats.terminal_text import terminal_text


def as_json(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, indent=2, default=str)
    # Pages hold lone surrogates, which UTF-8 cannot carry: \ud800 is how JSON writes them.
    return text.encode("utf-8", "backslashreplace") + b"\n"


def deliver(answer: bytes | str, target: Path | None = None, *, is_painted: bool = False) -> None:
    """Write an answer to a file (completely or not at all) or to standard output.

    What a terminal would obey is made visible on a terminal, unless the answer is painted with escapes of our own.
    """
    data = answer.encode("utf-8", "replace") if isinstance(answer, str) else answer
    if target is None:
        if sys.stdout.isatty() and b"\x89PNG" in data[:8]:
            raise InputError("a picture does not fit a terminal; name a file with -o FILE.png")
        if sys.stdout.isatty() and not is_painted:
            data = terminal_text(data.decode("utf-8", "replace")).encode()
        click.echo(data, nl=False)
        return
    partial = target.with_name(f".{target.name}.{os.getpid()}.partial")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(data)
        partial.replace(target)
    except OSError as error:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        raise InputError(f"cannot write {target}: {error.strerror}; choose another place with -o") from error


def complain(message: str) -> None:
    """One message to a person, on standard error; pages and servers may have had a say in it."""
    click.echo(f"pagestrata: {terminal_text(message) if sys.stderr.isatty() else message}", err=True)
