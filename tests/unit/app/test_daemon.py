from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from captures import START
from pagestrata.app.daemon import LAST_WORDS, Daemon, MadeVisit
from pagestrata.app.daemon_holder import LEADER, new_holder
from pagestrata.app.planning import Planner
from pagestrata.app.watches import watch_for
from pagestrata.crawl.politeness import HostTurns
from pagestrata.errors import ArchiveError, InputError, WorkLostError
from pagestrata.model.fetched import Fetched
from pagestrata.model.records import Visit
from pagestrata.schedule.budget import Budget
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.due_visits import LEASE


class FakeSession:
    """Stands for the session: an archive, and pages that answer as they are told."""

    def __init__(self, archive: Archive, now: list[datetime]) -> None:
        self.archive, self.now = archive, now
        self.options = None
        self.visited: list[str] = []
        self.faults: set[str] = set()
        self.errors: dict[str, Exception] = {}
        self.changes: dict[str, int] = {}
        self.links: dict[str, tuple[str, ...]] = {}
        self.at_once = self.most_at_once = 0
        self._lock = threading.Lock()

    def attempt(self, url: str) -> tuple[Visit, None]:
        with self._lock:
            self.visited.append(url)
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            if url in self.errors:
                raise self.errors.pop(url)
            visit = Visit(
                url=url, visited_at=self.now[0], stage="render", version=None, kept=False, seconds={"render": 2.0}
            )
            visit = replace(visit, changes=self.changes.pop(url, 0), links=self.links.get(url, ()))
            if url in self.faults:
                visit = replace(visit, fault="server error")
            self.archive.record_visit(visit)
            return visit, None
        finally:
            with self._lock:
                self.at_once -= 1

    def tell_news(self) -> None: ...


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with open_archive(tmp_path / "archive") as opened:
        yield opened


@pytest.fixture
def now() -> list[datetime]:
    return [START]


@pytest.fixture
def session(archive: Archive, now: list[datetime]) -> FakeSession:
    return FakeSession(archive, now)


def daemon(session: FakeSession, *, robots: bytes = b"", per_hour: float = 1000.0, **fields: Any) -> Daemon:
    values: dict[str, Any] = {"workers": 2, "turns": HostTurns(delay_seconds=0.0), "clock": lambda: session.now[0]}

    def fetch(url: str) -> Fetched:
        is_robots = url.endswith("/robots.txt")
        return Fetched(requested_url=url, url=url, status=200 if is_robots else 404, body=robots if is_robots else b"")

    return Daemon(
        session=session,  # type: ignore[arg-type]
        planner=Planner(budget=Budget(per_hour=per_hour)),
        **{"fetch": fetch, **values, **fields},
    )


def watch(archive: Archive, *names: str, **settings: Any) -> list[str]:
    return [watch_for(archive, f"http://{name}.test/", settings).url for name in names]


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


def test_robots_txt_is_obeyed_said_and_may_be_overruled(session: FakeSession, archive: Archive) -> None:
    closed = b"User-agent: *\nDisallow: /"
    (url,) = watch(archive, "a")
    daemon(session, robots=closed).run(once=True)
    assert session.visited == []
    (told,) = archive.visits.of(url)
    assert told.error is not None
    assert "robots.txt does not allow it" in told.error
    watch_for(archive, url, {"robots": "ignore"})
    session.now[0] += timedelta(days=1)
    daemon(session, robots=closed).run(once=True)
    assert session.visited == [url]


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


def test_what_goes_wrong_with_one_page_is_recorded_and_the_others_go_on(session: FakeSession, archive: Archive) -> None:
    first, second = watch(archive, "a", "b")
    session.errors[first] = InputError("nobody can read this")
    assert daemon(session).run(once=True) == 2
    (told,) = archive.visits.of(first)
    assert told.error == "nobody can read this"
    assert second in session.visited


def test_a_visit_that_could_not_be_recorded_is_made_again_when_its_lease_is_over(
    session: FakeSession, archive: Archive, now: list[datetime]
) -> None:
    (url,) = watch(archive, "a")
    session.errors[url] = ArchiveError("the disk is full")
    assert daemon(session).run(once=True) == 0
    now[0] += LEASE
    assert daemon(session).run(once=True) == 1


@pytest.fixture
def passing_seconds(now: list[datetime]) -> Callable[[], float]:
    """A clock on which a second passes whenever somebody looks at it, and the time of day with it."""

    def look() -> float:
        now[0] += timedelta(seconds=1)
        return (now[0] - START).total_seconds()

    return look


def test_a_visit_that_could_not_be_recorded_is_made_again_long_before_its_lease_is_over(
    session: FakeSession, archive: Archive, passing_seconds: Callable[[], float]
) -> None:
    urls = watch(archive, "a", "b", "c")
    session.errors = {url: ArchiveError("the object store is away") for url in urls}
    heard: list[MadeVisit] = []

    def hear(made: MadeVisit) -> None:
        heard.append(made)
        if len(heard) == 3:
            running.stop.set()

    running = daemon(session, report=hear, seconds=passing_seconds)
    running.run(until=START + LEASE * 0.9)
    assert sorted(made.watch.url for made in heard) == urls
    assert sorted(session.visited) == sorted(urls * 2)
    assert [len(archive.visits.of(url)) for url in urls] == [1, 1, 1]


def test_a_host_whose_turn_could_not_be_given_back_is_not_closed_until_it_runs_out(
    session: FakeSession, archive: Archive, passing_seconds: Callable[[], float], monkeypatch: pytest.MonkeyPatch
) -> None:
    (url,) = watch(archive, "a")
    session.errors[url] = ArchiveError("the database is away")
    end_turn, times = archive.due.end_turn, [0]

    class Away(type(archive.due)):  # type: ignore[misc]
        def end_turn(self, *named: Any, **asked: Any) -> None:
            times[0] += 1
            if times[0] == 1:
                raise ArchiveError("the database is away")
            end_turn(*named, **asked)

    monkeypatch.setattr("pagestrata.store.due_visits.DueVisits", Away)
    running = daemon(session, report=lambda _made: running.stop.set(), seconds=passing_seconds)
    assert running.run(until=START + LEASE * 0.9) == 1


def test_a_daemon_that_goes_on_renews_only_the_leases_of_visits_it_is_at(
    session: FakeSession, archive: Archive, now: list[datetime]
) -> None:
    (url,) = watch(archive, "a")
    session.errors[url] = ArchiveError("the disk is full")
    running = daemon(session)
    running.run(once=True)
    assert archive.due.take(now=now[0], holder=running.holder)  # as if it had not ended: the lease is still its own
    now[0] += LEASE / 2
    running._renew()
    assert archive.due.take(now=now[0] + LEASE / 2, holder="another")


def test_a_visit_is_made_where_it_is_told_to_be(session: FakeSession, archive: Archive, now: list[datetime]) -> None:
    lost, made = watch(archive, "a", "b")
    asked: list[str] = []

    def elsewhere(url: str) -> Visit:
        asked.append(url)
        if url == lost and asked.count(lost) == 1:
            raise WorkLostError("the node is gone")
        return Visit(url=url, visited_at=now[0], stage="render", version=None, kept=False)

    running = daemon(session)
    running.visit = elsewhere
    assert running.run(once=True) == 2
    assert sorted(asked) == [lost, lost, made]  # another node gets what the lost one had in hand, at once
    assert session.visited == []


def test_a_page_that_ends_every_worker_is_tried_later_like_one_that_fails(
    session: FakeSession, archive: Archive, now: list[datetime]
) -> None:
    (poison,) = watch(archive, "a")
    asked: list[str] = []

    def elsewhere(url: str) -> Visit:
        asked.append(url)
        raise WorkLostError("it is gone")

    running = daemon(session)
    running.visit = elsewhere
    assert running.run(once=True) == 0
    assert len(asked) == 3
    (told,) = archive.visits.of(poison)
    assert told.error == "3 workers died over it; the last: it is gone"
    (entry,) = archive.due.next()
    assert entry.due_at > now[0]


def test_a_visit_that_was_recorded_by_a_worker_that_died_is_not_made_again(
    session: FakeSession, archive: Archive, now: list[datetime]
) -> None:
    (url,) = watch(archive, "a")
    asked: list[str] = []

    def elsewhere(url: str) -> Visit:
        asked.append(url)
        archive.record_visit(Visit(url=url, visited_at=now[0], stage="render", version=None, kept=False))
        raise WorkLostError("it died behind its last word")

    running = daemon(session)
    running.visit = elsewhere
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


def settle_site(session: FakeSession, *, rounds: int = 12, **fields: Any) -> None:
    """Let the daemon run again and again, an hour later each time."""
    for _ in range(rounds):
        daemon(session, **fields).run(once=True)
        session.now[0] += timedelta(hours=1)


def test_a_site_is_visited_link_by_link(session: FakeSession, archive: Archive) -> None:
    root = watch_for(archive, "http://site.test/", {"scope": "host", "scope_depth": 2, "interval_seconds": 10**6})
    session.links = {
        "http://site.test/": ("http://site.test/a", "http://site.test/a#again", "http://other.test/"),
        "http://site.test/a": ("http://site.test/", "http://site.test/a/b"),
        "http://site.test/a/b": ("http://site.test/too/deep",),
    }
    settle_site(session)
    assert session.visited == ["http://site.test/", "http://site.test/a", "http://site.test/a/b"]
    assert [page.url for page in archive.site_pages.of_site(root.id)] == session.visited[1:]
    assert archive.due.known() == {root.id, *(page.id for page in archive.site_pages.of_site(root.id))}


def test_a_site_without_end_ends(session: FakeSession, archive: Archive) -> None:
    class Endless(dict[str, tuple[str, ...]]):
        def get(self, url: str, _default: Any = None) -> tuple[str, ...]:  # every page leads to three new ones
            return tuple(f"{url.rstrip('/')}/{name}" for name in ("left", "right", "next"))

    root = watch_for(archive, "http://site.test/", {"scope": "host", "scope_pages": 20, "interval_seconds": 10**6})
    session.links = Endless()
    settle_site(session)
    assert archive.site_pages.count(root.id) == 20
    assert len(session.visited) == len(set(session.visited)) == 21


def test_pages_that_robots_txt_denies_are_not_entered(session: FakeSession, archive: Archive) -> None:
    root = watch_for(archive, "http://site.test/", {"scope": "host"})
    session.links = {root.url: ("http://site.test/open", "http://site.test/closed/a")}
    settle_site(session, rounds=2, robots=b"User-agent: *\nDisallow: /closed/")
    assert [page.url for page in archive.site_pages.of_site(root.id)] == ["http://site.test/open"]


def test_sitemaps_are_read_once_a_day_and_bring_modified_pages_forward(session: FakeSession, archive: Archive) -> None:
    watch = watch_for(archive, "http://site.test/", {"scope": "host", "interval_seconds": 90000})
    days, asked = {"a": "2020-01-01", "b": "2020-01-02"}, list[str]()

    def fetch(url: str) -> Fetched:
        if url.endswith("/robots.txt"):
            body = b"Sitemap: http://site.test/named.xml\nSitemap: http://else.test/x.xml"
        else:
            asked.append(url)
            entry = "<url><loc>http://site.test/{}</loc><lastmod>{}</lastmod></url>"
            body = f"<urlset>{''.join(entry.format(*item) for item in days.items())}</urlset>".encode()
        return Fetched(requested_url=url, url=url, status=200, body=body)

    settle_site(session, rounds=3, fetch=fetch)
    assert asked == ["http://site.test/named.xml"]
    assert session.visited.count("http://site.test/a") == session.visited.count("http://site.test/b") == 1
    session.now[0] += timedelta(days=1)
    days["b"] = (session.now[0] - timedelta(hours=2)).isoformat()
    session.visited.clear()
    for page in archive.site_pages.of_site(watch.id):  # they were visited once more
        seen = session.now[0] - timedelta(hours=3)
        assert archive.due.hasten(page.id, lambda due, seen=seen: replace(due, last_at=seen))  # type: ignore[misc]
    settle_site(session, rounds=2, fetch=fetch)
    assert len(asked) == 2
    assert session.visited.count("http://site.test/b") == 1
    assert "http://site.test/a" not in session.visited


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

    def waiting(url: str) -> tuple[Visit, None]:
        begun.append(seconds[0])
        return attempt(url)

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
    left = [archive.due.take_turn(now=START, holder=name, pause=timedelta(0)) for name in (dead, "elsewhere:7:abc")]
    hosts = [due.host for due in left if due is not None]
    urls = [watch_for(archive, f"http://{host}/second").url for host in hosts]
    running = daemon(session)
    running.stop.wait = lambda _timeout=None: running.stop.set() or True  # type: ignore[method-assign,func-returns-value]
    running.run(once=True)
    assert session.visited == urls[:1]  # of the other one nobody knows


def test_a_run_that_ends_by_itself_sends_what_its_visits_have_to_report(session: FakeSession, archive: Archive) -> None:
    (url,) = watch(archive, "a")
    sent: list[int] = []
    session.tell_news = lambda: sent.append(len(session.visited))  # type: ignore[method-assign]
    daemon(session).run(once=True)
    assert sent == [0, 1]
    assert session.visited == [url]


def test_messages_that_cannot_be_sent_at_the_end_wait_for_the_next_run(session: FakeSession, archive: Archive) -> None:
    watch(archive, "a")

    def fail_at_the_end() -> None:
        if session.visited:
            raise ArchiveError("the disk is full")

    session.tell_news = fail_at_the_end  # type: ignore[method-assign]
    assert daemon(session).run(once=True) == 1


def test_a_visit_that_could_not_be_recorded_keeps_no_host_closed(session: FakeSession, archive: Archive) -> None:
    urls = [watch_for(archive, f"http://a.test/{number}").url for number in range(2)]
    session.errors = {url: ArchiveError("the disk is full") for url in urls}
    daemon(session).run(once=True)
    assert sorted(session.visited) == urls


def test_an_archive_that_goes_away_and_comes_back_loses_nothing(
    session: FakeSession, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pagestrata.app.daemon.ARCHIVE_AWAY_SECONDS", 0.001)
    urls = watch(archive, "a", "b", "c")
    take, times = archive.due.take_turns, [0]

    class Away(type(archive.due)):  # type: ignore[misc]
        def take_turns(self, **asked: Any) -> Any:
            times[0] += 1
            if times[0] in {1, 3, 4}:
                raise ArchiveError("the disk is not mounted")
            return take(**asked)

    monkeypatch.setattr("pagestrata.store.due_visits.DueVisits", Away)
    running = daemon(session)
    assert running.run(once=True) == 3
    assert sorted(session.visited) == urls
    assert "pagestrata_archive_errors_total 3" in running.metrics.text()


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
