"""What kind of edit it is, by closed lists and by form."""

import pytest

from found_changes import heard
from pagestrata.deciding.findings.edit_kinds import EditKind, kind_of
from pagestrata.weighing.texts.text_edits import edits_between


def kinds(old: str, new: str) -> list[EditKind]:
    return [kind_of(edit, old, new) for edit in edits_between(old, new)]


@pytest.mark.parametrize(
    ("old", "new", "kind", "was", "now"),
    [
        ("Now €5,299.00 only", "Now €4,899.00 only", "price", "€5,299.00", "€4,899.00"),
        ("Preis: 19,99 €", "Preis: 24,99 €", "price", "19,99 €", "24,99 €"),
        ("The rate is 2.25 %.", "The rate is 3.75 %.", "percentage", "2.25 %", "3.75 %"),
        ("Rust 1.60.0 is out", "Rust 1.61.0 is out", "version", "1.60.0", "1.61.0"),
        ("Due 30 June 2026.", "Due 15 June 2026.", "date", "30 June 2026", "15 June 2026"),
        ("bis zum 1. März", "bis zum 1. Mai", "date", "1. März", "1. Mai"),
        ("Open from 9:00 daily", "Open from 10:00 daily", "time", "9:00", "10:00"),
        ("from the age of 60", "from the age of 12", "number", "60", "12"),
        ("It is not safe", "It is safe", "negation", "not", ""),
        ("You may enter", "You must enter", "modal", "may", "must"),
        ("The pass is open", "The pass is closed", "status", "open", "closed"),
        ("In stock", "Sold out", "availability", "In stock", "Sold out"),
        ("Chair: Anna Berg", "Chair: Jonas Holm", "name", "Anna Berg", "Jonas Holm"),
        ("Concert in Hall B.", "Concert in Hall D.", "name", "B", "D"),
        ("They walk home", "They swim home", "words", "walk", "swim"),
        ("سعر ٤٥ ريال", "سعر ٥٩ ريال", "number", "٤٥", "٥٩"),
        ("ข้าวราคา ๔๕ บาท", "ข้าวราคา ๕๙ บาท", "number", "๔๕", "๕๙"),
    ],
)
def test_kinds_and_both_sides_quoted_whole(old: str, new: str, kind: str, was: str, now: str) -> None:
    (found,) = kinds(old, new)
    assert (found.name, found.old, found.new) == (kind, was, now)
    assert found.chance > 0.7


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The goverment said", "The government said"),
        ("I recieve it", "I receive it"),
        ("You can not go", "You cannot go"),
        ("a web site", "a website"),
        ("the file extention", "the file extension"),
        ("seperate rooms", "separate rooms"),
        ("It is recomended", "It is recommended"),
    ],
)
def test_mended_spelling_has_no_chance(old: str, new: str) -> None:
    assert [found.chance for found in kinds(old, new)] == [0.0]


def test_articles_alone_have_little_chance() -> None:
    assert kinds("a house", "the house")[0].chance < 0.5


def test_more_words_have_more_chance() -> None:
    few = kinds("It rains", "It rains in Rome")[0].chance
    many = kinds("It rains", "It rains in Rome since yesterday evening and nobody has an umbrella left to lend")[
        0
    ].chance
    assert 0.7 < few < many < 1.0


def test_words_without_spaces_are_told_apart() -> None:
    (found,) = kinds("银行今天开放服务", "银行今天关闭服务")
    assert (found.old, found.new) == ("开放", "关闭")


def test_signs_that_say_how_something_stands_speak() -> None:
    for old, new in (
        ("Payments API ✅", "Payments API ❌"),
        ("Payments API 🟢", "Payments API 🔴"),
        ("Bathing at the pier", "⚠ Bathing at the pier"),
        ("Age < 12 free", "Age > 12 free"),
    ):
        assert heard(old, new), new
    assert not heard("Home News", "Home > News")


@pytest.mark.parametrize(
    ("old", "new", "was", "now"),
    [
        ("Result of the year: 5 million", "Result of the year: -5 million", "5", "-5"),
        ("Growth +1.2 % in May", "Growth −1.2 % in May", "+1.2 %", "−1.2 %"),
        ("Gain (–5) in spring", "Gain (5) in spring", "–5", "5"),
    ],
)
def test_a_figure_that_changed_its_sign_is_another(old: str, new: str, was: str, now: str) -> None:
    (found,) = kinds(old, new)
    assert (found.name, found.old, found.new) == ("number", was, now)
    assert heard(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Growth –1,2 % in May", "Growth −1,2 % in May"),
        ("open 9-12", "open 9 –12"),
        ("Call us: 030 -12", "Call us: 030-12"),
        ("the A-5 road", "the A5 road"),
    ],
)
def test_dashes_that_are_no_minus_say_nothing(old: str, new: str) -> None:
    assert kinds(old, new) == []


def test_a_plus_more_or_less_is_the_same_figure() -> None:
    assert all(found.chance < 0.5 for found in kinds("Call +49 30 11", "Call 49 30 11"))
