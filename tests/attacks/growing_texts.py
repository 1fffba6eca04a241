"""Measure how the time of a function grows with its text.

Each of `UNITS` is repeated up to 1,000, 10,000 and 100,000 characters. A decade may take twelve times as long as the one
before. The measure is processor time, the shortest of several calls where the result matters; times below a floor are not
compared. A call that takes too long is ended and counts as a fault, so nothing here can hang.
"""

from __future__ import annotations

import contextlib
import gc
import inspect
import math
import signal
import socket
import subprocess
import time
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from types import FrameType
from typing import Any
from unittest import mock

from attacks.text_functions import TextFunction

UNITS = (
    "1 ", "a ", "1", "a", " ", ".", "1.", "1,", "1:", "1/", "1-", "-", "a-", "a.", "a b. ", "1 a ", "a 1 ", "\n", "1\n",
    "a\n ", "\t", "\u00a0", "12:30 ", "1 Jan ", "Monday 1 ", "2024-01-01 ", "€1 ", "$1.00 ", "1 % ", "%", "%20", "1,000 ",
    "v1.2 ", "1 day ago ", "an hour ago ", "3 comments ", "(", "()", "[", "<", "<a>", "</a>", "<!--", "&", "&amp;", "x=1&",
    "/a", "?a=", "é ", "中", "中。", "あ", "ア 1 ", "٣ ", "א ", "\u0301", "\U0001f600", '"', "'", "@a.b ", "http://a.b/ ",
    "{}", "a1", "A", "#",
)  # fmt: skip
"""What a hostile page repeats."""

SIZES = (1_000, 10_000, 100_000)
MOST_PER_DECADE = 12.0
MOST_PER_DOUBLING = 2.5
FLOOR_SECONDS = 0.005
"""Shorter times are noise: other programs run at the same time."""
WORTH_GROWING_SECONDS = MOST_PER_DECADE * FLOOR_SECONDS / 100
"""A function that takes less cannot get above the floor in the next decade, not even with the square of the length."""
LIMIT_SECONDS = 10.0
"""Of processor time for one call."""


class TimeIsUp(BaseException):
    """Raised inside a call that takes too long; no `except Exception` stops it."""


def growth_faults(
    function: TextFunction,
    units: Sequence[str] = UNITS,
    *,
    budget: float = math.inf,
    worth: float = WORTH_GROWING_SECONDS,
) -> list[str]:
    """Units with which the function takes more than 12 times as long for 10 times the text.

    Above a budget of processor seconds the remaining units are grown to 10,000 characters only, above four times that not at
    all. Each function begins with another unit, so that none is always left out.
    """
    faults: list[str] = []
    begin = time.thread_time()
    with _nothing_but_work():
        first = len(function.name) % len(units)
        for unit in (*units[first:], *units[:first]):
            spent = time.thread_time() - begin
            if spent > 4 * budget:
                break
            sizes = SIZES if spent < budget else SIZES[:-1]
            faults += _faults(function, unit, sizes)
    return faults


def _faults(function: TextFunction, unit: str, sizes: Sequence[int]) -> Iterator[str]:
    last = _seconds(function, unit, sizes[0])
    for size in sizes[1:]:
        taken = _seconds(function, unit, size)
        if math.isinf(max(last, taken)):
            yield f"{function.name}: {unit!r} {size // 10} or {size} took longer than {LIMIT_SECONDS:g} s"
            return
        if taken > MOST_PER_DECADE * max(FLOOR_SECONDS, last) and _grows_too_fast(function, unit, size):
            yield f"{function.name}: {unit!r} {size // 10} {last:.4f} s, {size} {taken:.4f} s"
            return
        if taken < WORTH_GROWING_SECONDS:
            return
        last = taken


def _grows_too_fast(function: TextFunction, unit: str, size: int) -> bool:
    """Whether it still does when measured again, over the last decade and over the last doubling.

    A text that no longer fits a cache is one step, no growth: after it, twice the text takes twice the time.
    """
    decade = _times_as_long(function, unit, size // 10, size)
    return decade > MOST_PER_DECADE and _times_as_long(function, unit, size // 2, size) > MOST_PER_DOUBLING


def _times_as_long(function: TextFunction, unit: str, small: int, large: int, *, pairs: int = 5) -> float:
    """How many times as long the larger text takes, by the shortest time of each.

    Another program that takes the caches or the processor can only make a call slower, so the shortest of several is the
    nearest to what the function takes.
    """
    before = taken = math.inf
    for number in range(small, small + pairs):  # texts that no other call has had
        before = min(before, _seconds(function, unit, small, number))
        taken = min(taken, _seconds(function, unit, large, number))
        if math.isinf(taken):
            break
    return math.inf if math.isinf(taken) else taken / max(FLOOR_SECONDS, before)


def grown(unit: str, size: int, number: int = 0) -> str:
    """A text of about that size. Whatever its size, it ends alike: a word that is cut from its end begins with the same letter,
    and a search for it goes equally far."""
    return f"{unit * (size // len(unit))} {number:06}{size:06}"


def _seconds(function: TextFunction, unit: str, size: int, number: int = 0) -> float:
    """The processor time of one call, with a text that no cache has seen; infinite where it was ended."""
    text = grown(unit, size, number)
    begin = time.thread_time()
    try:
        with _time_limit(LIMIT_SECONDS), contextlib.suppress(Exception):  # what is refused takes time, too
            found = function.call(text)
            if inspect.isgenerator(found):
                deque(islice(found, size), maxlen=0)  # some have no end
    except TimeIsUp:
        return math.inf
    return time.thread_time() - begin


@contextlib.contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Ends what takes longer, regular expressions included."""

    def end(_number: int, _frame: FrameType | None) -> None:
        raise TimeIsUp

    former = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, former)


@contextlib.contextmanager
def _nothing_but_work() -> Iterator[None]:
    """Names are not looked up and programs not started: functions are called with whatever they take.

    Nor is memory swept: a sweep looks at everything there is, whatever the text.
    """

    def refuse(*_given: Any, **_named: Any) -> Any:
        raise OSError("not here")

    with (
        mock.patch.object(socket, "getaddrinfo", refuse),
        mock.patch.object(socket.socket, "connect", refuse),
        mock.patch.object(subprocess, "Popen", refuse),
    ):
        gc.disable()
        try:
            yield
        finally:
            gc.enable()
