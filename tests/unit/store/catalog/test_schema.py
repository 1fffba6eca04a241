import pytest
import sqlalchemy as sql
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from pagestrata.errors import ArchiveError
from pagestrata.store.catalog.database import Catalog
from pagestrata.store.catalog.names import FOREVER
from pagestrata.store.catalog.schema import CODECS, KINDS, Initial, label, metadata, page, presence


def test_the_catalog_has_every_table_with_every_column(catalog: Catalog) -> None:
    with catalog.reading() as connection:
        inspector = sql.inspect(connection)
        for table in metadata.sorted_tables:
            assert {column["name"] for column in inspector.get_columns(table.name)} == set(table.columns.keys())


def test_rows_are_numbered_by_both_databases(catalog: Catalog) -> None:
    with catalog.writing() as connection:
        numbers = [
            connection.execute(sql.insert(label).values(name=name).returning(label.c.id)).scalar_one() for name in "ab"
        ]
    assert numbers == [1, 2]
    assert "id BIGSERIAL" in str(CreateTable(label).compile(dialect=postgresql.dialect()))


def test_what_is_still_there_ends_after_everything_and_fits_the_column(catalog: Catalog) -> None:
    year_9999 = 253_402_300_800 * 1_000_000
    assert year_9999 < FOREVER < 2**63
    with catalog.reading() as connection:
        assert connection.execute(sql.select(sql.literal(FOREVER, presence.c.gone_at.type))).scalar_one() == FOREVER


def test_a_page_is_entered_once(catalog: Catalog) -> None:
    row = {"url_key": b"key", "url": "http://site.test/", "first_at": 0}
    with catalog.writing() as connection:
        connection.execute(sql.insert(page), row)
        assert connection.execute(sql.select(page.c.facts)).scalar_one() == "{}"
    with pytest.raises(ArchiveError, match="UNIQUE"), catalog.writing() as connection:
        connection.execute(sql.insert(page), row)


def test_every_reference_names_a_table_of_the_schema_and_its_number() -> None:
    targets = {key.target_fullname for table in metadata.sorted_tables for key in table.foreign_keys}
    assert {target.partition(".")[0] for target in targets} <= set(metadata.tables)
    assert {target.partition(".")[2] for target in targets} == {"id"}


@pytest.mark.parametrize("names", [KINDS, CODECS])
def test_names_are_stored_by_an_initial_of_their_own_and_come_back(names: tuple[str, ...]) -> None:
    stored, dialect = Initial(names), postgresql.dialect()
    initials = [stored.process_bind_param(name, dialect) for name in names]
    assert initials == [name[0] for name in names]
    assert len(set(initials)) == len(names)
    assert [stored.process_result_value(initial, dialect) for initial in initials] == list(names)
    assert stored.process_result_value("?", dialect) == "?"
