"""Extract the text of one PDF; a worker for a locked process (see `locked.runner`). It imports nothing of Pagestrata."""

from __future__ import annotations

import contextlib
import importlib
import io
import logging
import pkgutil
from collections.abc import Callable
from functools import partial
from typing import Any

# Imports inside functions: they run in the locked process, in the order that its limits need.

_CODECS = (
    "utf-8 utf-16 utf-16-be utf-16-le latin-1 cp1252 mac_roman ascii gbk gb18030 big5 shift_jis euc_jp euc_kr cp949"
)

LONGEST_TITLE = 1_000
"""Characters. The caller holds the answer in memory, without a limit of its own."""


def load_everything() -> None:
    """Load everything that the library would load lazily: later the process cannot open files."""
    import pypdf

    for module in pkgutil.walk_packages(pypdf.__path__, "pypdf."):
        with contextlib.suppress(Exception):  # one that needs what is not installed
            importlib.import_module(module.name)
    for name in _CODECS.split():
        with contextlib.suppress(LookupError):
            "".encode(name)


def prepare(limits: dict[str, int], body: bytes) -> Callable[[], dict[str, Any]]:
    logging.disable(logging.CRITICAL)
    load_everything()
    return partial(answer, body, limits)


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
        return {"error": "it does not fit into memory"}
    except Exception as error:  # noqa: BLE001 - a broken PDF may raise anything
        return {"error": f"{type(error).__name__}: {error}"[:300]}


def _text_of(reader: Any, number: int) -> str:
    """The text of a page; '' where only this page is broken."""
    try:
        return str(reader.pages[number].extract_text())
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - a broken PDF may raise anything
        return ""


def _title_of(reader: Any) -> str:
    try:
        return str((reader.metadata and reader.metadata.title) or "")[:LONGEST_TITLE]
    except Exception:  # noqa: BLE001 - a broken PDF may raise anything
        return ""
