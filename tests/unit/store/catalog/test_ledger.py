import sqlite3
from pathlib import Path

import pytest

from archives import add_user, fill_every_table, keep
from pagestrata.store.archive import Archive
from pagestrata.store.catalog import ledger
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.schema import metadata


def in_step(catalog: Catalog) -> bool:
    with catalog.reading() as connection:
        return ledger.written_down(connection) == ledger.counted(connection)


def test_the_ledger_follows_all_that_the_program_writes(archive: Archive, catalog: Catalog) -> None:
    assert in_step(catalog)
    fill_every_table(archive)
    add_user(archive)
    archive.upkeep.gc()  # fills packs
    with catalog.reading() as connection:
        assert {name for name, _ in ledger.written_down(connection)} == ledger.GROUPED_BY.keys()
    archive.trails.remove("t1")
    archive.outbox.remove_rule("r1")
    archive.watches.remove("w1")
    archive.upkeep.gc()
    keep(archive, "one more", hours=9)
    assert in_step(catalog)


def test_every_table_is_in_the_ledger_or_sealed_with_its_version() -> None:
    made_again, passing = {"due", "site_page"}, {"login_session", "host_turn"}
    log = {"log_entry", "log_head", "log_stamp"}  # guarded by its own hashes
    assert metadata.tables.keys() - {"ledger", "change"} - made_again - passing - log == ledger.GROUPED_BY.keys()


def test_what_is_rolled_back_is_not_written_down(archive: Archive, catalog: Catalog) -> None:
    keep(archive, "one")

    def fail() -> None:
        with catalog.writing() as connection:
            connection.exec_driver_sql("DELETE FROM visit")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert in_step(catalog)
    keep(archive, "two", hours=1)
    assert in_step(catalog)


def test_what_others_write_is_missing_in_the_ledger(archive: Archive, catalog: Catalog, tmp_path: Path) -> None:
    keep(archive, "one")
    connection = sqlite3.connect(tmp_path / "archive" / "catalog.sqlite")
    with connection:
        connection.execute("DELETE FROM visit")
    connection.close()
    assert not in_step(catalog)
    with catalog.writing(sealing=False) as written:
        ledger.seal(written)
    assert in_step(catalog)
