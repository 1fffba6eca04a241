"""`pagestrata doctor`: all checks of this machine, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from pagestrata.app.doctor.machine import (
    browser_results,
    clock_result,
    disk_results,
    driver_result,
    memory_result,
    python_result,
    shared_memory_result,
    split_message,
    time_zone_result,
)
from pagestrata.app.doctor.services import channels_result, look_at_archive, proxy_result, ray_result
from pagestrata.capturing.browser.system_packages import this_system
from pagestrata.errors import PagestrataError
from pagestrata.model.check_results import CheckResult, State, missing


def doctor(
    *,
    archive: str | Path | None = None,
    browser: str | None = None,
    proxy: str | None = None,
    opens_browser: bool = True,
    now: datetime | None = None,
) -> tuple[CheckResult, ...]:
    """Check what Pagestrata needs on this machine: each item is fine, weak or missing, with advice.

    Nothing is installed, and no archive is created or upgraded. `opens_browser=False` skips the checks that need
    a browser with a page: its sandbox and its fonts.
    """
    system, moment = this_system(), now or datetime.now(UTC)
    place = str(archive) if archive is not None else None
    condition, archive_lines = look_at_archive(place) if place is not None else (None, [])
    newest_visit_at, server_time = (condition.newest_visit_at, condition.server_time) if condition else (None, None)
    checks: tuple[tuple[str, Callable[[], Iterable[CheckResult]]], ...] = (
        ("Python", lambda: [python_result()]),
        ("driver", lambda: [driver_result(system)]),
        ("browser", lambda: browser_results(browser, system, opens_browser=opens_browser)),
        (
            "clock",
            lambda: [
                clock_result(moment, newest_visit_at=newest_visit_at, server_time=server_time),
                time_zone_result(),
            ],
        ),
        ("disk", lambda: disk_results(place)),
        ("memory", lambda: [memory_result(), shared_memory_result()]),
        ("archive", lambda: archive_lines),
        ("services", lambda: [ray_result(), channels_result(place), proxy_result(proxy)]),
    )
    return tuple(result for name, check in checks for result in _lines(name, check))


def is_healthy(results: Iterable[CheckResult]) -> bool:
    """Whether nothing is missing; a weak item does not count."""
    return all(result.state is not State.MISSING for result in results)


def _lines(name: str, check: Callable[[], Iterable[CheckResult]]) -> Iterator[CheckResult]:
    """The results of one check. A check that fails is a result itself: the others still run."""
    try:
        yield from check()
    except (PagestrataError, OSError) as error:
        found, advice = split_message(error)
        yield missing(name, found, advice or "check what this message names")
