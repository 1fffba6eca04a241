from typing import Any

import pytest

from pagestrata.errors import CaptureError, NotFoundError
from pagestrata.web.live_pages import IDLE_SECONDS, LONGEST_SECONDS, MOST_AT_ONCE, LivePages
from pagestrata.web.refusals import TooManyRequestsError


class Page:
    """A page without a browser."""

    def __init__(self, *, problem: Exception | None = None) -> None:
        self.problem = problem
        self.is_open = False

    def open(self) -> None:
        if self.problem is not None:
            raise self.problem
        self.is_open = True

    def close(self) -> None:
        self.is_open = False


@pytest.fixture
def now() -> list[float]:
    return [0.0]


@pytest.fixture
def pages(now: list[float]) -> Any:
    made = LivePages(clock=lambda: now[0])
    yield made
    made.close_all()


def test_an_open_page_is_its_owners_alone(pages: LivePages) -> None:
    page: Any = Page()
    made = pages.open(lambda: page, watch="w1", person="ada")
    with pages.using(made.id, person="ada") as found:
        assert found is made
    for name, person in ((made.id, "eve"), ("none", "ada")):
        with pytest.raises(NotFoundError, match="no longer open"), pages.using(name, person=person):
            pass
    pages.close(made)
    assert not page.is_open
    pages.close(made)


def test_few_are_open_at_once_and_one_for_each_person(pages: LivePages) -> None:
    made: list[Any] = [Page() for _ in range(MOST_AT_ONCE + 1)]
    for number in range(MOST_AT_ONCE):
        pages.open(lambda number=number: made[number], watch="w1", person=f"p{number}")
    with pytest.raises(TooManyRequestsError, match="already open"):
        pages.open(lambda: made[-1], watch="w1", person="another")
    pages.open(lambda: made[-1], watch="w1", person="p0")
    assert [page.is_open for page in made] == [False, *[True] * MOST_AT_ONCE]


def test_one_that_could_not_be_opened_takes_no_place(pages: LivePages) -> None:
    broken: Any = Page(problem=CaptureError("refused"))
    for _ in range(MOST_AT_ONCE + 1):
        with pytest.raises(CaptureError):
            pages.open(lambda: broken, watch="w1", person="ada")


def test_one_that_nobody_acts_on_is_closed_and_so_is_one_that_is_open_for_long(
    pages: LivePages, now: list[float]
) -> None:
    page: Any = Page()
    made = pages.open(lambda: page, watch="w1", person="ada")
    now[0] = IDLE_SECONDS - 1
    with pages.using(made.id, person="ada", is_act=False):
        pass
    now[0] = IDLE_SECONDS + 1  # looking at pictures keeps nothing open
    with pytest.raises(NotFoundError), pages.using(made.id, person="ada"):
        pass
    assert not page.is_open
    other: Any = Page()
    made = pages.open(lambda: other, watch="w1", person="ada")
    while now[0] < LONGEST_SECONDS + IDLE_SECONDS:
        with pages.using(made.id, person="ada"):
            now[0] += IDLE_SECONDS - 1
    pages.sweep()
    assert not other.is_open
