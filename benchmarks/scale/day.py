"""One simulated day: clock and network are made up, planner, allowance, turns of hosts and rules of leases are the real ones.

Pages change by chance at rates that are known already (a day is too short to learn them), and are worth more or less. A
leader hands visits to workers; at noon it dies and another takes over, and every hour a node of eight workers dies. The same
day is simulated on one big machine, whose visits take as many times less as there are workers, and where nobody dies.

Leases are rows of a real archive (`--leases archive`), or columns in memory that follow the same rules, for sizes at which a
day would take days; a test holds one against the other, visit by visit.

Staleness is what the planner minds: the hours for which pages are expected to have been out of date, by weight.
"""

from __future__ import annotations

import argparse
import heapq
import tempfile
import time
from collections import defaultdict, deque
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from benchmarks.scale.figures import Figure
from pagestrata.app.daemon import LAST_WORDS
from pagestrata.app.planning import _clipped
from pagestrata.crawl.politeness import HostTurns
from pagestrata.model.due import Due
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.schedule.allowance import Allowance
from pagestrata.schedule.due_columns import DueColumns
from pagestrata.schedule.urgency import stale_hours

START = datetime(2026, 1, 5, tzinfo=UTC)
SECOND = 1_000_000
HOUR = 3600 * SECOND
NODE = 8
"""Workers that die together."""
LOCK_SECONDS = 5
"""Until somebody else has noticed that the leader is gone, and made a plan."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pages", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=200)
    parser.add_argument("--hours", type=int, default=24)
    parser.add_argument("--leases", choices=["columns", "archive"], default="columns")


@dataclass(frozen=True, kw_only=True)
class World:
    """Pages as they are: hosts, rates of changes, weights, and when each was visited last. Moments are microseconds."""

    hosts: np.ndarray[Any, Any]
    rates: np.ndarray[Any, Any]
    weights: np.ndarray[Any, Any]
    periods: np.ndarray[Any, Any]
    last_at: np.ndarray[Any, Any]
    due_at: np.ndarray[Any, Any]
    per_hour: float

    @property
    def pages(self) -> int:
        return len(self.hosts)


def made_world(pages: int, *, seed: int = 1) -> World:
    """Pages with rates over four orders of magnitude, on hosts of all sizes; a budget of one visit a page and day."""
    random = np.random.default_rng(seed)
    sizes = np.minimum(np.ceil(random.lognormal(1.5, 1.5, max(4, pages // 4))), max(2.0, min(5000.0, pages / 50)))
    hosts = np.repeat(np.arange(len(sizes)), sizes.astype(int))
    hosts = random.permutation(np.resize(hosts, pages)).astype(np.int32)
    rates = np.clip(random.lognormal(np.log(1 / 60), 1.6, pages), 1 / 5000, 2.0)
    weights = random.beta(0.7, 2.0, pages) + 0.005
    per_hour = pages / 24
    columns = DueColumns(
        names=range(pages),  # type: ignore[arg-type]
        settings=[WatchSettings()] * 1,
        facts=[None],
        due_at=np.zeros(pages, np.int64),
        last_at=np.zeros(pages, np.int64),
        rates=rates,
        weights=weights,
        costs=np.ones(pages),
        intervals=np.full(pages, np.nan),
        is_paused=np.zeros(pages, bool),
        special=np.zeros(0, np.int64),
    )
    price = columns.price("urgency", per_hour)
    assert price is not None
    periods = (_clipped(columns.visits_at("urgency", price)) * SECOND).astype(np.int64)
    last_at = -(random.random(pages) * periods).astype(np.int64)
    return World(
        hosts=hosts, rates=rates, weights=weights, periods=periods,
        last_at=last_at, due_at=last_at + periods, per_hour=per_hour,
    )  # fmt: skip


class Leases(Protocol):
    """Who visits which page."""

    def take(self, now: int, closed: Collection[int]) -> int | None:
        """The page that has been due longest, of those whose hosts may be asked and that nobody has."""
        ...

    def settle(self, page: int, now: int, due_at: int) -> None: ...

    def abandon(self, page: int, until: int) -> None:
        """Whoever had it is gone: it is free from a moment on."""
        ...

    def next_due(self) -> int | None: ...


class ColumnLeases:
    """In memory: an hour of due pages is sorted at a time, and those whose hosts are closed wait beside them."""

    def __init__(self, world: World) -> None:
        self._hosts, self._due = world.hosts, world.due_at.copy()
        self._is_held = np.zeros(world.pages, bool)
        self._sorted_until = 0
        self._queue: deque[tuple[int, int]] = deque()
        self._back: list[tuple[int, int]] = []  # came back within the hour that is sorted
        self._freed: list[tuple[int, int, int]] = []  # abandoned: (from when, due, page)
        self._passed: dict[int, list[tuple[int, int]]] = defaultdict(list)  # by host: due before others, host closed
        self._was_closed: set[int] = set()
        self._sort()

    def _sort(self) -> None:
        self._sorted_until += HOUR
        is_due = (self._due < self._sorted_until) & (self._due >= self._sorted_until - HOUR) & ~self._is_held
        if self._sorted_until == HOUR:
            is_due |= self._due < 0
        rows = np.flatnonzero(is_due)
        rows = rows[np.lexsort((rows, self._due[rows]))]
        self._queue.extend(zip(self._due[rows].tolist(), rows.tolist(), strict=True))

    def take(self, now: int, closed: Collection[int]) -> int | None:
        while self._freed and self._freed[0][0] <= now:
            _, due, page = heapq.heappop(self._freed)
            heapq.heappush(self._back, (due, page))
        self._open_again(closed)
        while True:
            entry = self._first(now)
            if entry is None:
                return None
            host = int(self._hosts[entry[1]])
            if host not in closed:
                self._is_held[entry[1]] = True
                return entry[1]
            heapq.heappush(self._passed[host], entry)
            self._was_closed.add(host)

    def _open_again(self, closed: Collection[int]) -> None:
        for host in [host for host in self._was_closed if host not in closed]:
            for entry in self._passed.pop(host):
                heapq.heappush(self._back, entry)
            self._was_closed.discard(host)

    def _first(self, now: int) -> tuple[int, int] | None:
        while not self._queue and self._sorted_until <= now:
            self._sort()
        source = self._queue if self._queue and (not self._back or self._queue[0] < self._back[0]) else self._back
        if not source or source[0][0] > now:
            return None
        return self._queue.popleft() if source is self._queue else heapq.heappop(self._back)

    def settle(self, page: int, now: int, due_at: int) -> None:
        self._is_held[page], self._due[page] = False, due_at
        if due_at < self._sorted_until:
            heapq.heappush(self._back, (due_at, page))

    def abandon(self, page: int, until: int) -> None:
        heapq.heappush(self._freed, (until, int(self._due[page]), page))

    def next_due(self) -> int | None:
        moments = [found[0][0] for found in (self._queue, self._back, self._freed) if found]
        return min(moments, default=self._sorted_until)


class ArchiveLeases:
    """The real table of due visits."""

    def __init__(self, archive: Any, world: World) -> None:
        self._due, self._world, self._taken = archive.due, world, dict[int, Due]()
        rows = zip(world.hosts.tolist(), world.last_at.tolist(), world.due_at.tolist(), strict=True)
        self._due.add(
            [
                Due(watch_id=f"{page:09}", host=str(host), due_at=_at(due), last_at=_at(last), rate=1, weight=1, cost=1)
                for page, (host, last, due) in enumerate(rows)
            ]
        )

    def take(self, now: int, closed: Collection[int]) -> int | None:
        hosts = [str(host) for host in closed]
        for due in self._due.take(now=_at(now), holder="leader", without_hosts=hosts):
            self._taken[int(due.watch_id)] = due
            return int(due.watch_id)
        return None

    def settle(self, page: int, now: int, due_at: int) -> None:
        due = self._taken.pop(page)
        after = Due(
            watch_id=due.watch_id, host=due.host, due_at=_at(due_at), last_at=_at(now), rate=1, weight=1, cost=1
        )
        assert self._due.settle(after, holder="leader")

    def abandon(self, page: int, until: int) -> None:
        del self._taken[page]
        assert self._due.abandon(f"{page:09}", now=_at(until), holder="leader")

    def next_due(self) -> int | None:
        found = self._due.next(limit=1)
        return round((found[0].due_at - START).total_seconds() * SECOND) if found else None


def _at(moment: int) -> datetime:
    return START + timedelta(microseconds=moment)


@dataclass
class Day:
    """What came of a day."""

    visits: int = 0
    budget: float = 0.0
    impolite: int = 0
    lost: int = 0  # visits whose worker died
    stale: float = 0.0
    begun: list[tuple[int, int]] = field(default_factory=list)  # when, page: only where asked for
    seconds: float = 0.0

    @property
    def used(self) -> float:
        return self.visits / self.budget


class Simulation:
    """A day of a leader and its workers. `speed`: how many times less a visit takes than on a worker of a cluster."""

    def __init__(
        self, world: World, leases: Leases, *, workers: int, hours: int, speed: float = 1.0, dying: bool = True
    ) -> None:
        self.world, self.leases, self.workers, self.hours = world, leases, workers, hours
        self.speed, self.dying = speed, dying
        self.random = np.random.default_rng(2)
        self.turns = HostTurns()
        self.allowance = Allowance(world.per_hour)
        self.last_at = world.last_at.copy()
        self.asked_until = np.full(int(world.hosts.max()) + 1, -HOUR, np.int64)  # by host: noted apart from the turns
        self.running: list[tuple[int, int, int]] = []  # end, worker, page
        self.free = list(range(workers))
        self.gone_until: dict[int, int] = {}
        self.deaf_until = 0
        self.gaps: list[tuple[int, int]] = []
        self.day = Day(budget=world.per_hour * hours)
        self._durations: list[int] = []

    def run(self, *, noted: bool = False) -> Day:
        began, now, end = time.process_time(), 0, self.hours * HOUR
        deaths = self._deaths() if self.dying else deque()
        while now < end:
            while deaths and deaths[0][0] <= now:
                self._die(deaths.popleft(), now)
            self._finish(now)
            self._begin(now, noted)
            now = min(self._next(now), deaths[0][0] if deaths else end, end)
        self._score(end)
        self.day.seconds = time.process_time() - began
        return self.day

    def _deaths(self) -> deque[tuple[int, str]]:
        """Every hour a node, at noon the leader."""
        nodes = [(hour * HOUR + HOUR // 2, "node") for hour in range(self.hours)]
        return deque(sorted([*nodes, (self.hours * HOUR // 2, "leader")]))

    def _die(self, death: tuple[int, str], now: int) -> None:
        is_leader = death[1] == "leader"
        first = int(self.random.integers(0, max(1, self.workers - NODE + 1)))
        dead = set(range(self.workers)) if is_leader else set(range(first, min(self.workers, first + NODE)))
        lost = [entry for entry in self.running if entry[1] in dead]
        self.running = [entry for entry in self.running if entry[1] not in dead]
        heapq.heapify(self.running)
        free_from = now + (int(LAST_WORDS.total_seconds()) if is_leader else 0) * SECOND
        for _, _, page in lost:
            self.leases.abandon(page, free_from)
            self._leave(page, now)
            self.day.lost += 1
        back = now + (LOCK_SECONDS if is_leader else 120) * SECOND
        self.free = [worker for worker in self.free if worker not in dead]
        self.gone_until |= dict.fromkeys(dead, back)
        self.deaf_until = back if is_leader else self.deaf_until

    def _leave(self, page: int, now: int) -> None:
        host = int(self.world.hosts[page])
        self.turns.end(host, at=now / SECOND)  # type: ignore[arg-type]
        self.asked_until[host] = now

    def _finish(self, now: int) -> None:
        for worker in [worker for worker, back in self.gone_until.items() if back <= now]:
            del self.gone_until[worker]
            self.free.append(worker)
        while self.running and self.running[0][0] <= now:
            end, worker, page = heapq.heappop(self.running)
            self.free.append(worker)
            self._leave(page, end)
            self.gaps.append((page, end - int(self.last_at[page])))
            self.last_at[page] = end
            self.leases.settle(page, end, end + int(self.world.periods[page]))

    def _begin(self, now: int, noted: bool) -> None:
        if not self.free or now < self.deaf_until or not self.allowance.pays(now / SECOND):
            return
        closed: set[int] = self.turns.closed(at=now / SECOND)  # type: ignore[assignment]
        while self.free and self.allowance.pays(now / SECOND):
            page = self.leases.take(now, closed)
            if page is None:
                return
            host = int(self.world.hosts[page])
            self.day.impolite += bool(self.asked_until[host] + self.turns.delay_seconds * SECOND > now + 1)
            self.asked_until[host] = 2**62  # until the visit ends
            self.turns.begin(host)  # type: ignore[arg-type]
            closed.add(host)
            self.allowance.spend(1.0)
            heapq.heappush(self.running, (now + self._duration(), self.free.pop(), page))
            self.day.visits += 1
            if noted:
                self.day.begun.append((now, page))

    def _duration(self) -> int:
        """Four of five visits end without a browser."""
        if not self._durations:
            is_cheap = self.random.random(10_000) < 0.8
            seconds = np.where(is_cheap, 0.3, 4.0) * self.random.lognormal(0.0, 0.5, 10_000)
            self._durations = np.maximum(seconds * SECOND / self.speed, 1).astype(np.int64).tolist()
        return self._durations.pop()

    def _next(self, now: int) -> int:
        """When something can happen again."""
        moments = [self.running[0][0]] if self.running else []
        moments += [*self.gone_until.values()]
        if self.free:
            wait = self.allowance.wait_seconds()
            host = self.turns.next_free(at=now / SECOND) if wait <= 0 else None
            due = self.leases.next_due() if wait <= 0 else None
            moments += [now + int(wait * SECOND) + 1] if wait > 0 else []
            moments += [int(host * SECOND) + 1] if host is not None else []
            moments += [due] if due is not None and due > now else []
            moments += [self.deaf_until] if self.deaf_until > now else []
        return max(now + 1, min((moment for moment in moments if moment > now), default=now + SECOND))

    def _score(self, end: int) -> None:
        """Expected hours of staleness within the day, by weight."""
        world, hours = self.world, float(HOUR)
        pages = np.array([page for page, _ in self.gaps], np.int64)
        gaps = np.array([gap for _, gap in self.gaps], float) / hours
        total = float((world.weights[pages] * stale_hours(world.rates[pages], gaps)).sum())
        total += float((world.weights * stale_hours(world.rates, (end - self.last_at) / hours)).sum())
        total -= float((world.weights * stale_hours(world.rates, -world.last_at / hours)).sum())
        self.day.stale = total / float(world.weights.sum()) / self.hours


@contextmanager
def leases_of(kind: str, world: World) -> Iterator[Leases]:
    if kind == "columns":
        yield ColumnLeases(world)
        return
    from pagestrata.store.archive import open_archive

    with tempfile.TemporaryDirectory(prefix="day") as folder, open_archive(Path(folder) / "archive") as archive:
        yield ArchiveLeases(archive, world)


def measure(arguments: argparse.Namespace) -> list[Figure]:
    world = made_world(arguments.pages)
    found = []
    for big in (False, True):
        with leases_of(arguments.leases, world) as leases:
            workers, speed = (1, float(arguments.workers)) if big else (arguments.workers, 1.0)
            simulation = Simulation(world, leases, workers=workers, hours=arguments.hours, speed=speed, dying=not big)
            found.append(simulation.run())
        what = "one big machine" if big else f"{workers} workers"
        print(f"{what}: {found[-1].visits} visits, {found[-1].seconds:.0f} s of processor time", flush=True)
    many, one = found
    return [
        Figure("pages", arguments.pages),
        Figure("visits of the day", many.visits),
        Figure("lost with their workers and made again", many.lost),
        Figure("budget used", 100 * many.used, "%", least=95.0),
        Figure("visits to a host within its pause, or at once", many.impolite + one.impolite, "", most=0),
        Figure("staleness", many.stale),
        Figure("staleness of one big machine", one.stale),
        Figure("staleness, relative", many.stale / one.stale, "", most=1.05),
    ]
