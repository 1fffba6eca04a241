"""One of several programs leads, and another one when it is gone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pagestrata.errors import ArchiveError, UsageError
from pagestrata.store.archive import open_archive


def test_one_program_leads_until_it_is_gone(new_database: Callable[[], str]) -> None:
    place = new_database()
    with open_archive(place) as one, open_archive(place) as other:
        first, second = one.leadership, other.leadership
        assert first.take()
        assert first.take()
        assert not second.take()
        first.give_up()
        assert second.take()
        assert not first.take()
        second.give_up()


def test_a_leader_whose_connection_breaks_says_so_and_another_one_leads(new_database: Callable[[], str]) -> None:
    import psycopg

    place = new_database()
    with open_archive(place) as one, open_archive(place) as other:
        first, second = one.leadership, other.leadership
        assert first.take()
        with psycopg.connect(place.partition("&blobs")[0], autocommit=True) as connection:
            ended = (
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid != pg_backend_pid()"
            )
            assert connection.execute(ended).fetchall() == [(True,)]
        with pytest.raises(ArchiveError):
            first.take()
        assert second.take()
        assert not first.take()
        second.give_up()


def test_a_folder_can_have_no_leader(tmp_path: Path) -> None:
    with open_archive(tmp_path / "archive") as archive, pytest.raises(UsageError, match="postgresql://"):
        _ = archive.leadership
