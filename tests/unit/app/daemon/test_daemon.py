from __future__ import annotations

import os
import threading
from datetime import datetime, timedelta

from captures import START
from daemons import FakeSession, daemon, watch
from pagestrata.app.daemon.daemon import LAST_WORDS, MadeVisit
from pagestrata.app.daemon.leases import LEADER, new_holder
from pagestrata.app.planning.planning import Planner
from pagestrata.app.watches import watch_for
from pagestrata.crawl.politeness import HostTurns
from pagestrata.errors import ArchiveError, WorkLostError
from pagestrata.model.records import Visit
from pagestrata.store.archive import Archive
from pagestrata.store.due.due_visits import LEASE
from pagestrata.visit.plan import VisitRequest


def test_once_visits_what_is_due_and_ends(session: FakeSession, archive: Archive, now: list[datetime]) -> None:
    urls = watch(archive, "a", "b", "c")
    heard: list[MadeVisit] = []
    assert daemon(session, report=heard.append).run(once=True) == 3
    assert sorted(session.visited) == urls
    assert {made.watch.url for made in heard} == set(urls)
    assert all(made.next_at > START for made in heard)
    assert daemon(session).run(once=True) == 0  # nothing is due now
    now[0] += timedelta(days=31)
    assert daemon(session).run(once=True) == 3


def test_a_budget_is_an_hours_worth_at_most(session: FakeSession, archive: Archive) -> None:
    watch(archive, *(f"h{number}" for number in range(6)))
    assert daemon(session, per_hour=2.0, seconds=lambda: 0.0).run(once=True) == 2


def test_one_host_is_visited_by_one_visit_at_a_time(session: FakeSession, archive: Archive) -> None:
    for name in "abcdef":
        watch_for(archive, f"http://site.test/{name}")
    assert daemon(session, workers=4).run(once=True) == 6
    assert session.most_at_once == 1


def test_a_feed_that_changes_brings_its_page_forward(
    session: FakeSession, archive: Archive, now: list[datetime]
) -> None:
    page, quiet = watch(archive, "page", "quiet", interval_seconds=86400)
    for paused, name in ((None, "feed"), (True, "unasked")):
        watch_for(archive, f"http://{name}.test/", {"interval_seconds": 3600, "signals": page, "paused": paused})
    daemon(session).run(once=True)
    session.visited.clear()
    now[0] += timedelta(hours=2)
    daemon(session).run(once=True)
    assert session.visited == ["http://feed.test/"]  # no news, so nobody else is visited sooner
    session.changes["http://feed.test/"] = 1
    now[0] += timedelta(hours=2)
    daemon(session).run(once=True)
    daemon(session).run(once=True)  # another plan in between forgets nothing
    assert session.visited == ["http://feed.test/"] * 2 + [page]
    assert quiet not in session.visited
    now[0] += timedelta(minutes=30)
    daemon(session).run(once=True)
    assert len(session.visited) == 3  # it has been seen: back to its own time


def test_a_page_that_is_paused_stays_so_whatever_its_feed_says(
    session: FakeSession, archive: Archive, now: list[datetime]
) -> None:
    (page,) = watch(archive, "page", paused=True)
    watch_for(archive, "http://feed.test/", {"interval_seconds": 3600, "signals": page})
    session.changes["http://feed.test/"] = 1
    daemon(session).run(once=True)
    daemon(session).run(once=True)
    assert session.visited == ["http://feed.test/"]


def test_a_fault_is_tried_again_later(session: FakeSession, archive: Archive, now: list[datetime]) -> None:
    (url,) = watch(archive, "a")
    session.faults.add(url)
    heard: list[MadeVisit] = []
    for _ in range(3):
        daemon(session, report=heard.append).run(once=True)
        now[0] = heard[-1].next_at
    waits = [made.next_at - made.visit.visited_at for made in heard]
    assert waits[0] < waits[1] < waits[2]


def test_a_visit_is_made_where_it_is_told_to_be(session: FakeSession, archive: Archive, now: list[datetime]) -> None:
    lost, made = watch(archive, "a", "b")
    asked: list[str] = []

    def elsewhere(url: str, *, may_look_again: bool) -> Visit:
        asked.append(url)
        if url == lost and asked.count(lost) == 1:
            raise WorkLostError("the node is gone")
        return Visit(url=url, visited_at=now[0], stage="render", version=None, kept=False)

    running = daemon(session, visit=elsewhere)
    assert running.run(once=True) == 2
    assert sorted(asked) == [lost, lost, made]  # another node gets what the lost one had in hand, at once
    assert session.visited == []


def test_a_page_that_ends_every_worker_is_tried_later_like_one_that_fails(
    session: FakeSession, archive: Archive, now: list[datetime]
) -> None:
    (poison,) = watch(archive, "a")
    asked: list[str] = []

    def elsewhere(url: str, *, may_look_again: bool) -> Visit:
        asked.append(url)
        raise WorkLostError("it is gone")

    running = daemon(session, visit=elsewhere)
    assert running.run(once=True) == 0
    assert len(asked) == 3
    (told,) = archive.visits.of(poison)
    assert told.error == "3 workers died on this page; the last: it is gone"
    (entry,) = archive.due.next()
    assert entry.due_at > now[0]


def test_a_visit_that_was_recorded_by_a_worker_that_died_is_not_made_again(
    session: FakeSession, archive: Archive, now: list[datetime]
) -> None:
    (url,) = watch(archive, "a")
    asked: list[str] = []

    def elsewhere(url: str, *, may_look_again: bool) -> Visit:
        asked.append(url)
        archive.record_visit(Visit(url=url, visited_at=now[0], stage="render", version=None, kept=False))
        raise WorkLostError("it died behind its last word")

    running = daemon(session, visit=elsewhere)
    running.run(once=True)
    assert asked == [url]
    assert len(archive.visits.of(url)) == 1
    (entry,) = archive.due.next()
    assert (entry.last_at, entry.due_at > now[0]) == (now[0], True)


def test_who_leads_next_gets_the_visits_of_a_leader_that_died_before_their_lease_is_over(
    session: FakeSession, archive: Archive, now: list[datetime]
) -> None:
    watch(archive, "a", "b")
    Planner().replan(archive, now=now[0])
    (dead,) = archive.due.take(now=now[0], holder=f"{LEADER}dead", limit=1)
    (other,) = archive.due.take(now=now[0], holder="a daemon that leads nobody", limit=1)
    next_leader = daemon(session, holder=f"{LEADER}alive")
    assert next_leader.run(once=True) == 0  # the dead one's workers may still be at it
    now[0] += LAST_WORDS
    assert now[0] < START + LEASE
    assert next_leader.run(once=True) == 1
    assert session.visited == [f"http://{dead.host}/"]
    assert other.host != dead.host


def test_who_does_not_lead_visits_nothing(session: FakeSession, archive: Archive) -> None:
    watch(archive, "a")
    answers = iter([False, False, True])
    running = daemon(session)
    running.leads = lambda: next(answers, True)
    assert running.run(once=True) == 1
    assert next(answers, None) is None


def test_a_signal_ends_it_and_leaves_no_lease(session: FakeSession, archive: Archive) -> None:
    watch(archive, "a", "b", "c")
    running = daemon(session)
    running.report = lambda _made: running.stop.set()
    made = running.run()
    assert 1 <= made <= 3
    assert archive.due.release(holder=running.holder) == 0
    assert made + daemon(session).run(once=True) == 3
    assert len(session.visited) == 3


def test_it_ends_at_a_time(session: FakeSession) -> None:
    assert daemon(session).run(until=START) == 0


def test_two_daemons_share_the_pages(session: FakeSession, archive: Archive) -> None:
    watch(archive, *(f"h{number}" for number in range(12)))
    daemons = [daemon(session), daemon(session)]
    threads = [threading.Thread(target=lambda one=one: one.run(once=True)) for one in daemons]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(session.visited) == len(set(session.visited)) == 12


def test_a_new_start_keeps_the_pause_of_a_host_that_was_just_asked(session: FakeSession, archive: Archive) -> None:
    watch(archive, "a")
    seconds = [0.0]
    daemon(session).run(once=True)
    second = watch_for(archive, "http://a.test/second").url
    session.now[0] += timedelta(seconds=1)
    session.visited.clear()
    begun: list[float] = []
    again = daemon(session, turns=HostTurns(delay_seconds=30.0), seconds=lambda: seconds[0])
    attempt = session.attempt

    def waiting(request: VisitRequest) -> tuple[Visit, None]:
        begun.append(seconds[0])
        return attempt(request)

    session.attempt = waiting  # type: ignore[method-assign]

    def pass_time(timeout: float | None = None) -> bool:
        seconds[0] += 1.0
        session.now[0] += timedelta(seconds=1)
        return False

    again.stop.wait = pass_time  # type: ignore[method-assign]
    again.run(once=True)
    assert session.visited == [second]
    assert begun[0] >= 29.0


def test_a_host_that_a_dead_program_visited_is_not_waited_for(session: FakeSession, archive: Archive) -> None:
    watch(archive, "a", "b")
    Planner().replan(archive, now=START)
    dead = new_holder().replace(f":{os.getpid()}:", f":{2**22 + 1}:")
    options = {"now": START, "pause": timedelta(0), "limit": 1}
    left = [archive.due.take_turns(holder=name, **options) for name in (dead, "elsewhere:7:abc")]
    hosts = [due.host for taken in left for due in taken]
    urls = [watch_for(archive, f"http://{host}/second").url for host in hosts]
    running = daemon(session)
    running.stop.wait = lambda _timeout=None: running.stop.set() or True  # type: ignore[method-assign,func-returns-value]
    running.run(once=True)
    assert session.visited == urls[:1]  # of the other one nobody knows


def test_a_run_that_ends_by_itself_sends_what_its_visits_have_to_report(session: FakeSession, archive: Archive) -> None:
    (url,) = watch(archive, "a")
    sent: list[int] = []
    session.send_messages = lambda: sent.append(len(session.visited))  # type: ignore[method-assign]
    daemon(session).run(once=True)
    assert sent == [0, 1]
    assert session.visited == [url]


def test_messages_that_cannot_be_sent_at_the_end_wait_for_the_next_run(session: FakeSession, archive: Archive) -> None:
    watch(archive, "a")

    def fail_at_the_end() -> None:
        if session.visited:
            raise ArchiveError("the disk is full")

    session.send_messages = fail_at_the_end  # type: ignore[method-assign]
    assert daemon(session).run(once=True) == 1


def test_a_clock_that_jumps_visits_no_page_twice_in_a_row(
    session: FakeSession, archive: Archive, now: list[datetime]
) -> None:
    watch(archive, "a", interval_seconds=3600)
    for jump in (timedelta(0), timedelta(minutes=1), timedelta(days=-1), timedelta(minutes=1)):
        now[0] += jump
        daemon(session).run(once=True)
    assert len(session.visited) == 1
    now[0] += timedelta(hours=2)  # still a day behind: it is visited an hour behind the jump, not a day
    daemon(session).run(once=True)
    assert len(session.visited) == 2
