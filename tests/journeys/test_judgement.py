"""Pages over many visits, as people watch them: what is kept, what is not, and what is said. No browser is needed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from laid_out_pages import URL, Part, laid_out
from pagestrata.model.records import Visit
from pagestrata.model.snapshot import Snapshot
from pagestrata.store.archive import open_archive
from visits import visit_page

ARTICLE = (
    "The council of Northport met on Monday to discuss the repair of the bridge over the river Wend",
    "Engineers presented three plans and their costs, and the mayor asked for a decision before the summer",
)
MENU = Part("nav", "menu", [("Home", "/"), ("News", "/news"), ("Sports", "/sports"), ("Weather", "/weather")])
FOOTER = Part("footer", "footer", ["Imprint and contact"])
ADVERTISEMENTS = (
    "Sun cream for the whole family at half price",
    "A new car from 99 a month, drive it today",
    "Learn the piano in thirty days at home",
    "Cheap flights to the islands, book now",
    "The mattress that lets you sleep at last",
    "Win a kitchen worth 20,000 with one click",
    "Hearing aids, try them for free",
    "Organic vegetables to your door",
    "A bank account without any fees",
    "Solar panels pay for themselves",
)


def visited(folder: Path, pages: Sequence[Snapshot]) -> list[Visit]:
    """The visits to a page that shows one after the other."""
    with open_archive(folder / "archive") as archive:
        visits = [visit_page(archive, page) for page in pages]
        assert len(archive.versions.of(URL)) == sum(visit.kept for visit in visits)
        assert archive.upkeep.verify().is_sound
    return visits


def kept(visits: Sequence[Visit]) -> list[int]:
    return [number for number, visit in enumerate(visits) if visit.kept]


def said(visits: Sequence[Visit]) -> list[str]:
    return [str(visit.reasons[0]) for visit in visits]


def test_ten_visits_to_a_page_with_rotating_advertisements_keep_one_version(tmp_path: Path) -> None:
    pages = [
        laid_out(
            MENU,
            Part("article", "story", ARTICLE),
            Part("div", "advertisement", ["Advertisement", (text, f"http://ads.test/{number}")]),
            FOOTER,
            minutes=10 * number,
        )
        for number, text in enumerate(ADVERTISEMENTS)
    ]
    visits = visited(tmp_path, pages)
    assert kept(visits) == [0], said(visits)
    assert "rotating content in an advertisement" in said(visits)[-1]


def test_a_box_without_a_name_that_always_shows_something_else_falls_silent(tmp_path: Path) -> None:
    """No label, no telling class, other widths each time: its place between two parts that stay is known again.

    It must lead to other hosts: stories and sentences of the page itself that change as often are news.
    """

    def page(number: int, story: Sequence[str] = ARTICLE) -> Snapshot:
        text = ADVERTISEMENTS[number]
        shown = (text, f"http://shop{number}.test/")
        return laid_out(MENU, Part("article", "story", story), Part("div", "b17", [shown]), FOOTER, minutes=10 * number)

    pages = [page(number) for number in range(9)]
    visits = visited(tmp_path, [*pages, page(9, [*ARTICLE[:1], "The mayor resigned this morning"])])
    assert kept(visits) == [0, 1, 2, 9], said(visits)


def test_news_is_kept_twice_in_a_row_where_a_page_says_little_else(tmp_path: Path) -> None:
    reports = [
        "The harbour opens at eight in the morning.",
        "The harbour opens at eight in the morning.",
        "The harbour is closed until further notice after the storm.",
        "The harbour opens again on Monday at six in the morning.",
    ]
    pages = [
        laid_out(Part("header", "top", ["Harbour news"]), Part("main", "story", [report]), minutes=60 * number)
        for number, report in enumerate(reports)
    ]
    visits = visited(tmp_path, pages)
    assert kept(visits) == [0, 2, 3], said(visits)


def test_every_goal_of_a_match_is_kept_and_no_tick_of_the_clock(tmp_path: Path) -> None:
    scores = ["0 : 0", "0 : 0", "1 : 0", "1 : 0", "1 : 0", "1 : 1", "1 : 1", "2 : 1", "2 : 1"]
    pages = [
        laid_out(
            MENU,
            Part("section", "scoreboard", [f"Northport {score} Southend"]),
            Part("div", "clock", [f"Updated 15:{30 + 3 * number}"]),
            Part("article", "report", ARTICLE),
            FOOTER,
            minutes=3 * number,
        )
        for number, score in enumerate(scores)
    ]
    visits = visited(tmp_path, pages)
    assert kept(visits) == [0, 2, 5, 7], said(visits)


def test_a_release_is_kept_and_its_downloads_are_not(tmp_path: Path) -> None:
    old, new = ["Fixes a crash when a file is empty"], ["Fixes CVE-2026-1234 in the parser"]
    steps = [("2.4.1", 10_204, old), ("2.4.1", 10_311, old), ("2.4.1", 11_450, old)]
    steps += [("2.4.2", 11_460, [*new, *old]), ("2.4.2", 11_560, [*new, *old]), ("2.4.2", 12_001, [*new, *old])]
    pages = [
        laid_out(
            MENU,
            Part("section", "release", [f"Version {version}", *notes]),
            Part("div", "stats", [f"{downloads:,} downloads"]),
            FOOTER,
            minutes=60 * number,
        )
        for number, (version, downloads, notes) in enumerate(steps)
    ]
    visits = visited(tmp_path, pages)
    assert kept(visits) == [0, 3], said(visits)
    assert "2.4.1" in said(visits)[3]
    assert "2.4.2" in said(visits)[3]


def test_every_count_of_an_election_night_is_kept_and_the_end_of_it_is_quiet(tmp_path: Path) -> None:
    counts = [
        (3, 31.2, 28.0),
        (3, 31.2, 28.0),
        (40, 30.1, 29.4),
        (88, 29.9, 29.6),
        (150, 29.8, 29.9),
        (230, 29.5, 30.1),
    ]
    counts += [(300, 29.4, 30.4), (390, 29.3, 30.6), (411, 29.3, 30.7), (412, 29.2, 30.7), (412, 29.2, 30.7)]
    pages = [
        laid_out(
            MENU,
            Part("h1", "title", ["Election of the state parliament"]),
            Part("table", "results", [f"Blue Party {blue} %", f"Green Party {green} %", f"{done} of 412 districts counted"]),
            Part("div", "stamp", [f"Updated 21:{10 + 3 * number}"]),
            FOOTER,
            minutes=3 * number,
        )
        for number, (done, blue, green) in enumerate(counts)
    ]  # fmt: skip
    visits = visited(tmp_path, pages)
    assert kept(visits) == [0, 2, 3, 4, 5, 6, 7, 8, 9], said(visits)


def template(number: int, story: Sequence[str], *, footers: tuple[str, str]) -> Snapshot:
    """One page in two templates, by turns."""
    footer = Part("footer", "footer", [footers[number % 2]])
    if number % 2:
        parts = (Part("main", "content", story, 20.0), MENU, footer)
        return laid_out(*parts, minutes=10 * number, background=0xEEEEEEFF)
    return laid_out(MENU, Part("article", "story", story), footer, minutes=10 * number)


@pytest.mark.parametrize(
    ("footers", "most"),
    [
        (("Imprint and contact", "Imprint and contact"), 2),
        (("Imprint and contact", "Contact, imprint, terms of use"), 5),
    ],
    ids=["looks differ", "words of the frame differ"],
)
def test_a_page_that_alternates_between_two_templates_falls_quiet_and_keeps_its_news(
    tmp_path: Path, footers: tuple[str, str], most: int
) -> None:
    news = (ARTICLE[0], "The mayor resigned after the vote on Tuesday night")
    pages = [template(number, ARTICLE if number < 10 else news, footers=footers) for number in range(13)]
    visits = visited(tmp_path, pages)
    assert len(kept(visits[:10])) <= most, said(visits)
    assert kept(visits[most:]) == [10 - most], said(visits)
    assert "resigned after the vote" in said(visits)[10]


def test_a_price_that_goes_back_and_forth_is_kept_each_time(tmp_path: Path) -> None:
    pages = [
        laid_out(
            MENU,
            Part("article", "product", ["A pair of boots", f"Price: € {price}.00", *ARTICLE]),
            FOOTER,
            minutes=600 * number,
        )
        for number, price in enumerate((99, 89, 99, 89, 99, 89))
    ]
    visits = visited(tmp_path, pages)
    assert kept(visits) == [0, 1, 2, 3, 4, 5], said(visits)


FOREIGN = (
    "Velkat mori zomi a peltar keluv Northport karu felu mulu, zomar pur velkat mori kelu an zomi peltar",
    "Karu felu mulu keluv peltar zomi an mori velkat, kelu zomar pur felu an karu mulu peltar velkat zomi",
)
"""A language that nobody wrote tables for."""


@pytest.mark.parametrize(("name", "versions"), [("video__view-count", 1), ("anzahl-aufrufe", 1), ("x17", 2)])
def test_in_an_unknown_language_the_author_says_what_is_a_counter(tmp_path: Path, name: str, versions: int) -> None:
    pages = [
        laid_out(MENU, Part("article", "story", FOREIGN), Part("div", name, [f"Velkat {count}"]), minutes=60 * number)
        for number, count in enumerate((318, 402, 577))
    ]
    visits = visited(tmp_path, pages)
    assert len(kept(visits)) == versions, said(visits)


@pytest.mark.parametrize(("itemprop", "versions"), [("price", 2)])
def test_in_an_unknown_language_the_author_says_what_is_a_price(tmp_path: Path, itemprop: str, versions: int) -> None:
    """Without that, a large number in the foot of a page that changed by little is one that counts."""
    pages = [
        laid_out(
            MENU,
            Part("article", "story", FOREIGN),
            Part("footer", "footer", [f"Velkat: {price}"], itemprop=itemprop),
            minutes=60 * number,
        )
        for number, price in enumerate(("12,400", "12,450"))
    ]
    visits = visited(tmp_path, pages)
    assert len(kept(visits)) == versions, said(visits)


def test_renamed_classes_are_no_change_of_a_page(tmp_path: Path) -> None:
    pages = [
        laid_out(MENU, Part("article", "story", FOREIGN), Part("div", name, ["Velkat 318"]), minutes=60 * number)
        for number, name in enumerate(("view-count", "price", "x17"))
    ]
    visits = visited(tmp_path, pages)
    assert kept(visits) == [0]
    assert [visit.changes for visit in visits[1:]] == [0, 0]
