from dataclasses import replace

import pytest

from archives import add_entry
from captures import capture, visit_of
from pagestrata.app.telling.stored_news import stored_trail_events, stored_version_event
from pagestrata.comparing.vidiff import compare
from pagestrata.model.records import Trail, TrailEntry, Watch
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.store.archive import open_archive

URL = "http://site.test/"
WATCH = Watch(id="w", url=URL, settings=WatchSettings(title="The shop", tags=("shop",)))


@pytest.fixture
def archive(tmp_path):
    with open_archive(tmp_path / "archive") as opened:
        yield opened


def versions(archive):
    old, old_tree = capture(["Boots 99 €", "Open on Monday", "Imprint"])
    archive.append(old, old_tree, None, visit=visit_of(old))
    new, new_tree = capture(["Boots 89 €", "Open on Monday", "Imprint"], hours=1)
    version = archive.append(new, new_tree, compare(old_tree, new_tree), visit=visit_of(new))
    return archive.versions.of(URL)[0], version


def test_a_version_tells_what_changed(archive):
    _, version = versions(archive)
    event = stored_version_event(archive, version, watch=WATCH)
    assert (event.subject, event.name, event.tags) == ("w", "The shop", ("shop",))
    assert (event.old_text, event.new_text) == ("Boots 99 €", "Boots 89 €")
    assert event.operations == {"update": 1}
    assert event.what == "Boots 99 € → 89 €"
    assert event.version == f"{version.captured_at:%Y%m%d%H%M%S}"
    assert event.picture_png is None


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (["a", "b"], ["a", "b", "News"], "1 new text: ‘News’"),
        (["a", "b", "News"], ["a", "b"], "1 text gone: ‘News’"),
        (["a", "b"], ["a", "b", "News", "Sport"], "2 new texts"),
    ],
)
def test_the_heaviest_change_in_words(archive, old, new, what):
    before, after = capture(old, picture=False), capture(new, hours=1, picture=False)
    archive.append(*before, None, visit=visit_of(before[0]))
    version = archive.append(*after, compare(before[1], after[1]), visit=visit_of(after[0]))
    assert stored_version_event(archive, version, watch=None).what.endswith(what)


@pytest.mark.parametrize(
    ("reasons", "what"),
    [
        (("Kept: prices changed", "and more"), "Boots 99 € → 89 €"),
        (("imported",), "Boots 99 € → 89 €"),
        ((), "Boots 99 € → 89 €"),
    ],
)
def test_a_version_says_what_changed_whatever_it_was_kept_for(archive, reasons, what):
    before, after = capture(["Boots 99 €"], picture=False), capture(["Boots 89 €"], hours=1, picture=False)
    archive.append(*before, None, visit=visit_of(before[0]))
    visit = replace(visit_of(after[0]), reasons=reasons)
    version = archive.append(*after, compare(before[1], after[1]), visit=visit)
    assert stored_version_event(archive, version, watch=None).what == what


def test_a_first_version_is_no_news_and_a_page_without_a_watch_has_its_title(archive):
    first, _ = versions(archive)
    event = stored_version_event(archive, first, watch=None)
    assert not event.has_changed
    assert (event.name, event.subject) == ("A page", URL)
    assert stored_version_event(archive, replace(first, status=500), watch=None).name == URL


def test_a_stored_trail_tells_its_news(archive):
    trail = Trail(id="t1", url=URL, origin={"name": "Boots"}, state={})
    archive.trails.save(trail)
    for hour, text in enumerate(("99 €", "89 €")):
        taken, _ = capture([text], hours=hour, picture=False)
        entry = TrailEntry(found_at=taken.captured_at, version=None, state="found", confidence=0.9, text=text)
        add_entry(archive, "t1", entry)
    (event,) = stored_trail_events(archive, trail, watch=WATCH)
    assert (event.name, event.old_number, event.new_number, event.tags) == ("Boots", 99.0, 89.0, ("shop",))
