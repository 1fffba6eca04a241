"""Reads the words of one PDF in a process of its own, cut off from files and network.

This file is run as a program with the PDF on standard input and the limits as its argument; it imports nothing of
Pagestrata. Before the PDF is read, the process gives up the right to open files or sockets and to write any; memory and
processor time are capped.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import logging
import os
import pkgutil
import sys
from typing import Any

_CODECS = (
    "utf-8 utf-16 utf-16-be utf-16-le latin-1 cp1252 mac_roman ascii gbk gb18030 big5 shift_jis euc_jp euc_kr cp949"
)

LONGEST_TITLE = 1_000
"""Characters: who asks holds the answer in memory, without a limit of its own."""


def load_everything() -> None:
    """What the library loads when it needs it: later, files are out of reach."""
    import pypdf

    for module in pkgutil.walk_packages(pypdf.__path__, "pypdf."):
        with contextlib.suppress(Exception):  # one that needs what is not installed
            importlib.import_module(module.name)
    for name in _CODECS.split():
        with contextlib.suppress(LookupError):
            "".encode(name)


def lock_up(limits: dict[str, int]) -> None:
    """Give up what reading does not need, where the system knows such limits."""
    try:
        import resource
    except ImportError:
        return
    for kind, value in (
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, limits["cpu_seconds"]),
        (resource.RLIMIT_DATA, limits["memory"]),
        (resource.RLIMIT_NOFILE, 3),
    ):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (value, value))


def answer(body: bytes, limits: dict[str, int]) -> dict[str, Any]:
    """The texts of the pages, their number and the title; or why not."""
    from pypdf import PdfReader

    try:
        reader = PdfReader(io.BytesIO(body), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            return {"error": "it needs a password"}
        count, pages, left = len(reader.pages), list[str](), limits["characters"]
        for number in range(min(count, limits["pages"])):
            pages.append(_text_of(reader, number)[: max(0, left)])
            left -= len(pages[-1])
            if left <= 0:
                break
        return {"count": count, "pages": pages, "title": _title_of(reader)}
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a broken PDF makes of the library
        return {"error": f"{type(error).__name__}: {error}"[:300]}


def _text_of(reader: Any, number: int) -> str:
    """The text of a page; '' where only this page is broken."""
    try:
        return str(reader.pages[number].extract_text())
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - the same
        return ""


def _title_of(reader: Any) -> str:
    try:
        return str((reader.metadata and reader.metadata.title) or "")[:LONGEST_TITLE]
    except Exception:  # noqa: BLE001 - the same
        return ""


def main() -> None:
    limits = json.loads(sys.argv[1])
    logging.disable(logging.CRITICAL)
    load_everything()
    body = sys.stdin.buffer.read()
    lock_up(limits)
    try:
        found = answer(body, limits)
    except MemoryError:
        found = {"error": "it does not fit into memory"}
    sys.stdout.buffer.write(json.dumps(found).encode("utf-8", "replace"))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
