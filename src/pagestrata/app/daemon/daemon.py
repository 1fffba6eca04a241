"""The daemon: takes due visits from the archive, makes them politely and within a budget, and releases them.

One loop takes visits and hands them to a few threads; everything that must survive is in the archive. A visit is leased
there while it runs, so that a killed program loses nothing and two programs never visit a page at once. The loop ends
at a signal, after the running visits have ended; the next start continues.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from pagestrata.app.daemon.leases import LEADER, UnrecordedVisits, is_gone, new_holder
from pagestrata.app.daemon.metrics import Metrics
from pagestrata.app.daemon.polite_visits import LeasedVisit, PageVisit, PoliteVisits
from pagestrata.app.daemon.upkeep import Repeated, Task, collect, complete_stamps, stamp_where_due
from pagestrata.app.planning.planning import Planner
from pagestrata.app.planning.sites import SITEMAPS_READ
from pagestrata.crawl.politeness import HostTurns
from pagestrata.errors import ArchiveError, WorkLostError
from pagestrata.model.due import Due
from pagestrata.model.fetched import Fetched
from pagestrata.model.records import Visit, Watch
from pagestrata.schedule.budget import Allowance
from pagestrata.schedule.outcomes import TYPICAL_BYTES
from pagestrata.store.due.due_visits import LEASE

if TYPE_CHECKING:
    from pagestrata.app.session import Session

log = logging.getLogger(__name__)

REPLAN_SECONDS = 600.0
RENEW_SECONDS = 60.0
MESSAGES_SECONDS = 30.0
COLLECT_SECONDS = 24 * 3600.0
STAMP_SECONDS = 60.0
COMPLETE_SECONDS = 3600.0
LONGEST_WAIT_SECONDS = 1.0
ARCHIVE_AWAY_SECONDS = 5.0
ONCE_WAITS_FOR_ARCHIVE_SECONDS = 60.0
"""How long `run --once` waits for an unavailable archive."""
ONCE_WAITS_FOR_HOSTS = LEASE
"""How long `run --once` waits for hosts that other programs visit, or that asked for a pause."""
LAST_WORDS = timedelta(seconds=1.5 * RENEW_SECONDS)
"""How long the visits of a dead leader stay leased to it: its workers may still be ending."""
DEATHS = 3  # of workers over one page, after which the page counts as failed: it may be what kills them


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeVisit:
    """One visit of the daemon, for progress reports."""

    watch: Watch
    visit: Visit
    next_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ended:
    leased: LeasedVisit
    visit: Visit
    after: Due
    pause: timedelta


@dataclass(slots=True, kw_only=True)
class Daemon:
    """Run the loop until stopped. `report` is called for every visit, in the thread that runs the loop."""

    session: Session
    planner: Planner
    workers: int = 2
    report: Callable[[MadeVisit], None] = lambda _made: None
    turns: HostTurns = field(default_factory=HostTurns)
    metrics: Metrics = field(default_factory=Metrics)
    stop: threading.Event = field(default_factory=threading.Event)
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    seconds: Callable[[], float] = time.monotonic
    fetch: Callable[[str], Fetched] | None = None  # of robots.txt and sitemaps; None: over the network
    visit: PageVisit | None = None  # one page; None: in the session
    leads: Callable[[], bool] = lambda: True  # whether this program, and no other one, takes visits now
    holder: str = field(default_factory=new_holder)
    made: int = field(default=0, init=False)
    unrecorded: dict[str, str] = field(default_factory=dict, init=False)  # pages whose last visit is not in the archive
    _visits: PoliteVisits = field(init=False)
    _running: dict[Future[Visit], LeasedVisit] = field(default_factory=dict, init=False)
    _due_by: datetime | None = field(default=None, init=False)  # of a run that ends with what is due now
    _deaths: Counter[str] = field(default_factory=Counter, init=False)  # of workers, by page
    _unrecorded: UnrecordedVisits = field(default_factory=UnrecordedVisits, init=False)

    def __post_init__(self) -> None:
        self._visits = PoliteVisits(
            session=self.session,
            planner=self.planner,
            pause_seconds=self.turns.delay_seconds,
            stop=self.stop,
            clock=self.clock,
            fetch=self.fetch,
            visit=self.visit,
        )

    def run(self, *, once: bool = False, until: datetime | None = None) -> int:
        """Make due visits within the budget and return their number. `once`: only those due now, at most an hour's budget."""
        self._due_by = None
        least = TYPICAL_BYTES if self.planner.budget.unit == "bytes" else 1.0
        allowance = Allowance(self.planner.budget.per_hour, saved_hours=1.0 if once else 1 / 12, least=least)
        with (
            ThreadPoolExecutor(self.workers, thread_name_prefix="visit") as threads,
            Repeated([self._lease_task()], name="leases", failed=self._count_error),
            Repeated(() if once else self._upkeep_tasks(), name="upkeep", failed=self._count_error),
        ):
            try:
                self._work(threads, allowance, once=once, until=until)
            finally:
                self._end(allowance)
            if once and not self.stop.is_set():
                self._send_the_last()
        return self.made

    def _work(self, threads: ThreadPoolExecutor, allowance: Allowance, *, once: bool, until: datetime | None) -> None:
        is_planned, away_since = False, None
        while not self._is_over(until):
            self.metrics.turned()
            try:
                if not self.leads():
                    is_planned = False
                    self._settle(block=True, allowance=allowance)
                    continue
                if not is_planned:
                    self._take_over()
                    self._end_turns_of_the_dead()
                    self._replan()
                    self._send()
                    is_planned = True
                    self._due_by = self.clock() if once else None  # behind the plan, in which new pages are due at once
                self._settle(block=False, allowance=allowance)
                self._give_back_unrecorded()
                began = self._begin(threads, allowance)
                if once and not began and not self._running and self._has_made_all(allowance):
                    break
            except ArchiveError as error:
                self._count_error()
                away_since = self.seconds() if away_since is None else away_since
                if once and self.seconds() - away_since >= ONCE_WAITS_FOR_ARCHIVE_SECONDS:
                    raise
                log.warning("the archive cannot be used: %s; trying again", error)
                self.stop.wait(ARCHIVE_AWAY_SECONDS)
                continue
            away_since = None
            if not began:
                self._settle(block=True, allowance=allowance)

    def _take_over(self) -> None:
        """Take over the visits of an earlier leader once its workers must have ended."""
        if self.holder.startswith(LEADER):
            self.session.archive.due.abandon_soon(
                now=self.clock(), within=LAST_WORDS, holders=LEADER, holder=self.holder
            )

    def _end_turns_of_the_dead(self) -> None:
        """Release hosts whose visiting program died on this machine; their pause is kept."""
        for holder in filter(is_gone, self.session.archive.due.turn_holders()):
            self.session.archive.due.end_turns(holder=holder, now=self.clock())

    @property
    def _least_pause(self) -> timedelta:
        return timedelta(seconds=self.turns.delay_seconds)

    def _lease_task(self) -> Task:
        return Task(name="renewing leases", every_seconds=RENEW_SECONDS, run=self._renew)

    def _upkeep_tasks(self) -> list[Task]:
        # Garbage is not collected at every start: that may be every minute, by cron.
        return [
            Task(name="planning", every_seconds=REPLAN_SECONDS, run=self._replan),
            Task(name="sending messages", every_seconds=MESSAGES_SECONDS, run=self._send),
            Task(
                name="collecting garbage",
                every_seconds=COLLECT_SECONDS,
                run=lambda: collect(self.session.archive, now=self.clock()),
            ),
            Task(
                name="stamping the log",
                every_seconds=STAMP_SECONDS,
                run=lambda: stamp_where_due(self.session.archive, now=self.clock()),
            ),
            Task(
                name="completing time stamps",
                every_seconds=COMPLETE_SECONDS,
                run=lambda: complete_stamps(self.session.archive, now=self.clock()),
            ),
        ]

    def _count_error(self) -> None:
        self.metrics.add("pagestrata_archive_errors_total")

    def _replan(self) -> None:
        self.metrics.set("pagestrata_pages", self.planner.replan(self.session.archive, now=self.clock()))
        self.session.archive.due.forget_turns(now=self.clock())

    def _renew(self) -> None:
        under_way = [leased.due.watch_id for leased in list(self._running.values())]
        self.session.archive.due.renew(under_way, now=self.clock(), holder=self.holder)

    def _send(self) -> None:
        self.session.send_messages()
        self.metrics.set("pagestrata_messages_waiting", self.session.archive.outbox.unsent())

    def _is_over(self, until: datetime | None) -> bool:
        return self.stop.is_set() or (until is not None and self.clock() >= until)

    def _begin(self, threads: ThreadPoolExecutor, allowance: Allowance) -> bool:
        """Begin due visits while workers are free, hosts may be requested, and the budget allows."""
        most = min(self.workers - len(self._running), allowance.paid_visits(self.seconds()))
        if most <= 0:
            return False
        archive, closed = self.session.archive, self.turns.closed(at=self.seconds())
        now, pause = self.clock(), self._least_pause
        taken = archive.due.take_turns(
            now=now, holder=self.holder, pause=pause, limit=most, without_hosts=closed, due_by=self._due_by
        )
        watches = archive.watches.all_of([due.watch_id for due in taken]) if taken else {}
        for due in taken:
            try:
                leased = self._leased(due, watches.get(due.watch_id))
            except ArchiveError as error:
                self._count_error()
                log.warning("%s: not started (%s); its lease is released later", due.watch_id, error)
                self._miss(watches.get(due.watch_id), error)
                self._unrecorded.failed(due, at=self.seconds())
                continue
            if leased is not None:
                self._unrecorded.begun(due.watch_id)
                self.turns.begin(due.host)
                if self.planner.budget.unit == "visits":
                    allowance.spend(1.0)
                self._running[threads.submit(self._visits.make, leased)] = leased
        self.metrics.set("pagestrata_visits_running", len(self._running))
        return bool(taken)

    def _leased(self, due: Due, watch: Watch | None) -> LeasedVisit | None:
        """The visit for a lease; None if the page is no longer watched or was already visited."""
        archive = self.session.archive
        if watch is None:
            archive.due.remove([due.watch_id])
            archive.due.end_turn(due.host, holder=self.holder, now=self.clock(), pause=timedelta(0))
            return None
        if due.was_abandoned and (made := self._made_already(due, watch)) is not None:
            after = self.planner.settled(due, watch, made, now=self.clock())
            archive.due.settle(after, holder=self.holder, now=self.clock(), pause=self._least_pause)
            return None
        return LeasedVisit(due=due, watch=watch)

    def _made_already(self, due: Due, watch: Watch) -> Visit | None:
        """Return the visit that a worker recorded before it died without releasing its lease."""
        last = next(iter(self.session.archive.visits.of(watch.url, limit=1)), None)
        is_new = last is not None and last.visited_at > (due.last_at or due.due_at - timedelta(microseconds=1))
        return last if is_new else None

    def _has_made_all(self, allowance: Allowance) -> bool:
        """Whether no visit is left that the budget allows, including those that wait for their host."""
        return not allowance.pays(self.seconds()) or not self.session.archive.due.is_any_left(
            now=self.clock(),
            due_by=self._due_by or self.clock(),
            pause=self._least_pause,
            within=ONCE_WAITS_FOR_HOSTS,
            hosts=self.turns.closed(at=self.seconds()),
        )

    def _settle(self, *, block: bool, allowance: Allowance) -> None:
        """Release the visits that have ended; with `block`, wait briefly for one."""
        if not self._running:
            if block:
                self.stop.wait(self._pause(allowance))
            return
        done, _ = wait(self._running, timeout=self._pause(allowance) if block else 0, return_when=FIRST_COMPLETED)
        for future in [each for each in done if each.exception() is not None]:
            self._give_up(self._running.pop(future), future.exception())
        made = [self._ended(self._running[future], future.result()) for future in done if future in self._running]
        if made:
            # They count as running until the archive knows of them: if it is unavailable, this is retried.
            pauses = {each.leased.due.host: each.pause for each in made}
            afters = [each.after for each in made]
            self.session.archive.due.settle_all(afters, holder=self.holder, now=self.clock(), pauses=pauses)
            for future in done:
                self._running.pop(future, None)
            self._count(made, allowance)
        self.metrics.set("pagestrata_visits_running", len(self._running))

    def _pause(self, allowance: Allowance) -> float:
        if len(self._running) >= self.workers:
            return LONGEST_WAIT_SECONDS  # no worker is free before a visit ends, regardless of hosts and budget
        free = self.turns.next_free(at=self.seconds())
        waits = [LONGEST_WAIT_SECONDS, allowance.wait_seconds() or LONGEST_WAIT_SECONDS]
        waits += [max(0.01, free - self.seconds())] if free is not None else []
        return max(0.01, min(waits))

    def _give_up(self, leased: LeasedVisit, error: BaseException | None) -> None:
        """Handle a visit that could not be made or recorded: its lease is released later, and it is repeated."""
        delay = self._visits.delay_seconds(leased.watch.url)
        self._visits.forget_delay(leased.watch.url)
        self.turns.end(leased.due.host, at=self.seconds(), delay_seconds=delay)
        log.warning("%s: the visit could not be recorded: %s", leased.watch.url, error)
        self._miss(leased.watch, error)
        self._end_turn(leased.due.host, delay)
        if isinstance(error, WorkLostError):
            self._worker_died(leased, error)
        else:
            self._unrecorded.failed(leased.due, at=self.seconds())

    def _miss(self, watch: Watch | None, error: BaseException | None) -> None:
        """Note a visit that the archive does not know of, until a later one is recorded."""
        self.metrics.add("pagestrata_visits_unrecorded_total")
        if watch is not None:
            self.unrecorded[watch.url] = str(error)

    def _give_back_unrecorded(self) -> None:
        """Release the leases of unrecorded visits when the archive is available again."""
        at, due = self.seconds(), self.session.archive.due
        for entry in self._unrecorded.ready(at=at):
            if not any(leased.due.host == entry.host for leased in self._running.values()):
                # If the database was down, the turn was not released; the pause of its visit is over or begins now.
                due.end_turn(entry.host, holder=self.holder, now=self.clock(), pause=self._least_pause)
            due.abandon(entry.watch_id, now=self.clock(), holder=self.holder)
            self._unrecorded.given_back(entry.watch_id, at=at)

    def _ended(self, leased: LeasedVisit, visit: Visit) -> _Ended:
        """A visit with the next due time of its page and the pause of its host."""
        delay = max(self._visits.delay_seconds(leased.watch.url), visit.retry_after_seconds or 0.0)
        after = self.planner.settled(leased.due, leased.watch, visit, now=self.clock())
        if leased.watch.settings.scope is not None and visit.showed_page and leased.reads_sitemaps(visit.visited_at):
            after = replace(after, facts={**after.facts, SITEMAPS_READ: self.clock().timestamp()})
        return _Ended(leased=leased, visit=visit, after=after, pause=max(self._least_pause, timedelta(seconds=delay)))

    def _count(self, made: Sequence[_Ended], allowance: Allowance) -> None:
        """Count and report visits that were recorded in the archive."""
        for each in made:
            leased, visit = each.leased, each.visit
            self.turns.end(leased.due.host, at=self.seconds(), delay_seconds=each.pause.total_seconds())
            if self.planner.budget.unit != "visits":
                allowance.spend(self.planner.price_of_visit(visit))
            self._visits.forget_delay(leased.watch.url)
            self._deaths.pop(leased.due.watch_id, None)
            self.unrecorded.pop(leased.watch.url, None)
            self._unrecorded.recorded(leased.due.watch_id, is_version=visit.version is not None)
            self.made += 1
            self.metrics.visited(visit)
            self.report(MadeVisit(watch=leased.watch, visit=visit, next_at=each.after.due_at))
        for each in made:
            if each.visit.changes and each.leased.watch.settings.signals:
                self._signal(each.leased.watch.settings.signals)

    def _worker_died(self, leased: LeasedVisit, error: WorkLostError) -> None:
        """Give the page to another worker, unless it kills every worker."""
        due = self.session.archive.due
        self._deaths[leased.due.watch_id] += 1
        self.metrics.add("pagestrata_workers_died_total")
        if self._deaths[leased.due.watch_id] < DEATHS:
            due.abandon(leased.due.watch_id, now=self.clock(), holder=self.holder)
            return
        del self._deaths[leased.due.watch_id]
        visit = self._visits.record_failure(leased.watch, f"{DEATHS} workers died on this page; the last: {error}")
        self.unrecorded.pop(leased.watch.url, None)
        due.settle(self.planner.settled(leased.due, leased.watch, visit, now=self.clock()), holder=self.holder)

    def _end_turn(self, host: str, delay_seconds: float) -> None:
        pause = max(self._least_pause, timedelta(seconds=delay_seconds))
        try:
            self.session.archive.due.end_turn(host, holder=self.holder, now=self.clock(), pause=pause)
        except ArchiveError as error:
            log.warning("%s: its turn was not released (%s); it expires by itself", host, error)

    def _signal(self, url: str) -> None:
        """Make the page of a changed feed due, if it is watched and not paused."""
        watch = self.session.archive.watches.of(url)
        if watch is not None and not watch.settings.paused:
            self.session.archive.due.hasten(watch.id, lambda due: self.planner.signalled(due, watch, now=self.clock()))

    def _end(self, allowance: Allowance) -> None:
        """Wait for running visits and release all leases."""
        wait(self._running)
        try:
            self._settle(block=False, allowance=allowance)
            self.session.archive.due.release(holder=self.holder, now=self.clock())
        except ArchiveError as error:
            log.warning("leases were not released (%s); they expire by themselves", error)

    def _send_the_last(self) -> None:
        """Send the messages of these visits now, not in the next run."""
        try:
            self._send()
        except ArchiveError as error:
            log.warning("messages were not sent (%s); the next run sends them", error)
