"""When a page was made, in any order of day, month and year; and lines that only look like it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestrata.deciding.by_itself.stamp_lines import is_stamp_line
from pagestrata.weighing.texts.text_edits import edits_between


def is_stamp(old: str, new: str) -> bool:
    return all(is_stamp_line(edit, (old, new)) for edit in edits_between(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("5/11/26, 08:14", "6/11/26, 08:51"),
        ("11/5/26, 8:14 AM", "11/6/26, 8:51 AM"),
        ("2026 m. lapkričio 5 d., ketvirtadienis 08:14:22", "2026 m. lapkričio 6 d., penktadienis 08:51:22"),
        ("5. marraskuuta 2026 klo 8.14.22", "6. marraskuuta 2026 klo 8.51.22"),
        ("5. november 2026 kl. 08.14", "6. november 2026 kl. 08.51"),
        ("2026-11-05 08:14", "2026-11-06 08:51"),
        ("08:14:22 UTC 5 tháng 11, 2026", "08:51:22 UTC 6 tháng 11, 2026"),
        ("5 Kas 2026 08:14:22", "6 Kas 2026 08:51:22"),
        (
            "5 Kasım 2026 Perşembe 08:14:22 Eş Güdümlü Evrensel Zaman",
            "6 Kasım 2026 Cuma 08:51:22 Eş Güdümlü Evrensel Zaman",
        ),
    ],
)
def test_stamps(old: str, new: str) -> None:
    assert is_stamp(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Concert 5 November 2026 08:14", "Concert 6 November 2026 08:51"),
        ("5 November 2026 19:30", "6 November 2026 20:00"),
        ("Tel. 02 55 12 08", "Tel. 02 55 12 09"),
        ("5/11/26", "6/11/26"),
        ("08:14 12 km", "08:51 14 km"),
        ("Deadline 5/11/26, 08:14", "Deadline 6/11/26, 08:51"),
        ("5 November 2026 08:14 12 €", "5 November 2026 08:14 14 €"),
        ("Start 5 Kas 2026 08:14:22", "Start 6 Kas 2026 08:51:22"),
        ("Marathon 02:14:22", "Marathon 02:11:08"),
        ("Release 8.14.22", "Release 8.51.22"),
        ("Platform 4: 5/11/26 08:14", "Platform 4: 5/11/26 08:51"),
    ],
)
def test_facts(old: str, new: str) -> None:
    assert not is_stamp(old, new)


@given(st.text(alphabet="0123456789./-: ab", max_size=24), st.text(alphabet="0123456789./-: ab", max_size=24))
def test_any_two_lines_are_judged(old: str, new: str) -> None:
    assert is_stamp(old, new) in {True, False}
