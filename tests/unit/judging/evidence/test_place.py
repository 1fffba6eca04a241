from dataclasses import replace

from judged_pages import block, numbers, page
from pagestrata.model.signs import Sign


def test_a_place_has_its_role_and_what_the_author_calls_it() -> None:
    old, new = block("1", "12 people", role="footer"), block("1", "13 people", role="footer")
    found = numbers(page(old), page(replace(new, signs=(Sign("counter"),))))
    assert (found["in footer"], found["in article"], found["called counts"], found["called turns"]) == (1, 0, 1, 0)


def test_a_name_that_covers_another_stretch_says_nothing_of_this_one() -> None:
    old, new = block("1", "12 people since 2001"), block("1", "13 people since 2001")
    found = numbers(page(old), page(replace(new, signs=(Sign("counter", 10, 20),))))
    assert found["called counts"] == 0
