"""A process that visits the watched pages for as long as the program that started it lives.

It ends when its pipe closes, also if its parent process is killed. Interrupts of the terminal reach both; the
process leaves them to the program.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from pagestrata.cli.settings import Settings, set_up_logging

if TYPE_CHECKING:
    from pagestrata.app.planning.planning import Planner
    from pagestrata.capturing.options import CaptureOptions

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).

ENDING_SECONDS = 90.0
"""For the visits under way."""


@contextlib.contextmanager
def visiting(settings: Settings, page: CaptureOptions, planner: Planner) -> Iterator[None]:
    """While it lasts: a process of its own visits what is due."""
    spawning = multiprocessing.get_context("spawn")
    heard, told = spawning.Pipe(duplex=False)
    process = spawning.Process(target=_visit, args=(settings, page, planner, heard), name="pagestrata-run")
    with _interrupts_ignored():
        process.start()
    heard.close()
    try:
        yield
    finally:
        told.close()
        process.join(ENDING_SECONDS)
        if process.is_alive():
            process.kill()
            process.join()


@contextlib.contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """What is started meanwhile ignores interrupts from its first moment, before it could say so itself."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def _visit(settings: Settings, page: CaptureOptions, planner: Planner, heard: Connection) -> None:
    from pagestrata.app.daemon.daemon import Daemon
    from pagestrata.cli.capture_options import open_session
    from pagestrata.cli.run import reporter

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    set_up_logging(verbose=settings.verbose)
    with open_session(settings, page) as session:
        counted = {"visits": 0, "kept": 0, "faults": 0, "errors": 0}
        daemon = Daemon(session=session, planner=planner, report=reporter(counted))
        signal.signal(signal.SIGTERM, lambda _number, _frame: daemon.stop.set())
        threading.Thread(target=_wait_for_end, args=(heard, daemon.stop), daemon=True).start()
        daemon.run()


def _wait_for_end(heard: Connection, stop: threading.Event) -> None:
    with contextlib.suppress(EOFError, OSError):
        heard.recv()
    stop.set()
