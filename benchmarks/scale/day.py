"""One simulated day: clock and network are made up, planner, allowance, turns of hosts and leases are the real ones.

Pages change by chance at rates that are known already (a day is too short to learn them), and are worth more or less. A
leader hands visits to workers; at noon it dies and another takes over, and every hour a node of eight workers dies. The same
day is simulated on one big machine, whose visits take as many times less as there are workers, and where nobody dies.

Leases are rows of a real archive (`--leases sqlite` or `postgresql`, taken and settled in batches as `run` does it), or columns
in memory that follow the same rules (see `day_leases`). The big machine always has columns; a test holds one against the other,
visit by visit.

Staleness is what the planner minds: the hours for which pages are expected to have been out of date, by weight.
"""

from __future__ import annotations

import argparse
import heapq
import resource
import time
from array import array
from collections import deque
from dataclasses import dataclass, field

import numpy as np

from benchmarks.scale.day_leases import HOUR, SECOND, Leases, World, leases_of, made_world
from benchmarks.scale.figures import Figure
from pagestrata.crawl.politeness import HostTurns
from pagestrata.schedule.budget import Allowance
from pagestrata.schedule.urgency import stale_hours

NODE = 8
"""Workers that die together."""
LOCK_SECONDS = 5
"""Until somebody else has noticed that the leader is gone, and made a plan."""
TICK_SECONDS = 1.0
"""How often a leader of many workers looks what has ended and what is due, where leases are rows."""
CHEAP_SECONDS, BROWSER_SECONDS = 0.3, 6.0


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pages", type=int, default=1_000_000)
    parser.add_argument("--visits", type=int, help="that the budget of a day pays; else one for each page")
    parser.add_argument("--workers", type=int, default=200)
    parser.add_argument("--hours", type=int, default=24)
    parser.add_argument("--cheap", type=float, default=0.8, help="share of the visits that end without a browser")
    parser.add_argument("--tick", type=float, default=TICK_SECONDS, help="seconds between two looks of the leader")
    parser.add_argument("--leases", choices=["columns", "sqlite", "postgresql"], default="columns")


@dataclass
class Day:
    """What came of a day."""

    visits: int = 0
    budget: float = 0.0
    impolite: int = 0
    lost: int = 0  # visits whose worker died
    stale: float = 0.0
    busy: int = 0  # microseconds of workers
    begun: list[tuple[int, int]] = field(default_factory=list)  # when, page: only where asked for
    seconds: float = 0.0  # of processor time, and of these for plans:
    planning: float = 0.0

    @property
    def used(self) -> float:
        return self.visits / self.budget


class Simulation:
    """A day of a leader and its workers. `speed`: how many times less a visit takes than on a worker of a cluster."""

    def __init__(
        self, world: World, leases: Leases, *, workers: int, hours: float, speed: float = 1.0, dying: bool = True,
        cheap: float = 0.8, tick_seconds: float = 0.0,
    ) -> None:  # fmt: skip
        self.world, self.leases, self.workers, self.hours = world, leases, workers, int(hours)
        self.speed, self.dying, self.cheap, self.tick = speed, dying, cheap, int(tick_seconds * SECOND)
        self.random = np.random.default_rng(2)
        self.turns = HostTurns()
        self.allowance = Allowance(world.per_hour)
        self.last_at = world.last_at.copy()
        self.asked_until = np.full(int(world.hosts.max()) + 1, -HOUR, np.int64)  # by host: noted apart from the turns
        self.running: list[tuple[int, int, int]] = []  # end, worker, page
        self.free = list(range(workers))
        self.gone_until: dict[int, int] = {}
        self.deaf_until = 0
        self.is_planned = self.is_said = False
        self.gaps = array("q"), array("q")  # pages, and how long each was left alone
        self.day = Day(budget=world.per_hour * self.hours)
        self._durations: list[int] = []
        self._upkeep_at = 0

    def run(self, *, noted: bool = False) -> Day:
        began, now, end = time.process_time(), 0, self.hours * HOUR
        deaths = self._deaths() if self.dying else deque()
        while now < end:
            while deaths and deaths[0][0] <= now:
                self._die(deaths.popleft(), now)
            self._finish(now)
            self._lead(now)
            self._begin(now, noted)
            now = min(max(self._next(now), now + self.tick), deaths[0][0] if deaths else end, end)
        self._score(end)
        self.day.seconds = time.process_time() - began
        return self.day

    def _lead(self, now: int) -> None:
        """Who leads since a moment makes a plan; every ten minutes is upkeep."""
        if not self.is_planned and now >= self.deaf_until:
            began = time.process_time()
            self.leases.plan(now)
            self.day.planning += time.process_time() - began
            self.is_planned = True
        if now >= self._upkeep_at:
            self.leases.keep_up(now)
            self._upkeep_at += HOUR // 6
            if self.is_said and self._upkeep_at % HOUR == 0:
                said = f"{self.day.visits} visits, {self.day.impolite} impolite, {self.day.lost} lost"
                print(f"hour {now // HOUR + 1}: {said}, {time.process_time():.0f} s", flush=True)

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
        pages = [page for _, _, page in lost]
        if is_leader:
            free_at = self.leases.leader_died(pages, now)
            self.is_planned = False
        else:
            free_at = now
            self.leases.node_died(pages, now)
        for page in pages:
            self._leave(page, now)
            if is_leader:
                self.turns.leave_alone(int(self.world.hosts[page]), until=free_at / SECOND)  # type: ignore[arg-type]
        self.day.lost += len(pages)
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
        ended: list[tuple[int, int, int]] = []  # page, when, due next
        while self.running and self.running[0][0] <= now:
            end, worker, page = heapq.heappop(self.running)
            self.free.append(worker)
            self._leave(page, end)
            self.gaps[0].append(page)
            self.gaps[1].append(end - int(self.last_at[page]))
            self.last_at[page] = end
            ended.append((page, end, end + int(self.world.periods[page])))
        if ended:
            self.leases.settle(ended, now)

    def _begin(self, now: int, noted: bool) -> None:
        if not self.free or now < self.deaf_until:
            return
        most = min(len(self.free), self.allowance.paid_visits(now / SECOND))
        if not most:
            return
        closed: set[int] = self.turns.closed(at=now / SECOND)  # type: ignore[assignment]
        for page in self.leases.take(now, closed, most):
            host = int(self.world.hosts[page])
            self.day.impolite += bool(self.asked_until[host] + self.turns.delay_seconds * SECOND > now + 1)
            self.asked_until[host] = 2**62  # until the visit ends
            self.turns.begin(host)  # type: ignore[arg-type]
            self.allowance.spend(1.0)
            duration = self._duration()
            heapq.heappush(self.running, (now + duration, self.free.pop(), page))
            self.day.visits += 1
            self.day.busy += duration
            if noted:
                self.day.begun.append((now, page))

    def _duration(self) -> int:
        """Of a visit that ends without a browser, or with one."""
        if not self._durations:
            is_cheap = self.random.random(10_000) < self.cheap
            seconds = np.where(is_cheap, CHEAP_SECONDS, BROWSER_SECONDS) * self.random.lognormal(0.0, 0.5, 10_000)
            self._durations = np.maximum(seconds * SECOND / self.speed, 1).astype(np.int64).tolist()
        return self._durations.pop()

    def _next(self, now: int) -> int:
        """When something can happen again."""
        if self.tick:
            return now
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
        pages, gaps = np.array(self.gaps[0], np.int64), np.array(self.gaps[1], float) / hours
        total = float((world.weights[pages] * stale_hours(world.rates[pages], gaps)).sum())
        total += float((world.weights * stale_hours(world.rates, (end - self.last_at) / hours)).sum())
        total -= float((world.weights * stale_hours(world.rates, -world.last_at / hours)).sum())
        self.day.stale = total / float(world.weights.sum()) / self.hours


def measure(arguments: argparse.Namespace) -> list[Figure]:
    world = made_world(arguments.pages, visits_a_day=arguments.visits)
    asked = {"hours": arguments.hours, "cheap": arguments.cheap}
    many, filled, server = of_many(world, arguments, asked)
    _say(f"{arguments.workers} workers", many)
    with leases_of("columns", world) as leases:
        speed = float(arguments.workers)
        one = Simulation(world, leases, workers=1, speed=speed, dying=False, **asked).run()
    _say("one big machine", one)
    return [
        Figure("pages", arguments.pages),
        Figure("visits of the day", many.visits),
        Figure("lost with their workers and made again", many.lost),
        Figure("budget used", 100 * many.used, "%", least=95.0),
        Figure("visits to a host within its pause, or at once", many.impolite + one.impolite, "", most=0),
        Figure("staleness", many.stale),
        Figure("staleness of one big machine", one.stale),
        Figure("staleness, relative", many.stale / one.stale, "", most=1.05),
        Figure("workers busy", 100 * many.busy / arguments.workers / arguments.hours / HOUR, "%"),
        Figure("entering the pages, a page", 1e6 * filled / arguments.pages, "us"),
        Figure("plans (the first, and the new leader's), a page", 1e6 * many.planning / arguments.pages, "us"),
        Figure("leases and clockwork, a visit", 1e6 * (many.seconds - many.planning) / many.visits, "us"),
        Figure("the database server, a visit", 1e6 * server / many.visits, "us"),
        Figure("most memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20, "GB", most=8.0),
    ]


def of_many(world: World, arguments: argparse.Namespace, asked: dict[str, float]) -> tuple[Day, float, float]:
    """The day of the workers; processor seconds that entering the pages took, and of the database server's in the day."""
    begun = time.process_time()
    with leases_of(arguments.leases, world) as leases:
        filled, server = time.process_time() - begun, leases.server_seconds()
        print(f"entered: {filled:.0f} s of processor time", flush=True)
        tick = 0.0 if arguments.leases == "columns" else arguments.tick
        simulation = Simulation(world, leases, workers=arguments.workers, tick_seconds=tick, **asked)
        simulation.is_said = True
        return simulation.run(), filled, leases.server_seconds() - server


def _say(what: str, day: Day) -> None:
    print(f"{what}: {day.visits} visits, {day.seconds:.0f} s of processor time", flush=True)
