from datetime import UTC, datetime

import pytest

from pagestrata.app.notifications import add_rule
from pagestrata.app.watches import (
    change_watch,
    check_settings,
    edit_watch,
    find_watch,
    page_name,
    remove_watch,
    usable_page,
    watch_for,
    watch_id,
    watch_with_id,
)
from pagestrata.errors import NotFoundError, UsageError
from pagestrata.formats.urls import web_address
from pagestrata.formats.watch_lists import ListedPage
from pagestrata.model.records import Watch
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.store.archive import open_archive

URL = "http://site.test/"


@pytest.fixture
def archive(tmp_path):
    with open_archive(tmp_path / "archive") as opened:
        yield opened


def test_a_page_has_one_watch_however_its_address_is_written(archive):
    made = watch_for(archive, "HTTP://site.test#part", {"tags": ["a"]})
    assert made == Watch(id=watch_id(URL), url=URL, settings=WatchSettings(tags=("a",)))
    assert watch_for(archive, URL) == archive.watches.of(URL) == made
    assert archive.watches.all() == [made]


def test_settings_are_added_and_taken_away(archive):
    made = watch_for(archive, URL, {"tags": ["a"], "title": "A page"})
    assert watch_for(archive, URL, {"threshold": 0.3}).settings == WatchSettings(
        tags=("a",), title="A page", threshold=0.3
    )
    assert change_watch(archive, made, {"title": None}).settings == WatchSettings(tags=("a",))
    assert archive.watches.all()[0].settings == WatchSettings(tags=("a",))


def test_a_watch_of_another_program_keeps_its_id(archive):
    archive.watches.save(Watch(id="mine", url=URL))
    assert watch_for(archive, URL, {"tags": ["a"]}).id == "mine"


def test_a_page_is_called_by_its_watch_its_version_or_its_address():
    watch = Watch(id="w", url="http://a.test/", settings=WatchSettings(title="Prices"))
    assert page_name(watch.url, watch, "A shop") == "Prices"
    assert page_name(watch.url, Watch(id="w", url=watch.url), "A shop") == "A shop"
    assert page_name(watch.url, None) == watch.url


def test_finding_by_id_or_address(archive):
    made = watch_for(archive, URL)
    assert find_watch(archive, made.id[:5]) == find_watch(archive, URL) == made
    for text in ("zz", "http://other.test/"):
        with pytest.raises(NotFoundError, match=r"0 watches match .*; see `pagestrata watch list`"):
            find_watch(archive, text)


def test_a_removed_watch_takes_its_rules_along(archive):
    made = watch_for(archive, URL)
    add_rule(archive, URL, channel="terminal", now=datetime(2026, 1, 1, tzinfo=UTC))
    remove_watch(archive, made)
    assert (list(archive.watches.all()), list(archive.outbox.rules())) == ([], [])


def test_an_address_is_taken_as_people_write_it():
    assert web_address("example.org") == "https://example.org/"
    assert web_address("example.org:8080/a") == "https://example.org:8080/a"
    assert web_address(" HTTP://Example.org/a#b") == "http://example.org/a"
    for text in ("htt://x", "not an address", "word", "mailto:a@b.test", "javascript:alert(1)"):
        with pytest.raises(UsageError, match="is not the address of a page; write http:// or https:// before the host"):
            web_address(text)


def test_a_watch_is_edited_only_as_it_was_seen(tmp_path):
    with open_archive(tmp_path / "archive") as archive:
        seen = watch_for(archive, "http://site.test/", {"tags": ["a"]})
        mine = edit_watch(archive, seen, {"title": "mine", "window": "Mon-Fri 08:00-18:00"})
        assert mine is not None
        assert mine.settings.tags == ("a",)
        assert edit_watch(archive, seen, {"title": "too late"}) is None
        assert watch_with_id(archive, seen.id) == mine
        with pytest.raises(NotFoundError, match="no watch 'x'"):
            watch_with_id(archive, "x")


@pytest.mark.parametrize(
    "settings",
    [{"window": "never"}, {"ignore": ["p >"]}, {"ignore_text": ["("]}, {"importance": {"x": 1.0}}, {"unknown": 1}],
)
def test_settings_that_no_visit_could_go_by_are_refused(settings):
    with pytest.raises(UsageError):
        check_settings(Watch(id="w", url="http://site.test/"), settings)


def test_patterns_and_selectors_that_no_visit_could_use_are_said_and_left_out():
    listed = ListedPage(url=URL, ignore=("nav", "a[["), ignore_text=("[0-9]+ left", "(?=ahead)"))
    page, problems = usable_page(listed)
    assert (page.ignore, page.ignore_text) == (("nav",), ("[0-9]+ left",))
    assert [problem.partition(": ")[2] for problem in problems] == [
        "'a[[' cannot be used here and was not imported", "'(?=ahead)' cannot be used here and was not imported",
    ]  # fmt: skip
