from datetime import UTC, datetime

import pytest

from pagestrata.follow.series import is_money, number_in, numbers_in, parse_number, points_of, series_csv, series_of


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1234", 1234.0),
        ("1,234.56", 1234.56),
        ("1.234,56", 1234.56),
        ("1'234.50", 1234.5),
        ("12,5", 12.5),
        ("0.999", 0.999),
        ("1,234", 1234.0),
        ("1.234.567", 1234567.0),
        ("−3.5", -3.5),
        ("10\u202f000", 10000.0),
    ],
)
def test_numbers_are_read_as_people_write_them(text, value):
    assert parse_number(text) == value
    assert [number.value for number in numbers_in(f"about {text} today")] == [value]


def test_units_stand_on_either_side():
    assert [n.unit for n in numbers_in("now $12.50 or 11 € or 7 km, 50%")] == ["$", "€", "km", "%"]


def test_digits_inside_names_are_no_numbers():
    assert numbers_in("model A4x and x86_64") == []


def test_the_series_stays_with_the_number_whose_surroundings_stay():
    texts = ["Save 10 % Price 99.00 €", "Price 95.00 € (save 14 %)", "Sold out", "Price 1,105.00 €"]
    assert series_of(texts) == [99.0, 95.0, None, 1105.0]
    assert series_of(["Price 99.00 €", "New! 3 left. Price 95.00 €"]) == [99.0, 95.0]


def test_a_block_without_text_has_no_number():
    assert series_of(["", "no digits"]) == [None, None]


def test_csv_has_one_line_per_version_and_no_formulas():
    day = datetime(2026, 1, 2, tzinfo=UTC)
    points = points_of([(day, "5 €", "found", 0.9), (day, "", "lost", 0.8), (day, "=2+3", "uncertain", 0.4)])
    assert series_csv(points).splitlines() == [
        "time,value,state,confidence,text",
        "2026-01-02T00:00:00+00:00,5,found,0.900,5 €",
        "2026-01-02T00:00:00+00:00,,lost,0.800,",
        "2026-01-02T00:00:00+00:00,2,uncertain,0.400,'=2+3",
    ]


def test_the_number_of_an_uncertain_text_does_not_lead_the_series_astray():
    times = [datetime(2026, 1, day, tzinfo=UTC) for day in (1, 2, 3)]
    texts = ["10 € was 20 €", "neighbour 77 kg", "11 € was 21 €"]
    points = points_of(zip(times, texts, ["found", "uncertain", "found"], [1.0, 0.4, 1.0], strict=True))
    assert [point.value for point in points] == [10.0, 77.0, 11.0]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("37 people, € 129.00", 129.0, "€"),
        ("12 of 20 % left", 20.0, "%"),
        ("5 boats and 7 nets", 5.0, ""),
        ("USD 1,299", 1299.0, "USD"),
    ],
)
def test_the_number_of_a_text_is_the_money_in_it_then_what_has_a_sign_then_the_first(text, value, unit):
    found = number_in(text)
    assert found.value == value
    assert is_money(found.unit) is (unit in {"€", "USD"})
    assert number_in("no number at all") is None
