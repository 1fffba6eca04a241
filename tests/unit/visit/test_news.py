import io
from dataclasses import replace
from datetime import timedelta

from PIL import Image

from captures import START, capture
from pagestrata.formats.pictures.screenshots import screenshot_of
from pagestrata.model.notices import NoticeRule
from pagestrata.model.page_state import PageState
from pagestrata.model.records import Trail, TrailEntry, Version, Watch
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.notify.pictures import MARK
from pagestrata.visit.examine import examine
from pagestrata.visit.news import name_of_trail, trail_events
from pagestrata.visit.plan import VisitPlan

URL = "http://site.test/"
TRAIL = Trail(id="t1", url=URL, origin={"css": ".price", "name": "Boots"}, state={})
WATCH = Watch(id="w", url=URL, settings=WatchSettings(title="The shop", tags=("shop",)))
RULE = NoticeRule(id="r", kind="watch", subject="w", channel="", created_at=START)


def png(colour):
    target = io.BytesIO()
    Image.new("RGB", (60, 40), colour).save(target, "PNG")
    return target.getvalue()


def entries(*found, pictures=False):
    """Entries of a trail with these states and texts, an hour apart."""
    shown = [png("white") if hour % 2 else png("grey") for hour in range(len(found))]
    return [
        TrailEntry(
            found_at=START + timedelta(hours=hour), version=None, state=state, confidence=0.9, text=text,
            picture_png=shown[hour] if pictures and state != "lost" else None,
        )
        for hour, (state, text) in enumerate(found)
    ]  # fmt: skip


def events(*found, **options):
    """The events of a trail with these (state, text) entries."""
    return list(trail_events(TRAIL, entries(*found, **options), watch=WATCH))


def test_a_number_that_changed():
    (event,) = events(("found", "now 99.00 €"), ("found", "now 89.50 €"))
    assert (event.name, event.old_number, event.new_number) == ("Boots", 99.0, 89.5)
    assert event.operations == {"update": 1}
    assert 0 < event.probability < 1
    assert event.tags == ("shop",)


def test_what_was_not_sure_is_not_compared_with():
    sure, doubt, after = events(("found", "99 €"), ("uncertain", "1 €"), ("uncertain", "2 €"), ("found", "89 €"))
    assert (sure.new_state, doubt.new_state) == ("uncertain", "uncertain")
    assert (after.old_text, after.old_number, after.new_number) == ("99 €", 99.0, 89.0)


def test_why_a_cell_is_lost_or_in_doubt_is_part_of_the_news():
    def entry(hour, state, **fields):
        return TrailEntry(found_at=START + timedelta(hours=hour), version=None, state=state, confidence=0.9, **fields)

    doubt, gone, nothing = trail_events(
        TRAIL,
        [
            entry(0, "found", text="4,050,000", reasons=("row ‘Road maintenance’",)),
            entry(1, "uncertain", text="310,000", alerts=("it may be called Roads",)),
            entry(2, "lost", reasons=("the row Road maintenance is gone",)),
            entry(3, "lost", reasons=("no element resembles the block",)),
        ],
    )
    assert (doubt.why, gone.why, nothing.why) == ("it may be called Roads", "the row Road maintenance is gone", "")
    assert doubt.new_number is gone.new_number is None


def test_a_block_that_goes_and_comes_back():
    gone, still, _, back = events(
        ("found", "99 €"), ("lost", ""), ("lost", ""), ("uncertain", "89 €"), ("found", "89 €")
    )
    assert (gone.old_state, gone.new_state, gone.operations) == ("found", "lost", {"delete": 1})
    assert (gone.old_text, gone.new_text) == ("99 €", "")
    assert (still.old_state, still.new_state, still.operations) == ("lost", "lost", {})
    assert (back.old_state, back.new_state, back.old_text) == ("lost", "found", "99 €")
    assert back.operations == {"update": 1, "insert": 1}


def test_pictures_mark_what_changed_where_there_are_any():
    (event,) = events(("found", "a"), ("found", "b"), pictures=True)
    with Image.open(io.BytesIO(event.picture_png)) as shown:
        marked = [pixel for _, pixel in shown.convert("RGB").getcolors(10**6)]
        assert MARK in marked
    assert next(trail_events(TRAIL, entries(("found", "a"), ("found", "b")))).picture_png is None


def test_each_entry_has_a_key_of_its_own_and_keeps_it():
    first, second = events(("found", "a"), ("found", "b"), ("found", "c"))
    assert first.key != second.key
    assert [event.key for event in events(("found", "a"), ("found", "b"), ("found", "c"))] == [first.key, second.key]


def test_a_block_is_called_what_the_person_called_it():
    assert name_of_trail(TRAIL) == "Boots"
    unnamed = Trail(id="t", url="http://site.test/shop", origin={"css": ".price"}, state={})
    assert name_of_trail(unnamed) == ".price on site.test"


def test_a_trail_with_one_entry_has_no_news():
    assert events(("found", "99 €")) == []


def changed_page(*, picture=True):
    """The findings of a visit to a page whose price fell."""
    plan = VisitPlan(url=URL, now=START + timedelta(hours=1), watch=WATCH, rules=(RULE,))
    old, old_tree = capture(["Boots 99 €", "Open on Monday", "Imprint"])
    new, _ = capture(["Boots 89 €", "Open on Monday", "Imprint"], hours=1, picture=picture)
    last = Version(id="1", url=URL, captured_at=START, status=200, title="")
    state = PageState(url=URL, last=last, tree=old_tree, screenshot=screenshot_of(old))
    return examine(plan, state, new)


def test_a_visit_makes_an_event_of_what_changed_with_a_picture_of_it():
    (event,) = changed_page().events
    assert (event.subject, event.name, event.tags, event.url) == ("w", "The shop", ("shop",), URL)
    assert ("Boots 99 €" in event.old_text, "Boots 89 €" in event.new_text) == (True, True)
    with Image.open(io.BytesIO(event.picture_png)) as shown:
        assert MARK in {colour for _, colour in shown.convert("RGB").getcolors(1 << 24)}


def test_a_version_without_a_screenshot_has_no_picture():
    (event,) = changed_page(picture=False).events
    assert event.picture_png is None


def test_a_page_that_no_rule_is_about_makes_no_events():
    plan = VisitPlan(url=URL, now=START, watch=WATCH)
    assert examine(plan, PageState(url=URL), capture(["text"])[0]).events == ()


def test_how_long_a_block_has_been_uncertain_is_counted():
    found = events(*[("found", "99 €"), *[("uncertain", "1 €")] * 4, ("found", "89 €"), ("uncertain", "1 €")])
    assert [event.uncertain_visits for event in found] == [1, 2, 3, 4, 0, 1]
    assert [event.is_news for event in found] == [False, False, True, False, True, False]


def test_what_changed_below_the_end_of_the_picture_is_told_without_one():
    plan = VisitPlan(url=URL, now=START + timedelta(hours=1), watch=WATCH, rules=(RULE,))
    old, old_tree = capture(["Open on Monday", "Imprint", "Boots 99 €"])
    new, _ = capture(["Open on Monday", "Imprint", "Boots 89 €"], hours=1)
    short = screenshot_of(capture(["Open on Monday"])[0]).png
    last = Version(id="1", url=URL, captured_at=START, status=200, title="")
    state = PageState(url=URL, last=last, tree=old_tree, screenshot=screenshot_of(replace(old, screenshot_png=short)))
    (event,) = examine(plan, state, replace(new, screenshot_png=short)).events
    assert "Boots 89 €" in event.new_text
    assert event.picture_png is None


def test_a_version_kept_only_because_it_is_the_first_whole_one_is_no_news():
    plan = VisitPlan(url=URL, now=START + timedelta(hours=1), watch=WATCH, rules=(RULE,))
    old, old_tree = capture(["Boots 99 €", "Open on Monday"])
    last = Version(id="1", url=URL, captured_at=START, status=200, title="", depth_px=81)
    state = PageState(url=URL, last=last, tree=old_tree, screenshot=screenshot_of(old))
    found = examine(plan, state, capture(["Boots 99 €", "Open on Monday", "Imprint"], hours=1)[0])
    assert (found.visit.kept, found.events) == (True, ())
