from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from captures import START
from pagestrata.app.planning.planning import (
    LEAST_INTERVAL,
    LONGEST_INTERVAL,
    NEVER,
    Planner,
    host_of,
    why_next_in_short,
)
from pagestrata.app.planning.visits_by_hand import settle_by_hand
from pagestrata.app.watches import watch_for, watch_id
from pagestrata.model.due import Due, SitePage
from pagestrata.model.reasons import Reason
from pagestrata.model.records import Visit, Watch
from pagestrata.schedule.budget import Budget
from pagestrata.schedule.outcomes import SIGNALLED
from pagestrata.store.archive import Archive, open_archive

HOUR = timedelta(hours=1)


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with open_archive(tmp_path / "archive") as opened:
        yield opened


def watch(archive: Archive, name: str, **settings: Any) -> Watch:
    return watch_for(archive, f"http://site.test/{name}", settings)


def visited(archive: Archive, watched: Watch, *kept: bool, importance: float = 0.5) -> None:
    for number, is_kept in enumerate(kept):
        moment = START - timedelta(hours=6 * (len(kept) - number))
        archive.record_visit(
            Visit(url=watched.url, visited_at=moment, stage="render", version=None, kept=is_kept, importance=importance)
        )


def due(archive: Archive, watched: Watch) -> Due:
    found = archive.due.of(watched.id)
    assert found is not None
    return found


def test_new_pages_are_due_at_once_and_removed_ones_leave(archive: Archive) -> None:
    first, second = watch(archive, "a"), watch(archive, "b")
    assert Planner().replan(archive, now=START) == 2
    assert due(archive, first).due_at == START
    archive.watches.remove(second.id)
    assert Planner().replan(archive, now=START) == 1
    assert [entry.watch_id for entry in archive.due.next()] == [first.id]


def test_a_page_that_changes_more_often_is_due_sooner(archive: Archive) -> None:
    lively, quiet = watch(archive, "lively"), watch(archive, "quiet")
    visited(archive, lively, *[True] * 10)
    visited(archive, quiet, True, *[False] * 9)
    Planner(budget=Budget(per_hour=0.1)).replan(archive, now=START)
    assert due(archive, lively).due_at < due(archive, quiet).due_at


def test_what_matters_more_is_due_sooner(archive: Archive) -> None:
    heavy, light, chosen = watch(archive, "heavy"), watch(archive, "light"), watch(archive, "chosen", page_weight=5.0)
    for watched, importance in ((heavy, 0.9), (light, 0.05), (chosen, 0.9)):
        visited(archive, watched, *[True, False] * 5, importance=importance)
    Planner(budget=Budget(per_hour=0.1)).replan(archive, now=START)
    assert due(archive, chosen).due_at < due(archive, heavy).due_at < due(archive, light).due_at


def test_an_interval_is_kept_whatever_the_budget(archive: Archive) -> None:
    asked = watch(archive, "asked", interval_seconds=1800)
    visited(archive, asked, True, False)
    Planner(budget=Budget(per_hour=0.01)).replan(archive, now=START)
    assert due(archive, asked).due_at == START - timedelta(hours=6) + timedelta(minutes=30)


def test_paused_pages_are_never_due_and_windows_are_kept(archive: Archive) -> None:
    paused, limited = watch(archive, "paused", paused=True), watch(archive, "limited", window="22:00-23:00")
    planner = Planner()
    planner.replan(archive, now=START)
    assert due(archive, paused).due_at == NEVER
    assert due(archive, limited).due_at == START.replace(hour=22, minute=0, second=0)
    watch_for(archive, paused.url, {"paused": None})
    planner.replan(archive, now=START)
    assert due(archive, paused).due_at == START


def test_periods_have_bounds(archive: Archive) -> None:
    watched = watch(archive, "a")
    visited(archive, watched, *[True] * 8)
    rich, poor = Planner(budget=Budget(per_hour=1e6)), Planner(budget=Budget(per_hour=1e-9))
    for planner, period in ((rich, LEAST_INTERVAL), (poor, LONGEST_INTERVAL)):
        planner.replan(archive, now=START)
        assert planner.period(due(archive, watched), watched) == period


def test_a_fault_is_tried_again_ever_later_and_as_the_server_asks(archive: Archive) -> None:
    watched = watch(archive, "a")
    planner = Planner()
    planner.replan(archive, now=START)
    fault = Visit(url=watched.url, visited_at=START, stage="render", version=None, kept=False, fault="server error")
    once = planner.settled(due(archive, watched), watched, fault, now=START)
    twice = planner.settled(once, watched, fault, now=START)
    assert START < once.due_at < twice.due_at < START + HOUR
    asked = planner.settled(twice, watched, replace(fault, retry_after_seconds=7200.0), now=START)
    assert asked.due_at >= START + 2 * HOUR
    assert planner.due_at(twice, watched, now=START) == twice.due_at


def test_clocks_that_jump_keep_nobody_waiting(archive: Archive) -> None:
    watched = watch(archive, "a", interval_seconds=3600)
    planner = Planner()
    planner.replan(archive, now=START)
    ahead = START + timedelta(days=400)
    future = replace(due(archive, watched), last_at=ahead, due_at=ahead + HOUR)
    assert planner.due_at(future, watched, now=START) == START + HOUR


def test_the_plan_says_why_and_changes_nothing(archive: Archive) -> None:
    lively = watch(archive, "lively")
    watch(archive, "new")
    watch(archive, "asked", interval_seconds=7200, window="Mon-Sun 00:00-24:00")
    watch(archive, "paused", paused=True)
    visited(archive, lively, *[True] * 5)
    visits = Planner().next_visits(archive, now=START)
    assert not archive.due.next()
    why = {visit.watch.url.rpartition("/")[2]: visit.why for visit in visits}
    assert why["new"] == "Not visited yet."
    assert "Visited 6 hours ago. Something that matters changes about every" in why["lively"]
    assert why["paused"].startswith("It is paused")
    assert visits[-1].watch.url.endswith("paused")


def test_lists_say_why_in_a_few_words(archive: Archive) -> None:
    free, asked = watch(archive, "free"), watch(archive, "asked", interval_seconds=7200)
    Planner().replan(archive, now=START)
    new = due(archive, free)
    seen = replace(new, last_at=START)
    said = [
        why_next_in_short(new, free),
        why_next_in_short(seen, free),
        why_next_in_short(seen, asked),
        why_next_in_short(seen, watch(archive, "paused", paused=True)),
        why_next_in_short(replace(seen, facts={"failures": 1}), free),
        why_next_in_short(replace(seen, facts={"failures": 3}), free),
        why_next_in_short(replace(seen, facts={SIGNALLED: START.timestamp()}), free),
    ]
    assert said[1].startswith("changes about every ")
    assert [said[0], *said[2:]] == [
        "never visited",
        "visited every 2 hours",
        "paused",
        "failed at the last visit",
        "failed 3 times in a row",
        "a feed or sitemap says it changed",
    ]


def test_the_plan_names_the_block_of_which_most_is_to_be_expected(archive: Archive) -> None:
    watched, planner = watch(archive, "a"), Planner()
    planner.replan(archive, now=START)
    known = due(archive, watched)
    for hours in range(9):
        price = Reason("Kept: the price is another", kind="price", block="3.1")
        other = Reason("Kept: a story came", kind="block", block="7")
        seen = Visit(
            url=watched.url,
            visited_at=START + hours * HOUR,
            stage="render",
            version=None,
            kept=hours % 2 == 0,
            probability=0.9,
            reasons=(other if hours == 8 else price,),
        )
        known = planner.settled(known, watched, seen, now=seen.visited_at)
    (planned,) = planner.explained([known], {watched.id: watched}, now=START + 9 * HOUR)
    assert "changes about every 7 hours, its price about every 9 hours." in planned.why


def test_hosts() -> None:
    assert host_of("https://me:pw@Site.test:8080/x") == "site.test:8080"


def test_bytes_may_be_the_budget(archive: Archive) -> None:
    planner = Planner(budget=Budget(per_hour=2e6, unit="bytes"))
    heavy, light = watch(archive, "heavy"), watch(archive, "light")
    for watched in (heavy, light):
        visited(archive, watched, *[True, False] * 5)
    planner.replan(archive, now=START)
    archive.due.hasten(heavy.id, lambda due: replace(due, facts={**due.facts, "bytes": 50e6}))
    archive.due.hasten(light.id, lambda due: replace(due, facts={**due.facts, "bytes": 1e4}))
    planner.replan(archive, now=START)
    assert due(archive, light).due_at < due(archive, heavy).due_at
    assert planner.visits_per_hour() == 2.0
    outcome = Visit(url=light.url, visited_at=START, stage="quick", version=None, kept=False, received_bytes=77)
    assert planner.price_of_visit(outcome) == 77


def test_a_page_that_is_quiet_by_night_is_left_alone_then(archive: Archive) -> None:
    watched = watch(archive, "office")
    for number in range(28 * 4):
        moment = START - timedelta(hours=6 * (28 * 4 - number))
        kept = 6 <= moment.hour < 18
        archive.record_visit(Visit(url=watched.url, visited_at=moment, stage="render", version=None, kept=kept))
    planner = Planner(budget=Budget(per_hour=1 / 12))
    planner.replan(archive, now=START)
    entry = due(archive, watched)
    period = planner.period(entry, watched)
    evening, morning = (START.replace(hour=hour, minute=0) - timedelta(days=1) for hour in (18, 6))
    waits = [
        planner.due_at(replace(entry, last_at=moment), watched, now=START) - moment for moment in (morning, evening)
    ]
    assert waits[0] < period < waits[1]


def hand_visit(watched: Watch, **fields: Any) -> Visit:
    moment = START + timedelta(hours=1)
    return replace(Visit(url=watched.url, visited_at=moment, stage="render", version=None, kept=True), **fields)


def test_a_visit_by_hand_counts(archive: Archive) -> None:
    watched, asked = watch(archive, "a"), watch(archive, "asked", interval_seconds=7200)
    for page in (watched, asked):
        visited(archive, page, *[True, False] * 5)
    Planner(budget=Budget(per_hour=0.1)).replan(archive, now=START)
    before = due(archive, watched)
    settle_by_hand(archive, hand_visit(watched))
    after = due(archive, watched)
    assert after.last_at == START + timedelta(hours=1)
    assert after.rate != before.rate
    assert before.last_at is not None
    assert after.due_at - START - timedelta(hours=1) == before.due_at - before.last_at  # as long as before
    settle_by_hand(archive, hand_visit(asked))
    assert due(archive, asked).due_at == START + timedelta(hours=3)
    settle_by_hand(archive, hand_visit(asked, fault="server error", kept=False))
    assert due(archive, asked).facts["failures"] == 1


def test_a_visit_by_hand_to_a_page_that_is_not_watched_or_not_planned_changes_nothing(archive: Archive) -> None:
    watched = watch(archive, "a")
    settle_by_hand(archive, hand_visit(watched))
    settle_by_hand(archive, hand_visit(replace(watched, url="http://nobody.test/")))
    assert not archive.due.next()


def test_a_visit_by_hand_to_a_page_of_a_site_counts(archive: Archive) -> None:
    site = watch(archive, "", scope="host")
    url = "http://site.test/found"
    page = SitePage(id=watch_id(url), site=site.id, url=url, depth=1, shape="", found_at=START)
    archive.site_pages.add([page], most=9)
    Planner().replan(archive, now=START)
    settle_by_hand(archive, hand_visit(replace(site, url=url)))
    found = archive.due.of(page.id)
    assert found is not None
    assert found.last_at == START + timedelta(hours=1)


def test_an_interval_of_nothing_is_a_few_seconds(archive: Archive) -> None:
    hasty, other = watch(archive, "hasty", interval_seconds=0), watch(archive, "other")
    for watched in (hasty, other):
        visited(archive, watched, True, False)
    planner = Planner()
    planner.replan(archive, now=START)
    assert due(archive, hasty).due_at == START - timedelta(hours=6) + timedelta(seconds=3)
    assert due(archive, other).due_at < START + LONGEST_INTERVAL
    assert planner.next_visits(archive, now=START)[0].watch.url == hasty.url
