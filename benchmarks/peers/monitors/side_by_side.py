"""Every rival on every history: version by version, one rival after the other, all in one run."""

from __future__ import annotations

import math
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import psutil

from benchmarks.peers.monitors.rival import (
    CHECK_SECONDS,
    KEPT,
    MOST_DISK_BYTES,
    NOT_RUN,
    Rival,
    RivalFailedError,
    Row,
    end_descendants,
    folder_bytes,
    measured,
    memory_bytes,
    wait_for_rest,
    within,
)
from benchmarks.peers.monitors.served_versions import Versions, serving_versions
from benchmarks.peers.monitors.trial import TrialPage, why_it_failed

Say = Callable[[str], None]

ROW_SECONDS = 900.0
END_SECONDS = 30.0
"""For a rival to end; its processes are killed then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """A rival by its name in the tables; archives raise no alarms. `every`: it runs on each history of that many."""

    name: str
    make: Callable[[], Rival]
    raises_alarms: bool = True
    every: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLimits:
    """Seconds that one rival may take for one history, and that a whole run may take. A row cut off by either has failed."""

    row_seconds: float = ROW_SECONDS
    run_seconds: float = math.inf


NO_LIMITS = TimeLimits()


def run_all(
    contenders: Sequence[Contender],
    histories: Sequence[Versions],
    *,
    trial: TrialPage | None = None,
    limits: TimeLimits = NO_LIMITS,
    done: Collection[tuple[str, str]] = (),
    say: Say = print,
    note: Callable[[Sequence[Row]], None] = len,
) -> list[Row]:
    """The rows of all rivals on all histories; one that fails, or fails its trial, does not keep the others from running.

    `note` is called with all rows so far after each of them. `done` are rivals and sites of an earlier run: they are not measured
    again, and rivals among them have passed their trial.
    """
    ends_at = time.monotonic() + limits.run_seconds
    passed = {name for name, _ in done}
    to_try = [one for one in contenders if one.name not in passed] if trial is not None else []
    failures = {one.name: tried(one, trial, limits=limits, say=say) for one in to_try if trial is not None}
    rows: list[Row] = []
    for number, history in enumerate(histories):
        for one in contenders:
            if number % one.every or (one.name, history.site) in done:
                continue
            row = _next_row(one, history, failures.get(one.name, ""), limits, ends_at)
            rows.append(row)
            spent = sum(check.cpu_seconds for check in row.checks) / max(1, len(row.checks))
            say(f"{history.site:24} {one.name:32} {row.failure or f'{len(row.checks)} checks, {spent:.2f} s each'}")
            note(rows)
    return rows


def _next_row(contender: Contender, history: Versions, failure: str, limits: TimeLimits, ends_at: float) -> Row:
    left = ends_at - time.monotonic()
    if not failure and left <= 0:
        failure = f"{NOT_RUN}: the {limits.run_seconds / 60:g} minutes of the whole run were over"
    if failure:
        return Row(rival=contender.name, site=history.site, failure=failure)
    return run_one(contender, history, seconds=min(limits.row_seconds, left))


def tried(contender: Contender, trial: TrialPage, *, limits: TimeLimits = NO_LIMITS, say: Say = print) -> str:
    """Why a rival failed its trial, or ''."""
    failure = why_it_failed(
        run_one(contender, trial, seconds=limits.row_seconds), trial, raises_alarms=contender.raises_alarms
    )
    say(f"{trial.site:24} {contender.name:32} {failure or 'understood'}")
    return failure


def run_one(contender: Contender, versions: Versions, *, seconds: float = ROW_SECONDS) -> Row:
    """One rival on one history. Whatever it does wrong, or takes longer for, is the failure of its row."""
    row = Row(rival=contender.name, site=versions.site, began=f"{datetime.now(UTC):%Y-%m-%d %H:%M}")
    row.load = os.getloadavg()[0]
    known = {child.pid for child in psutil.Process().children(recursive=True)}
    folder = Path(tempfile.mkdtemp(prefix="pagestrata-peers-"))
    with ExitStack() as opened:
        try:
            with within(seconds):
                _watch(contender, versions, folder, row, opened)
        except Exception as error:
            row.failure = str(error) if isinstance(error, RivalFailedError) else f"{type(error).__name__}: {error}"
        with suppress(Exception), within(END_SECONDS):
            opened.close()
    end_descendants(known)
    shutil.rmtree(folder, ignore_errors=True)
    return row


def _watch(contender: Contender, versions: Versions, folder: Path, row: Row, opened: ExitStack) -> None:
    """Let a rival check every version; `opened` ends what was started."""
    (folder / KEPT).mkdir()
    server = opened.enter_context(serving_versions(versions))
    rival = contender.make()
    opened.callback(rival.end)
    with within(CHECK_SECONDS):
        rival.begin(folder, server.url)
    wait_for_rest()
    row.rest_bytes = memory_bytes()
    for number in range(versions.count):
        server.shown = number
        row.checks.append(measured(rival, versions.label(number), server, folder))
        if folder_bytes(folder) > MOST_DISK_BYTES:
            raise RivalFailedError(f"filled the disk: more than {MOST_DISK_BYTES / 1e6:g} MB")
    row.disk_bytes = folder_bytes(folder / KEPT)
