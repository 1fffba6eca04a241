from datetime import date

import pytest

from pagestrata.judging.values import calendar, number_of, span_in, value_of


def kind(line: str, stretch: str) -> str:
    start = line.index(stretch)
    return value_of(line, start, start + len(stretch)).kind


@pytest.mark.parametrize(
    ("line", "stretch", "expected"),
    [
        ("€ 129.00 in the shop", "129.00", "money"),
        ("649,00 € inkl. MwSt.", "649,00", "money"),
        ("a raise of 4 per cent", "4", "percent"),
        ("FC North 2:1 FC South", "2:1", "score"),
        ("Version 1.4.2 is out", "1.4.2", "version"),
        ("2.298.658 products of 564 shops", "2.298.658", "count"),
        ("Opening hours 9-17", "17", "count"),
        ("Written comments by 10 November", "10", "date"),
        ("Friday 12", "Friday 12", "date"),
        ("updated at 12:05", "12:05", "clock"),
        ("46 min 2 sec", "46 min 2 sec", "span"),
        ("545 comments", "545", "count"),
        ("9 kg of flour", "9", "measure"),
        ("session 9f21ab77c0", "9f21ab77c0", "code"),
        ("Good morning", "morning", "words"),
    ],
)
def test_a_stretch_has_the_kind_of_what_it_is_a_part_of(line: str, stretch: str, expected: str) -> None:
    assert kind(line, stretch) == expected


def test_a_span_adds_up_its_units() -> None:
    assert value_of("1 hour 16 min", 0, 13).magnitude == 4_560.0


def test_a_span_that_has_passed_is_an_age() -> None:
    assert value_of("5 minutes ago", 0, 1).is_age
    assert not value_of("delivered in 5 minutes", 13, 14).is_age


def test_a_written_date_has_its_day() -> None:
    assert value_of("am 12. März 2027 um acht", 3, 5).day == date(2027, 3, 12)
    assert value_of("Monday, 2 November 2026", 8, 9).day == date(2026, 11, 2)


def test_an_entry_names_its_last_day() -> None:
    line = "1. – 5. Juli 2025 Hacken Open Air at the old scouts' home in the north of the town"
    assert value_of(line, 0, len(line)).day == date(2025, 7, 5)


def test_nothing_is_no_value() -> None:
    assert value_of("text", 2, 2).kind == "none"


@pytest.mark.parametrize(
    ("line", "said", "kind"),
    [
        ("14 °C, βροχή", "14 °C, βροχή", "measure"),
        ("Session 02fd-17be-9a3c", "02fd-17be-9a3c", "code"),
        ("Node web-7f9c4, pid 2211", "7f9c4, pid 2211", "code"),
        ("Followers 212k", "212", "count"),
        ("Your address is 198.51.100.24", "198.51.100.24", "code"),
        ("Release 1.4.2.1", "1.4.2.1", "version"),
        ("Donnerstag 14.00 – 18.00 Uhr", "18.00", "clock"),
        ("am 18.11.2026 geöffnet", "18.11.2026", "date"),
    ],
)
def test_kinds_that_letters_beside_a_figure_tell(line: str, said: str, kind: str) -> None:
    start = line.rindex(said)
    assert value_of(line, start, start + len(said)).kind == kind


def test_an_hour_of_the_day_is_no_span() -> None:
    assert kind("om 20.00 uur", "20.00") == "clock"
    assert kind("3h ago", "3") == "span"


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


@pytest.mark.parametrize(
    ("line", "seconds"),
    [("1 hour 16 min", 4_560.0), ("před 4 hodinami", 14_400.0), ("5小时前", 18_000.0), ("10 mins ago", None)],
)
def test_all_units_of_a_span_count_together(line: str, seconds: float | None) -> None:
    found = span_in(line, 0, len(line))
    assert found is not None
    assert found.seconds == seconds


@pytest.mark.parametrize("line", ["10 views", "room 12", "no number", ""])
def test_what_has_no_unit_of_time_is_no_span(line: str) -> None:
    assert span_in(line, 0, len(line)) is None


@pytest.mark.parametrize(
    "line",
    [
        "Posted 3 hours ago by admin", "hace 2 horas", "vor 5 Minuten", "il y a 3 h", "5分钟前 · 320人看过", "2 godziny temu",
        "12 phút trước", "pirms 12 minūtēm", "há 25 minutos", "3h ago", "10 mins ago", "2 uur geleden", "5시간 전",
        "1 hour 16 min ago", "před 4 hodinami", "3 時間前に更新",
    ],
)  # fmt: skip
def test_how_long_ago_is_an_age_in_any_language(line: str) -> None:
    start = next(at for at, sign in enumerate(line) if sign.isdecimal())
    found = span_in(line, start, start + 1)
    assert found is not None
    assert (found.is_age, found.is_ahead) == (True, False)


@pytest.mark.parametrize("line", ["open for 3 hours", "offer valid 3 days", "Free returns within 60 days"])
def test_a_span_of_time_that_nobody_counts_back_is_no_age(line: str) -> None:
    start = next(at for at, sign in enumerate(line) if sign.isdecimal())
    found = span_in(line, start, start + 1)
    assert found is not None
    assert (found.is_age, found.is_ahead) == (False, False)


@pytest.mark.parametrize("line", ["Next match in 3 days", "za 3 min", "dans 2 heures", "через 5 минут"])
def test_a_time_to_come_is_ahead(line: str) -> None:
    start = next(at for at, sign in enumerate(line) if sign.isdecimal())
    found = span_in(line, start, start + 1)
    assert found is not None
    assert found.is_ahead


def test_a_number_that_is_no_day_and_no_year_is_no_date_beside_a_month() -> None:
    assert value_of("206 Mac & i", 0, 3).kind == "count"
    assert value_of("20 Mac", 0, 2).kind == "date"
    assert value_of("Mac 2026", 4, 8).kind == "date"
