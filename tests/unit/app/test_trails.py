from dataclasses import replace
from datetime import UTC, datetime

import pytest

from captures import capture, visit_of
from followed_pages import news_page
from pagestrata.app.chosen_blocks import Choice, add_trail, selected
from pagestrata.app.notifications import add_rule
from pagestrata.app.session import Session
from pagestrata.app.trails import (
    correct_trail,
    find_trail,
    follow_block,
    follow_through,
    remove_trail,
    replay_sources,
    versions_in,
)
from pagestrata.app.watches import watch_for
from pagestrata.errors import CaptureError, InputError, NotFoundError, UsageError
from pagestrata.store.archive import open_archive

URL = "http://site.test/"


@pytest.fixture
def archive(tmp_path):
    with open_archive(tmp_path / "archive") as opened:
        yield opened


def page(day, **options):
    return news_page(captured_at=datetime(2026, 1, day, tzinfo=UTC), **options)


def test_a_trail_has_an_entry_per_version_with_text_change_and_confidence(archive):
    trail = add_trail(archive, page(1), Choice(css=".shop"), url=URL, version=None)
    follow_through(archive, archive.trails.of(URL), page(2, price="89.00 €"), version=None)
    follow_through(archive, archive.trails.of(URL), page(3, with_price=False), version=None)
    follow_through(archive, archive.trails.of(URL), page(4, price="89.00 €", banner=True), version=None)
    entries = archive.trails.entries(trail.id)
    assert [entry.state for entry in entries] == ["found", "found", "lost", "found"]
    assert [entry.change for entry in entries] == [None, "text", "lost", "found again"]
    assert entries[1].text.endswith("89.00 €")
    assert entries[2].path is None


def test_what_the_follower_learnt_is_kept(archive):
    trail = add_trail(archive, page(1), Choice(css=".shop"), url=URL, version=None)
    before = find_trail(archive, trail.id).state
    follow_through(archive, archive.trails.of(URL), page(2, price="89.00 €"), version=None)
    assert find_trail(archive, trail.id).state != before


def test_a_correction_moves_the_trail(archive):
    trail = add_trail(archive, page(1), Choice(css=".shop"), url=URL, version=None)
    correct_trail(archive, trail.id, page(2), Choice(css=".stories"), version=None)
    (found,) = follow_through(archive, archive.trails.of(URL), page(3), version=None)
    assert found.entry.text.startswith("Stories today")


def test_the_same_block_is_followed_once(archive):
    trail = add_trail(archive, page(1), Choice(css=".shop"), url=URL, version=None)
    with pytest.raises(UsageError, match=f"follow show {trail.id}"):
        add_trail(archive, page(1), Choice(css=".shop"), url=URL, version=None)


def test_an_unknown_trail_says_where_to_look(archive):
    with pytest.raises(NotFoundError, match="follow list"):
        find_trail(archive, "nope")


def test_a_single_version_cannot_be_replayed(tmp_path):
    file = tmp_path / "page.html"
    file.write_text("<p>hello")
    with pytest.raises(UsageError, match="is one version"):
        versions_in(Session(), [str(file)])


@pytest.fixture
def archived(tmp_path):
    """A session whose archive has four versions, one a day."""
    with Session(archive=tmp_path / "archive", browser="/no/such/browser") as session:
        for number in range(4):
            taken, tree = capture([f"text {number}"], hours=24 * number, picture=False)
            session.archive.append(taken, tree, None, visit=visit_of(taken))
        yield session


@pytest.mark.parametrize(
    ("sources", "days"),
    [
        (["http://site.test/@first"], [2, 3, 4, 5]),
        (["http://site.test/@2026-01-04"], [3, 4, 5]),
        (["http://site.test/@first..latest"], [2, 3, 4, 5]),
        (["http://site.test/@2026-01-03T12:00..~1"], [3, 4]),
        (["http://site.test/@first..first"], [2]),
    ],
)
def test_archived_versions_are_named_by_a_time_or_a_span(archived, sources, days):
    found = versions_in(archived, sources)
    assert [archived.archive.versions.at(source.place, source.time).captured_at.day for source in found] == days
    assert all("@2026-01-0" in source.text for source in found)


def test_two_archived_versions_are_those_two(archived):
    found = versions_in(archived, ["http://site.test/@first", "http://site.test/@latest"])
    assert [source.time for source in found] == ["first", "latest"]


def test_a_span_that_runs_backwards_is_refused(archived):
    with pytest.raises(UsageError, match="runs backwards; name the earlier time first"):
        versions_in(archived, ["http://site.test/@latest..first"])


def test_a_block_is_chosen_by_its_ref():
    snapshot, tree = capture(["one", "two", "three"])
    choice = Choice(block="1.2")
    assert snapshot.nodes.text_of(choice.row(snapshot, tree)) == "two"
    assert choice.as_json() == {"block": "1.2"}
    with pytest.raises(NotFoundError, match=r"no block '7.7' on http://site.test/; `pagestrata segment"):
        Choice(block="7.7").row(snapshot, tree)


def test_without_a_tree_the_page_is_cut_into_blocks():
    snapshot, _ = capture(["one", "two", "three"])
    assert snapshot.nodes.text_of(Choice(block="1").row(snapshot)) == "one two three"


def test_a_ref_beside_another_way_is_refused():
    snapshot, tree = capture(["one"])
    with pytest.raises(UsageError, match="ways to choose a block were given"):
        Choice(block="1.1", css="p", xpath="//p").row(snapshot, tree)


def test_a_name_is_kept_beside_the_way(archive):
    trail = add_trail(archive, page(1), Choice(css=".shop"), url=URL, version=None, name="Boots")
    assert find_trail(archive, trail.id).origin == {"css": ".shop", "name": "Boots"}


def test_a_removed_trail_takes_its_rules_along(archive):
    trail = add_trail(archive, page(1), Choice(css=".shop"), url=URL, version=None)
    add_rule(archive, trail.id, channel="terminal", now=datetime(2026, 1, 1, tzinfo=UTC))
    remove_trail(archive, trail.id)
    assert (archive.trails.of(), archive.outbox.rules()) == ([], [])


def test_one_follower_that_cannot_be_read_does_not_stop_the_others(archive, caplog):
    broken = add_trail(archive, page(1), Choice(css=".shop"), url=URL, version=None)
    add_trail(archive, page(1), Choice(css=".stories"), url=URL, version=None)
    archive.trails.save(replace(broken, state={"format": 99}))
    (found,) = follow_through(archive, archive.trails.of(URL), page(2), version=None)
    assert found.trail.origin == {"css": ".stories"}
    assert f"block {broken.id} of {URL} is not followed" in caplog.text
    entry = correct_trail(archive, broken.id, page(3), Choice(css=".shop"), version=None)
    assert entry.state == "found"
    assert len(follow_through(archive, archive.trails.of(URL), page(4), version=None)) == 2


def test_a_picture_that_was_swapped_is_a_change_of_its_block(archive):
    trail = add_trail(archive, page(1, photo="green.png"), Choice(css=".shop"), url=URL, version=None)
    for day, photo, banner in ((2, "green.png", False), (3, "red.png", False), (4, "red.png", True)):
        follow_through(archive, archive.trails.of(URL), page(day, photo=photo, banner=banner), version=None)
    entries = archive.trails.entries(trail.id)
    assert [entry.change for entry in entries] == [None, None, "picture", "moved"]
    assert [entry.images[0].address for entry in entries] == ["green.png", "green.png", "red.png", "red.png"]


class ArchivedSession(Session):
    """A session that shows archived versions without a browser: pages of one day each; some are no HTML."""

    def __init__(self, archive, pages):
        super().__init__(archive=archive, browser="/no/such/browser")
        self.pages = pages

    def snapshot(self, source):
        found = self.pages[self.version(f"{source.place}@{source.time}").captured_at.day]
        if found is None:
            raise NotFoundError("version.warc holds no HTML page")
        if isinstance(found, Exception):
            raise found
        return found


@pytest.fixture
def several(tmp_path):
    """Makes a session with one archived version for each of these pages."""

    def make(*pages):
        session = ArchivedSession(tmp_path / "archive", dict(enumerate(pages, 2)))
        for number in range(len(pages)):
            taken, tree = capture([f"text {number}"], hours=24 * number, picture=False)
            session.archive.append(taken, tree, None, visit=visit_of(taken))
        return session

    return make


def test_following_survives_versions_that_are_no_html(several):
    with several(None, page(3), None, page(5, price="89.00 €")) as session:
        found = list(replay_sources(session, [f"{URL}@first"], Choice(css=".shop")))
        assert [answer.state for _, _, answer in found] == ["found", "uncertain", "found"]
        assert found[1][2].reasons == ("this version is not an HTML page",)
        trail = follow_block(session, f"{URL}@first", Choice(css=".shop"))
        entries = session.archive.trails.entries(trail.id)
        assert [entry.found_at.day for entry in entries] == [3, 5]


def test_versions_without_any_page_are_one_clear_error(several):
    with several(None, None) as session:
        with pytest.raises(InputError, match=r"none of the versions of .* is an HTML page"):
            list(replay_sources(session, [f"{URL}@first"], Choice(css=".shop")))
        with pytest.raises(InputError, match=r"no version of .* is an HTML page"):
            follow_block(session, f"{URL}@first", Choice(css=".shop"))


def test_a_trail_whose_history_cannot_be_read_is_not_left_half_made(several):
    with several(page(2), CaptureError("the browser died")) as session:
        with pytest.raises(CaptureError):
            follow_block(session, f"{URL}@first", Choice(css=".shop"))
        assert session.archive.trails.of(URL) == []


def test_a_block_that_a_list_selected_is_not_followed_again_when_a_person_ends_it(archive):
    watch = watch_for(archive, URL, {"select": ".shop"})
    trail = add_trail(archive, page(1), selected(".shop"), url=URL, version=None)
    remove_trail(archive, trail.id)
    assert archive.watches.with_id(watch.id).settings.select is None
