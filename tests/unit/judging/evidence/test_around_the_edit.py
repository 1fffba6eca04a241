"""Evidence from around an edit: place, lists, siblings, running text, history."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from judged_pages import block, numbers, page
from pagestrata.judging.context import Known
from pagestrata.judging.evidence.around_the_edit import keeps_changing, share_of
from pagestrata.judging.page_history import PageHistory, Rate, SecondLook, SiteHistory
from pagestrata.model.blocks import Block, Link
from pagestrata.model.signs import Sign


def test_a_place_has_its_role_and_what_the_author_calls_it() -> None:
    old, new = block("1", "12 people", role="footer"), block("1", "13 people", role="footer")
    found = numbers(page(old), page(replace(new, signs=(Sign("counter"),))))
    assert (found["in footer"], found["in article"], found["called counts"], found["called turns"]) == (1, 0, 1, 0)


def test_a_name_that_covers_another_stretch_says_nothing_of_this_one() -> None:
    old, new = block("1", "12 people since 2001"), block("1", "13 people since 2001")
    found = numbers(page(old), page(replace(new, signs=(Sign("counter", 10, 20),))))
    assert found["called counts"] == 0


def test_a_linked_item_whose_page_was_linked_before_is_known() -> None:
    link = (Link("A storm is coming", "/storm?from=top"),)
    old = page(block("1", "A storm is coming", links=(Link("A storm is coming", "/storm"),)))
    new = page(*old.blocks, block("2", "A storm is coming", x=900.0, links=link))
    found = numbers(old, new)
    assert (found["is linked"], found["link is known"]) == (1, 1)


def test_a_line_that_moved_is_said_to_have_moved() -> None:
    old = page(block("1", "first line", "second line"), block("2", "third line"))
    new = page(block("1", "first line"), block("2", "third line", "second line"))
    assert numbers(old, new)["moved"] == 1


def test_short_items_that_give_way_to_as_many_others_swap() -> None:
    brands = ("Amblers", "Narta", "Oakley"), ("Geox", "Legero", "Cleor")
    old, new = (page(*(block(str(at), name, role="link list") for at, name in enumerate(names, 1))) for names in brands)
    assert numbers(old, new)["short items swap"] == pytest.approx(math.log1p(3))
    grown = page(*old.blocks, block("4", "Geox", role="link list"))
    assert numbers(old, grown)["short items swap"] == 0


def test_a_link_of_an_earlier_visit_is_known() -> None:
    teaser = block("2", "A storm is coming", links=(Link("A storm is coming", "/storm"),))
    lead, reworded = block("1", "Lead"), block("2", "Storm to hit", links=(Link("Storm to hit", "/storm?x=1"),))
    seen = PageHistory.of([page(lead, teaser), page(lead)])
    assert numbers(page(lead), page(lead, reworded), Known(history=seen))["link is known"] == 1
    assert numbers(page(lead), page(lead, reworded))["link is known"] == 0


def test_a_link_says_nothing_of_the_figures_in_its_name() -> None:
    def offer(seeds: int) -> str:
        return f"Broccoli, {seeds} seeds"

    old, new = (page(block("1", offer(seeds), links=(Link(offer(seeds), "/broccoli"),))) for seeds in (40, 25))
    found = numbers(old, new)
    assert (found["is linked"], found["link is known"]) == (1, 0)


REPORT = (Link("report it", "/report"), Link("our safety centre", "/safety"))


def test_a_sentence_that_names_a_link_is_not_linked() -> None:
    rule = "Scams are not allowed. If you see one, report it or read more in our safety centre."
    stricter = "Scams, fraud and theft are not allowed and end your account. If you see one, report it or ask our safety centre."
    found = numbers(page(block("1", rule, links=REPORT)), page(block("1", stricter, links=REPORT)))
    assert (found["is linked"], found["link is known"]) == (0, 0)
    came = numbers(page(block("1", "Rules")), page(block("1", "Rules", stricter, links=REPORT)))
    assert came["is linked"] == 0


def test_other_words_in_the_name_of_a_known_link_are_linked() -> None:
    old = page(block("1", "Ask us or read the help pages today", links=(Link("help pages", "/help"),)))
    new = page(block("1", "Ask us or read the safety guide today", links=(Link("safety guide", "/help"),)))
    found = numbers(old, new)
    assert (found["is linked"], found["link is known"]) == (1, 1)


def test_a_line_of_a_teaser_that_is_one_link_is_linked() -> None:
    def teaser(headline: str) -> Link:
        return Link(f"{headline} Roads are closed until noon", "/storm")

    lines = ("A storm is coming", "Roads are closed until noon")
    old = page(block("1", *lines, links=(teaser(lines[0]),)))
    new = page(block("1", "Storm hits the coast", lines[1], links=(teaser("Storm hits the coast"),)))
    found = numbers(old, new)
    assert (found["is linked"], found["link is known"]) == (1, 1)


def test_what_went_is_held_against_the_links_it_had() -> None:
    old = page(block("1", "Tools", "Old calculator", links=(Link("Old calculator", "/sums"),)))
    new = page(block("1", "Tools"), block("2", "Sums", links=(Link("Sums", "/sums"),)))
    assert numbers(old, new)["link is known"] == 1


def front(*counts: int) -> list[object]:
    return [
        block(str(n), f"Story about topic {'abcdefgh'[n]}", f"{count} comments") for n, count in enumerate(counts, 1)
    ]


def test_counters_that_rise_in_story_after_story_are_siblings() -> None:
    found = numbers(page(*front(545, 62, 100, 7)), page(*front(546, 63, 101, 7)))  # type: ignore[arg-type]
    assert round(math.expm1(found["siblings changed"])) == 2
    assert found["share of siblings changed"] == 2 / 3
    assert found["share in the same direction"] == 1


def test_a_figure_that_changed_alone_has_none() -> None:
    found = numbers(page(*front(545, 62, 100)), page(*front(546, 62, 100)))  # type: ignore[arg-type]
    assert found["siblings changed"] == 0


def test_the_parts_of_one_sentence_are_not_siblings_of_each_other() -> None:
    found = numbers(
        page(block("1", "The harbour is closed until further notice after the storm.")),
        page(block("1", "The harbour opens again on Monday at six in the morning.")),
    )
    assert (found["siblings changed"], found["share of siblings changed"]) == (0, 0)
    assert found["share in the same direction"] == 0
    assert found["edits of the block"] > 0


def test_bare_figures_that_rise_side_by_side_are_told_from_named_ones() -> None:
    bare = [page(*(block(str(at), f"{at * 10 + step}") for at in range(1, 5))) for step in (0, 1)]
    named = [page(*(block(str(at), f"Seats of the board: {at * 10 + step}") for at in range(1, 5))) for step in (0, 1)]
    assert numbers(*bare)["bare siblings rise"] == pytest.approx(math.log1p(3))
    assert numbers(*reversed(bare))["bare siblings rise"] == 0
    assert numbers(*named)["bare siblings rise"] == 0


def test_how_much_of_the_page_changed() -> None:
    old, new = (
        page(block("1", "one two three four"), block("2", "a b c d e f g h")),
        page(block("1", "one two five four"), block("2", "a b c d e f g h")),
    )
    found = numbers(old, new)
    assert found["share of the page"] == pytest.approx(math.sqrt(1 / 12))
    assert found["edits of the page"] == pytest.approx(math.log1p(1))


NAMES = ("outside of the text", "frame of a text", "linked item beside a text")
TERMS = (
    "You may cancel your order within fourteen days of the day on which you, or somebody whom you named to us, took the "
    "parcel into possession, as long as you have told us so in writing and have kept the goods as they were."
)
JAPANESE = (
    "利用者は商品を受け取った日から十四日以内であれば注文を取り消すことができますその場合は書面で知らせてください" * 2
)


def around(text: str, said: str, *, links: tuple[Link, ...] = (), role: str = "menu") -> tuple[Block, ...]:
    """A menu, two paragraphs, and a line behind them."""
    menu = block("1", said, role=role, links=links)
    return menu, block("2", text), block("3", text + " 2"), block("4", "Contact us", role="footer")


def test_a_menu_above_a_long_text_is_outside_of_it() -> None:
    links = (Link("Gift cards", "/cards"),)
    old, new = around(TERMS, "Home"), around(TERMS, "Gift cards", links=links)
    found = numbers(page(*old), page(*new))
    assert [found[name] > 0.9 for name in NAMES] == [True, True, True]


def test_a_line_between_the_paragraphs_of_a_text_is_inside_of_it() -> None:
    old = around(TERMS, "Home")
    new = (*old[:2], block("2.5", "1.2 Refunds"), *old[2:])
    found = numbers(page(*old), page(*new))
    assert [found[name] for name in NAMES] == [0, 0, 0]


def test_a_box_beside_a_text_is_outside_of_it_wherever_it_is_written() -> None:
    old = around(TERMS, "Home")
    new = (*old[:2], block("2.5", "New in our shop", x=900.0, width=200.0), *old[2:])
    assert numbers(page(*old), page(*new))["outside of the text"] > 0.9


def test_on_a_page_of_teasers_nothing_is_outside_of_a_text() -> None:
    teasers = [block(str(at), "A storm is coming", links=(Link("A storm is coming", f"/{at}"),)) for at in range(1, 5)]
    new = [block("1", "The storm is over", links=(Link("The storm is over", "/5"),)), *teasers[1:]]
    found = numbers(page(*teasers), page(*new))
    assert [found[name] for name in NAMES] == [0, 0, 0]


def test_a_paragraph_that_is_one_link_is_no_running_text() -> None:
    teaser = block("2", TERMS, links=(Link(TERMS, "/story"),))
    found = numbers(page(block("1", "Home", role="menu"), teaser), page(block("1", "Start", role="menu"), teaser))
    assert found["frame of a text"] == 0


@pytest.mark.parametrize("text", [TERMS, JAPANESE])
def test_a_long_text_needs_no_spaces_between_its_words(text: str) -> None:
    found = numbers(page(*around(text, "Home")), page(*around(text, "Start")))
    assert found["frame of a text"] > 0.8


def test_a_share_is_drawn_to_the_prior_where_few_visits_speak() -> None:
    assert share_of(Rate(0, 0)) < share_of(Rate(1, 1)) < share_of(Rate(9, 9))
    assert share_of(Rate(0, 9)) < share_of(Rate(0, 1))


def test_visits_speak_for_noise_or_for_facts_and_more_of_them_louder() -> None:
    assert keeps_changing(Rate(0, 0)) == 0.0
    assert keeps_changing(Rate(0, 5)) < 0 < keeps_changing(Rate(2, 2)) < keeps_changing(Rate(6, 6))


def test_a_slot_that_always_changes_and_a_text_that_returns() -> None:
    visits = [
        page(block("1", f"{count} points", greeting))
        for count, greeting in ((5, "Hello"), (6, "Welcome"), (7, "Hello"))
    ]
    known = Known(history=PageHistory.of(visits))
    found = numbers(visits[-1], page(block("1", "8 points", "Hello")), known)
    assert found["slot changes"] > 0.7
    back = numbers(visits[-1], page(block("1", "7 points", "Welcome")), known)
    assert (back["was here before"], back["comes and goes"]) == (1, 1)


def test_a_page_that_shows_one_of_its_variants_again_turns_back() -> None:
    accept, refuse = block("1", "We use cookies.", "Accept"), block("1", "We and others use cookies.", "Refuse")
    terms = block("2", "You may cancel at any time.")
    known = Known(history=PageHistory.of([page(one, terms) for one in (accept, refuse, accept)]))
    again = numbers(page(accept, terms), page(refuse, terms), known)
    assert again["page turns back"] == 1
    with_news = numbers(page(accept, terms), page(refuse, block("2", "You may cancel within 14 days.")), known)
    assert 0 < with_news["page turns back"] < 1
    assert numbers(page(accept, terms), page(refuse, terms))["page turns back"] == 0


def test_the_other_pages_of_the_site_speak_too() -> None:
    visits = [page(block("1", f"{count} users online")) for count in (5, 6, 7)]
    found = numbers(
        page(block("1", "1 users online")),
        page(block("1", "2 users online")),
        Known(site=SiteHistory((PageHistory.of(visits),))),
    )
    assert found["site changes"] > 0.6


def test_a_second_look_differs_or_is_the_same() -> None:
    old, new = page(block("1", "14 people look")), page(block("1", "15 people look"))
    differs = numbers(old, new, Known(second_look=SecondLook.at(page(block("1", "16 people look")))))
    same = numbers(old, new, Known(second_look=SecondLook.at(new)))
    assert (differs["second look differs"], differs["second look is the same"]) == (1, 0)
    assert (same["second look differs"], same["second look is the same"]) == (0, 1)


def test_a_line_that_another_item_had_all_along_does_not_come_back() -> None:
    old = page(block("1", "It costs 6 crowns"), block("2", "It costs 7 crowns"))
    new = page(block("1", "It costs 7 crowns"), block("2", "It costs 7 crowns"))
    known = Known(history=PageHistory.of([old]))
    assert numbers(old, new, known)["was here before"] == 0


def test_nothing_is_known_of_a_site_without_other_pages() -> None:
    found = numbers(page(block("1", "6 crowns")), page(block("1", "7 crowns")))
    assert found["site changes"] == 0


def test_a_menu_that_never_changed_does_not_speak_for_its_new_entry() -> None:
    old = page(block("1", "Home", "News", role="menu"))
    new = page(block("1", "Home", "News", "About us", role="menu"))
    found = numbers(old, new, Known(history=PageHistory.of([old] * 8)))
    assert (found["is new"], found["short items turn"], found["items turn"]) == (1, 0, 0)


def test_a_text_that_came_lately_and_one_that_was_here_for_long() -> None:
    always, lately = block("1", "The office is in the old mill"), block("2", "Chat with us now")
    visits = [page(always)] * 4 + [page(always, lately)]
    known = Known(history=PageHistory.of(visits))
    found = numbers(visits[-1], page(always), known)
    assert (found["came lately"], round(found["was here for long"], 2)) == (1, 0.17)
    found = numbers(visits[-1], page(lately), known)
    assert (found["came lately"], round(found["was here for long"], 2)) == (0, 0.83)


def test_two_visits_are_too_few_to_say_that_a_text_came_lately() -> None:
    visits = [page(block("1", "The office is in the old mill"))] * 2
    assert (
        numbers(visits[-1], page(block("1", "Nothing here")), Known(history=PageHistory.of(visits)))["came lately"] == 0
    )


def test_a_box_that_its_author_calls_weather_is_no_ticker() -> None:
    old, new = block("1", "rain 9° / 5°"), block("1", "rain 10° / 5°")
    found = numbers(page(old), page(replace(new, signs=(Sign("weather"),))))
    assert (found["called weather"], found["called turns"]) == (1, 0)


def test_a_page_that_shows_its_first_variant_again_turns_back() -> None:
    first, second = (
        page(block("1", "Title", "A storm came over the hills")),
        page(block("1", "Title", "Ten ways to read")),
    )
    known = Known(history=PageHistory.of([first, second]))
    assert numbers(second, first, known)["page turns back"] == 1


def test_a_notice_that_is_withdrawn_turns_nothing_back() -> None:
    first, second = page(block("1", "Title")), page(block("1", "Title", "The service is down"))
    known = Known(history=PageHistory.of([first, second]))
    assert numbers(second, first, known)["page turns back"] == 0
