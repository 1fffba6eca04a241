"""The pages of a simulated day, and who leases them: columns in memory, or the rows of a real archive."""

from __future__ import annotations

import heapq
import tempfile
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

import numpy as np
import sqlalchemy as sql

from benchmarks.speed.schedule import DUE_COLUMNS, _enter, place, server_seconds
from pagestrata.app.daemon.daemon import LAST_WORDS
from pagestrata.app.daemon.leases import LEADER
from pagestrata.app.planning.planning import Planner, _clipped
from pagestrata.crawl.politeness import HostTurns
from pagestrata.model.due import Due
from pagestrata.schedule.budget import Budget
from pagestrata.schedule.policies import price_of, visits_at
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.catalog.names import to_microseconds
from pagestrata.store.catalog.schema import due

START = datetime(2026, 1, 5, tzinfo=UTC)
START_MICROSECONDS = to_microseconds(START)
SECOND = 1_000_000
HOUR = 3600 * SECOND


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


def made_world(pages: int, *, visits_a_day: int | None = None, seed: int = 1) -> World:
    """Pages with rates over four orders of magnitude, on hosts of all sizes."""
    random = np.random.default_rng(seed)
    sizes = np.minimum(np.ceil(random.lognormal(1.5, 1.5, max(4, pages // 4))), max(2.0, min(5000.0, pages / 50)))
    hosts = np.repeat(np.arange(len(sizes)), sizes.astype(int))
    hosts = random.permutation(np.resize(hosts, pages)).astype(np.int32)
    rates = np.clip(random.lognormal(np.log(1 / 60), 1.6, pages), 1 / 5000, 2.0)
    weights = random.beta(0.7, 2.0, pages) + 0.005
    per_hour = (visits_a_day or pages) / 24
    costs = np.ones(pages)
    price = price_of("urgency", per_hour, rates, weights, costs)
    periods = (_clipped(visits_at("urgency", price, rates, weights, costs)) * SECOND).astype(np.int64)
    last_at = -(random.random(pages) * periods).astype(np.int64)
    return World(
        hosts=hosts, rates=rates, weights=weights, periods=periods,
        last_at=last_at, due_at=last_at + periods, per_hour=per_hour,
    )  # fmt: skip


class Leases(Protocol):
    """Who visits which page. Moments are microseconds since the day began."""

    def plan(self, now: int) -> None:
        """A program leads from now on."""
        ...

    def take(self, now: int, closed: set[int], limit: int) -> list[int]:
        """The pages that have been due longest, of those whose hosts may be asked and that nobody has; one to a host."""
        ...

    def settle(self, ended: Sequence[tuple[int, int, int]], now: int) -> None:
        """Pages that were visited, each with when, and when it is due next."""
        ...

    def node_died(self, pages: Sequence[int], now: int) -> None:
        """Whoever had them is gone: they are free at once."""
        ...

    def leader_died(self, pages: Sequence[int], now: int) -> int:
        """Nobody knows who had them: they are free from a moment on, which is told."""
        ...

    def next_due(self) -> int | None: ...

    def keep_up(self, now: int) -> None: ...

    def server_seconds(self) -> float:
        """Processor time of a database server."""
        ...


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

    def plan(self, now: int) -> None: ...

    def keep_up(self, now: int) -> None: ...

    def server_seconds(self) -> float:
        return 0.0

    def take(self, now: int, closed: set[int], limit: int) -> list[int]:
        while self._freed and self._freed[0][0] <= now:
            _, due, page = heapq.heappop(self._freed)
            heapq.heappush(self._back, (due, page))
        self._open_again(closed)
        taken: list[int] = []
        while len(taken) < limit and (entry := self._first(now)) is not None:
            host = int(self._hosts[entry[1]])
            if host in closed:
                heapq.heappush(self._passed[host], entry)
                self._was_closed.add(host)
                continue
            self._is_held[entry[1]] = True
            closed.add(host)
            taken.append(entry[1])
        return taken

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

    def settle(self, ended: Sequence[tuple[int, int, int]], now: int) -> None:
        for page, _, due_at in ended:
            self._is_held[page], self._due[page] = False, due_at
            if due_at < self._sorted_until:
                heapq.heappush(self._back, (due_at, page))

    def node_died(self, pages: Sequence[int], now: int) -> None:
        for page in pages:
            heapq.heappush(self._freed, (now, int(self._due[page]), page))

    def leader_died(self, pages: Sequence[int], now: int) -> int:
        free_at = now + LAST_WORDS // timedelta(microseconds=1)
        self.node_died(pages, free_at)
        return free_at

    def next_due(self) -> int | None:
        moments = [found[0][0] for found in (self._queue, self._back, self._freed) if found]
        return min(moments, default=self._sorted_until)


class ArchiveLeases:
    """The real table of due visits, and the real plan over the pages in it."""

    def __init__(self, archive: Archive, world: World, set_clock: Callable[[int], None]) -> None:
        self._archive, self._world, self._set_clock = archive, world, set_clock
        self._pause, self._leaders = timedelta(seconds=HostTurns().delay_seconds), 0
        self._fill()

    @property
    def _holder(self) -> str:
        return f"{LEADER}{self._leaders}"

    def _fill(self) -> None:
        catalog, world = self._archive._catalog, self._world
        index = next(index for index in due.indexes if index.name == "due_next")
        with catalog.writing(sealing=False) as connection:
            index.drop(connection)
        for begin in range(0, world.pages, 100_000):
            part = slice(begin, begin + 100_000)
            names = [f"{page:09}" for page in range(begin, min(world.pages, begin + 100_000))]
            hosts = [f"h{host}" for host in world.hosts[part].tolist()]
            moments = [(column[part] + START_MICROSECONDS).tolist() for column in (world.due_at, world.last_at)]
            numbers = world.rates[part].tolist(), world.weights[part].tolist()
            rows = zip(names, hosts, *moments, *numbers, strict=True)
            dues = [(*row, 1.0, 0, "{}", False) for row in rows]
            with catalog.writing(sealing=False) as connection:
                _enter(connection, "watch (id, url, facts)", [(name, f"http://p.test/{name}", "{}") for name in names])
                _enter(connection, f"due ({', '.join(DUE_COLUMNS)})", dues)
        with catalog.writing(sealing=False) as connection:
            index.create(connection)
            connection.exec_driver_sql("ANALYZE due")

    def plan(self, now: int) -> None:
        self._set_clock(now)
        self._leaders += 1
        planner = Planner(budget=Budget(per_hour=self._world.per_hour))
        self._archive.due.abandon_soon(now=_at(now), within=LAST_WORDS, holders=LEADER, holder=self._holder)
        planner.replan(self._archive, now=_at(now))

    def take(self, now: int, closed: set[int], limit: int) -> list[int]:
        self._set_clock(now)
        hosts = {f"h{host}" for host in closed}
        asked = {"now": _at(now), "holder": self._holder, "pause": self._pause}
        found = self._archive.due.take_turns(limit=limit, without_hosts=hosts, **asked)  # type: ignore[arg-type]
        return [int(each.watch_id) for each in found]

    def settle(self, ended: Sequence[tuple[int, int, int]], now: int) -> None:
        self._set_clock(now)
        world = self._world
        entries = [
            Due(
                watch_id=f"{page:09}", host=f"h{world.hosts[page]}", due_at=_at(due_at), last_at=_at(end),
                rate=float(world.rates[page]), weight=float(world.weights[page]), cost=1.0,
            )
            for page, end, due_at in ended
        ]  # fmt: skip
        pauses = {entry.host: self._pause for entry in entries}
        settled = self._archive.due.settle_all(entries, holder=self._holder, now=_at(now), pauses=pauses)
        assert len(settled) == len(ended), "a lease was lost"

    def node_died(self, pages: Sequence[int], now: int) -> None:
        self._set_clock(now)
        for page in pages:
            host = f"h{self._world.hosts[page]}"
            self._archive.due.end_turn(host, holder=self._holder, now=_at(now), pause=self._pause)
            assert self._archive.due.abandon(f"{page:09}", now=_at(now), holder=self._holder)

    def leader_died(self, pages: Sequence[int], now: int) -> int:
        self._set_clock(now)
        others = {"holders": LEADER, "holder": f"{LEADER}next"}
        self._archive.due.abandon_soon(now=_at(now), within=LAST_WORDS, **others)
        return now + LAST_WORDS // timedelta(microseconds=1)

    def next_due(self) -> int | None:
        found = self._archive.due.next(limit=1)
        return (found[0].due_at - START) // timedelta(microseconds=1) if found else None

    def keep_up(self, now: int) -> None:
        self._set_clock(now)
        self._archive.due.forget_turns(now=_at(now))

    def server_seconds(self) -> float:
        return server_seconds(self._archive)


def _at(moment: int) -> datetime:
    return START + timedelta(microseconds=moment)


@contextmanager
def leases_of(kind: str, world: World) -> Iterator[Leases]:
    """In `columns`, or in an archive on `sqlite` or `postgresql`."""
    if kind == "columns":
        yield ColumnLeases(world)
        return
    with tempfile.TemporaryDirectory(prefix="day") as folder, place(kind, folder) as address, ExitStack() as stack:
        set_clock = _no_clock if kind == "sqlite" else stack.enter_context(simulated_clock(address))
        archive = stack.enter_context(open_archive(address))
        if kind == "sqlite":
            sql.event.listen(archive._catalog.engine, "connect", _do_not_wait_for_the_disk)
            archive._catalog.engine.dispose()
        yield ArchiveLeases(archive, world, set_clock)


def _no_clock(_now: int) -> None:
    """SQLite has none of its own: statements are given the moment."""


def _do_not_wait_for_the_disk(connection: Any, _record: Any) -> None:
    connection.execute("PRAGMA synchronous = OFF")


@contextmanager
def simulated_clock(address: str) -> Iterator[Callable[[int], None]]:
    """Makes PostgreSQL's own clock, by which hosts are left alone, say what it is told.

    A function of this name before the server's own, which reads a sequence: all connections see at once what one has set.
    """
    import psycopg

    open_archive(address).close()
    with psycopg.connect(address.partition("&blobs")[0], autocommit=True) as connection:
        connection.execute(f"CREATE SEQUENCE day_clock START {START_MICROSECONDS}")
        connection.execute(
            "CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS "
            "$$ BEGIN RETURN to_timestamp((SELECT last_value FROM public.day_clock) / 1000000::float8); END $$"
        )
        for setting in ("search_path = public, pg_catalog", "synchronous_commit = off"):
            connection.execute(f"ALTER DATABASE {connection.info.dbname} SET {setting}")
        yield lambda now: connection.execute("SELECT setval('day_clock', %s)", [START_MICROSECONDS + now]) and None
