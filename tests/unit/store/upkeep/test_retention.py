from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sql

from archives import add_entry, keep
from captures import START
from pagestrata.errors import UsageError
from pagestrata.model.deltas import Change, Delta
from pagestrata.model.records import Trail, TrailEntry, Version
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import version
from pagestrata.store.upkeep.retention import Rule, drop_versions, reseal, superfluous

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def made(*ages_in_hours: float, probability: float | None = 0.1) -> list[Version]:
    return [
        Version(
            id=str(age), url="", captured_at=NOW - timedelta(hours=age), status=200, title="", probability=probability
        )
        for age in sorted(ages_in_hours, reverse=True)
    ]


def ages(versions: list[Version]) -> list[float]:
    return [float(version.id) for version in versions]


def kept(versions: list[Version], rule: Rule) -> list[Version]:
    dropped = {version.id for version in superfluous(versions, rule, now=NOW)}
    return [version for version in versions if version.id not in dropped]


def test_keeping_all_drops_nothing() -> None:
    assert superfluous(made(*range(1, 2000)), Rule.parse("all"), now=NOW) == []


def test_thinning_leaves_one_version_per_interval_and_the_young_ones() -> None:
    versions = made(*range(1, 24 * 60))
    left = kept(versions, Rule.parse("thin 7d:1d 30d:7d"))
    young = [version for version in left if NOW - version.captured_at <= timedelta(days=7)]
    middle = [version for version in left if timedelta(days=7) < NOW - version.captured_at <= timedelta(days=30)]
    old = [version for version in left if NOW - version.captured_at > timedelta(days=30)]
    assert len(young) == 7 * 24
    assert 23 <= len(middle) <= 24
    assert 4 <= len(old) <= 6
    assert left[0] == versions[0]
    assert left[-1] == versions[-1]


def test_thinning_twice_changes_nothing() -> None:
    versions, rule = made(*range(1, 24 * 60)), Rule.parse("thin 7d:1d 30d:7d")
    left = kept(versions, rule)
    assert superfluous(left, rule, now=NOW) == []


def test_unimportant_versions_go_when_they_are_old() -> None:
    versions = [
        *made(5000),
        *made(4000, probability=0.5),
        *made(3000),
        *made(2900, probability=None),
        *made(20),
        *made(1),
    ]
    assert ages(superfluous(versions, Rule.parse("important 0.3 after 90d"), now=NOW)) == [3000]


def test_important_versions_survive_thinning() -> None:
    versions = [*made(5000), *made(4999, probability=0.5), *made(4998), *made(1)]
    assert ages(superfluous(versions, Rule.parse("thin 7d:30d, important 0.3"), now=NOW)) == [4998]


@pytest.mark.parametrize("text", ["", "some", "thin 7d", "thin 7d:0d", "important 2", "important 0.3 after soon"])
def test_text_that_is_no_rule_is_a_usage_error(text: str) -> None:
    with pytest.raises(UsageError, match=r"is not a (retention rule|step of thinning); write for example 'all'"):
        Rule.parse(text)


URL = "http://site.test/"
DELTA = Delta(changes=(Change(op="update", element="text", block="1.1", old="one", new="two"),))


def drop(catalog: Catalog, *numbers: int) -> None:
    with catalog.writing() as connection:
        drop_versions(connection, numbers, rule="a test", now=START)


def test_a_dropped_version_takes_its_changes_along(archive: Archive, catalog: Catalog) -> None:
    first = keep(archive, "one")
    keep(archive, "two", hours=1, delta=DELTA)
    assert len(archive.queries.changes(URL)) == 1
    drop(catalog, 2)
    assert archive.queries.changes(URL) == []
    assert archive.versions.of(URL) == [first]


def test_visits_and_trails_stay_without_naming_it(archive: Archive, catalog: Catalog) -> None:
    kept = keep(archive, "one")
    archive.trails.save(Trail(id="t", url=URL, origin={}, state={}))
    add_entry(archive, "t", TrailEntry(found_at=START, version=kept.id, state="found", confidence=1.0))
    drop(catalog, 1)
    assert [visit.version for visit in archive.visits.of(URL)] == [None]
    assert [entry.version for entry in archive.trails.entries("t")] == [None]
    assert archive.upkeep.verify().is_sound


def test_stays_close_over_the_gap(archive: Archive, catalog: Catalog) -> None:
    for hour, text in enumerate(["stays", "between", "stays"]):
        keep(archive, text, hours=hour)
    assert len(archive.queries.stays(URL)) == 3
    drop(catalog, 2)
    (stay,) = archive.queries.stays(URL)
    assert (stay.text, stay.first_seen, stay.gone_at) == ("stays", START, None)


def test_dropping_nothing_or_the_unknown_changes_nothing(archive: Archive, catalog: Catalog) -> None:
    kept = keep(archive, "one")
    drop(catalog)
    drop(catalog, 77)
    assert archive.versions.of(URL) == [kept]


def test_a_change_on_purpose_is_sound_once_sealed(archive: Archive, catalog: Catalog) -> None:
    keep(archive, "one")
    keep(archive, "two", hours=1, delta=DELTA)
    with catalog.writing() as connection:
        connection.execute(sql.update(version).where(version.c.id == 2).values(title="Another title"))
    assert not archive.upkeep.verify().is_sound
    with catalog.writing() as connection:
        reseal(connection, 2)
    assert archive.upkeep.verify().is_sound
