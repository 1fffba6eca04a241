"""The elements that an XPath means.

An expression may look through the whole page for every element, and again for each of those: `//div[../div[../div]]` takes
the cube of a list's length. No look at an expression tells how long it takes, and nothing in this process could end it. So it
is evaluated in a process of its own with limits on time and memory (see `xpath_worker`).
"""

from __future__ import annotations

import threading
from pathlib import Path

from lxml import etree

from pagestrata.errors import UsageError
from pagestrata.locked.process import Limits, NoAnswerError, ask_worker

LONGEST_XPATH = 1_000
CPU_SECONDS = 5
SECONDS = 30.0
"""By the clock, on a machine that may be busy."""
MEMORY_BYTES = 1024**3
LONGEST_NUMBER = 20
"""Bytes that the number of an element takes in the answer."""
_WORKER = Path(__file__).with_name("xpath_worker.py")
_turns = threading.Semaphore(2)
"""Whoever asks for many slow expressions at once leaves processors to others."""


def xpath_matches(root: etree._Element, xpath: str) -> list[etree._Element]:
    """The elements of the tree, in document order. UsageError if the expression is invalid or takes too long."""
    elements = list(root.iter())
    if len(xpath) > LONGEST_XPATH:
        raise _too_long(xpath, len(elements))
    limits = Limits(
        seconds=SECONDS,
        cpu_seconds=CPU_SECONDS,
        memory_bytes=MEMORY_BYTES,
        answer_bytes=10_000 + LONGEST_NUMBER * len(elements),
    )
    try:
        with _turns:
            found = ask_worker(_WORKER, {"xpath": xpath}, etree.tostring(root), limits=limits)
    except NoAnswerError:
        raise _too_long(xpath, len(elements)) from None
    if "error" in found:
        raise UsageError(f"{xpath!r} is not an XPath ({found['error']}); try one like //table[2]//td")
    return [elements[number] for number in found["numbers"]]


def _too_long(xpath: str, count: int) -> UsageError:
    return UsageError(
        f"the XPath {xpath[:200]!r} takes too long on a page of {count} elements; leave out conditions that look through the "
        "whole page, or use a CSS selector"
    )
