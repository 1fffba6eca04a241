import pytest
import sqlalchemy as sql

from pagestrata.errors import ArchiveError, NotFoundError
from pagestrata.model.records import Watch
from pagestrata.model.watch_settings import WatchSettings
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.database import Catalog

URL = "http://site.test/"


def test_watches_are_kept_by_id_and_canonical_address(archive: Archive) -> None:
    archive.watches.save(Watch(id="b", url="HTTP://SITE.test", settings=WatchSettings(interval_seconds=3600)))
    archive.watches.save(Watch(id="a", url=URL))
    archive.watches.save(Watch(id="b", url=URL, settings=WatchSettings(interval_seconds=7200, tags=("x",))))
    assert archive.watches.all() == [
        Watch(id="a", url=URL),
        Watch(id="b", url=URL, settings=WatchSettings(interval_seconds=7200, tags=("x",))),
    ]
    archive.watches.remove("a")
    with pytest.raises(NotFoundError, match="there is no watch 'a'; `pagestrata watch list` lists all of them"):
        archive.watches.remove("a")


def test_a_damaged_watch_is_damage_of_the_archive(archive: Archive, catalog: Catalog) -> None:
    archive.watches.save(Watch(id="w", url="http://site.test/", settings=WatchSettings()))
    with catalog.writing() as connection:
        connection.execute(sql.text("UPDATE watch SET facts = '{'"))
    with pytest.raises(ArchiveError, match=r"is damaged \(malformed text\)"):
        archive.watches.all()


def test_a_watch_is_looked_up_by_any_spelling_of_its_address(archive: Archive) -> None:
    archive.watches.save(Watch(id="b", url="http://other.test/", settings=WatchSettings(interval_seconds=3600)))
    assert archive.watches.of("HTTP://OTHER.test#top") == Watch(
        id="b", url="http://other.test/", settings=WatchSettings(interval_seconds=3600)
    )
    assert archive.watches.of(URL) is None


def test_looking_up_a_watch_uses_an_index(archive: Archive, catalog: Catalog) -> None:
    with catalog.reading() as connection:
        plan = connection.execute(sql.text("EXPLAIN QUERY PLAN SELECT * FROM watch WHERE url = 'x'")).all()
    assert "USING INDEX" in plan[0].detail
