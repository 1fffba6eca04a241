"""`pagestrata run`: the daemon that visits what is most urgent."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from pagestrata.cli.archive_options import Moment, format_option, iso
from pagestrata.cli.capture_options import daemon_capture_options, open_session
from pagestrata.cli.engine_options import engine_options, open_cluster, refuse_address
from pagestrata.cli.options import WHEN, SectionedCommand, Settings, option, rarely_needed, with_settings
from pagestrata.cli.output import as_json, attributes, complain, deliver
from pagestrata.cli.schedule_options import planner_of, planner_options
from pagestrata.crawl.politeness import HostTurns
from pagestrata.engine.pool import WorkerPool
from pagestrata.errors import ArchiveError, UsageError
from pagestrata.formats.terminal_text import terminal_text
from pagestrata.model.plain_numbers import counted

if TYPE_CHECKING:
    from pagestrata.app.daemon.daemon import MadeVisit
    from pagestrata.app.session import Session
    from pagestrata.capturing.options import CaptureOptions
    from pagestrata.schedule.policies import Policy

# Imports inside functions: help, and commands that need less, start without them (tests/guards/test_light_start.py).


@click.command(cls=SectionedCommand)
@option(
    "--once", section=WHEN, is_flag=True, help="Visit the pages that are due now, within one hour's budget, and exit."
)
@option("--until", section=WHEN, type=Moment(), help="Exit at this time.")
@planner_options
@rarely_needed(engine_options)
@click.option("--browsers", type=click.IntRange(1, 8), default=1, metavar="N", help="Number of browsers.")
@click.option(
    "--host-delay", type=click.FloatRange(min=0), default=2.0, metavar="SECONDS", help="Pause between visits to a host."
)
@click.option(
    "--metrics-port",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    help="Serve /metrics and /health on this loopback port.",
)
@rarely_needed(daemon_capture_options)
@format_option("text", "json", default="text")
@with_settings
def run(
    settings: Settings,
    /,
    once: bool,
    until: datetime | None,
    workers: int | None,
    engine: str,
    address: str | None,
    browsers: int,
    host_delay: float,
    metrics_port: int | None,
    form: str,
    budget: str | None,
    policy: Policy,
    page: CaptureOptions,
) -> None:
    """Visit the watched pages on schedule, the most urgent first, within a budget.

    Pages with an interval are visited at that interval. The others share the rest of the budget: pages that change
    often, and in ways that matter, get more visits. `run` obeys robots.txt, makes one visit at a time to a host and
    pauses in between. It retries failed pages after longer and longer pauses.

    Ctrl-C or SIGTERM stops `run` after the visits in progress; a second one stops it at once. It continues where it
    stopped when you start it again. Each visit is logged to standard error, one line per visit.

    Several `run` processes can share an archive. With --engine ray, one of them leads, the others stand by, and the
    nodes of the cluster make the visits.
    """
    from pagestrata.app.daemon.daemon import Daemon

    settings.say_archive()
    sums = {"visits": 0, "kept": 0, "faults": 0, "errors": 0, "unrecorded": 0}
    with (
        open_session(settings, page, browsers=browsers) as session,
        _elsewhere(settings, session, engine, address, workers) as elsewhere,
    ):
        daemon = Daemon(
            session=session,
            planner=planner_of(budget, policy, kept=session.archive.settings.get("budget")),
            report=reporter(sums),
            turns=HostTurns(delay_seconds=host_delay),
            clock=session.archive.clock.now,
            **(elsewhere or {"workers": _few(workers)}),
        )
        with _ended_by_signals(daemon.stop), _served(daemon, metrics_port):
            daemon.run(once=once, until=until)
    sums["unrecorded"] = len(daemon.unrecorded)
    deliver(as_json(sums) if form == "json" else _sentence(sums))
    if daemon.unrecorded:
        url, why = next(iter(daemon.unrecorded.items()))
        raise ArchiveError(f"visits of {len(daemon.unrecorded)} pages could not be recorded; {url}: {why}")


MOST_HERE = 8


def _few(workers: int | None) -> int:
    if workers is not None and workers > MOST_HERE:
        raise UsageError(f"one machine runs at most {MOST_HERE} visits in parallel; use --engine ray for more")
    return workers or 2


@contextlib.contextmanager
def _elsewhere(
    settings: Settings, session: Session, engine: str, address: str | None, workers: int | None
) -> Iterator[dict[str, Any]]:
    """Yield the settings of a daemon that visits pages on a cluster; none if it visits them itself."""
    if engine == "local":
        refuse_address(address)
        yield {}
        return
    from pagestrata.app.daemon.leases import LEADER, new_holder
    from pagestrata.app.daemon.metrics import Metrics
    from pagestrata.app.daemon.visits_elsewhere import PageVisits, VisitsElsewhere

    lead = session.archive.leadership
    work = PageVisits(archive=str(settings.archive_address), browser=settings.browser, options=session.options)
    with open_cluster(address, workers) as places, WorkerPool(places, work) as pool:
        metrics, cheaply = Metrics(), places.task(replace(work, opens_browser=False))
        metrics.set("pagestrata_places", places.capacity())
        visits = VisitsElsewhere(cheaply=cheaply, in_browser=pool.do, noted=metrics.visited_on)
        daemon_settings = {"workers": places.capacity(), "visit": visits.visit, "leads": lead.take, "metrics": metrics}
        try:
            yield {**daemon_settings, "holder": f"{LEADER}{new_holder()}"}
        finally:
            lead.give_up()


def reporter(sums: dict[str, int]) -> Callable[[MadeVisit], None]:
    """Return a function that counts visits and logs each to standard error: text on a terminal, JSON elsewhere."""
    is_terminal = sys.stderr.isatty()

    def report(made: MadeVisit) -> None:
        visit = made.visit
        sums["visits"] += 1
        sums["kept"] += visit.kept
        sums["faults"] += visit.fault is not None
        sums["errors"] += visit.error is not None and visit.fault is None
        click.echo(terminal_text(line(made)) if is_terminal else json.dumps(as_record(made)), err=True)

    return report


def line(made: MadeVisit) -> str:
    """A visit as a line of text."""
    visit = made.visit
    reason = visit.error or (str(visit.reasons[0]) if visit.reasons else "Skipped: not modified")
    return f"{visit.visited_at:%H:%M:%S}  {made.watch.url}  {reason}  (next {made.next_at:%Y-%m-%d %H:%M})"


def as_record(made: MadeVisit) -> dict[str, Any]:
    """A visit as a JSON record."""
    visit = made.visit
    return {
        "time": iso(visit.visited_at),
        "event": "visit",
        "url": made.watch.url,
        **attributes(visit, "stage", "kept", "version", "fault", "error", "importance"),
        "seconds": round(sum(visit.seconds.values()), 3),
        "next": iso(made.next_at),
    }


def _sentence(sums: dict[str, int]) -> str:
    visits, faults, errors = (counted(sums[f"{noun}s"], noun) for noun in ("visit", "fault", "error"))
    missed = f", {sums['unrecorded']} not recorded" if sums["unrecorded"] else ""
    return f"{visits}, {sums['kept']} kept, {faults}, {errors}{missed}\n"


def _end_at_once() -> None:
    """End without waiting for the threads of running visits, as Python would; the archive stays sound, as after a kill."""
    complain("stopped at once; the next start repeats the visits in progress within five minutes")
    sys.stdout.flush()
    os._exit(130)


@contextlib.contextmanager
def _ended_by_signals(stop: threading.Event, *, end_at_once: Callable[[], object] = _end_at_once) -> Iterator[None]:
    """Let the first interrupt end the daemon after its running visits, and a second one end it at once."""

    def end(_number: int, _frame: Any) -> None:
        if stop.is_set():
            end_at_once()
            return
        stop.set()  # before the message: the second interrupt may come at once
        complain("stopping after the visits in progress; interrupt again to stop at once")

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def _served(daemon: Any, port: int | None) -> Iterator[None]:
    from pagestrata.app.daemon.metrics import MetricsServer

    if port is None:
        yield
        return
    with MetricsServer(daemon.metrics, port=port) as server:
        click.echo(f"pagestrata: metrics at {server.address}/metrics", err=True)
        yield
