from datetime import timedelta

import pytest
import sqlalchemy as sql

from archives import keep
from captures import START
from pagestrata.errors import UsageError
from pagestrata.store.archive import Archive
from pagestrata.store.search import full_text
from pagestrata.store.search.block_stays import STRETCH, all_if_few, is_looked_up_faster, newest

URL = "http://site.test/"


def hour(number: float) -> timedelta:
    return timedelta(hours=number)


@pytest.fixture
def weather(archive: Archive) -> Archive:
    """Rain, then sun, then rain again, beside a line that never changes."""
    for number, text in enumerate(["rain today", "sun today", "rain today"]):
        keep(archive, text, "the weather", hours=number)
    keep(archive, "rain elsewhere", url="http://other.test/", hours=5)
    return archive


def test_every_stay_has_its_own_beginning_and_end(weather: Archive) -> None:
    found = [
        (stay.text, stay.first_seen - START, stay.gone_at and stay.gone_at - START)
        for stay in weather.queries.stays(URL)
    ]
    assert found == [
        ("rain today", hour(0), hour(1)),
        ("the weather", hour(0), None),
        ("sun today", hour(1), hour(2)),
        ("rain today", hour(2), None),
    ]
    assert weather.queries.stays(URL)[1].last_seen == START + hour(2)


def test_times_choose_the_stays_that_overlap_them(weather: Archive) -> None:
    assert [stay.text for stay in weather.queries.stays(URL, until=START)] == ["rain today", "the weather"]
    late = weather.queries.stays(URL, since=START + hour(2.5))
    assert [stay.text for stay in late] == ["the weather", "rain today"]


def test_a_search_is_over_all_pages_or_one(weather: Archive) -> None:
    assert {stay.url for stay in weather.queries.search("rain")} == {URL, "http://other.test/"}
    assert {stay.url for stay in weather.queries.search("rain", url="http://OTHER.test/#x")} == {"http://other.test/"}
    assert weather.queries.search("rain", role="menu") == []
    assert len(weather.queries.search("rain", role="article")) == 3
    assert len(weather.queries.search("today", limit=1)) == 1


def test_a_search_for_changes_leaves_out_what_the_first_version_had(weather: Archive) -> None:
    assert [(stay.text, stay.first_seen) for stay in weather.queries.search("rain", changed=True)] == [
        ("rain today", START + hour(2))
    ]
    assert weather.queries.search("rain", changed=True, until=START + hour(1)) == []


def test_words_cannot_be_read_as_sql_or_search_syntax(weather: Archive) -> None:
    assert weather.queries.search("rain' OR 1=1 --") == []
    assert weather.queries.search("rain NEAR sun") == []
    with pytest.raises(UsageError, match="has no word to search for"):
        weather.queries.search("' \" %")


def test_topics_are_searched_alone(archive: Archive) -> None:
    long = "Ferry timetable. " + "The ferry leaves the harbour at nine; the ferry returns at ten. " * 3
    keep(archive, long, "a harbour without a boat, and a long list of other things that nobody wants to read twice")
    (topic,) = {stay.topic for stay in archive.queries.search("ferry")}
    assert "ferry" in topic.lower()
    assert [stay.text for stay in archive.queries.search("ferry", topic=True)] == [long]
    assert archive.queries.search("timetable")
    assert archive.queries.search("timetable", topic=True) == []


def test_topics_are_found_behind_many_blocks_that_only_mention_the_word(archive: Archive) -> None:
    others = "ships boats sails masts winds waves ropes decks cabins crews " * 3
    keep(archive, "harbour", *(f"story {number}: {others} and a harbour" for number in range(30)))
    assert len(archive.queries.search("harbour")) == 31
    assert [stay.text for stay in archive.queries.search("harbour", topic=True, limit=1)] == ["harbour"]


def test_matches_come_newest_first_and_all_of_them_where_they_are_few() -> None:
    with sql.create_engine("sqlite://").begin() as connection:
        full_text.create(connection)
        full_text.index(connection, {number: f"news of day {number % 3}" for number in range(1, 10)})
        assert newest(connection, '"day 1"', below=7, count=5) == [4, 1]
        assert newest(connection, "news", below=2**62, count=2) == [9, 8]
        assert all_if_few(connection, '"day 1"', most=3) == [7, 4, 1]
        assert all_if_few(connection, '"day 1"', most=2) is None


def test_frequent_words_are_walked_for_and_rare_ones_looked_up() -> None:
    blocks = 10_000_000
    assert is_looked_up_faster(0, 100, blocks, STRETCH)
    assert is_looked_up_faster(10, 100, blocks, STRETCH)
    assert not is_looked_up_faster(100, 100, blocks, STRETCH)
    assert is_looked_up_faster(100, 10_000, blocks, STRETCH)
