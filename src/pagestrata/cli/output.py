"""Answers: JSON and texts to standard output or a file, never both with messages."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import click

from pagestrata.errors import InputError
from pagestrata.formats.terminal_text import terminal_text

Item = TypeVar("Item")


def as_json(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, indent=2, default=str)
    # Pages hold lone surrogates, which UTF-8 cannot carry: \ud800 is how JSON writes them.
    return text.encode("utf-8", "backslashreplace") + b"\n"


def attributes(record: object, *names: str) -> dict[str, Any]:
    """Some attributes of a record, as a part of a JSON answer."""
    return {name: getattr(record, name) for name in names}


def as_text(value: Any, indent: str = "") -> str:
    """Return an answer as text: a name and a value on each line."""
    if isinstance(value, list):
        return "\n".join(as_text(item, indent) for item in value)
    lines = ""
    for name, part in value.items():
        label = f"{indent}{name.replace('_', ' ')}"
        if isinstance(part, dict) or (isinstance(part, list) and part and isinstance(part[0], dict)):
            lines += f"{label}\n{as_text(part, indent + '  ')}"
        elif isinstance(part, list | tuple):
            lines += f"{label:<24}{', '.join(map(str, part)) or '-'}\n"
        else:
            lines += f"{label:<24}{'-' if part is None or part == '' else part}\n"
    return lines


def reader_form(form: str | None) -> str:
    """Return the requested form, or else text on a terminal and JSON elsewhere."""
    return form or ("text" if sys.stdout.isatty() else "json")


def deliver_as(form: str | None, value: Any) -> None:
    """Write an answer to standard output, as JSON or as text."""
    deliver(as_json(value) if reader_form(form) == "json" else as_text(value))


def deliver_rows(form: str, rows: Sequence[Any], lines: Iterable[str]) -> int:
    """Write a list as JSON or as lines. Return the exit code, 1 for an empty list."""
    deliver(as_json(rows) if form == "json" else "".join(f"{line}\n" for line in lines))
    return 0 if rows else 1


def deliver(answer: bytes | str, target: Path | None = None, *, is_painted: bool = False) -> None:
    """Write an answer to a file (completely or not at all) or to standard output.

    On a terminal, control codes are made visible, unless `is_painted`: then they are colours of our own.
    """
    data = answer.encode("utf-8", "replace") if isinstance(answer, str) else answer
    if target is None:
        if sys.stdout.isatty() and b"\x89PNG" in data[:8]:
            raise InputError("a terminal cannot show a picture; write it to a file with -o FILE.png")
        if sys.stdout.isatty() and not is_painted:
            data = terminal_text(data.decode("utf-8", "replace")).encode()
        click.echo(data, nl=False)
        return
    with new_file(target) as file:
        file.write(data)


@contextlib.contextmanager
def new_file(target: Path) -> Iterator[BinaryIO]:
    """Open a file that gets its name only when it is complete. Raises InputError if it cannot be written."""
    partial = target.with_name(f".{target.name}.{os.getpid()}.partial")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("wb") as file:
            yield file
        partial.replace(target)
    except OSError as error:
        raise InputError(f"cannot write {target}: {error.strerror}; choose another path with -o") from error
    finally:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)


def complain(message: str) -> None:
    """Print one message to standard error. It may contain text of pages and servers, so a terminal gets no control codes."""
    click.echo(f"pagestrata: {terminal_text(message) if sys.stderr.isatty() else message}", err=True)


def progress(items: Iterable[Item], *, total: int, what: str) -> Iterator[Item]:
    """Yield the items and count them in one line on the terminal; elsewhere, print nothing."""
    if not sys.stderr.isatty():
        yield from items
        return
    for count, item in enumerate(items, 1):
        click.echo(f"\r{count:,} of {total:,} {what}", nl=False, err=True)
        yield item
    click.echo("", err=True)
