"""A time limit for work on one page that ends the work, in whatever thread it runs.

Visits and screens work in threads, where no signal arrives. A timer raises an exception inside the thread that is too
slow, at its next step. Only pure work belongs under such a limit (cutting, comparing, judging): it holds no lock and no
file that could be left half-way. A single call into C, such as one regular expression, cannot be ended. That is why every
text function is held to linear growth (`tests/attacks/test_growth.py`).
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from pagestrata.errors import SlowPageError

# Imports inside functions: visits that find nothing new end without them (tests/guards/test_light_start.py).

Answer = TypeVar("Answer")

EXAMINE_SECONDS = 120.0
"""For cutting, comparing and judging one page during a visit. The largest pages known take a tenth of that."""
SCREEN_SECONDS = 40.0
"""For comparing two versions while a person waits."""
_AGAIN_SECONDS = 0.5
_STEPS = 1_000


class _TimeIsUp(BaseException):
    """Raised inside the slow thread. No `except Exception` of the work itself stops it."""


def within_time(seconds: float, what: str, work: Callable[[], Answer]) -> Answer:
    """What the work gives. Raises SlowPageError, which names `what`, where it took longer and was ended."""
    timer = _Timer(threading.get_ident(), seconds)
    try:
        try:
            timer.start()
            return work()
        finally:
            timer.stop()
    except _TimeIsUp:
        timer.stop()
        raise SlowPageError(
            f"{what} took longer than {seconds:g} seconds and was stopped; the page may be malicious"
        ) from None


class _Timer(threading.Thread):
    """Raises `_TimeIsUp` in a thread when its time is over, again and again until it is stopped."""

    def __init__(self, ident: int, seconds: float) -> None:
        super().__init__(name="time limit", daemon=True)
        self._limited, self._seconds = ident, seconds
        self._stopped = threading.Event()
        self._has_raised = False

    def run(self) -> None:
        wait = self._seconds
        while not self._stopped.wait(wait):
            _keep_quiet_about_lost_ends()
            self._has_raised = True
            _raise_in(self._limited, _TimeIsUp)
            wait = _AGAIN_SECONDS

    def stop(self) -> None:
        """Afterwards nothing is raised any more. Called by the limited thread, which may be interrupted here, too."""
        self._stopped.set()
        self.join()
        if self._has_raised:
            # What was raised and has not arrived yet arrives here. Taking it back would leave the interpreter looking for
            # it at every step, for good: each one slower, and none ended while somebody traces.
            for _ in range(_STEPS):
                pass


class _QuietHook:
    """Passes on what Python could not raise, except `_TimeIsUp`.

    One that arrives while an object is being freed is lost, and Python prints it. It is raised again half a second later,
    so there is nothing to report.
    """

    def __init__(self, former: Callable[[Any], object]) -> None:
        self._former = former

    def __call__(self, unraisable: Any) -> None:
        if not issubclass(unraisable.exc_type, _TimeIsUp):
            self._former(unraisable)


def _keep_quiet_about_lost_ends() -> None:
    if not isinstance(sys.unraisablehook, _QuietHook):
        sys.unraisablehook = _QuietHook(sys.unraisablehook)


def _raise_in(ident: int, error: type[BaseException]) -> None:
    import ctypes  # only now: most programs never end anything

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(error))
