import sqlalchemy as sql

from archives import add_entry, keep
from captures import START
from pagestrata.model.deltas import Change, Delta
from pagestrata.model.records import Trail, TrailEntry
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import version
from pagestrata.store.upkeep.drop_versions import drop_versions, reseal

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
