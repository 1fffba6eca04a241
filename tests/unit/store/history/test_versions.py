from datetime import timedelta

import pytest

from archives import fill_every_table, keep
from captures import START
from pagestrata.errors import NotFoundError
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.history.versions import Versions

URL = "http://site.test/"


def test_a_time_names_the_last_version_not_after_it(archive: Archive, catalog: Catalog) -> None:
    kept = [keep(archive, f"text {hour}", hours=hour) for hour in range(3)]
    wanted = {
        "first": 0, "latest": 2, "~1": 1, "20260102040405": 1, "20260102040404": 0, kept[1].id: 1,
        START + timedelta(hours=9): 2,
    }  # fmt: skip
    for when, number in wanted.items():
        assert Versions(catalog).at(URL, when) == kept[number], when
    for when in ("1999", START - timedelta(hours=9)):
        assert Versions(catalog).at(URL, when, nearest=True) == kept[0]
        with pytest.raises(NotFoundError, match=r"no version as early as .*; the first is from 2026-01-02T03:04:05Z"):
            Versions(catalog).at(URL, when)


def test_a_version_of_the_future_is_the_newest_only_where_there_is_no_other(archive: Archive, catalog: Catalog) -> None:
    """A recording with a wrong date, or a clock that was put back, hides nothing that comes after it."""
    ahead = keep(archive, "of the year 2126", hours=100 * 365 * 24)
    assert Versions(catalog).at(URL, "latest") == Versions(catalog).latest(URL) == ahead
    kept = [keep(archive, f"text {hour}", hours=hour) for hour in range(2)]
    assert Versions(catalog).at(URL, "latest") == Versions(catalog).latest(URL) == kept[1]
    assert Versions(catalog).at(URL, "~1") == kept[0]
    with pytest.raises(NotFoundError, match="has no version ~2"):
        Versions(catalog).at(URL, "~2")
    assert Versions(catalog).at(URL, ahead.id) == Versions(catalog).at(URL, "2127") == ahead


def test_a_second_named_by_14_digits_is_meant_as_a_whole(archive: Archive, catalog: Catalog) -> None:
    keep(archive, "one")
    within = keep(archive, "two", hours=0.5 / 3600)
    assert Versions(catalog).at(URL, "20260102030405") == within


def test_what_is_not_there_is_told_with_what_is(archive: Archive, catalog: Catalog) -> None:
    for hour in range(12):
        keep(archive, f"text {hour}", hours=hour)
    with pytest.raises(NotFoundError, match=r"has no version ~12; it has 12: 20260102050405, .* and 2 earlier"):
        Versions(catalog).at(URL, "~12")
    with pytest.raises(NotFoundError, match="has no version 20260102030405-99; it has 12"):
        Versions(catalog).at(URL, "20260102030405-99")
    with pytest.raises(NotFoundError, match=f"is not in the archive, which holds {URL}; `pagestrata visit URL`"):
        Versions(catalog).at("http://never.test/", "latest")
    with pytest.raises(NotFoundError, match="has no version"):
        Versions(catalog).at(URL, f"20260102030405-{'9' * 30}")


def test_versions_are_chosen_by_time_both_ends_included(archive: Archive, catalog: Catalog) -> None:
    kept = [keep(archive, f"text {hour}", hours=hour) for hour in range(4)]
    found = Versions(catalog).of(URL, since=START + timedelta(hours=1), until=START + timedelta(hours=2))
    assert found == kept[1:3]
    assert Versions(catalog).latest(URL) == kept[-1]
    assert Versions(catalog).latest("http://never.test/") is None


def test_a_version_is_found_by_its_name_alone(archive: Archive) -> None:
    fill_every_table(archive)
    kept = [*archive.versions.of(URL), keep(archive, "another page", url="http://other.test/")]
    assert [archive.versions.named(version.id) for version in kept] == kept
    skipped = archive.skipped.of()[0]
    assert archive.versions.named(skipped.id) == skipped
    for name in ("latest", "20260102030405-99", f"1999{kept[0].id[4:]}", f"20260102030405-{'9' * 30}", "", "1-s1"):
        with pytest.raises(NotFoundError, match="there is no version"):
            archive.versions.named(name)


def test_the_version_after_a_moment(archive: Archive) -> None:
    kept = [keep(archive, f"text {hour}", hours=hour) for hour in range(2)]
    assert archive.versions.after(URL, kept[0].captured_at) == kept[1]
    assert archive.versions.after(URL, START - timedelta(hours=1)) == kept[0]
    assert archive.versions.after(URL, kept[1].captured_at) is None
