"""Every rival on every history: version by version, one rival after the other, all in one run."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchmarks.peers.monitors.rival import (
    CHECK_SECONDS,
    KEPT,
    MOST_DISK_BYTES,
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """A rival by its name in the tables; archives raise no alarms."""

    name: str
    make: Callable[[], Rival]
    raises_alarms: bool = True


def run_all(
    contenders: Sequence[Contender],
    histories: Sequence[Versions],
    *,
    trial: TrialPage | None = None,
    say: Say = print,
    note: Callable[[Sequence[Row]], None] = len,
) -> list[Row]:
    """The rows of all rivals on all histories; one that fails, or fails its trial, does not keep the others from running.

    `note` is called with all rows so far whenever every rival has been through a history.
    """
    failures = {one.name: tried(one, trial, say=say) for one in contenders} if trial is not None else {}
    rows = []
    for history in histories:
        for one in contenders:
            if failures.get(one.name):
                rows.append(Row(rival=one.name, site=history.site, failure=failures[one.name]))
                continue
            row = run_one(one, history)
            rows.append(row)
            spent = sum(check.cpu_seconds for check in row.checks) / max(1, len(row.checks))
            say(f"{history.site:24} {one.name:32} {row.failure or f'{len(row.checks)} checks, {spent:.2f} s each'}")
        note(rows)
    return rows


def tried(contender: Contender, trial: TrialPage, *, say: Say = print) -> str:
    """Why a rival failed its trial, or ''."""
    failure = why_it_failed(run_one(contender, trial), trial, raises_alarms=contender.raises_alarms)
    say(f"{trial.site:24} {contender.name:32} {failure or 'understood'}")
    return failure


def run_one(contender: Contender, versions: Versions) -> Row:
    """One rival on one history. Whatever it does wrong is the failure of its row."""
    row = Row(rival=contender.name, site=versions.site)
    known = {child.pid for child in psutil.Process().children(recursive=True)}
    folder = Path(tempfile.mkdtemp(prefix="pagestrata-peers-"))
    rival: Rival | None = None
    try:
        (folder / KEPT).mkdir()
        with serving_versions(versions) as server:
            rival = contender.make()
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
    except Exception as error:
        row.failure = str(error) if isinstance(error, RivalFailedError) else f"{type(error).__name__}: {error}"
    finally:
        with suppress(Exception), within(CHECK_SECONDS):
            if rival is not None:
                rival.end()
        end_descendants(known)
        shutil.rmtree(folder, ignore_errors=True)
    return row
