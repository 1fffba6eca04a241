from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import click
import pytest
import sqlalchemy as sql

from command_line import call
from pagestrata.cli.archive_options import Moment, iso, open_existing, to_the_second
from pagestrata.cli.options import Settings
from pagestrata.store.archive import open_archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.migrate import REVISIONS, upgrade


@pytest.mark.parametrize(
    ("written", "start", "end"),
    [
        ("2026-01-03", datetime(2026, 1, 3, tzinfo=UTC), datetime(2026, 1, 3, 23, 59, 59, 999999, tzinfo=UTC)),
        ("20260103", datetime(2026, 1, 3, tzinfo=UTC), datetime(2026, 1, 3, 23, 59, 59, 999999, tzinfo=UTC)),
        (
            "20260103040506",
            datetime(2026, 1, 3, 4, 5, 6, tzinfo=UTC),
            datetime(2026, 1, 3, 4, 5, 6, 999999, tzinfo=UTC),
        ),
    ],
)
def test_an_end_lasts_as_long_as_it_is_written(written, start, end):
    assert Moment().convert(written, None, None) == start
    assert Moment(is_end=True).convert(written, None, None) == end


def test_what_is_no_time_says_what_would_be():
    with pytest.raises(click.BadParameter, match="is not a time; write 2024"):
        Moment().convert("noon", None, None)


def test_times_in_answers_are_utc():
    there = timezone(timedelta(hours=2))
    assert iso(datetime(2026, 1, 3, 2, tzinfo=there)) == "2026-01-03T00:00:00Z"
    assert iso(None) is None


def test_an_older_archive_is_brought_up_to_date_before_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "blobs").mkdir()
    catalog = Catalog(sql.URL.create("sqlite", database=str(tmp_path / "catalog.sqlite")), name="old")
    with catalog.writing() as connection:
        upgrade(connection, REVISIONS[0])
    catalog.close()
    with open_existing(Settings(archive=str(tmp_path))) as archive:
        assert archive.versions.of("http://example.org/") == []
    open_archive(tmp_path, read_only=True).close()


def test_a_span_that_ends_before_it_begins_is_a_usage_error(tmp_path, capfdbinary):
    span = ("--since", "2026-02-01", "--until", "2026-01-01", "--archive", tmp_path)
    for words in (("log",), ("search", "word"), ("query", "1"), ("stats", "http://site.test/")):
        answer = call(capfdbinary, *words, *span)
        assert answer.code == 2
        assert "--since 2026-02-01T00:00:00Z is later than --until 2026-01-01T23:59:59.999999Z" in answer.err


def test_text_answers_have_times_to_the_second() -> None:
    assert to_the_second("2026-11-19T14:22:17.998610Z") == "2026-11-19T14:22:17Z"
    assert to_the_second("2026-11-19T14:22:17Z") == "2026-11-19T14:22:17Z"
