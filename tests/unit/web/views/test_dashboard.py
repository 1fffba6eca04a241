from dataclasses import replace

import pytest

from archived_site import URL
from archives import keep
from pagestrata.app.planning.planning import Planner
from pagestrata.app.watches import watch_for
from pagestrata.model.due import Due
from pagestrata.model.records import Visit, Watch
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.store.archive import open_archive
from pagestrata.store.questions.overview import Mark, NewestVersion, WatchedPage
from pagestrata.web.views.dashboard import PAGE_ROWS, PageListQuery, card_of, change_sentence, dashboard, state_of
from web_fixtures import NOW, site_archive

SEEN = Mark(visited_at=NOW, kept=False, failed=False, changes=0, importance=None)
PAGE = WatchedPage(watch=Watch(id="w", url=URL), marks=(SEEN,))


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ({}, "fine"),
        ({"marks": ()}, "new"),
        ({"is_held": True, "fault": "bot wall"}, "visiting"),
        ({"fault": "login wall", "error": "x"}, "wall"),
        ({"fault": "server error"}, "failing"),
        ({"error": "no browser"}, "failing"),
        ({"trails": 2, "lost_trails": 1}, "lost"),
        ({"watch": Watch(id="w", url=URL, settings=WatchSettings(paused=True)), "fault": "timeout"}, "paused"),
    ],
)
def test_what_a_person_should_see_first_is_the_state(fields, state):
    assert state_of(replace(PAGE, **fields)) == state


def test_the_last_change_is_one_sentence_without_its_verdict():
    newest = NewestVersion(id="a", title="", captured_at=NOW, changes=2, probability=None)
    said = {
        "No version yet": None,
        "First version; no changes since": newest,
        "2 changes": replace(newest, before="b"),
        "The price rose": replace(newest, before="b", reasons=("Kept: the price rose", "more")),
    }
    assert {change_sentence(replace(PAGE, newest=version)): version for version in said.values()} == said


def test_a_card_says_when_a_page_is_visited_next_and_why(tmp_path):
    with site_archive(tmp_path) as archive:
        Planner().replan(archive, now=NOW)
        (card,) = dashboard(archive, PageListQuery(), now=NOW).cards
    assert (card.name, card.tags, card.state) == ("The harbour", ("travel",), "fine")
    assert card.next_at is not None
    assert "The budget allows a visit every" in card.why_next
    assert card.why_next_in_short.startswith("changes about every ")
    assert [mark.kept for mark in card.marks] == [True, True, True]
    assert card.version_before is not None


def test_paused_pages_have_no_next_visit():
    paused = Watch(id="w", url=URL, settings=WatchSettings(paused=True))
    due = Due(watch_id="w", host="site.test", due_at=NOW.replace(year=9999, month=1, day=1), rate=1, weight=1, cost=1)
    card = card_of(replace(PAGE, watch=paused, due=replace(due, due_at=due.due_at.replace(hour=0))), now=NOW)
    assert (card.next_at, card.why_next) == (None, "It is paused.")


def test_an_archive_without_watches_is_empty(tmp_path):
    with open_archive(tmp_path) as archive:
        assert dashboard(archive, PageListQuery(), now=NOW).is_empty


def test_pages_never_seen_stand_behind_those_that_changed_and_filters_choose(tmp_path):
    with site_archive(tmp_path) as archive:
        watch_for(archive, "http://new.test/")
        watch_for(archive, "http://paused.test/", {"paused": True, "tags": ["travel"]})
        archive.record_visit(
            Visit(url="http://bad.test/", visited_at=NOW, stage="render", version=None, kept=False, error="no")
        )
        watch_for(archive, "http://bad.test/")

        def shown(**asked) -> set[str]:
            return {card.host for card in dashboard(archive, PageListQuery(**asked), now=NOW).cards}

        assert next(card.host for card in dashboard(archive, PageListQuery(), now=NOW).cards) == "site.test"
        assert shown() == {"new.test", "paused.test", "bad.test", "site.test"}
        assert shown(state="failing") == {"bad.test"}
        assert shown(state="new") == {"new.test"}
        assert shown(tag="travel") == {"paused.test", "site.test"}
        assert shown(tag="travel", state="paused", sort="address") == {"paused.test"}
        assert shown(q="harbour") == {"site.test"}
        assert shown(q="nothing") == set()


def test_pages_of_one_state_come_in_stretches_too(tmp_path):
    with open_archive(tmp_path) as archive:
        for number in range(PAGE_ROWS + 3):
            watch_for(archive, f"http://site.test/{number:03}")
        watch_for(archive, "http://site.test/x", {"paused": True})
        first = dashboard(archive, PageListQuery(state="new"), now=NOW)
        rest = dashboard(archive, PageListQuery(state="new", after=first.after or ""), now=NOW)
    assert [len(first.cards), len(rest.cards), rest.after] == [PAGE_ROWS, 3, None]


def test_a_long_list_comes_in_stretches_and_nothing_twice(tmp_path):
    with open_archive(tmp_path) as archive:
        for number in range(PAGE_ROWS + 3):
            url = f"http://site.test/{number}"
            keep(archive, "a", url=url, hours=number)
            watch_for(archive, url)
        first = dashboard(archive, PageListQuery(), now=NOW)
        rest = dashboard(archive, PageListQuery(after=first.after or ""), now=NOW)
    seen = [card.url for card in (*first.cards, *rest.cards)]
    assert len(first.cards) == PAGE_ROWS
    assert len(set(seen)) == len(seen) == PAGE_ROWS + 3
    assert rest.after is None
