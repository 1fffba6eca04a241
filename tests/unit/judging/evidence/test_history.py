from judged_pages import block, numbers, page
from pagestrata.judging.context import Known
from pagestrata.judging.evidence.history import keeps_changing, share_of
from pagestrata.judging.page_history import PageHistory, Rate, SecondLook, SiteHistory


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
