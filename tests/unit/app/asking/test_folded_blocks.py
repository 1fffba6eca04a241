from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from captures import START, capture, visit_of
from pagestrata.app.asking.asked import ask_archive
from pagestrata.app.asking.folded_blocks import leaves_out_silenced, told_changes
from pagestrata.app.asking.found_changes import JUDGED_COUNTS_AS, MOST_LOOKED_AT, find_changes
from pagestrata.app.watches import watch_for
from pagestrata.comparing.vidiff import compare
from pagestrata.errors import NotFoundError
from pagestrata.model.blocks import Image, Link
from pagestrata.model.change_question import ChangeQuestion
from pagestrata.model.geometry import Box
from pagestrata.store.archive import open_archive

URL = "http://news.test/"
NOW = datetime(2026, 1, 5, tzinfo=UTC)
STORIES = ("Ferry line returns", "Ferry line returns in May", "Ferry line returns in May", "Ferry line is stopped")
PHOTOS = ("pier", "pier", "harbour", "harbour")
SHOPS = ("Lantern Books", "Quayside Cycles", "Nettle Tea", "Brass and Barometer")


def page(number, *, role="ad"):
    """A story, its photo, and a box with a shop that is another one at every visit."""
    shop = SHOPS[number]
    taken, tree = capture([STORIES[number], "", ""], url=URL, hours=number, title="The Post")
    (root,) = tree.blocks
    story, photo, box = root.children
    photo = replace(
        photo,
        role="image",
        links=(),
        images=(Image("The photo", f"{URL}{PHOTOS[number]}.png"),),
        box=Box(0, 40, 800, 600),
    )
    address = f"http://ads.test/{number}"
    box = replace(box, role=role, links=(Link(shop, address),), images=(Image(shop, f"{address}.png"),))
    return taken, replace(tree, blocks=(replace(root, children=(story, photo, box)),))


@pytest.fixture
def archive(tmp_path):
    with open_archive(tmp_path) as opened:
        before = None
        for hour in range(len(STORIES)):
            taken, tree = page(hour)
            opened.append(taken, tree, compare(before, tree) if before else None, visit=visit_of(taken))
            before = tree
        yield opened


def hours(found):
    return [(item.version.captured_at - START) // timedelta(hours=1) for item in found.items]


def test_pictures_of_advertisements_are_no_answer(archive):
    found = ask_archive(archive, "pictures replaced", now=NOW).found
    assert hours(found) == [2]
    (item,) = found.items
    assert [change.new["address"] for change in item.changes] == [f"{URL}harbour.png"]
    assert item.sentence == "the picture ‘The photo’ was replaced"


@pytest.mark.parametrize("question", ["links changed", "what was removed", "what is new"])
def test_nor_are_their_links(archive, question):
    """With the version of hour 2 a photo was replaced, and nothing else but the advertisement came or went."""
    assert 2 not in hours(ask_archive(archive, question, now=NOW).found)
    assert 2 in hours(find_changes(archive, ChangeQuestion(kind="link", with_silenced=True)))


@pytest.mark.parametrize("question", ["pictures replaced in ads", "which pictures of the advertisements changed"])
def test_who_asks_for_advertisements_gets_them(archive, question):
    asked = ask_archive(archive, question, now=NOW)
    assert asked.understood == ["picture changes", "also in advertisements and boxes that keep changing"]
    assert hours(asked.found) == [3, 2, 1]


def test_who_names_a_picture_or_a_block_means_it(archive):
    assert hours(ask_archive(archive, "picture “Nettle Tea”", now=NOW).found) == [3, 2]
    assert hours(find_changes(archive, ChangeQuestion(url=URL, block="1.3", kind="picture"))) == [3, 2, 1]
    assert hours(find_changes(archive, ChangeQuestion(kind="picture", with_silenced=True))) == [3, 2, 1]


def test_texts_are_never_left_out():
    assert not any(leaves_out_silenced(ChangeQuestion(kind=kind)) for kind in ("price", "date", "number", "text", None))


def test_the_answer_comes_in_stretches_also_where_something_is_left_out(archive):
    read, after = [], None
    for _ in range(10):
        found = find_changes(archive, ChangeQuestion(kind="picture"), after=after, limit=1)
        read += hours(found)
        after = found.next_after
        if after is None:
            break
    assert read == [2]
    assert MOST_LOOKED_AT >= 100 * JUDGED_COUNTS_AS


class Removed:
    """Stands for an archive that no longer has the content of its versions."""

    @property
    def contents(self):
        raise NotFoundError("removed by a rule")


def test_a_version_whose_content_was_removed_is_still_an_answer(archive):
    newest, *_, before = find_changes(archive, ChangeQuestion(kind="picture", with_silenced=True)).items
    assert told_changes(archive, newest.version, before.version, newest.changes) == ()
    assert told_changes(Removed(), newest.version, before.version, newest.changes) == newest.changes
    assert told_changes(archive, newest.version, None, newest.changes) == newest.changes


def test_what_the_verdict_silences_is_no_answer_whatever_its_role(tmp_path):
    with open_archive(tmp_path) as archive:
        before = None
        for number in range(len(STORIES)):
            taken, tree = page(number, role="sidebar")
            archive.append(taken, tree, compare(before, tree) if before else None, visit=visit_of(taken))
            before = tree
        assert hours(find_changes(archive, ChangeQuestion(kind="picture"))) == [3, 2, 1]
        watch_for(archive, URL, {"importance": {"1.3": 0.0}})
        assert hours(find_changes(archive, ChangeQuestion(kind="picture"))) == [2]
