from __future__ import annotations

from captures import START
from pagestrata.app.unrecorded_visits import UnrecordedVisits
from pagestrata.model.due import Due


def page(name: str) -> Due:
    return Due(watch_id=name, host=f"{name}.test", due_at=START, rate=1.0, weight=1.0, cost=1.0, facts={})


def names(visits: UnrecordedVisits, at: float) -> list[str]:
    return [due.watch_id for due in visits.ready(at=at)]


def test_one_page_is_tried_while_nothing_can_be_stored_and_all_once_something_was() -> None:
    visits = UnrecordedVisits(pause_seconds=5.0)
    for name in "abc":
        visits.failed(page(name), at=0.0)
    assert names(visits, 4.9) == []
    assert names(visits, 5.0) == ["a"]
    visits.given_back("a", at=5.0)
    visits.begun("a")
    assert names(visits, 9.9) == []  # what comes of it is waited for
    assert names(visits, 10.0) == ["b"]
    visits.recorded("a", is_version=False)
    assert names(visits, 10.0) == ["b", "c"]


def test_a_visit_that_stored_nothing_says_nothing_of_the_object_store() -> None:
    visits = UnrecordedVisits(pause_seconds=5.0)
    for name in "abc":
        visits.failed(page(name), at=0.0)
    visits.recorded("another", is_version=False)
    assert names(visits, 6.0) == ["a"]
    visits.recorded("another", is_version=True)
    assert names(visits, 6.0) == ["a", "b", "c"]


def test_a_page_that_fails_again_and_again_waits_longer_each_time() -> None:
    visits = UnrecordedVisits(pause_seconds=5.0)
    at, waits = 0.0, []
    for _ in range(4):
        visits.failed(page("a"), at=at)
        visits.recorded("another", is_version=True)
        wait = next(seconds for seconds in range(1000) if visits.ready(at=at + seconds))
        waits.append(wait)
        at += wait
        visits.given_back("a", at=at)
    assert waits == [5, 10, 20, 40]
    visits.recorded("a", is_version=False)
    visits.failed(page("a"), at=at)
    assert not visits.ready(at=at + 4)
    assert visits.ready(at=at + 5)


def test_a_page_that_is_visited_again_keeps_its_new_lease() -> None:
    visits = UnrecordedVisits()
    visits.failed(page("a"), at=0.0)
    visits.begun("a")
    assert not visits.ready(at=1000.0)
