import sqlalchemy as sql

from pagestrata.store.search import full_text
from pagestrata.store.search.newest_matches import STRETCH, all_if_few, is_looked_up_faster, newest


def test_matches_come_newest_first_and_all_of_them_where_they_are_few() -> None:
    with sql.create_engine("sqlite://").begin() as connection:
        full_text.create(connection, is_sqlite=True)
        full_text.index(connection, {number: f"news of day {number % 3}" for number in range(1, 10)}, is_sqlite=True)
        assert newest(connection, '"day 1"', below=7, count=5, is_sqlite=True) == [4, 1]
        assert newest(connection, "news", below=2**62, count=2, is_sqlite=True) == [9, 8]
        assert all_if_few(connection, '"day 1"', most=3, is_sqlite=True) == [7, 4, 1]
        assert all_if_few(connection, '"day 1"', most=2, is_sqlite=True) is None


def test_frequent_words_are_walked_for_and_rare_ones_looked_up() -> None:
    blocks = 10_000_000
    assert is_looked_up_faster(0, 100, blocks, STRETCH)
    assert is_looked_up_faster(10, 100, blocks, STRETCH)
    assert not is_looked_up_faster(100, 100, blocks, STRETCH)
    assert is_looked_up_faster(100, 10_000, blocks, STRETCH)
