import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.model.plain_numbers import plain_number, read_plain_number


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
