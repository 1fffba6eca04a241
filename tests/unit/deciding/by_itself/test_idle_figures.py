"""Figures that change by themselves, in words of no list; and facts in the same places, which must speak."""

from datetime import UTC, datetime

import pytest

from pagestrata.deciding.by_itself.idle_figures import Page, figure_at, usual_font, why_idle
from pagestrata.model.blocks import Block, BlockStyle, Link
from pagestrata.weighing.texts.text_edits import edits_between

SMALL, USUAL = BlockStyle(font_size=12), BlockStyle(font_size=16)
PAGE = Page(usual_font=16.0)
FIRST, SECOND = datetime(2026, 11, 16, 12, 7, tzinfo=UTC), datetime(2026, 11, 17, 15, 41, tzinfo=UTC)


def why(
    old: str, new: str, role: str = "other", *, style: BlockStyle = USUAL, page: Page = PAGE, linked: str = ""
) -> list[str]:
    links = (Link(linked, "/there"),) if linked else ()
    block = Block(ref="1", role=role, text=new, style=style, links=links)
    return [why_idle(edit, (old, new), block, page, plain=True) for edit in edits_between(old, new)]


@pytest.mark.parametrize(
    ("old", "new", "role", "because"),
    [
        ("Radio Kello 14.06", "Radio Kello 14.21", "header", "clock"),
        ("Kuuntelijoita juuri 1 204 · Radio", "Kuuntelijoita juuri 1 187 · Radio", "footer", "counter"),
        ("Ziyarat: 44120", "Ziyarat: 44163", "footer", "counter"),
        ("Server eu-3, 0.21 s", "Server eu-1, 0.34 s", "footer", "machine"),
        ("Oulu 3° C", "Oulu 5° C", "header", "weather"),
        ("9 Nov 2026 · Viikko 45", "9 Nov 2026 · Viikko 46", "header", "date"),
        ("Code Issues 127 Pull requests 14", "Code Issues 129 Pull requests 14", "menu", "counter"),
        ("5 hours ago · 14 aplausos", "5 hours ago · 19 aplausos", "other", "counter"),
    ],
)
def test_figures_in_words_of_no_list(old: str, new: str, role: str, because: str) -> None:
    assert why(old, new, role) == [because]


@pytest.mark.parametrize(
    ("old", "new", "role"),
    [
        ("Besuch: 10.00 bis 14.00", "Besuch: 10.30 bis 14.00", "footer"),
        ("Call 0161 555 0199", "Call 0161 555 0180", "footer"),
        ("Hauptstraße 120, 10115 Berlin", "Hauptstraße 120, 10117 Berlin", "footer"),
        ("120 Quay Street, Leith", "128 Quay Street, Leith", "footer"),
        ("Room: 214", "Room: 216", "footer"),
        ("Dead: 1 204", "Dead: 1 230", "other"),
        ("Founded: 1987", "Founded: 1988", "footer"),
        ("Register: 12345678", "Register: 12345679", "footer"),
        ("Depth 1,204 m", "Depth 1,230 m", "footer"),
        ("Bids 1 204", "Bids 9 204", "footer"),
        ("5 hours ago · 4 rooms", "5 hours ago · 5 rooms", "other"),
        ("5 hours ago · 31 min", "5 hours ago · 35 min", "other"),
        ("Line 4 closed", "Line 5 closed", "header"),
        ("Boil at 30°", "Boil at 60°", "article"),
        ("Meeting 14.00", "Meeting 15.00", "header"),
        ("1 EUR = 10.42", "1 EUR = 10.51", "footer"),
        ("Hurt: 14 · 4 minutes ago", "Hurt: 16 · 4 minutes ago", "article"),
        ("14 streets closed · 4 minutes ago", "16 streets closed · 4 minutes ago", "article"),
        ("Gate B12 · 4 minutes ago", "Gate B15 · 4 minutes ago", "article"),
    ],
)
def test_facts_in_the_same_places_speak(old: str, new: str, role: str) -> None:
    assert set(why(old, new, role)) == {""}


def test_a_count_behind_a_link_of_a_menu_is_the_visitors_own() -> None:
    assert why("Kavels Mijn lijst (4)", "Kavels Mijn lijst (5)", "header", linked="Mijn lijst (5)") == ["cart"]
    assert why("Domů Oblíbené 2", "Domů Oblíbené 3", "header", linked="Oblíbené 3") == ["cart"]
    assert why("Domů Oblíbené 2", "Domů Oblíbené 3", "article", linked="Oblíbené 3") == [""]


def test_small_letters_are_small_print_and_larger_ones_are_not() -> None:
    assert why("Nabídek: 8 214", "Nabídek: 8 197", style=SMALL) == ["counter"]
    assert why("Nabídek: 8 214", "Nabídek: 8 197", style=USUAL) == [""]
    assert why("Nabídek: 8 214", "Nabídek: 8 197", "table", style=SMALL) == [""]


def test_a_clock_that_shows_the_time_of_both_visits_in_one_zone_is_a_clock() -> None:
    visits = Page(usual_font=16.0, captured=(FIRST, SECOND))
    assert why("Ura je 13:07 zdaj", "Ura je 16:42 zdaj", "article", page=visits) == ["clock"]
    assert why("Ura je 13:07 zdaj", "Ura je 17:52 zdaj", "article", page=visits) == [""]
    assert why("Ura je 13:07 zdaj", "Ura je 16:42 zdaj", "article", page=Page()) == [""]
    assert why("Von 13:00 an", "Von 16:30 an", "article", page=visits) == [""]


def test_a_date_that_is_the_day_of_the_visit_both_times_is_that_of_the_page() -> None:
    visits = Page(usual_font=16.0, captured=(FIRST, SECOND))
    assert why("Stav 16.11.2026 voda", "Stav 17.11.2026 voda", "article", page=visits) == ["clock"]
    assert why("Stav 16.12.2026 voda", "Stav 17.12.2026 voda", "article", page=visits) == [""]
    assert why("Deadline 16.11.2026", "Deadline 17.11.2026", "article", page=visits) == [""]


def test_the_figure_around_a_place_is_whole_and_in_its_own_part_of_the_line() -> None:
    figure = figure_at("Home\nAnna Berg, 1 204 hits · 12 km", 19, ())
    assert figure is not None
    assert (figure.said, figure.segment, figure.value) == ("1 204", " 1 204 hits ", 1204)
    assert figure_at("no number", 3, ()) is None


def test_the_usual_font_is_that_of_most_letters() -> None:
    leaves = [Block(ref="1", text="a" * 90, style=USUAL), Block(ref="2", text="b" * 20, style=SMALL), Block(ref="3")]
    assert usual_font(leaves) == 16.0
    assert usual_font([]) == 0.0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Home Case 127 News", "Home Case 129 News"),
        ("Home Tickets from 127 euros", "Home Tickets from 129 euros"),
        ("Home Open 127 days", "Home Open 129 days"),
        ("Home Deaths 127 News", "Home Deaths 129 News"),
    ],
)
def test_other_figures_in_a_menu_speak(old: str, new: str) -> None:
    assert why(old, new, "menu") == [""]
