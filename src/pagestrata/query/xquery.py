"""XQuery 3.1 over the Vi-XML and Vi-Delta of archived versions (extra `xquery`, which installs Saxon).

Queries may come from strangers, so they run in a process of their own that can open no file and no connection, with
limits on time and memory (see `xquery_worker`).
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pagestrata.errors import InputError, UsageError
from pagestrata.locked.process import Limits, NoAnswerError, ask_worker
from pagestrata.query.xquery_worker import MAX_ANSWER_CHARACTERS

DEFAULT_SECONDS = 30.0
DEFAULT_MEMORY_BYTES = 2 * 1024**3
MAX_QUERY_CHARACTERS = 100_000
MAX_ANSWER_BYTES = 12 * MAX_ANSWER_CHARACTERS + 100_000_000
"""JSON writes a character in twelve bytes at most, and quotes and a comma around every item."""

_WORKER = Path(__file__).with_name("xquery_worker.py")


def run_xquery(
    query: str, document: bytes, *, seconds: float = DEFAULT_SECONDS, memory_bytes: int = DEFAULT_MEMORY_BYTES
) -> Sequence[str]:
    """The items of the result, nodes as XML and values as text. The document is the query's context.

    Raises UsageError for a query that is wrong, that takes too long or that wants what it may not have.
    """
    if importlib.util.find_spec("saxonche") is None:
        raise UsageError("XQuery needs Saxon; install it with: pip install 'pagestrata[xquery]'")
    if len(query) > MAX_QUERY_CHARACTERS:
        raise UsageError(f"the query has {len(query)} characters, more than {MAX_QUERY_CHARACTERS}; shorten it")
    limits = Limits(
        seconds=seconds,
        cpu_seconds=max(1, round(2 * seconds)),
        memory_bytes=memory_bytes,
        answer_bytes=MAX_ANSWER_BYTES,
    )
    try:
        found = ask_worker(_WORKER, {"query": query}, document, limits=limits)
    except NoAnswerError as error:
        # the memory limit may end the process in different ways
        reason = (
            f"the query took longer than {seconds:g} s and was stopped"
            if error.timed_out
            else "the query ended without a result, probably out of memory"
        )
        raise UsageError(f"{reason}; query fewer versions or simplify it") from error
    return _items(found)


def _items(found: dict[str, Any]) -> Sequence[str]:
    if "items" in found:
        return [str(item) for item in found["items"]]
    if "too_large" in found:
        raise UsageError("the result of the query does not fit into memory; let it return less")
    raise InputError(f"the query cannot be run: {_plain(str(found.get('error', 'unknown error')))}; correct it")


def _plain(message: str) -> str:
    """Saxon's message on one line, without the made-up address of the query."""
    return re.sub(r"\s+", " ", re.sub(r" of urn:pagestrata:archive:?", "", message)).strip().rstrip(".")
