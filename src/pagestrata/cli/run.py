"""`pagestrata run`: the daemon that visits what is most urgent."""

from __future__ import annotations

import contextlib
import json
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
from pagestrata.cli.output import as_json, complain, deliver
from pagestrata.cli.schedule_options import planner_options, take_planner
from pagestrata.cli.settings import Settings, shared_options
from pagestrata.errors import ArchiveError, UsageError
from pagestrata.formats.terminal_text import terminal_text

if TYPE_CHECKING:
    from pagestrata.app.daemon.daemon import MadeVisit
    from pagestrata.app.session import Session


@click.command()
@click.option("--once", is_flag=True, help="Visit what is due now, at most the budget of one hour, and end.")
@click.option("--until", type=Moment(), help="End at this time.")
@planner_options
@engine_options
@click.option("--browsers", type=click.IntRange(1, 8), default=1, show_default=True, help="Browsers at the same time.")
@click.option(
    "--host-delay",
    type=click.FloatRange(min=0),
    default=2.0,
    show_default=True,
    help="Seconds between visits to a host.",
)
@click.option("--metrics-port", type=click.IntRange(0, 65535), help="Serve /metrics and /health on this loopback port.")
@daemon_capture_options
@format_option("text", "json", default="text")
@shared_options
@click.pass_obj
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
    **options: Any,
) -> None:
    """Visit the watched pages, those first whose changes are most likely to have been missed, within a budget.

    Pages with an interval are visited by it; the others share what the budget leaves, by how often each changed in a way
    that mattered and what that was worth. robots.txt is obeyed, a host is visited by one visit at a time with pauses in
    between, faults are tried again ever later. Several programs may run on one archive. An interrupt (Ctrl-C, SIGTERM) lets
    the visits under way end; the next start goes on where this one was.

    With --engine ray one program leads, those started beside it wait to take over, and the nodes of the cluster visit.

    Each visit is one line on standard error: words on a terminal, JSON elsewhere. The answer at the end counts them.
    """
    from pagestrata.app.daemon.daemon import Daemon
    from pagestrata.crawl.politeness import HostTurns

    settings.say_archive()
    counted = {"visits": 0, "kept": 0, "faults": 0, "errors": 0, "unrecorded": 0}
    with (
        open_session(settings, options, browsers=browsers) as session,
        _elsewhere(settings, session, engine, address, workers) as elsewhere,
    ):
        daemon = Daemon(
            session=session,
            planner=take_planner(options, kept=session.archive.settings.get("budget")),
            report=reporter(counted),
            turns=HostTurns(delay_seconds=host_delay),
            clock=session.archive.clock.now,
            **(elsewhere or {"workers": _few(workers)}),
        )
        with _ended_by_signals(daemon.stop), _served(daemon, metrics_port):
            daemon.run(once=once, until=until)
    counted["unrecorded"] = len(daemon.unrecorded)
    deliver(as_json(counted) if form == "json" else _sentence(counted))
    if daemon.unrecorded:
        url, why = next(iter(daemon.unrecorded.items()))
        raise ArchiveError(f"visits of {len(daemon.unrecorded)} pages could not be recorded; {url}: {why}")


MOST_HERE = 8


def _few(workers: int | None) -> int:
    if workers is not None and workers > MOST_HERE:
        raise UsageError(f"one machine makes at most {MOST_HERE} visits at once; give --engine ray for more")
    return workers or 2


@contextlib.contextmanager
def _elsewhere(
    settings: Settings, session: Session, engine: str, address: str | None, workers: int | None
) -> Iterator[dict[str, Any]]:
    """How the daemon visits pages on a cluster; nothing where it visits them itself."""
    if engine == "local":
        refuse_address(address)
        yield {}
        return
    from pagestrata.app.daemon.holder import LEADER, new_holder
    from pagestrata.app.daemon.metrics import Metrics
    from pagestrata.app.daemon.visits_elsewhere import PageVisits, VisitsElsewhere
    from pagestrata.engine.pool import PlacePool

    lead = session.archive.leadership
    work = PageVisits(archive=str(settings.archive_address), browser=settings.browser, options=session.options)
    with open_cluster(address, workers) as places, PlacePool(places, work) as pool:
        metrics, cheaply = Metrics(), places.task(replace(work, opens_browser=False))
        metrics.set("pagestrata_places", places.capacity())
        visits = VisitsElsewhere(cheaply=cheaply, in_browser=pool.do, noted=metrics.visited_on)
        given = {"workers": places.capacity(), "visit": visits.visit, "leads": lead.take, "metrics": metrics}
        try:
            yield {**given, "holder": f"{LEADER}{new_holder()}"}
        finally:
            lead.give_up()


def reporter(counted: dict[str, int]) -> Callable[[MadeVisit], None]:
    """Counts visits and says each on standard error: words on a terminal, JSON elsewhere."""
    is_terminal = sys.stderr.isatty()

    def report(made: MadeVisit) -> None:
        visit = made.visit
        counted["visits"] += 1
        counted["kept"] += visit.kept
        counted["faults"] += visit.fault is not None
        counted["errors"] += visit.error is not None and visit.fault is None
        click.echo(terminal_text(line(made)) if is_terminal else json.dumps(as_record(made)), err=True)

    return report


def line(made: MadeVisit) -> str:
    """A visit for people."""
    visit = made.visit
    reason = visit.error or (str(visit.reasons[0]) if visit.reasons else "Skipped: not modified")
    return f"{visit.visited_at:%H:%M:%S}  {made.watch.url}  {reason}  (next {made.next_at:%Y-%m-%d %H:%M})"


def as_record(made: MadeVisit) -> dict[str, Any]:
    """A visit for programs: one line of a log."""
    visit = made.visit
    return {
        "time": iso(visit.visited_at),
        "event": "visit",
        "url": made.watch.url,
        "stage": visit.stage,
        "kept": visit.kept,
        "version": visit.version,
        "fault": visit.fault,
        "error": visit.error,
        "importance": visit.importance,
        "seconds": round(sum(visit.seconds.values()), 3),
        "next": iso(made.next_at),
    }


def _sentence(counted: dict[str, int]) -> str:
    nouns = {"visits": "visit", "faults": "fault", "errors": "error"}
    said = {name: f"{counted[name]} {noun}{'s' * (counted[name] != 1)}" for name, noun in nouns.items()}
    missed = f", {counted['unrecorded']} not recorded" if counted["unrecorded"] else ""
    return f"{said['visits']}, {counted['kept']} kept, {said['faults']}, {said['errors']}{missed}\n"


@contextlib.contextmanager
def _ended_by_signals(stop: threading.Event) -> Iterator[None]:
    """While it lasts: the first interrupt lets the daemon end, a second one ends it at once."""

    def end(_number: int, _frame: Any) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        complain("ending when the visits under way have ended; interrupt again to end at once")
        stop.set()

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
