"""Cheap visits of the daemon: feeds on loopback that have not changed, per second of processor time.

python -m benchmarks.speed.daemon [PAGES] [--profile]
"""

from __future__ import annotations

import cProfile
import multiprocessing
import pstats
import sys
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks.soak.faulty_site import faulty_site
from pagestrata.app.daemon.daemon import Daemon
from pagestrata.app.planning.planning import LEAST_ASKED_SECONDS, Planner
from pagestrata.app.session import Session
from pagestrata.app.watches import watch_for
from pagestrata.crawl.politeness import HostTurns
from pagestrata.schedule.budget import Budget

HOSTS = 20


def serve(told: Connection) -> None:
    with faulty_site(HOSTS) as (hosts, _log):
        told.send(hosts)
        told.recv()


def main(pages: int, *, profiled: bool) -> None:
    here, there = multiprocessing.get_context("spawn").Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(there,), daemon=True)
    server.start()
    hosts = here.recv()
    with (
        tempfile.TemporaryDirectory() as folder,
        Session(archive=Path(folder) / "archive", allow_private=True) as session,
    ):
        for number in range(pages):
            url = f"{hosts[number % HOSTS]}/feed/{number}/a/feed.xml"
            watch_for(session.archive, url, {"interval_seconds": LEAST_ASKED_SECONDS})
        for round_number in range(3):
            time.sleep(LEAST_ASKED_SECONDS if round_number else 0)
            daemon = Daemon(
                session=session,
                planner=Planner(budget=Budget(per_hour=1e7)),
                workers=2,
                turns=HostTurns(delay_seconds=0.0),
            )
            profile = cProfile.Profile() if profiled and round_number == 2 else None
            begin, spent = time.perf_counter(), time.process_time()
            if profile is not None:
                profile.enable()
            made = daemon.run(once=True)
            if profile is not None:
                profile.disable()
                pstats.Stats(profile).sort_stats("cumulative").print_stats(45)
            wall, processor = time.perf_counter() - begin, time.process_time() - spent
            kind = "first" if round_number == 0 else "unchanged"
            print(
                f"{made} {kind} visits: {made / wall:.0f} a second, {made / processor:.0f} per second of processor time"
            )
    here.send("end")
    server.join()


if __name__ == "__main__":
    given = [word for word in sys.argv[1:] if not word.startswith("-")]
    main(int(given[0]) if given else 400, profiled="--profile" in sys.argv)
