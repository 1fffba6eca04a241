import pytest

from pagestrata.judging.spans import span_in


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
