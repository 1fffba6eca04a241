from itertools import pairwise

import pytest

from judged_pages import block, edits, page
from pagestrata.errors import InputError
from pagestrata.judging.page_history import (
    MOST_TEXTS,
    MOST_VISITS,
    PageHistory,
    SecondLook,
    link_slot_of,
    picture_slot_of,
    place_of,
    slot_of,
    slot_of_edit,
)
from pagestrata.model.blocks import Block, Image, Link


def seen(*lines: str) -> PageHistory:
    return PageHistory.of([page(block("1", line)) for line in lines])


def test_a_slot_stays_the_same_while_its_figure_changes() -> None:
    history = seen("5 comments", "6 comments", "7 comments")
    rate = history.rate_of(slot_of(block("1", "99 comments"), "99 comments"))
    assert (rate.changes, rate.visits) == (2, 2)


def test_a_slot_that_stayed_is_known_to_stay() -> None:
    rate = seen("room 214", "room 214", "room 214").rate_of(slot_of(block("1", "room 214"), "room 214"))
    assert (rate.changes, rate.visits) == (0, 2)


def test_a_text_that_came_back_is_known() -> None:
    history = seen("Good morning", "Good evening", "Good morning")
    assert history.was_here("good morning")
    assert history.has_returned("Good morning")
    assert not history.has_returned("Good evening")
    assert not history.was_here("Good night")


def test_a_place_that_shows_something_else_each_time_turns() -> None:
    rate = seen("buy this", "buy that", "rent a car").rate_of_place(place_of(block("1", "anything")))
    assert (rate.changes, rate.visits) == (2, 2)


def test_a_place_of_which_a_part_changes_is_touched() -> None:
    visits = [page(block("1", "one", "two", "three", last)) for last in ("four", "five", "six")]
    history = PageHistory.of(visits)
    place = place_of(visits[0].blocks[0])
    assert history.churn_of_place(place) == (2, 2)
    assert history.rate_of_place(place) == (0, 2)


def test_a_visit_without_change_counts() -> None:
    history = seen("5 comments", "6 comments").after_no_change()
    rate = history.rate_of(slot_of(block("1", "6 comments"), "6 comments"))
    assert (rate.changes, rate.visits) == (1, 2)


def test_a_history_is_stored_and_read() -> None:
    history = seen("5 comments", "6 comments", "a text")
    assert PageHistory.from_json(history.to_json()) == history


@pytest.mark.parametrize(
    "data", [{}, {"format": 2}, {"format": 3, "visits": "x"}, {"format": 3, "visits": 1, "slots": 3}]
)
def test_a_history_of_another_format_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(InputError):
        PageHistory.from_json(data)


def test_a_history_is_bounded_and_fades() -> None:
    history = PageHistory()
    for visit in range(MOST_VISITS + 10):
        history = history.after(
            page(*(block(str(n), f"text {visit} {n} in letters {'abcdef'[n % 6]}{visit}") for n in range(1, 60)))
        )
    assert len(history.texts) <= MOST_TEXTS
    assert history.visits <= MOST_VISITS


def test_a_second_look_says_what_is_still_there() -> None:
    look = SecondLook.at(page(block("1", "Visitors online: 14", "Price 12.50 today")))
    assert look.says("price", ["12.50"], "today")
    assert not look.says("online", ["13"], "")
    assert look.says("online", ["14"], "")


def test_a_widget_that_sometimes_loads_turns_its_place() -> None:
    chat, text = block("2", "Live chat", role="search"), block("1", "Terms")
    history = PageHistory.of([page(text, chat), page(text), page(text, chat), page(text)])
    assert history.churn_of_place(place_of(chat)) == (3, 3)
    assert history.churn_of_place(place_of(text)) == (0, 3)


def test_a_slot_stays_the_same_when_its_figure_changes_its_sign() -> None:
    up, down = block("1", "Bitcoin 34034.76 +0.6 %"), block("1", "Bitcoin 33770.65 -0.07 %")
    assert slot_of(up, up.text) == slot_of(down, down.text)
    assert slot_of(block("1", ""), "open 9-17") == slot_of(block("1", ""), "open 8-18")


def test_a_place_does_not_turn_when_only_its_figures_change() -> None:
    rate = seen("Gold 1,900", "Gold 1,913", "Gold 1,926").rate_of_place(place_of(block("1", "anything")))
    assert (rate.changes, rate.visits) == (0, 2)


def test_words_that_were_replaced_once_have_a_slot() -> None:
    lines = [f"Made possible by {name} and its partners" for name in ("Acme", "Bolt", "Crown", "Crown")]
    blocks = [block("1", line) for line in lines]
    history = PageHistory.of([page(blocks[0])])
    for old, new in pairwise(blocks):
        history = history.after(page(new), edits(old, new))
    (edit,) = edits(block("1", lines[-1]), block("1", lines[0]))
    assert history.rate_of(slot_of_edit(edit)) == (2, 3)


def test_links_and_pictures_have_slots() -> None:
    def teaser(number: int) -> Block:
        card = block("1", "Read more", links=(Link("Read more", f"http://site.test/{number}"),))
        return Block(
            ref="1",
            text=card.text,
            links=card.links,
            box=card.box,
            images=(Image("", f"http://site.test/{number // 2}.png"),),
        )

    history = PageHistory.of([page(teaser(number)) for number in (0, 1, 2, 3)])
    assert history.rate_of(link_slot_of(teaser(9), "Read more")) == (3, 3)
    assert history.rate_of(picture_slot_of(teaser(9))) == (1, 3)
    assert history.linked("site.test/2")
    assert history.linked("site.test/1.png")
    assert not history.linked("site.test/7")


def test_habits_are_known_without_texts() -> None:
    habits = seen("5 comments", "6 comments").habits()
    assert not habits.was_here("5 comments")
    assert habits.rate_of(slot_of(block("1", "6 comments"), "6 comments")) == (1, 1)


def test_a_history_of_the_format_before_begins_its_places_anew() -> None:
    history = seen("5 comments", "6 comments", "a text")
    read = PageHistory.from_json({**history.to_json(), "format": 4})
    assert (read.slots, read.texts, read.places) == (history.slots, history.texts, {})


def test_a_second_look_at_another_template_tells_nothing() -> None:
    first = page(block("1", "The bridge is open"), block("2", "A verse of the day"))
    assert SecondLook.at(page(block("1", "The bridge is open"), block("2", "Another verse"))).shows_most_of(first)
    assert not SecondLook.at(page(block("1", "Please prove that you are human"))).shows_most_of(first)
