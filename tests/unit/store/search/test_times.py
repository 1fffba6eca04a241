from archives import keep
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.names import to_microseconds
from pagestrata.store.search import times


def test_an_old_page_that_was_brought_in_later_has_the_higher_numbers(archive: Archive) -> None:
    young = keep(archive, "of today", url="http://young.test/", hours=50)
    old = keep(archive, "of yesterday", "and more", url="http://old.test/", hours=20)
    with archive._catalog.reading() as connection:

        def last(moment: int) -> int:
            return times.last_until(connection, moment, is_sqlite=True)

        newest = connection.exec_driver_sql("SELECT max(id) FROM block").scalar_one()
        assert last(to_microseconds(old.captured_at) - 1) == 0
        assert last(to_microseconds(old.captured_at)) == newest
        assert last(to_microseconds(young.captured_at)) == newest
