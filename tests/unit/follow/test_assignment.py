import numpy as np

from pagestrata.follow.assignment import assigned
from pagestrata.follow.states import Ranking


def ranking(**logits: float) -> Ranking:
    rows = np.array([int(name[1:]) for name in logits], np.intp)
    return Ranking(rows=rows, logits=np.array(list(logits.values())))


def rows_of(rankings: list[Ranking], keys: list[str], taken: dict[int, str] | None = None) -> list[list[int]]:
    return [found.rows.tolist() for found in assigned(rankings, keys, taken or {}, weakest_logit=-6.0)]


def test_the_better_claim_keeps_the_place_and_the_other_looks_further():
    assert rows_of([ranking(r1=2.0, r2=1.0), ranking(r1=3.0, r2=-2.0)], ["a", "b"]) == [[2], [1, 2]]


def test_a_claim_is_passed_on_until_all_have_a_place():
    found = rows_of([ranking(r1=5.0, r2=4.0), ranking(r1=6.0, r2=1.0), ranking(r2=3.0, r3=2.0)], ["a", "b", "c"])
    assert found == [[2], [1, 2], [3]]


def test_a_block_that_has_nowhere_else_to_go_keeps_its_place():
    assert rows_of([ranking(r1=6.0, r2=5.0), ranking(r1=4.0, r3=-5.0)], ["a", "b"]) == [[2], [1, 3]]


def test_a_place_that_was_recognised_for_certain_is_taken():
    assert rows_of([ranking(r1=9.0)], ["a"], {1: "b"}) == [[]]


def test_one_block_that_is_followed_twice_is_found_twice():
    assert rows_of([ranking(r1=2.0), ranking(r1=3.0)], ["a", "a"], {1: "a"}) == [[1], [1]]


def test_what_hardly_resembles_is_no_claim():
    assert rows_of([ranking(r1=-9.0), ranking(r1=-8.0)], ["a", "b"]) == [[1], [1]]


def test_no_candidates_at_all():
    assert rows_of([ranking(), ranking(r1=1.0)], ["a", "b"]) == [[], [1]]
