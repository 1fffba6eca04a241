from archived_site import URL
from pagestrata.app.watches import watch_for
from pagestrata.model.records import Watch
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.web.views.watch_edit import bulk_view, changes_from, edit_view
from web_fixtures import site_archive


def test_the_page_is_shown_with_what_was_judged_and_what_is_set_elsewhere(tmp_path, monkeypatch):
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "none.json"))
    with site_archive(tmp_path / "a") as archive:
        watch = watch_for(archive, URL, {"segmenter": "vips", "capture": {"proxy": "http://p:1"}})
        view = edit_view(archive, watch)
    assert view.name == "The harbour"
    assert view.latest is not None
    assert all(0 <= value <= 1 for value in view.probabilities)
    assert view.other == ["capture.proxy", "segmenter"]
    assert (view.alerts, view.has_mail_server) == ([], False)


def watch(**settings):
    return Watch(id="w", url="http://a.test/", settings=WatchSettings(**settings))


def test_an_empty_form_changes_nothing():
    changes, problems = changes_from({})
    assert (changes(watch(tags=("a",), interval_seconds=60)), problems) == ({}, {})


def test_tags_are_added_to_and_removed_from_those_each_page_has():
    changes, _ = changes_from({"tags_added": "new, a", "tags_removed": "b"})
    assert changes(watch(tags=("a", "b")))["tags"] == ["a", "new"]
    only, _ = changes_from({"tags_removed": "b"})
    assert only(watch(tags=("b",)))["tags"] is None


def test_usual_takes_a_setting_away_and_others_stay():
    changes, problems = changes_from({"interval_seconds": "usual", "ignore": ".ad, #x", "capture.wait_for": "#y"})
    assert problems == {}
    assert changes(watch()) == {"interval_seconds": None, "ignore": [".ad", "#x"], "capture": {"wait_for": "#y"}}


def test_the_screen_says_what_the_pages_have_now(tmp_path, monkeypatch):
    monkeypatch.setenv("PAGESTRATA_CHANNELS", str(tmp_path / "none.json"))
    view = bulk_view([watch(interval_seconds=7200, tags=("b",)), watch(tags=("a",))])
    assert (view.intervals, view.tags, view.has_mail_server) == ("as often as needed, every 2 hours", "a, b", False)
