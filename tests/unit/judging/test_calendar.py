import pytest

from pagestrata.judging.calendar import calendar, number_of


@pytest.mark.parametrize(
    ("text", "number"),
    [("1.234,50", 1234.5), ("1'234.50", 1234.5), ("1 234", 1234.0), ("12,5", 12.5), ("2.298.658", 2298658.0)],
)
def test_numbers_are_read_as_people_write_them(text: str, number: float) -> None:
    assert number_of(text) == number


@pytest.mark.parametrize(
    ("kind", "word"),
    [("months", "listopada"), ("weekdays", "donnerstag"), ("units", "hodinami"), ("measures", "kg"), ("money", "€"),
     ("past", "|ago"), ("past", "hace|"), ("past", "for|siden"), ("past", "|前"), ("future", "za|")],
)  # fmt: skip
def test_names_of_many_languages_are_known(kind: str, word: str) -> None:
    assert word in calendar()[kind]


def test_a_particle_is_no_measure() -> None:
    assert "de" not in calendar()["measures"]  # Romanian puts it before every unit: '20 de metri'
