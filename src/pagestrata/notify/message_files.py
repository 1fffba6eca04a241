"""Which files messages may be written to: those below the archive, with names that nothing starts or runs.

Whoever may make a rule chooses the file, and whoever writes a page chooses what its title says. Together they could write a
shell's start-up file, or any other that a program believes.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from pagestrata.errors import UsageError

SUFFIXES = (".jsonl", ".json", ".txt", ".log")
_FORM = f"give file:NAME with a name in the archive's folder that ends in {', '.join(SUFFIXES)}"


def message_file(folder: Path | None, written: str) -> Path:
    """The file that `file:WRITTEN` names; a relative one is below the archive's folder. UsageError for any other file.

    `folder` is None for an archive that is not in a folder.
    """
    if folder is None:
        raise UsageError(
            "messages can only be written to the archive's folder, and this archive has none; use another channel"
        )
    base = folder.resolve()
    path = base / written
    inside = path.parent.resolve() / path.name  # a link in place of the file itself is refused when it is opened
    if not inside.is_relative_to(base) or ".." in path.parts:
        raise UsageError(f"messages can only be written to the archive's folder, {base}; {_FORM}")
    parts = inside.relative_to(base).parts
    if not parts or any(part.startswith(".") for part in parts) or not parts[-1].lower().endswith(SUFFIXES):
        raise UsageError(f"{path.name!r} cannot be the name of a message file; {_FORM}")
    return inside


def append_to(path: Path, line: str) -> None:
    """Add a line to a message file. OSError if it is a link, is executable, or has other names."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with os.fdopen(os.open(path, flags, 0o600), "a", encoding="utf-8") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
            raise OSError("it is not a regular file, or has several names")
        if os.name == "posix" and found.st_mode & 0o111:
            raise OSError("it is executable")
        file.write(line)
