import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.model.plain_numbers import likelihood, number_as_written, percent, plain_number, read_plain_number


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (4_130_000.0, "4,130,000"),
        (129.0, "129"),
        (1234.5, "1,234.5"),
        (0.25, "0.25"),
        (-3.0, "-3"),
        (0.0, "0"),
        (1e-9, "1e-09"),
        (2e15, "2000000000000000"),
    ],
)
def test_numbers_are_written_as_people_do(value, text):
    assert plain_number(value) == text


@pytest.mark.parametrize(
    ("value", "text", "shown"),
    [
        (20.9, "Ticket € 20.90", "20.90"),
        (129.0, "€ 129.00", "129.00"),
        (129.0, "129 €", "129"),
        (1299.0, "1.299,00 € instead of 1.499,50 €", "1,299.00"),
        (1299.0, "1.299 lookers", "1,299"),
        (1.299, "1.299 dollars a litre", "1.299"),
        (1234567.25, "1 234 567,25 kr", "1,234,567.25"),
        (1234.5678, "index 1,234.5678", "1,234.5678"),
        (-3.5, "\u22123.50 °C", "-3.50"),
        (0.5, "0.50 %", "0.50"),
        (20.9, "Sunday 18. Ticket € 20.90.", "20.90"),
        (20.9, "the page says something else: 30.90", "20.9"),
        (20.9, "", "20.9"),
        (float("nan"), "1.50", "nan"),
    ],
)
def test_a_number_is_shown_with_the_decimals_that_its_text_has(value, text, shown):
    assert number_as_written(value, text) == shown


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("100", 100.0),
        ("€ 99", 99.0),
        ("1,000", 1000.0),
        ("1.000,50 €", 1000.5),
        ("1,000.50", 1000.5),
        ("99,5", 99.5),
        ("4 130 000", 4_130_000.0),
        ("\u22124.5", -4.5),
        ("none", None),
    ],
)
def test_numbers_are_read_as_people_type_them(text, value):
    assert read_plain_number(text) == value


@given(st.integers(-(10**12), 10**12))
def test_whole_numbers_are_read_as_they_were_written(value):
    assert read_plain_number(plain_number(float(value))) == value


def test_a_space_stands_before_the_sign() -> None:
    assert [percent(share) for share in (0, 0.6, 0.954, 1)] == ["0 %", "60 %", "95 %", "100 %"]
    assert percent(0.0961, 1) == "9.6 %"


def test_probabilities_have_words() -> None:
    said = [likelihood(share) for share in (0.1, 0.5, 0.7, 0.9, 1.0)]
    assert said == ["hardly", "perhaps", "likely", "very likely", "almost surely"]
