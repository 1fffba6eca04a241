"""Searches bounded in time find on both databases what looking at every stay of every page finds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

import pytest

from archives import keep
from captures import START
from pagestrata.model.records import Stay
from pagestrata.store.archive import Archive, open_archive
from pagestrata.store.search import block_stays, full_text
from pagestrata.store.search.full_text import came_between, last_until

WORDS = ("rain", "sun", "wind", "snow")
PAGES = {"http://a.test/": 40, "http://b.test/": 0, "http://c.test/": 20, "http://d.test/": 41}
"""And the hour of their first version: the pages are brought in one behind the other, as an import does."""
VERSIONS = 6


@pytest.fixture
def archive(place: str) -> Iterator[Archive]:
    chance = random.Random(8)
    with open_archive(place) as archive:
        for url, first in PAGES.items():
            for hour in range(first, first + VERSIONS):
                said = [f"{chance.choice(WORDS)} {chance.choice(WORDS)} {chance.randrange(9)}" for _ in range(3)]
                keep(archive, *said, "always the rain", url=url, hours=hour)
        yield archive


def at(hour: float | None) -> datetime | None:
    return None if hour is None else START + timedelta(hours=hour)


def looked_through(
    archive: Archive, word: str, since: datetime | None, until: datetime | None, *, changed: bool
) -> set[tuple[str, str, datetime]]:
    """Url, text and beginning of all stays that a search is to find."""
    found = set()
    for url in PAGES:
        first = archive.versions.of(url)[0].captured_at
        for stay in archive.queries.stays(url):
            begins_in_time = until is None or stay.first_seen <= until
            ends_in_time = since is None or (
                stay.first_seen >= since if changed else stay.gone_at is None or stay.gone_at >= since
            )
            if word in stay.text and begins_in_time and ends_in_time and not (changed and stay.first_seen == first):
                found.add(_key(stay))
    return found


def _key(stay: Stay) -> tuple[str, str, datetime]:
    return stay.url, stay.text, stay.first_seen


def keys(stays: Sequence[Stay]) -> list[tuple[str, str, datetime]]:
    return [_key(stay) for stay in stays]


HOURS = (None, -1.0, 22.0, 42.5, 90.0)


@pytest.mark.parametrize("few", [0, 3, 10_000])
def test_as_looking_at_every_stay(archive: Archive, monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    """However many matches are few, and versions many."""
    monkeypatch.setattr(block_stays, "_FEW", few)
    monkeypatch.setattr(full_text, "_MANY_VERSIONS", few)
    for changed in (False, True):
        for since in HOURS:
            for until in HOURS:
                asked = {"since": at(since), "until": at(until), "changed": changed}
                found = archive.queries.search("rain", **asked, limit=1000)  # type: ignore[arg-type]
                assert set(keys(found)) == looked_through(archive, "rain", **asked), asked  # type: ignore[arg-type]
                assert keys(archive.queries.search("rain", **asked, limit=2)) == keys(found)[:2], asked  # type: ignore[arg-type]


def test_the_last_block_until_a_moment(archive: Archive) -> None:
    catalog = archive._catalog
    with catalog.reading() as connection:
        rows = connection.exec_driver_sql("SELECT block_id, first_at FROM presence").all()
        for moment in sorted({first for _, first in rows} | {0}):
            expected = max((number for number, first in rows if first <= moment), default=0)
            assert last_until(connection, moment) == expected
            if not catalog.is_sqlite:
                between = came_between(connection, moment, moment + 3_600_000_000, most=1000)
                assert between is not None
                assert set(between) == {number for number, first in rows if moment <= first <= moment + 3_600_000_000}
                assert came_between(connection, 0, moment, most=0) in (None, [])


def test_the_server_chooses_its_ways_again_behind_a_search(archive: Archive) -> None:
    catalog = archive._catalog
    if catalog.is_sqlite:
        pytest.skip("SQLite is told nothing about its ways")
    with catalog.reading() as connection:
        last_until(connection, 2**60)
        told = [connection.exec_driver_sql(f"SHOW enable_{way}").scalar_one() for way in ("seqscan", "indexscan")]
    assert told == ["on", "on"]
