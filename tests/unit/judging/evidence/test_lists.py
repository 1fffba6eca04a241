import math

import pytest

from judged_pages import block, numbers, page
from pagestrata.judging.context import Known
from pagestrata.judging.page_history import PageHistory
from pagestrata.model.blocks import Link


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
