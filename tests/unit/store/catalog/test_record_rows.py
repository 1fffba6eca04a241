from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from types import SimpleNamespace

from pagestrata.store.catalog.record_rows import RecordRows


@dataclass(frozen=True, kw_only=True)
class Letter:
    number: int
    text: str
    sent_at: datetime
    read_at: datetime | None = None
    title: str = ""
    is_open: bool = False


LETTERS = RecordRows(Letter, columns={"number": "id"}, facts=("title",), not_stored=("is_open",))
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def test_a_record_comes_back_from_its_row() -> None:
    for letter in (
        Letter(number=1, text="a", sent_at=NOON),
        Letter(number=2, text="b", sent_at=NOON, read_at=NOON, title="ü"),
    ):
        assert LETTERS.record(SimpleNamespace(**LETTERS.row(letter))) == letter


def test_moments_are_microseconds_and_texts_are_what_databases_take() -> None:
    row = LETTERS.row(Letter(number=1, text="a\0b\ud800", sent_at=NOON, title="\ud800"))
    assert row == {
        "id": 1,
        "text": "a\ufffdb?",
        "sent_at": 1767355200000000,
        "read_at": None,
        "facts": '{"title": "\\ud800"}',
    }


def test_values_replace_and_complete_those_of_the_row() -> None:
    row = SimpleNamespace(**LETTERS.row(Letter(number=1, text="a", sent_at=NOON)))
    assert LETTERS.record(row, text="b", is_open=True) == Letter(number=1, text="b", sent_at=NOON, is_open=True)
