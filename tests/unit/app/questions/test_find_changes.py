from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from captures import START, capture, visit_of
from pagestrata.app.questions.find_changes import (
    JUDGED_COUNTS_AS,
    MOST_LOOKED_AT,
    ask_archive,
    find_changes,
    omits_silenced,
    without_silenced,
)
from pagestrata.app.watches import watch_for
from pagestrata.comparing.vidiff import compare
from pagestrata.errors import NotFoundError, UsageError
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
    assert not any(omits_silenced(ChangeQuestion(kind=kind)) for kind in ("price", "date", "number", "text", None))


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
    assert without_silenced(archive, newest.version, before.version, newest.changes) == ()
    assert without_silenced(Removed(), newest.version, before.version, newest.changes) == newest.changes
    assert without_silenced(archive, newest.version, None, newest.changes) == newest.changes


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


BOATS, NEWS = "http://boats.test/", "http://news.test/"


@pytest.fixture
def boats_archive(tmp_path):
    with open_archive(tmp_path) as opened:
        for url in (BOATS, NEWS):
            before = None
            for hour in range(4):
                texts = [
                    f"The ferry ticket costs € {10 + hour}.00 on weekdays",
                    f"{'Section 7: mooring' * (hour < 3)} of {url}",
                ]
                taken, tree = capture(texts, url=url, hours=hour)
                delta = compare(before, tree) if before is not None else None
                opened.append(taken, tree, delta, visit=visit_of(taken))
                before = tree
        watch_for(opened, BOATS, {"tags": ["boats"]})
        yield opened


def pages_and_hours(found):
    return [(item.version.url, (item.version.captured_at - START) // timedelta(hours=1)) for item in found.items]


def test_changes_of_all_pages_come_newest_first(boats_archive):
    found = find_changes(boats_archive, ChangeQuestion())
    assert pages_and_hours(found) == [(NEWS, 3), (BOATS, 3), (NEWS, 2), (BOATS, 2), (NEWS, 1), (BOATS, 1)]
    assert all(item.sentence and item.before for item in found.items)
    assert found.next_after is None


def test_a_question_is_narrowed_by_page_tag_time_kind_and_words(boats_archive):
    since, until = START + timedelta(hours=1), START + timedelta(hours=2)
    assert pages_and_hours(find_changes(boats_archive, ChangeQuestion(tag="boats", since=since, until=until))) == [
        (BOATS, 2),
        (BOATS, 1),
    ]
    assert pages_and_hours(
        find_changes(boats_archive, ChangeQuestion(kind="removed", words="section 7", url=NEWS))
    ) == [(NEWS, 3)]
    assert len(find_changes(boats_archive, ChangeQuestion(kind="price")).items) == 6
    assert find_changes(boats_archive, ChangeQuestion(kind="date")).items == ()
    assert find_changes(boats_archive, ChangeQuestion(tag="unknown")).items == ()
    assert find_changes(boats_archive, ChangeQuestion(least_probability=0.5)).items == ()  # nothing here was judged
    first = find_changes(boats_archive, ChangeQuestion(url=BOATS, with_first=True, until=START))
    assert [(item.before, item.sentence) for item in first.items] == [(None, "")]


def test_one_block_is_followed_through_the_versions(boats_archive):
    assert pages_and_hours(find_changes(boats_archive, ChangeQuestion(url=BOATS, block="1.2"))) == [(BOATS, 3)]
    with pytest.raises(UsageError, match="needs a page"):
        find_changes(boats_archive, ChangeQuestion(block="1.2"))
    with pytest.raises(NotFoundError):
        find_changes(boats_archive, ChangeQuestion(url="http://unknown.test/"))


@pytest.mark.parametrize("limit", [1, 2, 4, 5, 6])
def test_the_answer_comes_in_stretches_and_nothing_twice(boats_archive, limit):
    read, after = [], None
    for _ in range(10):
        found = find_changes(boats_archive, ChangeQuestion(kind="price"), after=after, limit=limit)
        read += pages_and_hours(found)
        after = found.next_after
        if after is None:
            break
    assert read == pages_and_hours(find_changes(boats_archive, ChangeQuestion()))


def test_a_phrase_far_down_a_long_text_is_found(tmp_path):
    with open_archive(tmp_path) as archive:
        long = "a word of the council and " * 80
        before = None
        for hour, ending in enumerate(("the old bridge", "the new bridge")):
            taken, tree = capture([long + ending], url=NEWS, hours=hour)
            archive.append(taken, tree, compare(before, tree) if before else None, visit=visit_of(taken))
            before = tree
        assert len(find_changes(archive, ChangeQuestion(words="new bridge", kind="new")).items) == 1
        assert find_changes(archive, ChangeQuestion(words="council", kind="new")).items == ()


POST, FARES = "http://post.test/", "http://post.test/fares"
ASKED_AT = START + timedelta(hours=5)
FRONT = (
    ["The town coucil meets on Monday.", "Mayor opens the pier.", "A ferry ticket costs € 18.50 for adults"],
    ["The town council meets on Monday.", "Mayor opens the pier.", "A ferry ticket costs € 18.50 for adults"],
    [
        "The town council meets on Monday.",
        "Mayor announces her resignation.",
        "A ferry ticket costs € 18.50 for adults",
    ],
    [
        "The town council meets on Monday.",
        "Mayor announces her resignation.",
        "A ferry ticket costs € 20.90 for adults",
    ],
)


@pytest.fixture
def post_archive(tmp_path):
    with open_archive(tmp_path) as opened:
        pages = [(POST, "The Aldermouth Post", FRONT), (FARES, "Fares", (["Car 64 euros", "Dogs"], ["Car 64 euros"]))]
        for url, title, versions in pages:
            before = None
            for hour, texts in enumerate(versions):
                taken, tree = capture(texts, url=url, hours=hour, title=title)
                opened.append(taken, tree, compare(before, tree) if before else None, visit=visit_of(taken))
                before = tree
        yield opened


def answer(post_archive, text, **options):
    asked = ask_archive(post_archive, text, now=ASKED_AT, **options)
    return [(item.version.url, (item.version.captured_at - START) // timedelta(hours=1)) for item in asked.found.items]


@pytest.mark.parametrize(
    ("question", "page", "hour"),
    [
        ("When did the ticket price go up?", POST, 3),
        ("When did the mayor announce her resignation?", POST, 2),
        ("resignation of the mayor", POST, 2),
        ("Did the paper ever correct the typo “coucil”?", POST, 1),
        ("Did the paper ever correct the typo coucil?", POST, 1),
        ("What was deleted from the fares page?", FARES, 1),
        ("What was removed on /fares this year?", FARES, 1),
        ("price changes on the front page", POST, 3),
        ("price changes of the Aldermouth Post", POST, 3),
        ("what did the Aldermouth Post say about tickets", POST, 3),
    ],
)
def test_a_question_finds_the_version_it_is_about(post_archive, question, page, hour):
    assert answer(post_archive, question) == [(page, hour)]


def test_words_that_no_change_speaks_of_are_named(post_archive):
    asked = ask_archive(post_archive, "Did the paper ever correct the typo coucil?", now=ASKED_AT)
    assert asked.understood == [
        "text changes", "that mention “coucil”", "no change mentions “paper”, “typo”",
    ]  # fmt: skip


def test_words_of_several_versions_find_those_with_most_of_them(post_archive):
    asked = ask_archive(post_archive, "mayor resignation ferry", now=ASKED_AT)
    assert asked.understood[1] == "that mention at least 2 of “mayor”, “resignation”, “ferry”"
    assert answer(post_archive, "mayor resignation ferry") == [(POST, 2)]


def test_what_nothing_speaks_of_is_not_answered(post_archive):
    assert answer(post_archive, "bananas") == []
    assert answer(post_archive, "“announces resignation”") == []  # quoted words stand together
    assert answer(post_archive, "what changed on the harbour page") == []


def test_unchanged_words_beside_a_change_are_no_answer(post_archive):
    """Every version of the front page says 'council'; only one changed that."""
    assert answer(post_archive, "council") == [(POST, 1)]


def test_the_answer_comes_in_stretches(post_archive):
    first = ask_archive(post_archive, "mayor ticket council", now=ASKED_AT, limit=1)
    rest = ask_archive(post_archive, "mayor ticket council", now=ASKED_AT, after=first.found.next_after, limit=5)
    both = ask_archive(post_archive, "mayor ticket council", now=ASKED_AT)
    assert len(both.found.items) == 3
    assert [*first.found.items, *rest.found.items] == list(both.found.items)


def test_the_sentence_says_what_was_asked_for(tmp_path):
    """The version's own sentence names three changes; the one that was asked for is not among them."""
    texts = [f"Story number {number} of the day" for number in range(8)]
    with open_archive(tmp_path) as archive:
        before = None
        for hour, price in enumerate(("18.50", "20.90")):
            shown = [
                f"{text} {f'goes on in part {len(text) + number}' * hour}" for number, text in enumerate(texts)
            ] + [f"A ticket costs € {price}"]
            taken, tree = capture(shown, url=POST, hours=hour)
            archive.append(taken, tree, compare(before, tree) if before else None, visit=visit_of(taken))
            before = tree
        (item,) = ask_archive(archive, "price changes", now=ASKED_AT).found.items
    assert item.sentence == "A ticket costs € 18.50 → € 20.90"
