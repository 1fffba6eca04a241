import io
from dataclasses import replace
from datetime import timedelta

import pytest
from PIL import Image

from archives import keep
from captures import START, capture, visit_of
from pagestrata.comparing.vidiff import compare
from pagestrata.model.records import Trail, TrailEntry, Watch
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.notify.pictures import MARK
from pagestrata.store.archive import open_archive
from pagestrata.visit.news import name_of_trail, trail_events, version_event

URL = "http://site.test/"
TRAIL = Trail(id="t1", url=URL, origin={"css": ".price", "name": "Boots"}, state={})
WATCH = Watch(id="w", url=URL, settings=WatchSettings(title="The shop", tags=("shop",)))


@pytest.fixture
def archive(tmp_path):
    with open_archive(tmp_path / "archive") as opened:
        yield opened


def png(colour):
    target = io.BytesIO()
    Image.new("RGB", (60, 40), colour).save(target, "PNG")
    return target.getvalue()


def events(archive, *found, **options):
    """The events of a trail with these (state, text) entries."""
    archive.trails.save(TRAIL)
    for hour, (state, text) in enumerate(found):
        picture = png("white") if hour % 2 else png("grey")
        entry = TrailEntry(
            found_at=START + timedelta(hours=hour), version=None, state=state, confidence=0.9, text=text,
            picture_png=None if state == "lost" else picture,
        )  # fmt: skip
        archive.trails.add_entry("t1", entry)
    return list(trail_events(archive, TRAIL, watch=WATCH, **options))


def versions(archive):
    old, old_tree = capture(["Boots 99 €", "Open on Monday", "Imprint"])
    archive.append(old, old_tree, None, visit=visit_of(old))
    new, new_tree = capture(["Boots 89 €", "Open on Monday", "Imprint"], hours=1)
    version = archive.append(new, new_tree, compare(old_tree, new_tree), visit=visit_of(new))
    return archive.versions.of(URL)[0], version


def test_a_version_tells_what_changed(archive):
    _, version = versions(archive)
    event = version_event(archive, version, watch=WATCH)
    assert (event.subject, event.name, event.tags) == ("w", "The shop", ("shop",))
    assert (event.old_text, event.new_text) == ("Boots 99 €", "Boots 89 €")
    assert event.operations == {"update": 1}
    assert event.what == "text is now ‘Boots 89 €’"
    assert event.version == version.id
    assert event.picture_png is None


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (["a", "b"], ["a", "b", "News"], "new block ‘News’"),
        (["a", "b", "News"], ["a", "b"], "block removed: ‘News’"),
        (["a", "b"], ["a", "b", "News", "Sport"], ", and 1 more change"),
    ],
)
def test_the_heaviest_change_in_words(archive, old, new, what):
    before, after = capture(old, picture=False), capture(new, hours=1, picture=False)
    archive.append(*before, None, visit=visit_of(before[0]))
    version = archive.append(*after, compare(before[1], after[1]), visit=visit_of(after[0]))
    assert version_event(archive, version, watch=None).what.endswith(what)


@pytest.mark.parametrize(
    ("reasons", "what"),
    [
        (("prices changed", "and more"), "prices changed"),
        (("imported",), "text is now ‘Boots 89 €’"),
        ((), "text is now ‘Boots 89 €’"),
    ],
)
def test_a_version_that_was_judged_says_why_it_was_kept(archive, reasons, what):
    before, after = capture(["Boots 99 €"], picture=False), capture(["Boots 89 €"], hours=1, picture=False)
    archive.append(*before, None, visit=visit_of(before[0]))
    visit = replace(visit_of(after[0]), reasons=reasons)
    version = archive.append(*after, compare(before[1], after[1]), visit=visit)
    assert version_event(archive, version, watch=None).what == what


def test_a_first_version_is_no_news_and_a_page_without_a_watch_has_its_title(archive):
    first, _ = versions(archive)
    event = version_event(archive, first, watch=None)
    assert not event.has_changed
    assert (event.name, event.subject) == ("A page", URL)
    assert version_event(archive, replace(first, status=500), watch=None).name == URL


def test_the_picture_shows_the_block_with_the_change_marked(archive):
    first, version = versions(archive)
    picture = version_event(archive, version, watch=WATCH, with_picture=True).picture_png
    with Image.open(io.BytesIO(picture)) as shown:
        assert MARK in {colour for _, colour in shown.convert("RGB").getcolors(1 << 24)}
    assert version_event(archive, first, watch=WATCH, with_picture=True).picture_png is None


def test_a_version_without_a_screenshot_has_no_picture(archive):
    version = keep(archive, "text")
    assert version_event(archive, version, watch=None, with_picture=True).picture_png is None


def test_a_number_that_changed(archive):
    (event,) = events(archive, ("found", "now 99.00 €"), ("found", "now 89.50 €"))
    assert (event.name, event.old_number, event.new_number) == ("Boots", 99.0, 89.5)
    assert event.operations == {"update": 1}
    assert 0 < event.importance < 1
    assert event.tags == ("shop",)


def test_what_was_not_sure_is_not_compared_with(archive):
    sure, doubt, after = events(
        archive, ("found", "99 €"), ("uncertain", "1 €"), ("uncertain", "2 €"), ("found", "89 €")
    )
    assert (sure.new_state, doubt.new_state) == ("uncertain", "uncertain")
    assert (after.old_text, after.old_number, after.new_number) == ("99 €", 99.0, 89.0)


def test_a_block_that_goes_and_comes_back(archive):
    gone, still, _, back = events(
        archive, ("found", "99 €"), ("lost", ""), ("lost", ""), ("uncertain", "89 €"), ("found", "89 €")
    )
    assert (gone.old_state, gone.new_state, gone.operations) == ("found", "lost", {"delete": 1})
    assert (gone.old_text, gone.new_text) == ("99 €", "")
    assert (still.old_state, still.new_state, still.operations) == ("lost", "lost", {})
    assert (back.old_state, back.new_state, back.old_text) == ("lost", "found", "99 €")
    assert back.operations == {"update": 1, "insert": 1}


def test_pictures_mark_what_changed_and_come_only_when_asked_for(archive):
    (event,) = events(archive, ("found", "a"), ("found", "b"), pictures=2)
    with Image.open(io.BytesIO(event.picture_png)) as shown:
        assert shown.convert("RGB").getpixel((0, 0)) == MARK
    assert next(trail_events(archive, TRAIL, watch=None)).picture_png is None


def test_each_entry_has_a_key_of_its_own_and_keeps_it(archive):
    first, second = events(archive, ("found", "a"), ("found", "b"), ("found", "c"))
    assert first.key != second.key
    assert [event.key for event in trail_events(archive, TRAIL, watch=None)] == [first.key, second.key]


def test_a_block_is_called_what_the_person_called_it():
    assert name_of_trail(TRAIL) == "Boots"
    unnamed = Trail(id="t", url="http://site.test/shop", origin={"css": ".price"}, state={})
    assert name_of_trail(unnamed) == ".price on site.test"


def test_a_trail_with_one_entry_has_no_news(archive):
    assert events(archive, ("found", "99 €")) == []


def test_a_block_that_changed_its_ref_has_its_picture(archive):
    old, old_tree = capture(["Boots 99 €", "Open on Monday", "Imprint"])
    archive.append(old, old_tree, None, visit=visit_of(old))
    new, new_tree = capture(["Boots 89 €", "Open on Monday", "Imprint"], hours=1)
    renamed = replace(new_tree, blocks=(replace(new_tree.blocks[0], ref="1.77"), *new_tree.blocks[1:]))
    version = archive.append(new, renamed, compare(old_tree, renamed), visit=visit_of(new))
    (change,) = archive.queries.changes(URL, since=version.captured_at)
    assert (change.op, change.block) == ("update", "1.1")
    assert version_event(archive, version, watch=WATCH, with_picture=True).picture_png is not None
