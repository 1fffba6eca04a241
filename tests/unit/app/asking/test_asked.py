from datetime import timedelta

import pytest

from captures import START, capture, visit_of
from pagestrata.app.asking.asked import ask_archive
from pagestrata.comparing.vidiff import compare
from pagestrata.store.archive import open_archive

URL, FARES = "http://post.test/", "http://post.test/fares"
NOW = START + timedelta(hours=5)
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
def archive(tmp_path):
    with open_archive(tmp_path) as opened:
        pages = [(URL, "The Aldermouth Post", FRONT), (FARES, "Fares", (["Car 64 euros", "Dogs"], ["Car 64 euros"]))]
        for url, title, versions in pages:
            before = None
            for hour, texts in enumerate(versions):
                taken, tree = capture(texts, url=url, hours=hour, title=title)
                opened.append(taken, tree, compare(before, tree) if before else None, visit=visit_of(taken))
                before = tree
        yield opened


def answer(archive, text, **options):
    asked = ask_archive(archive, text, now=NOW, **options)
    return [(item.version.url, (item.version.captured_at - START) // timedelta(hours=1)) for item in asked.found.items]


@pytest.mark.parametrize(
    ("question", "page", "hour"),
    [
        ("When did the ticket price go up?", URL, 3),
        ("When did the mayor announce her resignation?", URL, 2),
        ("resignation of the mayor", URL, 2),
        ("Did the paper ever correct the typo “coucil”?", URL, 1),
        ("Did the paper ever correct the typo coucil?", URL, 1),
        ("What was deleted from the fares page?", FARES, 1),
        ("What was removed on /fares this year?", FARES, 1),
        ("price changes on the front page", URL, 3),
        ("price changes of the Aldermouth Post", URL, 3),
        ("what did the Aldermouth Post say about tickets", URL, 3),
    ],
)
def test_a_question_finds_the_version_it_is_about(archive, question, page, hour):
    assert answer(archive, question) == [(page, hour)]


def test_words_that_no_change_speaks_of_are_named(archive):
    asked = ask_archive(archive, "Did the paper ever correct the typo coucil?", now=NOW)
    assert asked.understood == [
        "text changes", "that mention “coucil”", "no change mentions “paper”, “typo”",
    ]  # fmt: skip


def test_words_of_several_versions_find_those_with_most_of_them(archive):
    asked = ask_archive(archive, "mayor resignation ferry", now=NOW)
    assert asked.understood[1] == "that mention at least 2 of “mayor”, “resignation”, “ferry”"
    assert answer(archive, "mayor resignation ferry") == [(URL, 2)]


def test_what_nothing_speaks_of_is_not_answered(archive):
    assert answer(archive, "bananas") == []
    assert answer(archive, "“announces resignation”") == []  # quoted words stand together
    assert answer(archive, "what changed on the harbour page") == []


def test_unchanged_words_beside_a_change_are_no_answer(archive):
    """Every version of the front page says 'council'; only one changed that."""
    assert answer(archive, "council") == [(URL, 1)]


def test_the_answer_comes_in_stretches(archive):
    first = ask_archive(archive, "mayor ticket council", now=NOW, limit=1)
    rest = ask_archive(archive, "mayor ticket council", now=NOW, after=first.found.next_after, limit=5)
    both = ask_archive(archive, "mayor ticket council", now=NOW)
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
            taken, tree = capture(shown, url=URL, hours=hour)
            archive.append(taken, tree, compare(before, tree) if before else None, visit=visit_of(taken))
            before = tree
        (item,) = ask_archive(archive, "price changes", now=NOW).found.items
    assert item.sentence == "A ticket costs € 18.50 → € 20.90"
