from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from archives import keep, new_archive
from captures import START
from compared_pages import URL, visited_archive
from pagestrata.app.watches import watch_for
from pagestrata.errors import NotFoundError
from pagestrata.store.history.visits import VisitDay
from pagestrata.web.views.history import calendar_of, heat_map, level_of, page_history, removed_after, ticks_between

NOW = START + timedelta(days=10)


def test_a_page_is_shown_over_the_last_year(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        history = page_history(archive, URL, now=NOW)
        assert history.title == "The Harbour Herald"
        assert [(day.day, day.kept, day.level) for day in history.calendar.days if day.visits] == [
            (date(2026, 1, 2), 1, 4), (date(2026, 1, 3), 1, 4), (date(2026, 1, 4), 1, 4), (date(2026, 1, 5), 1, 4)
        ]  # fmt: skip
        assert len(history.points) == 4
        assert history.points[0].before == ""
        assert history.points[0].x < history.points[-1].x < 560
        assert history.failing is None


def test_a_watched_page_without_versions_has_a_history_and_others_have_none(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=0) as archive:
        watch_for(archive, URL, {"title": "Soon"})
        assert page_history(archive, URL, now=NOW).title == "Soon"
        with pytest.raises(NotFoundError, match="neither in the archive nor watched"):
            page_history(archive, "http://other.test/", now=NOW)


def test_a_calendar_ends_today_and_its_weeks_begin_on_monday() -> None:
    seen = VisitDay(day=date(2026, 1, 1), visits=3, kept=0, failed=2)
    calendar = calendar_of([seen], [], until=date(2026, 1, 7))
    last = calendar.days[-1]
    assert (last.day, last.x // 14, last.y // 14) == (date(2026, 1, 7), 52, 2)
    assert [(day.failed, day.level) for day in calendar.days if day.visits] == [(2, 1)]
    assert calendar.days[0].y == 0
    assert len(calendar.months) == 12
    assert [name for _, name in calendar.weekdays] == ["Mon", "Wed", "Fri"]
    assert (last.day, last.end) == (date(2026, 1, 7), date(2026, 1, 8))
    assert [level_of(probability) for probability in (0.1, 0.7, 0.95)] == [2, 3, 4]


def test_visits_are_counted_by_day(tmp_path: Path) -> None:
    with visited_archive(tmp_path, days=2) as archive:
        days = archive.visits.days(URL, since=datetime(2026, 1, 3, tzinfo=UTC))
        assert [(day.day, day.visits, day.kept, day.failed) for day in days] == [(date(2026, 1, 3), 1, 1, 0)]
        assert archive.visits.failed(URL, limit=9) == []


def test_what_keeps_changing_is_shown_on_the_picture(tmp_path: Path) -> None:
    with visited_archive(tmp_path) as archive:
        pane, areas = heat_map(archive, archive.versions.of(URL)[-1])
        assert pane.has_picture
        clock, price = sorted(areas, key=lambda area: -area.chance)[:2]
        assert (clock.box.y, clock.level) == (480, 4)
        assert (price.box.y, price.level) == (360, 3)


def test_a_plot_is_labelled_with_days_and_with_times_where_days_would_be_the_same() -> None:
    spans = (timedelta(days=8), timedelta(hours=8), timedelta(hours=30), timedelta(minutes=1))
    weeks, hours, night, minute = (ticks_between(START, START + span) for span in spans)
    assert [(x, words) for x, words in weeks[:2]] == [(0.0, "2026-01-02"), (140.0, "2026-01-04")]
    assert [words for _, words in hours[:2]] == ["03:04", "05:04"]
    assert [words for _, words in night[:2]] == ["01-02 03:04", "01-02 10:34"]
    assert [words for _, words in minute[:2]] == ["03:04:05", "03:04:20"]


def test_removed_versions_are_gathered_by_rule_between_those_that_stayed(tmp_path: Path) -> None:
    archive, _ = new_archive(tmp_path)
    with archive:
        versions = [keep(archive, f"text {day}", hours=24 * day, url=URL) for day in range(8)]
        archive.upkeep.retain("thin 1d:3d", now=NOW)
        archive.upkeep.retain("thin 1d:300d", now=NOW + timedelta(days=1))
        stayed = archive.versions.of(URL)[::-1]
        assert stayed == [versions[-1], versions[0]]
        (runs,) = removed_after(archive.versions.removed(URL), stayed).values()
        assert all(older.last_at < newer.first_at for newer, older in pairwise(runs))
        assert {run.words.partition("removed")[2] for run in runs} == {
            " by the rule 'thin 1d:3d' on 2026-01-12",
            " by the rule 'thin 1d:300d' on 2026-01-13",
        }
