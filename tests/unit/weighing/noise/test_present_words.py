"""Words of the present in many languages, and words that only look like them."""

import pytest

from pagestrata.weighing.noise.present_words import is_label_of_today, is_part_of_day, says_now, says_today


@pytest.mark.parametrize(
    "text", ["41 people look now", "Сейчас на сайте 12", "เข้าชมขณะนี้ 14 คน", "现在有12人", "Orang sekarang: 4", "अब 12"]
)
def test_now(text: str) -> None:
    assert says_now(text)


@pytest.mark.parametrize(
    "text", ["Visitors today: 4", "aujourd’hui 12 lecteurs", "I dag 12", "12 hari ini", "วันนี้ 9", "Hôm nay"]
)
def test_today(text: str) -> None:
    assert says_today(text)


@pytest.mark.parametrize("text", ["", "12", "most of them", "known nowhere", "la ora 12", "nu mai mult de 4 persoane"])
def test_neither(text: str) -> None:
    assert not says_now(text)
    assert not says_today(text)


def test_parts_of_the_day() -> None:
    assert is_part_of_day("morning")
    assert is_part_of_day("soir")
    assert not is_part_of_day("ferry")


@pytest.mark.parametrize(
    ("label", "expected"),
    [("Today", True), ("আজকের তারিখ", True), ("Today's date:", True), ("Concert", False), ("", False),
     ("Today we celebrate the town", False)],
)  # fmt: skip
def test_labels_of_today(label: str, expected: bool) -> None:
    assert is_label_of_today(label) == expected
