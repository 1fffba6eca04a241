import pytest

from archives import keep
from pagestrata.errors import UsageError
from pagestrata.store.archive import Archive
from pagestrata.store.catalog.names import to_microseconds
from pagestrata.store.search.full_text import last_until, matching, says


def test_queries_are_words_phrases_and_beginnings() -> None:
    found = matching('one "two three" fou*', is_sqlite=True)
    assert found.compile().params == {"query": '"one" AND "two three" AND "fou"*'}
    found = matching('one "two three" fou*', is_sqlite=False)
    assert found.compile().params == {
        "query": "('one') & ('two' <-> 'three') & ('fou':*)",
        "pairs": "'two':1 'three':2",
        "others": "('one') & ('fou':*)",
    }
    found = matching("one fou*", is_sqlite=False)
    assert found.compile().params == {"query": "('one') & ('fou':*)"}


@pytest.mark.parametrize("query", ["", "  ", '""', "*** ---"])
def test_a_query_without_words_is_a_usage_error(query: str) -> None:
    with pytest.raises(UsageError, match="has no word to search for"):
        matching(query, is_sqlite=True)


def test_a_text_in_no_index_says_words_phrases_and_beginnings() -> None:
    text = "Café hours: open from 9 to 17, Monday to Friday"
    for query in ("cafe OPEN", '"from 9 to 17"', "mon*", 'hours "to Friday"'):
        assert says(text, query), query
    for query in ("close", '"from 17"', "mon", "pen*"):
        assert not says(text, query), query


def test_an_old_page_that_was_brought_in_later_has_the_higher_numbers(archive: Archive) -> None:
    young = keep(archive, "of today", url="http://young.test/", hours=50)
    old = keep(archive, "of yesterday", "and more", url="http://old.test/", hours=20)
    with archive._catalog.reading() as connection:

        def last(moment: int) -> int:
            return last_until(connection, moment)

        newest = connection.exec_driver_sql("SELECT max(id) FROM block").scalar_one()
        assert last(to_microseconds(old.captured_at) - 1) == 0
        assert last(to_microseconds(old.captured_at)) == newest
        assert last(to_microseconds(young.captured_at)) == newest
